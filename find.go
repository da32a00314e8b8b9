package chesszip

import (
	"iter"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/search"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Headers returns what the tags of all games say, in their order, up to the
// first error. It decodes tags only.
func (a *Archive) Headers() iter.Seq2[Header, error] { return a.Filter(nil) }

// Filter returns what the tags of the games that q means say, in their order,
// up to the first error. It decodes tags only, and passes over frames of which
// the index says that they hold no such game. The error is ErrQuery for a
// malformed query, or damage.
func (a *Archive) Filter(q *Query) iter.Seq2[Header, error] {
	return func(yield func(Header, error) bool) {
		f, err := q.compile()
		if err != nil {
			yield(Header{}, err)
			return
		}
		each(a, a.segmentsFor(f), func(v *frameview.View) (found []Header, err error) {
			// Only frames that have such a game are worth all their tags.
			items, err := f.Items(v)
			if err != nil || len(items) == 0 {
				return nil, err
			}
			err = v.Tags(nil, true, func(item int, tags []tagvalue.Tag, plies int) bool {
				if items[0] == item {
					items = items[1:]
					found = append(found, newHeader(v.First()+int64(item), tags, plies))
				}
				return len(items) > 0
			})
			return found, err
		}, yield)
	}
}

// FilterGames returns the texts of the games that q means, as Filter does;
// frames without any are not decoded further than their tags.
func (a *Archive) FilterGames(q *Query) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		f, err := q.compile()
		if err != nil {
			yield(Game{}, err)
			return
		}
		if f.All() {
			a.All()(yield)
			return
		}
		each(a, a.segmentsFor(f), func(v *frameview.View) ([]Game, error) {
			items, err := f.Items(v)
			if err != nil || len(items) == 0 {
				return nil, err
			}
			texts, err := v.Some(items)
			if err != nil {
				return nil, err
			}
			games := make([]Game, len(texts))
			for k, text := range texts {
				games[k] = Game{v.First() + int64(items[k]), text}
			}
			return games, nil
		}, yield)
	}
}

// FilterCount returns the number of games that q means.
func (a *Archive) FilterCount(q *Query) (n int64, err error) {
	f, err := q.compile()
	if err != nil {
		return 0, err
	}
	if f.All() {
		return a.Games(), nil
	}
	each(a, a.segmentsFor(f), func(v *frameview.View) ([]int, error) {
		items, err := f.Items(v)
		return []int{len(items)}, err
	}, func(count int, e error) bool {
		n, err = n+int64(count), e
		return true
	})
	return n, err
}

// segmentsFor returns the segments that may hold games that f means.
func (a *Archive) segmentsFor(f *search.Filter) (in []frameview.Segment) {
	if !f.AsksStatistics() {
		return a.segments
	}
	for _, s := range a.segments {
		if !f.Excludes(a.frames.Statistics(s.Frame)) {
			in = append(in, s)
		}
	}
	return in
}

// Hit is a game that has a pattern on the board.
type Hit struct {
	Game
	Ply int // half-moves before it has, the first time
}

// Find returns the games that q means, nil for all, and that have a pattern on
// the board, in their order, up to the first error. Moves are replayed as far
// as the pattern may still come: those of the index, if there is one, see
// IndexPositions, or those of the frames. The error is ErrQuery for a malformed
// pattern or query, or damage.
func (a *Archive) Find(p *Pattern, q *Query) iter.Seq2[Hit, error] {
	return func(yield func(Hit, error) bool) {
		m, f, err := compile(p, q)
		if err != nil {
			yield(Hit{}, err)
			return
		}
		// Where most frames have many of the games, texts are decoded at once,
		// instead of moves first.
		var many atomic.Bool
		each(a, a.segmentsFor(f), func(v *frameview.View) ([]Hit, error) {
			places, err := m.Find(v, f, many.Load())
			if err != nil {
				return nil, err
			}
			if !v.Huge() {
				many.Store(!v.Few(len(places)))
			}
			return hitsOf(v, places)
		}, yield)
	}
}

// hitsOf returns the games of a view at places.
func hitsOf(v *frameview.View, places []search.Place) ([]Hit, error) {
	var items []int
	for _, at := range places {
		if at.Text == nil {
			items = append(items, at.Item)
		}
	}
	var texts [][]byte
	if len(items) > 0 {
		var err error
		if texts, err = v.Some(items); err != nil {
			return nil, err
		}
	}
	hits := make([]Hit, len(places))
	for k, at := range places {
		if at.Text == nil {
			at.Text, texts = texts[0], texts[1:]
		}
		hits[k] = Hit{Game{v.First() + int64(at.Item), at.Text}, at.Ply}
	}
	return hits, nil
}

// FindCount returns the number of games that Find would give, without decoding
// their texts.
func (a *Archive) FindCount(p *Pattern, q *Query) (n int64, err error) {
	m, f, err := compile(p, q)
	if err != nil {
		return 0, err
	}
	each(a, a.segmentsFor(f), func(v *frameview.View) ([]int, error) {
		places, err := m.Find(v, f, false)
		return []int{len(places)}, err
	}, func(count int, e error) bool {
		n, err = n+int64(count), e
		return true
	})
	return n, err
}

func compile(p *Pattern, q *Query) (*search.Matcher, *search.Filter, error) {
	m, err := p.compile()
	if err != nil {
		return nil, nil, err
	}
	f, err := q.compile()
	return m, f, err
}
