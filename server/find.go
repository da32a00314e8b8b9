package server

import (
	"context"
	"iter"

	"github.com/chesszip/chesszip"
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
	out, err := scan(a.ctx, s, func() (*foundJSON, error) {
		out := &foundJSON{Pattern: utf8Text(p.String()), Query: utf8Text(text), Games: []foundHit{}}
		if count {
			out.Count = new(int64)
			for _, i := range files {
				n, err := s.files[i].Archive.FindCount(a.ctx, p, q)
				if err != nil {
					return nil, err
				}
				*out.Count += n
			}
		}
		return out, s.hits(a.ctx, out, files, p, q, after, int(limit))
	})
	if err != nil {
		return err
	}
	return a.json(out)
}

// hits adds the games behind a place, up to a limit.
func (s *site) hits(ctx context.Context, out *foundJSON, files []int, p *chesszip.Pattern, q *chesszip.Query, after place, limit int) error {
	if limit == 0 {
		return nil
	}
	for _, i := range files {
		if i < after.file {
			continue
		}
		from := int64(-1)
		if i == after.file {
			from = after.number
		}
		for h, err := range s.findFrom(ctx, i, from, p, q) {
			if err != nil {
				return err
			}
			if len(out.Games) == limit {
				out.After = &out.Games[limit-1].ID
				return nil
			}
			at := place{i, h.Number}
			header, err := s.header(ctx, at)
			if err != nil {
				return err
			}
			out.Games = append(out.Games, foundHit{outlineOf(at, &header), h.Ply, h.Steps})
		}
	}
	return nil
}

// findFrom returns the games of a file behind a number that have a pattern.
func (s *site) findFrom(ctx context.Context, file int, after int64, p *chesszip.Pattern, q *chesszip.Query) iter.Seq2[chesszip.Hit, error] {
	return func(yield func(chesszip.Hit, error) bool) {
		parts := []*chesszip.Archive{s.files[file].Archive}
		if after >= 0 {
			var err error
			if parts, err = s.parts[file](); err != nil {
				yield(chesszip.Hit{}, err)
				return
			}
		}
		for _, part := range parts {
			if _, to := part.Span(); to <= after+1 {
				continue
			}
			for h, err := range part.Find(ctx, p, q) {
				if err == nil && h.Number <= after {
					continue
				}
				if !yield(h, err) {
					return
				}
			}
		}
	}
}
