// Package chunk cuts an input into chunks, each the input of one frame: whole games,
// whole records, or pieces of a game that is larger than a frame. The cuts depend
// only on the bytes, not on how they are read. It also sorts the lines of lists of
// positions.
package chunk

import "context"

// Limits of a chunk. To read a game, all tags before it in its frame are read:
// a chunk with MaxTags lines of them is full.
const (
	MaxGames = 4000
	MaxBytes = 4 << 20
	MaxTags  = 44_000
)

// Limits are those of the chunks of one input: games, bytes and lines of tags; and the
// least number of games of a frame with open columns, 0 for the usual one.
type Limits struct{ Games, Bytes, Tags, Open int }

type limitsKey struct{}

// WithLimits returns a context whose Splitters use smaller limits than those above,
// for tests with many frames.
func WithLimits(ctx context.Context, l Limits) context.Context {
	return context.WithValue(ctx, limitsKey{}, l)
}

// LimitsOf returns the limits of a context's Splitters.
func LimitsOf(ctx context.Context) Limits {
	if l, ok := ctx.Value(limitsKey{}).(Limits); ok {
		return l
	}
	return Limits{Games: MaxGames, Bytes: MaxBytes, Tags: MaxTags}
}

// Chunk is the input of one frame.
type Chunk struct {
	Text []byte
	// Ends are where the games of the chunk end in Text, the last at its end. For a
	// game larger than a chunk only the first piece has an end, and counts as the
	// game; text without a game has none.
	Ends []int
	// Piece reports that Text is a piece of such a game, text without a game, or a
	// list: it is stored whole.
	Piece bool
	// More reports that Text continues the game of the previous chunk.
	More bool
}
