// Package chunk cuts an input into chunks, each the input of one frame: whole
// games, whole records, or pieces of a game that is larger than a frame. Where it
// cuts depends on the bytes alone, not on how they are read. It also sorts the
// lines of lists of positions.
package chunk

import "context"

// Limits of a chunk. To read a game, all tags before it in its frame are read:
// a chunk with MaxTags lines of them is full.
const (
	MaxGames = 4000
	MaxBytes = 4 << 20
	MaxTags  = 44_000
)

// Limits are those of the chunks of one input: games, bytes and lines of tags.
type Limits struct{ Games, Bytes, Tags int }

type limitsKey struct{}

// WithLimits returns a context whose Splitters keep smaller limits than those above: for
// tests of inputs of many frames.
func WithLimits(ctx context.Context, l Limits) context.Context {
	return context.WithValue(ctx, limitsKey{}, l)
}

// LimitsOf returns the limits that a context's Splitters keep.
func LimitsOf(ctx context.Context) Limits {
	if l, ok := ctx.Value(limitsKey{}).(Limits); ok {
		return l
	}
	return Limits{MaxGames, MaxBytes, MaxTags}
}

// Chunk is the input of one frame.
type Chunk struct {
	Text []byte
	// Ends are where the games of the chunk end in Text, the last at its end. A
	// piece of a game that is larger than a chunk has none, but for the first
	// piece, which counts as the game; text without a game has none.
	Ends []int
	// Piece says that Text is a piece of such a game, or text without a game, or a
	// list: it is kept as text.
	Piece bool
	// More says that Text goes on with the game of the chunk before.
	More bool
}
