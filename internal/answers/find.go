package answers

import (
	"context"
	"fmt"
	"iter"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// find answers games that have a pattern on the board.
func (s *Site) find(a *Answer) error {
	files, err := s.Chosen(a)
	if err != nil {
		return err
	}
	p, err := chesszip.ParsePattern(a.Value("pattern"))
	if err != nil {
		return err
	}
	q, text, err := a.Query()
	if err != nil {
		return err
	}
	limit, err := a.Number("limit", usualPage, 0, mostPage)
	if err != nil {
		return err
	}
	count, err := a.Flag("count")
	if err != nil {
		return err
	}
	after := Place{-1, -1}
	if id := a.Value("after"); id != "" {
		if after, err = s.placeOf(id); err != nil {
			return err
		}
	}
	key := fmt.Sprintf("%v %d %v %q %q %s", files, limit, count, p, text, after.ID())
	out, err := s.found.Get(a.Context, key, func(ctx context.Context) (*foundJSON, error) {
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
	return a.JSON(out)
}

// hits adds the games behind a place, up to a limit, and counts all if that is asked.
func (s *Site) hits(ctx context.Context, out *foundJSON, files []int, p *chesszip.Pattern, q *chesszip.Query, after Place, limit int) error {
	for _, i := range files {
		from := int64(-1)
		switch {
		case i == after.File:
			from = after.Number
		case i < after.File:
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
				at := Place{i, h.Number}
				header, err := s.Header(ctx, at)
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

// findFrom returns the games of a file that have a pattern, those up to a number left
// out where whole frames of them can be, unless all are wanted.
func (s *Site) findFrom(ctx context.Context, file int, after int64, all bool, p *chesszip.Pattern, q *chesszip.Query) iter.Seq2[chesszip.Hit, error] {
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
