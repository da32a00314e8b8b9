// Package levels lists all levels of chesszip, for programs that read any archive or
// column:
//
//	a, err := chesszip.Open(ctx, f, size, &chesszip.ReaderOptions{Levels: levels.All()})
//
// A program that calls All contains their weights, some 11 MB. A program that knows
// its archives names only the level that it needs, such as learned.V1.
//
// V1Game and V1MaxGame are columns of a database for games by a learned level, as
// codec.StoredGame is for games by movelist.Fast.
package levels

import (
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// All returns every released level: those of package movelist, then learned.V1 and
// learned.V1Max. Later versions keep all of them.
func All() []movelist.Level { return append(movelist.Levels(), learned.V1, learned.V1Max) }

// V1Game is a game in a column by learned.V1, which takes some tenth less than
// codec.StoredGame. It also reads the columns of codec.StoredGame and of every level of
// package movelist.
type V1Game = codec.GameBy[V1]

// V1MaxGame is a game in a column by learned.V1Max. It also reads what V1Game reads
// and stores.
type V1MaxGame = codec.GameBy[V1Max]

// V1 selects the levels of V1Game.
type V1 struct{}

// Levels returns learned.V1.
func (V1) Levels() []movelist.Level { return []movelist.Level{learned.V1} }

// V1Max selects the levels of V1MaxGame.
type V1Max struct{}

// Levels returns learned.V1Max and learned.V1.
func (V1Max) Levels() []movelist.Level { return []movelist.Level{learned.V1Max, learned.V1} }
