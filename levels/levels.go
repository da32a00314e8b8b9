// Package levels lists all levels of chesszip, for programs that read any archive:
//
//	a, err := chesszip.Open(ctx, f, size, &chesszip.ReaderOptions{Levels: levels.All()})
//
// A program that calls All contains their weights, some 11 MB. A program that knows
// its archives names only the level that it needs, such as learned.V1.
package levels

import "github.com/chesszip/chesszip/movelist/learned"

// All returns every released level of package learned, the most frequent first. Later
// versions keep all of them.
func All() []*learned.Level { return []*learned.Level{learned.V1, learned.V1Max} }
