//go:build js && wasm && !answers

package main

import (
	"context"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/records"
)

// count counts the games that match a query and, if not empty, a pattern. Its arguments
// are archive, query, pattern.
func (a *app) count(ctx context.Context, args values) (any, error) {
	in, err := a.archive(args)
	if err != nil {
		return nil, err
	}
	q, err := queryOf(ctx, args.text(1), in)
	if err != nil {
		return nil, err
	}
	var n int64
	if pattern := args.text(2); pattern == "" {
		n, err = in.Games().Where(q).Count(ctx)
	} else {
		var p *chesszip.Pattern
		if p, err = chesszip.ParsePattern(pattern); err == nil {
			n, err = in.Games().Where(q).With(p).Count(ctx)
		}
	}
	return float64(n), err
}

// explore returns the moves and results from a position. Its arguments are archive, FEN,
// query, depth, width.
func (a *app) explore(ctx context.Context, args values) (any, error) {
	in, err := a.archive(args)
	if err != nil {
		return nil, err
	}
	p, err := board.ParseFEN(args.text(1))
	p.Castling = p.LikelyRights()
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return nil, err
	}
	q, err := queryOf(ctx, args.text(2), in)
	if err != nil {
		return nil, err
	}
	e, err := chesszip.NewExplorer(p, &chesszip.ExploreOptions{Depth: int(args.number(3)), Width: int(args.number(4))})
	if err != nil {
		return nil, err
	}
	for e.Next() {
		if err := e.Add(ctx, in.Games().Where(q), 0); err != nil {
			return nil, err
		}
	}
	tree := e.Tree()
	var w writer
	w.open('{')
	writeExplored(&w, tree)
	w.key("looked").open('{')
	w.key("stored").number(tree.Effort.Stored)
	w.key("indexed").number(tree.Effort.Indexed)
	w.key("decoded").number(tree.Effort.Decoded)
	w.end('}')
	w.end('}')
	return string(w.b), nil
}

// writeExplored writes the members of a position.
func writeExplored(w *writer, e *chesszip.Explored) {
	p := e.Position
	w.key("fen").text(p.String())
	writeTally(w, &e.Statistics, p.Turn)
	if o := chesszip.OpeningOf(p); o.Name != "" {
		w.key("opening").open('{')
		w.key("eco").text(o.ECO)
		w.key("name").text(o.Name)
		w.end('}')
	}
	w.key("moves").open('[')
	for i := range e.Moves {
		m := &e.Moves[i]
		w.open('{')
		w.key("uci").text(m.UCI)
		w.key("san").text(m.SAN)
		writeTally(w, &m.Statistics, p.Turn)
		if m.Next != nil {
			w.key("next").open('{')
			writeExplored(w, m.Next)
			w.end('}')
		}
		w.end('}')
	}
	w.end(']')
}

// writeTally writes the members of a tally; the performance is that of the side turn.
func writeTally(w *writer, t *chesszip.Statistics, turn board.Color) {
	w.key("games").number(t.Games())
	w.key("white").number(t.White)
	w.key("draws").number(t.Draws)
	w.key("black").number(t.Black)
	w.key("open").number(t.Open)
	w.key("elo").number(int64(t.Elo()))
	w.key("performance").number(int64(t.Performance(turn)))
	w.key("lastYear").number(int64(t.LastYear))
	w.key("samples").open('[')
	for _, s := range t.Samples {
		w.open('{')
		w.key("number").number(s.Number)
		w.key("rating").number(int64(s.Rating))
		w.end('}')
	}
	w.end(']')
}

func writeRecord(w *writer, r *records.Record) {
	p := r.Position
	w.open('{')
	w.key("fen").text(p.String())
	w.key("move")
	if r.Move == board.NullMove {
		w.null()
	} else {
		w.text(notation.UCI(&p, r.Move))
	}
	w.key("score").number(int64(r.Score))
	w.key("ply").number(int64(r.Ply))
	w.key("result").number(int64(r.Result))
	w.end('}')
}

// appendMove appends a move's UCI and plays it.
func appendMove(dst []byte, p *board.Position, m board.Move, chess960 bool) []byte {
	dst = notation.AppendUCI(dst, p, m, chess960)
	movegen.Make(p, m)
	return dst
}
