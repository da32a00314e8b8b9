package server

import (
	"context"
	"fmt"
	"iter"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

type foundJSON struct {
	Pattern string     `json:"pattern"`
	Query   string     `json:"query"`
	Count   *int64     `json:"count"` // of all, null unless it was asked for
	Games   []foundHit `json:"games"`
	After   *string    `json:"after"` // what to ask for the next page with, null behind the last
}

type foundHit struct {
	outlineJSON
	Ply   int   `json:"ply"`   // half-moves before the position at which the pattern is met
	Steps []int `json:"steps"` // for each step of the pattern
}

// find answers games that have a pattern on the board.
func (s *site) find(a *answer) error {
	files, err := s.chosen(a)
	if err != nil {
		return err
	}
	p, err := chesszip.ParsePattern(a.r.FormValue("pattern"))
	if err != nil {
		return err
	}
	q, text, err := a.query()
	if err != nil {
		return err
	}
	limit, err := a.number("limit", usualPage, 0, mostPage)
	if err != nil {
		return err
	}
	count, err := a.flag("count")
	if err != nil {
		return err
	}
	after := place{-1, -1}
	if id := a.r.FormValue("after"); id != "" {
		if after, err = s.placeOf(id); err != nil {
			return err
		}
	}
	key := fmt.Sprintf("%v %d %v %q %q %s", files, limit, count, p, text, after.id())
	out, err := s.found.get(a.ctx, key, func(ctx context.Context) (*foundJSON, error) {
		return inTurn(ctx, s.scans, func() (*foundJSON, error) {
			out := &foundJSON{Pattern: pgn.UTF8(p.String()), Query: pgn.UTF8(text), Games: []foundHit{}}
			if count {
				out.Count = new(int64)
			}
			return out, s.hits(ctx, out, files, p, q, after, int(limit))
		})
	})
	if err != nil {
		return err
	}
	return a.json(out)
}

// hits adds the games behind a place, up to a limit, and counts all if that is asked.
func (s *site) hits(ctx context.Context, out *foundJSON, files []int, p *chesszip.Pattern, q *chesszip.Query, after place, limit int) error {
	for _, i := range files {
		from := int64(-1)
		switch {
		case i == after.file:
			from = after.number
		case i < after.file:
			from = s.files[i].Archive.Games()
		}
		for h, err := range s.findFrom(ctx, i, from, out.Count != nil, p, q) {
			if err != nil {
				return s.in(i, err)
			}
			if out.Count != nil {
				*out.Count++
			}
			switch {
			case h.Number <= from:
			case len(out.Games) < limit:
				at := place{i, h.Number}
				header, err := s.header(ctx, at)
				if err != nil {
					return err
				}
				out.Games = append(out.Games, foundHit{outlineOf(at, &header), h.Ply, h.Steps})
			default:
				if out.After == nil && limit > 0 {
					out.After = &out.Games[limit-1].ID
				}
				if out.Count == nil {
					return nil
				}
			}
		}
	}
	return nil
}

// sizeOfFound is about what an answer takes in memory.
func sizeOfFound(f *foundJSON) int { return 300 + 400*len(f.Games) }

// findFrom returns the games of a file that have a pattern, those up to a number left
// out where whole frames of them can be, unless all are wanted.
func (s *site) findFrom(ctx context.Context, file int, after int64, all bool, p *chesszip.Pattern, q *chesszip.Query) iter.Seq2[chesszip.Hit, error] {
	return func(yield func(chesszip.Hit, error) bool) {
		parts := []*chesszip.Archive{s.files[file].Archive}
		if after >= 0 && !all {
			var err error
			if parts, err = s.parts[file](); err != nil {
				yield(chesszip.Hit{}, err)
				return
			}
		}
		for _, part := range parts {
			if _, to := part.Span(); !all && to <= after+1 {
				continue
			}
			for h, err := range part.FindPlaces(ctx, p, q) {
				if !yield(h, err) {
					return
				}
			}
		}
	}
}
