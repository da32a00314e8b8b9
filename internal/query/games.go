package query

import (
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/read/rows"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Selection selects games by conditions and by patterns, all of which must match. The
// zero Selection selects every game.
type Selection struct {
	filter   Filter
	patterns []*Matcher
}

// Where returns the games of s that match f.
func (s *Selection) Where(f *Filter) *Selection {
	return &Selection{s.filter.and(f), s.patterns}
}

// With returns the games of s that have a pattern.
func (s *Selection) With(m *Matcher) *Selection {
	return &Selection{s.filter, append(s.patterns[:len(s.patterns):len(s.patterns)], m)}
}

// All reports whether s selects every game.
func (s *Selection) All() bool { return s.filter.All() && len(s.patterns) == 0 }

// Within returns the segments of p that may hold selected games, according to their
// statistics.
func (s *Selection) Within(p walk.Part) walk.Part {
	p = p.WithGames()
	f := &s.filter
	if !f.asksIndex {
		return p
	}
	return p.Without(func(s view.Segment) bool {
		return f.Excludes(p.Frames.Statistics(s.Frame), func() []byte { return p.Frames.Filter(s.Frame) })
	})
}

// Finder returns a function that returns the selected items of a view, of those among
// some, in increasing order; nil means among all. Several goroutines may call it at once.
//
// It uses statistics and columns as far as they decide, and then only the tags that the
// conditions need. Moves are replayed as long as a pattern can still match: open moves,
// if there are any, or those of the frame; or, if texts are wanted and many games of most
// frames match, those of texts. Of an item that is larger than the memory limit, it
// examines the beginning.
func (s *Selection) Finder(texts bool) func(v *view.View, among []int) (rows.Found, error) {
	var many atomic.Bool
	return func(v *view.View, among []int) (found rows.Found, err error) {
		c, err := s.filter.candidates(v, among)
		if err != nil || c.none {
			return found, err
		}
		if len(s.patterns) == 0 {
			found.Items, err = c.matching()
			return found, err
		}
		for i, m := range s.patterns {
			last := i == len(s.patterns)-1
			places, err := m.find(c, last && many.Load())
			if err != nil || len(places) == 0 {
				return rows.Found{}, err
			}
			found = foundAt(places)
			c.left, c.filter = nil, &Filter{}
			c.settle(found.Items)
		}
		if texts && !v.Huge() {
			many.Store(!v.Few(len(found.Items)))
		}
		return found, nil
	}
}

// foundAt returns the items at places.
func foundAt(places []Place) (found rows.Found) {
	for _, at := range places {
		found.Items = append(found.Items, at.Item)
		found.Steps = append(found.Steps, at.Steps)
		found.Texts = append(found.Texts, at.Text)
	}
	return found
}
