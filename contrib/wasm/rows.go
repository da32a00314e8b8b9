//go:build js && wasm && !answers

package main

import (
	"context"
	"iter"
	"strconv"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// Sizes of batches: the first has one row, so that it comes at once, and each later one
// twice as many as the one before.
const (
	mostRows  = 512
	mostBytes = 1 << 18 // of JSON
)

// begin starts a walk and returns its number. Its arguments are kind, archive, and those
// of the kind.
func (a *app) begin(_ context.Context, args values) (any, error) {
	shifted := values{args.Value.Call("slice", 1)}
	in, err := a.archive(shifted)
	if err != nil {
		return nil, err
	}
	// The walk outlives the call that starts it.
	ctx, end := context.WithCancel(context.Background())
	all, err := walk(ctx, in, args.text(0), shifted)
	if err != nil {
		end()
		return nil, err
	}
	r := &rows{end: end}
	r.next, r.stop = iter.Pull2(all)
	a.last++
	a.walks[a.last] = r
	return a.last, nil
}

// more returns the next rows of a walk, up to a number. The walk ends with the call's
// context.
func (a *app) more(ctx context.Context, args values) (any, error) {
	id := int(args.number(0))
	r := a.walks[id]
	if r == nil {
		return `{"rows":[],"done":true}`, nil
	}
	r.Lock()
	defer r.Unlock()
	defer context.AfterFunc(ctx, r.end)()
	var w writer
	w.open('{')
	w.key("rows").open('[')
	var err error
	done := false
	most := min(max(1, args.number(1)), mostRows)
	for n := int64(0); n < most && len(w.b) < mostBytes; n++ {
		row, e, ok := r.next()
		if !ok || e != nil {
			done, err = true, e
			break
		}
		row(&w)
	}
	w.end(']')
	w.key("done").flag(done)
	w.end('}')
	if done {
		delete(a.walks, id)
		r.end()
		r.stop()
	}
	return string(w.b), err
}

// stop ends a walk.
func (a *app) stop(_ context.Context, args values) (any, error) {
	id := int(args.number(0))
	if r := a.walks[id]; r != nil {
		delete(a.walks, id)
		r.end()
		r.Lock()
		defer r.Unlock()
		r.stop()
	}
	return nil, nil
}

// sequence is the items of a walk.
type sequence = iter.Seq2[func(w *writer), error]

// mapped writes the items of a sequence by write.
func mapped[T any](items iter.Seq2[T, error], write func(w *writer, item *T)) sequence {
	return func(yield func(func(w *writer), error) bool) {
		for item, err := range items {
			if !yield(func(w *writer) { write(w, &item) }, err) {
				return
			}
		}
	}
}

// walk returns the items of a kind of walk over an archive; its arguments follow the
// archive.
func walk(ctx context.Context, in *chesszip.Archive, kind string, args values) (sequence, error) {
	switch kind {
	case "filter", "filterTexts", "find":
		q, err := queryOf(ctx, args.text(1), in)
		if err != nil {
			return nil, err
		}
		switch kind {
		case "filter":
			return mapped(in.Games().Where(q).Headers(ctx), writeHeader), nil
		case "filterTexts":
			return mapped(in.Games().Where(q).Texts(ctx), writeText), nil
		}
		p, err := chesszip.ParsePattern(args.text(2))
		if err != nil {
			return nil, err
		}
		return mapped(in.Games().Where(q).With(p).Texts(ctx), writeHit), nil
	}
	from, to := args.number(1), args.number(2)
	switch kind {
	case "headers":
		return mapped(in.Games().Range(from, to).Headers(ctx), writeHeader), nil
	case "outlines":
		return mapped(in.Games().Range(from, to).Headers(ctx, "White", "Black", "Event"), func(w *writer, g *chesszip.Game) {
			tagsOfNumbers(g)
			writeHeader(w, g)
		}), nil
	case "texts":
		return mapped(in.Games().Range(from, to).Texts(ctx), writeText), nil
	case "games":
		return mapped(in.Games().Range(from, to).Texts(ctx), func(w *writer, g *chesszip.Game) {
			writeGame(w, g.Number, pgn.ParseGame(string(g.Text)))
		}), nil
	case "moves":
		return mapped(in.Games().Range(from, to).Lines(ctx), writeMainLine), nil
	case "lines":
		return mapped(in.Lines(ctx, from, to), writeLine), nil
	case "records":
		return mapped(in.Records(ctx, from, to), writeRecord), nil
	}
	return nil, &callError{"option", "no walk is called " + kind}
}

// queryOf parses a query, and gives its words the fields that they mean in an archive.
func queryOf(ctx context.Context, text string, in *chesszip.Archive) (*chesszip.Query, error) {
	q, err := chesszip.ParseQuery(text)
	if err != nil {
		return nil, err
	}
	return chesszip.Understand(ctx, q, in)
}

// tagsOfNumbers puts the numbers of a game among its tags, as an outline has them.
func tagsOfNumbers(g *chesszip.Game) {
	named := *g
	g.Tags = nil
	add := func(name, value string) {
		if value != "" && value != "0" {
			g.Tags = append(g.Tags, pgn.Tag{Name: name, Value: value})
		}
	}
	add("White", named.Tag("White"))
	add("Black", named.Tag("Black"))
	add("WhiteElo", strconv.Itoa(g.WhiteElo))
	add("BlackElo", strconv.Itoa(g.BlackElo))
	add("Date", g.Date())
	add("Result", g.Result)
	add("ECO", g.ECO)
	add("Event", named.Tag("Event"))
}

func writeText(w *writer, g *chesszip.Game) {
	w.open('{')
	w.key("number").number(g.Number)
	w.key("text").text(string(g.Text))
	w.end('}')
}

func writeHit(w *writer, h *chesszip.Game) {
	w.open('{')
	w.key("number").number(h.Number)
	w.key("ply").number(int64(h.Ply()))
	w.key("steps").open('[')
	for _, s := range h.Steps {
		w.number(int64(s))
	}
	w.end(']')
	w.key("text").text(string(h.Text))
	w.end('}')
}

func writeMainLine(w *writer, l *chesszip.Game) {
	w.open('{')
	w.key("number").number(l.Number)
	w.key("known").flag(l.Known)
	if l.Known {
		w.key("start").text(l.Line.Start.String())
	}
	w.key("uci").open('[')
	var text []byte
	p, chess960 := l.Line.Start, l.Line.Start.Chess960()
	for _, m := range l.Line.Moves {
		text = appendMove(text[:0], &p, m, chess960)
		w.text(string(text))
	}
	w.end(']')
	w.key("result").text(l.Result)
	w.end('}')
}

func writeLine(w *writer, l *chesszip.Line) {
	w.open('{')
	w.key("text").text(string(l.Text))
	w.key("fen")
	if l.HasPosition {
		w.text(l.Position.String())
	} else {
		w.null()
	}
	w.end('}')
}
