package czipbeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"

	"github.com/chesszip/chesszip"
)

// CountFn counts the values that a tag has in the games of the frames it claims; games
// without the tag have the value "".
type CountFn struct {
	ByFrames
	Reading
	Tag string
}

// ProcessElement counts frames of a shard.
func (fn *CountFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, s Shard, counts func(string, int64), damaged func(Damage)) error {
	q, err := fn.query()
	if err != nil {
		return err
	}
	return fn.eachFrame(ctx, rt, &s, func(a *chesszip.Archive) error {
		found := map[string]int64{}
		for h, err := range a.Games().Where(q).Headers(ctx) {
			if err != nil {
				return err
			}
			found[h.Tag(fn.Tag)]++
		}
		for value, n := range found {
			counts(value, n)
		}
		return nil
	}, func() error { return nil }, damaged)
}

// AddFn adds up numbers.
type AddFn struct{}

// MergeAccumulators adds.
func (AddFn) MergeAccumulators(x, y int64) int64 { return x + y }
