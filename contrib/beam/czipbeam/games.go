package czipbeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"

	"github.com/chesszip/chesszip"
)

// Game is a game of one of the files.
type Game struct {
	File   int64
	Number int64 // in the file, from 0
	Text   string
}

// GamesFn gives the games that a query means, of the frames it claims, each once.
type GamesFn struct {
	ByFrames
	Reading
}

// ProcessElement gives the games of frames of a shard. Those of a frame are held until
// the whole frame was read.
func (fn *GamesFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, s Shard, games func(Game), damaged func(Damage)) error {
	q, err := fn.query()
	if err != nil {
		return err
	}
	return fn.eachFrame(ctx, rt, &s, func(a *chesszip.Archive) error {
		var held []Game
		for g, err := range a.Games().Where(q).Texts(ctx) {
			if err != nil {
				return err
			}
			held = append(held, Game{s.File, g.Number, string(g.Text)})
		}
		for _, g := range held {
			games(g)
		}
		return nil
	}, func() error { return nil }, damaged)
}
