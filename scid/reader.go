package scid

import (
	"context"
	"errors"
	"io"

	"github.com/chesszip/chesszip/pgn"
)

// Reader returns a Reader of all games that are not deleted.
func (b *Base) Reader(ctx context.Context) *Reader { return &Reader{ctx: ctx, base: b} }

// All returns a Reader of all games, deleted ones too. A game with flags has them in the
// tag ScidFlags, as in SCID's own export with flags.
func (b *Base) All(ctx context.Context) *Reader { return &Reader{ctx: ctx, base: b, all: true} }

// Reader reads the games of a Base as PGN, one after the other.
type Reader struct {
	ctx     context.Context
	base    *Base
	all     bool
	next    int
	entries []entry // of the games from next on
	deleted int
	text    []byte // PGN not read yet
	room    []byte
	err     error // the first error of a damaged game
}

// Deleted returns the number of deleted games skipped so far.
func (r *Reader) Deleted() int { return r.deleted }

// nextGame returns the next game. The error is io.EOF at the end. After ErrCorrupt
// the next call returns the next game.
func (r *Reader) nextGame() (*pgn.ParsedGame, error) {
	for {
		if r.ctx.Err() != nil {
			return nil, context.Cause(r.ctx)
		}
		if r.next == r.base.n {
			return nil, io.EOF
		}
		if len(r.entries) == 0 {
			var err error
			if r.entries, err = r.base.entries(r.next, min(r.next+entriesAtOnce, r.base.n)); err != nil {
				r.next = r.base.n
				return nil, err
			}
		}
		i, e := r.next, r.entries[0]
		r.next, r.entries = r.next+1, r.entries[1:]
		if !r.all && e.flags&deletedFlag != 0 {
			r.deleted++
			continue
		}
		g, err := r.base.game(i, &e)
		if flags := e.flagText(); err == nil && r.all && flags != "" {
			g.Tags = append(g.Tags, pgn.Tag{Name: "ScidFlags", Value: flags})
		}
		return g, err
	}
}

// Read implements io.Reader. It returns games in the export format of PGN and skips
// damaged ones; at the end it returns their first error in place of io.EOF.
func (r *Reader) Read(p []byte) (int, error) {
	for len(r.text) == 0 {
		g, err := r.nextGame()
		switch {
		case err == nil:
			r.room = pgn.AppendGame(r.room[:0], g)
			r.text = r.room
		case errors.Is(err, ErrCorrupt):
			if r.err == nil {
				r.err = err
			}
		case err == io.EOF && r.err != nil:
			return 0, r.err
		default:
			return 0, err
		}
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	return n, nil
}
