package query

import (
	"context"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Hit is a game that matches a pattern.
type Hit struct {
	Game
	Ply   int   // half-moves before the match of the last step
	Steps []int // half-moves before the match of each step
}

// Hits yields the games of p that match f and the pattern, as Each does; see Find.
func (m *Matcher) Hits(ctx context.Context, p walk.Part, f *Filter, yield func(Hit, error) bool) {
	// If many games of most frames match, it decodes texts directly, instead of moves
	// first.
	var many atomic.Bool
	Each(ctx, p, f, func(v *view.View) ([]Hit, error) {
		places, err := m.Find(v, f, many.Load())
		if err != nil {
			return nil, err
		}
		if !v.Huge() {
			many.Store(!v.Few(len(places)))
		}
		if err := readTexts(v, places); err != nil {
			return nil, err
		}
		return hitsAt(v, places), nil
	}, yield)
}

// Bare is Hits without texts.
func (m *Matcher) Bare(ctx context.Context, p walk.Part, f *Filter, yield func(Hit, error) bool) {
	Each(ctx, p, f, func(v *view.View) ([]Hit, error) {
		places, err := m.Find(v, f, false)
		return hitsAt(v, places), err
	}, yield)
}

// Count returns the number of games that Hits yields, without decoding their texts;
// errors are those of the function Count.
func (m *Matcher) Count(ctx context.Context, p walk.Part, f *Filter) (int64, error) {
	return count(ctx, p, f, func(v *view.View) ([]int, error) {
		places, err := m.Find(v, f, false)
		return []int{len(places)}, err
	})
}

// readTexts reads the missing texts of places.
func readTexts(v *view.View, places []Place) error {
	var items []int
	for _, at := range places {
		if at.Text == nil {
			items = append(items, at.Item)
		}
	}
	if len(items) == 0 {
		return nil
	}
	texts, err := v.Some(items)
	if err != nil {
		return err
	}
	for k := range places {
		if places[k].Text == nil {
			places[k].Text, texts = texts[0], texts[1:]
		}
	}
	return nil
}

// hitsAt returns the games of a view at places.
func hitsAt(v *view.View, places []Place) []Hit {
	hits := make([]Hit, len(places))
	for k, at := range places {
		hits[k] = Hit{Game{Number: v.First() + int64(at.Item), Text: at.Text}, at.Steps[len(at.Steps)-1], at.Steps}
	}
	return hits
}
