// Package levels gives all levels that chesszip comes with, to programs that read
// whatever archive they are given:
//
//	a, err := chesszip.Open(ctx, f, size, &chesszip.ReaderOptions{Levels: levels.All()})
//
// A program that calls All carries their weights, some 12 MB. One that knows which
// archives it reads names the level instead, as learned.V1, or none.
package levels

import "github.com/chesszip/chesszip/movelist/learned"

// All returns every level of package learned that was released, the likeliest
// first. What is released stays among them.
func All() []*learned.Level { return []*learned.Level{learned.V1, learned.V1Max} }
