package answers

import (
	"context"
	"fmt"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// find answers with the games that match a pattern.
func (s *Site) find(a *Answer) error {
	files, err := s.Chosen(a)
	if err != nil {
		return err
	}
	p, err := chesszip.ParsePattern(a.Value("pattern"))
	if err != nil {
		return err
	}
	q, err := s.query(a, files)
	if err != nil {
		return err
	}
	limit, err := a.Number("limit")
	if err != nil {
		return err
	}
	look, err := a.Number("look")
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
	key := fmt.Sprintf("%v %d %d %v %q %q %s", files, limit, look, count, p, q.text, after.ID())
	out, err := s.found.Get(a.Context, key, func(ctx context.Context) (*foundJSON, error) {
		return inTurn(ctx, s.scans, func() (*foundJSON, error) {
			out := &foundJSON{Pattern: pgn.UTF8(p.String()), Query: pgn.UTF8(q.text), Understood: pgn.UTF8(q.meaning), Games: []foundHit{}}
			if count {
				out.Count = new(int64)
			}
			if limit == 0 && !count {
				return out, nil // a limit of 0 only validates the pattern
			}
			return out, s.hits(ctx, out, &finding{files, p, q.Query, after, int(limit), look, 0})
		})
	})
	if err != nil {
		return err
	}
	return a.JSON(out)
}

// finding is a parsed request of find.
type finding struct {
	files   []int
	pattern *chesszip.Pattern
	query   *chesszip.Query
	after   Place
	limit   int
	look    int64 // approximate number of games to examine, 0 for all
	before  int64 // games of previous files
}

// hits adds the matching games after a place, up to a limit, and counts all if
// requested.
func (s *Site) hits(ctx context.Context, out *foundJSON, f *finding) error {
	for _, i := range f.files {
		out.Total += s.files[i].Archive.NumGames()
	}
	for _, i := range f.files {
		from, games := int64(-1), s.files[i].Archive.NumGames()
		switch {
		case i == f.after.File:
			from = f.after.Number
		case i < f.after.File:
			from = games - 1
		}
		parts, err := s.toLook(i, from, f, out.Count != nil)
		if err != nil {
			return s.in(i, err)
		}
		if full, err := s.hitsIn(ctx, out, f, i, from, parts); full || err != nil {
			return err
		}
		if f.look > 0 && len(parts) > 0 {
			_, to := parts[0].Span()
			if out.Looked = f.before + to; out.Looked < out.Total {
				id := Place{i, to - 1}.ID()
				out.After = &id
			}
			return nil
		}
		f.before += games
	}
	if out.After == nil {
		out.Looked = out.Total
	}
	return nil
}

// hitsIn adds the matching games of parts of a file with numbers after from. It reports
// whether there are more than the limit, and nothing is left to count.
func (s *Site) hitsIn(ctx context.Context, out *foundJSON, f *finding, file int, from int64, parts []*chesszip.Archive) (full bool, err error) {
	for _, part := range parts {
		for h, err := range part.Games().Where(f.query).With(f.pattern).Rows(ctx, 0) {
			if err != nil {
				return false, s.in(file, err)
			}
			if out.Count != nil && (f.look == 0 || h.Number > from) {
				*out.Count++
			}
			switch {
			case h.Number <= from:
			case len(out.Games) < f.limit:
				at := Place{file, h.Number}
				header, err := s.Header(ctx, at)
				if err != nil {
					return false, err
				}
				out.Games = append(out.Games, foundHit{outlineOf(at, &header), h.Ply(), h.Steps})
				out.Looked = f.before + h.Number + 1
			default:
				if out.After == nil && f.limit > 0 {
					out.After = &out.Games[f.limit-1].ID
				}
				if out.Count == nil {
					return true, nil
				}
			}
		}
	}
	return false, nil
}

// toLook returns the parts of a file to search for games after a number.
func (s *Site) toLook(file int, from int64, f *finding, count bool) (parts []*chesszip.Archive, err error) {
	a := s.files[file].Archive
	switch {
	case f.look > 0:
		parts, err = a.Split(f.look)
	case from >= 0 && !count:
		parts, err = s.parts[file]()
	default:
		return []*chesszip.Archive{a}, nil
	}
	for len(parts) > 0 {
		if _, to := parts[0].Span(); to > from+1 {
			break
		}
		parts = parts[1:]
	}
	if f.look > 0 {
		parts = parts[:min(1, len(parts))]
	}
	return parts, err
}
