package door

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
)

// PatternOf parses a pattern, or a FEN as the pattern of that position.
func PatternOf(text string) (*chesszip.Pattern, error) {
	if fields := strings.Fields(text); len(fields) >= 4 && strings.Count(fields[0], "/") == 7 && !strings.Contains(fields[0], ":") {
		if _, err := board.ParseFEN(strings.Join(fields, " ")); err != nil {
			return nil, err
		}
		text = `fen:"` + strings.Join(fields, " ") + `"`
	}
	return chesszip.ParsePattern(text)
}

// StartFind starts a task whose answers are *Batches of games, with the additional
// columns ply, steps and step_ends.
func (a *Archive) StartFind(pattern string, o GamesOptions) (*Task, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	p, err := PatternOf(pattern)
	if err != nil {
		return nil, err
	}
	q, err := chesszip.ParseQuery(o.Query)
	if err != nil {
		return nil, err
	}
	part, err := a.part(o.Shard, o.Shards)
	if err != nil {
		return nil, err
	}
	return a.start(func(ctx context.Context, give func(any) bool) error {
		q, err := chesszip.Understand(ctx, q, a.Archive)
		if err != nil {
			return err
		}
		w := newGameColumns(o.Want)
		w.addHits()
		for h, err := range part.Games().Where(q).With(p).Rows(ctx, o.Want.fields()) {
			if err != nil {
				if w.batch.Rows > 0 && !give(w.take()) {
					return nil
				}
				return err
			}
			w.add(&h)
			w.addHit(h.Ply(), h.Steps)
			if w.batch.Rows >= int64(o.Games) || w.batch.size() >= maxBatch {
				if !give(w.take()) {
					return nil
				}
				w.addHits()
			}
		}
		if w.batch.Rows > 0 {
			give(w.take())
		}
		return nil
	}), nil
}

// StartCount starts a task whose answer is the number of games as an int64: those that
// match query and, unless it is empty, pattern.
func (a *Archive) StartCount(pattern, query string) (*Task, error) {
	q, err := chesszip.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	var p *chesszip.Pattern
	if pattern != "" {
		if p, err = PatternOf(pattern); err != nil {
			return nil, err
		}
	}
	return a.start(func(ctx context.Context, give func(any) bool) error {
		q, err := chesszip.Understand(ctx, q, a.Archive)
		if err != nil {
			return err
		}
		var n int64
		if p == nil {
			n, err = a.Games().Where(q).Count(ctx)
		} else {
			n, err = a.Games().Where(q).With(p).Count(ctx)
		}
		if err == nil {
			give(n)
		}
		return err
	}), nil
}

// explored is Explored as JSON.
type explored struct {
	FEN     string `json:"fen"`
	ECO     string `json:"eco"`
	Opening string `json:"opening"`
	tally
	Moves []exploredMove `json:"moves"`
}

type exploredMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	tally
}

type tally struct {
	White    int64 `json:"white"`
	Draws    int64 `json:"draws"`
	Black    int64 `json:"black"`
	Open     int64 `json:"open"`
	Elo      int   `json:"elo"`
	LastYear int   `json:"last_year"`
}

func tallyOf(t *chesszip.Statistics) tally {
	return tally{t.White, t.Draws, t.Black, t.Open, t.Elo(), t.LastYear}
}

// StartExplore starts a task whose answer is JSON text: the moves and results that the
// games matching query have from a position.
func (a *Archive) StartExplore(fen, query string) (*Task, error) {
	p := board.Start()
	if fen != "" {
		var err error
		if p, err = board.ParseFEN(fen); err != nil {
			return nil, err
		}
		p.Castling = p.LikelyRights()
	}
	q, err := chesszip.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	return a.start(func(ctx context.Context, give func(any) bool) error {
		q, err := chesszip.Understand(ctx, q, a.Archive)
		if err != nil {
			return err
		}
		x, err := a.Games().Where(q).Explore(ctx, p)
		if err != nil {
			return err
		}
		at := x.Position
		opening := chesszip.OpeningOf(at)
		out := explored{FEN: at.String(), ECO: opening.ECO, Opening: opening.Name, tally: tallyOf(&x.Statistics), Moves: []exploredMove{}}
		for i := range x.Moves {
			m := &x.Moves[i]
			out.Moves = append(out.Moves, exploredMove{m.UCI, m.SAN, tallyOf(&m.Statistics)})
		}
		text, err := json.Marshal(&out)
		if err == nil {
			give(string(text))
		}
		return err
	}), nil
}

// StartHeaders starts a task whose answers are *Batches with the columns number, plies,
// tags and tags_ends of the games that match query. Only tags are decoded.
func (a *Archive) StartHeaders(query string, shard, shards int) (*Task, error) {
	q, err := chesszip.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	if err := (&GamesOptions{Shard: shard, Shards: shards, Games: 1, Plies: 1}).Validate(); err != nil {
		return nil, err
	}
	part, err := a.part(shard, shards)
	if err != nil {
		return nil, err
	}
	return a.start(func(ctx context.Context, give func(any) bool) error {
		q, err := chesszip.Understand(ctx, q, a.Archive)
		if err != nil {
			return err
		}
		b := newHeaderBatch()
		for h, err := range part.Games().Where(q).Headers(ctx) {
			if err != nil {
				if b.Rows > 0 && !give(b) {
					return nil
				}
				return err
			}
			b.Rows++
			b.Columns[0].int64(h.Number + 1)
			b.Columns[1].int32(int32(h.Plies))
			b.Columns[2].Data = appendTags(b.Columns[2].Data, h.Tags)
			b.Columns[3].int64(int64(len(b.Columns[2].Data)))
			if b.Rows == headersOfBatch || b.size() >= maxBatch {
				if !give(b) {
					return nil
				}
				b = newHeaderBatch()
			}
		}
		if b.Rows > 0 {
			give(b)
		}
		return nil
	}), nil
}

// headersOfBatch is the greatest number of headers in a batch.
const headersOfBatch = 4000

func newHeaderBatch() *Batch {
	return &Batch{Columns: []Column{
		{Name: "number", Type: "<i8", Width: 1}, {Name: "plies", Type: "<i4", Width: 1},
		{Name: "tags", Type: "text"}, {Name: "tags_ends", Type: "<i8", Width: 1},
	}}
}
