package query

import (
	"context"
	"sync/atomic"

	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Hit is a game that has a pattern on the board.
type Hit struct {
	Game
	Ply   int   // half-moves before it has the last step
	Steps []int // half-moves before it has each step
}

// Hits yields the games of p that f means and that have the pattern, as Each does; see
// Find.
func (m *Matcher) Hits(ctx context.Context, p walk.Part, f *Filter, yield func(Hit, error) bool) {
	// Where most frames have many of the games, texts are decoded at once, instead of
	// moves first.
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

// Count returns the number of games that Hits gives, without decoding their texts; with an
// error as Count does.
func (m *Matcher) Count(ctx context.Context, p walk.Part, f *Filter) (int64, error) {
	return count(ctx, p, f, func(v *view.View) ([]int, error) {
		places, err := m.Find(v, f, false)
		return []int{len(places)}, err
	})
}

// readTexts reads the texts of places that are without.
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
