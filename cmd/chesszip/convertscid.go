package main

import (
	"bufio"
	"errors"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/scid"
)

// toSCID is the form of databases of SCID 4.
const toSCID = "scid"

// convertSCID writes the games to a database, which is three files.
func (r *reading) convertSCID(files []string, q *chesszip.Query) error {
	base, ok := strings.CutSuffix(r.output, packedSCID.suffix())
	if !ok || base == "" {
		return misuse("-o games.si4 makes games.si4, games.sn4 and games.sg4", "--to %s needs -o and a name that ends in .si4", toSCID)
	}
	if err := r.mustSeek(files); err != nil {
		return err
	}
	if err := r.arch.mustBeAsked(); err != nil {
		return err
	}
	in := r.inputs(append(files, r.model)...)
	var outs [3]*output
	for i, end := range []string{packedSCID.suffix(), ".sn4", ".sg4"} {
		o, err := r.createOutput(r.ctx, base+end, r.force, in)
		if err != nil {
			return err
		}
		defer o.discard()
		outs[i] = o
	}
	games := bufio.NewWriterSize(outs[2], bufferSize)
	w := scid.NewWriter(outs[0], outs[1], games)
	var unfit unfitGames
	err := r.eachTo(new(sink), files, func(a *opened, _ *sink) error {
		if err := r.mustHoldGames(a); err != nil {
			return err
		}
		odd, err := r.eachGame(a, q, func(number int64, g *pgn.ParsedGame) error {
			err := w.Write(g)
			if errors.Is(err, scid.ErrUnfit) {
				unfit.add(a.name, number, err)
				return nil
			}
			return err
		})
		r.sayOdd(a.name, odd)
		r.sayLeft(a.name, odd)
		return err
	})
	unfit.say(r)
	if err = r.status(err); err != nil {
		return err
	}
	err = w.Close()
	if err == nil {
		err = games.Flush()
	}
	// The index comes last: without it there is no database.
	for i := len(outs) - 1; err == nil && i >= 0; i-- {
		err = outs[i].commit(nil)
	}
	return err
}

// unfitGames are the games that SCID 4 cannot hold.
type unfitGames struct {
	n, first int64
	name     string
	reason   error
}

func (u *unfitGames) add(name string, number int64, reason error) {
	if u.n++; u.n == 1 {
		u.name, u.first, u.reason = name, number, reason
	}
}

func (u *unfitGames) say(r *reading) {
	if u.n > 0 {
		r.say("chesszip: warning: %s left out, the first is game %d of %s: %v", plural(u.n, "game"), u.first, oneLine(u.name), u.reason)
	}
}
