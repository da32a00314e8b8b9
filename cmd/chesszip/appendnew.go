package main

import (
	"io"
	"os"

	"github.com/chesszip/chesszip"
)

// newGames are the games of files that an archive does not have.
type newGames struct {
	games   *chesszip.Deduper
	text    *io.PipeReader
	done    chan error // the error of writing the text
	dropped int64
}

// newGames finds the games of files that the archive old does not have. The caller must
// close the result. After damage there is none: what cannot be read cannot be compared.
func (r *reading) newGames(files []string, old *opened) (*newGames, error) {
	r.output = old.name
	memory, dir, err := (&spoolFlags{memory: defaultSpool}).settings(r)
	if err != nil {
		return nil, err
	}
	n := &newGames{games: chesszip.NewDeduper(&chesszip.DedupeOptions{Memory: memory, Dir: dir})}
	if err := n.find(r, files, old); err != nil {
		n.games.Close()
		return nil, err
	}
	text, to := io.Pipe()
	n.text, n.done = text, make(chan error, 1)
	go func() {
		_, err := n.games.Copy(r.ctx, to)
		n.done <- to.CloseWithError(spoolError(err))
	}()
	return n, nil
}

func (n *newGames) find(r *reading, files []string, old *opened) error {
	err := r.eachTo(new(sink), files, func(a *opened, _ *sink) error {
		if a.info != nil && os.SameFile(a.info, old.info) {
			return misuse("", "%s is the archive itself", a.name)
		}
		if err := r.mustHoldGames(a); err != nil {
			return err
		}
		return r.passDamage(a, n.games.AddGames(r.ctx, 1, a.Games()))
	})
	if err == nil {
		err = r.passDamage(old, n.games.AddKnown(r.ctx, 0, old.Games()))
	}
	if err == nil {
		err = r.status(nil)
	}
	if err != nil {
		return err
	}
	for _, err := range n.games.Duplicates(r.ctx) {
		if err != nil {
			return spoolError(err)
		}
		n.dropped++
	}
	return nil
}

// close ends the text and removes the temporary files.
func (n *newGames) close() {
	_ = n.text.Close()
	<-n.done
	_ = n.games.Close()
}
