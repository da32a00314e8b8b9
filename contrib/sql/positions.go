package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// entry is a position to store.
type entry struct {
	key      codec.Key
	text     string // FEN without counters, of the position in the key
	position board.Position
	met      int
}

// collection collects distinct positions in the order of their first occurrence.
type collection struct {
	entries []entry
	at      map[codec.Key]int
	limit   int
}

// add adds p; it reports whether there is room for more.
func (c *collection) add(p *board.Position) (bool, error) {
	k, err := codec.KeyOf(p)
	if err != nil {
		if errors.Is(err, codec.ErrNoKey) {
			return true, nil // these tables cannot store such a position
		}
		return false, err
	}
	if i, twice := c.at[k]; twice {
		c.entries[i].met++
		return true, nil
	}
	if len(c.entries) == c.limit {
		return false, nil
	}
	q, err := k.Position()
	if err != nil {
		return false, err
	}
	fen := q.AppendFEN(nil)
	c.at[k] = len(c.entries)
	c.entries = append(c.entries, entry{key: k, text: string(bytes.TrimSuffix(fen, []byte(" 0 1"))), position: *p, met: 1})
	return true, nil
}

// positions reads or draws the positions to store.
func (o *options) positions(ctx context.Context) ([]entry, error) {
	c := &collection{at: map[codec.Key]int{}, limit: o.n}
	var err error
	if o.file != "" {
		err = c.read(o.file)
	} else {
		err = c.draw(ctx, o.seed)
	}
	return c.entries, err
}

// read adds the positions in the lines of a file.
func (c *collection) read(name string) (err error) {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	scan := bufio.NewScanner(f)
	for line := 1; scan.Scan(); line++ {
		e, err := board.ParseEPD(scan.Text())
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", name, line, err)
		}
		if more, err := c.add(&e.Position); !more {
			return err
		}
	}
	return scan.Err()
}

// draw adds the positions of random games.
func (c *collection) draw(ctx context.Context, seed uint64) error {
	r, w := io.Pipe()
	go func() {
		// More games than needed; closing the pipe ends them.
		w.CloseWithError(chesszip.Sample(ctx, w, &chesszip.SampleOptions{Games: c.limit + 1, Seed: seed}))
	}()
	defer r.Close()
	for g, err := range pgn.NewReader(r, nil).Games() {
		if err != nil {
			return err
		}
		game, ok := g.MainLine()
		if !ok {
			return fmt.Errorf("drawn game: %w", g.Err())
		}
		p := game.Start
		for i := 0; ; i++ {
			if more, err := c.add(&p); !more {
				return err
			}
			if i == len(game.Moves) {
				break
			}
			movegen.Make(&p, game.Moves[i])
		}
	}
	return nil
}
