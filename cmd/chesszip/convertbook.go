package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/polyglot"
)

// toBook is the form of opening books.
const toBook = "polyglot"

// book selects the moves of a book.
type book struct{ plies, games int }

// takePlies takes --ply, which for a book is its depth, not the length of games.
func (o *book) takePlies(to string, q *chesszip.Query) (err error) {
	o.plies = defaultBookPlies
	if to != toBook {
		return nil
	}
	kept := q.Terms[:0]
	for _, t := range q.Terms {
		if t.Field != "ply" || t.Not {
			kept = append(kept, t)
			continue
		}
		if o.plies, err = strconv.Atoi(t.Value); err != nil {
			return misuse("chesszip filter --ply 40+ -o long.pgn chooses games by their length", "--ply %s: a book takes a number of half-moves", t.Value)
		}
	}
	q.Terms = kept
	return nil
}

const defaultBookPlies = 30

// spill is a temporary file that is created by the first write.
type spill struct {
	*console
	ctx  context.Context
	name string
	file *output
}

func (s *spill) Write(b []byte) (int, error) {
	if s.file == nil {
		p := &place{console: s.console, name: s.name, target: s.name}
		file, err := p.create(s.ctx)
		if err != nil {
			return 0, err
		}
		s.file = file
	}
	return s.file.file.Write(b)
}

func (s *spill) ReadAt(b []byte, off int64) (int, error) { return s.file.file.ReadAt(b, off) }

func (s *spill) close() {
	if s.file != nil {
		s.file.discard()
	}
}

// convertBook writes an opening book of the games that match q.
func (r *reading) convertBook(files []string, o book, q *chesszip.Query) error {
	if o.plies < 1 || o.games < 1 {
		return misuse("chesszip convert --help shows how", "--ply and --min are numbers from 1")
	}
	temp := &spill{console: r.console, ctx: r.ctx, name: r.output + ".spool"}
	if r.output == "" || r.output == stdio {
		if r.out.terminal {
			return misuse("name a file with -o", "a terminal cannot show a book")
		}
		temp.name = filepath.Join(os.TempDir(), fmt.Sprintf("chesszip-%d", os.Getpid()))
	}
	defer temp.close()
	b := polyglot.NewBuilder(&polyglot.Options{Plies: o.plies, Games: o.games, Spill: temp})
	return r.each(files, func(a *opened, _ *sink) error {
		if err := r.mustHoldGames(a); err != nil {
			return err
		}
		odd, err := r.eachGame(a, q, func(_ int64, g *pgn.ParsedGame) error {
			line, _ := g.MainLine()
			return b.Add(&line, g.Outcome())
		})
		r.sayOdd(a.name, odd)
		r.sayLeft(a.name, odd)
		return err
	}, func(s *sink) error { return b.Write(r.ctx, s) })
}
