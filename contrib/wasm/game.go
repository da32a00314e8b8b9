//go:build js && wasm && !answers

package main

import (
	"context"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// get returns the text of a game, as bytes.
func (a *app) get(ctx context.Context, args values) (any, error) {
	in, err := a.archive(args)
	if err != nil {
		return nil, err
	}
	g, err := in.Game(ctx, args.number(1), chesszip.FieldText)
	return []byte(g.Text), err
}

// tags returns the header of a game.
func (a *app) tags(ctx context.Context, args values) (any, error) {
	in, err := a.archive(args)
	if err != nil {
		return nil, err
	}
	h, err := in.Game(ctx, args.number(1), chesszip.FieldTags|chesszip.FieldNumbers)
	if err != nil {
		return nil, err
	}
	var w writer
	writeHeader(&w, &h)
	return string(w.b), nil
}

// writeHeader writes a game's number, tags and length.
func writeHeader(w *writer, h *chesszip.Game) {
	w.open('{')
	w.key("number").number(h.Number)
	w.key("plies").number(int64(h.Plies))
	writeTags(w, h.Tags)
	w.end('}')
}

// writeTags writes tags as members. Of equal names the first counts here, but the last
// in JSON.
func writeTags(w *writer, tags []pgn.Tag) {
	w.key("tags").open('{')
next:
	for i, t := range tags {
		for _, before := range tags[:i] {
			if before.Name == t.Name {
				continue next
			}
		}
		w.key(t.Name).text(t.Value)
	}
	w.end('}')
}

// game returns a game as JSON.
func (a *app) game(ctx context.Context, args values) (any, error) {
	in, err := a.archive(args)
	if err != nil {
		return nil, err
	}
	g, err := in.Game(ctx, args.number(1), chesszip.FieldText)
	if err != nil {
		return nil, err
	}
	var w writer
	writeGame(&w, args.number(1), pgn.ParseGame(string(g.Text)))
	return string(w.b), nil
}

func writeGame(w *writer, number int64, g *pgn.ParsedGame) {
	plies, whole := g.Plies()
	w.open('{')
	w.key("number").number(number)
	writeTags(w, g.Tags)
	w.key("start").text(g.Start.String())
	w.key("result").text(g.Result)
	w.key("whole").flag(whole)
	writeMoves(w, &g.Start, len(plies), func(i int) board.Move { return plies[i].Move })
	var clocks, evals, glyphs bool
	for i := range plies {
		clocks = clocks || plies[i].HasClock
		evals = evals || plies[i].HasEval
		glyphs = glyphs || plies[i].NAGs != nil
	}
	if clocks {
		writePlies(w, "clocks", plies, func(p *pgn.Ply) {
			if !p.HasClock {
				w.null()
				return
			}
			w.number(p.Clock.Milliseconds())
		})
	}
	if evals {
		writePlies(w, "evals", plies, func(p *pgn.Ply) {
			if !p.HasEval {
				w.null()
				return
			}
			w.open('{')
			if n, ok := p.Eval.Mate(); ok {
				w.key("mate").number(int64(n))
			} else {
				w.key("cp").number(int64(p.Eval))
			}
			w.end('}')
		})
	}
	if glyphs {
		writePlies(w, "nags", plies, func(p *pgn.Ply) {
			w.open('[')
			for _, n := range p.NAGs {
				w.number(int64(n))
			}
			w.end(']')
		})
	}
	w.key("problems").open('[')
	for i := range g.Problems {
		w.text(g.Problems[i].Error())
	}
	w.end(']')
	w.end('}')
}

// writePlies writes an array with one part for each half-move.
func writePlies(w *writer, name string, plies []pgn.Ply, part func(p *pgn.Ply)) {
	w.key(name).open('[')
	for i := range plies {
		part(&plies[i])
	}
	w.end(']')
}

// writeMoves writes the UCI and the SAN of n half-moves.
func writeMoves(w *writer, start *board.Position, n int, move func(i int) board.Move) {
	p := *start
	chess960 := start.Chess960()
	var sans []string
	var text []byte
	w.key("uci").open('[')
	for i := range n {
		m := move(i)
		text = notation.AppendUCI(text[:0], &p, m, chess960)
		w.text(string(text))
		text = notation.Standard.AppendSAN(text[:0], &p, m)
		sans = append(sans, string(text))
		movegen.Make(&p, m)
	}
	w.end(']')
	w.key("san").texts(sans)
}
