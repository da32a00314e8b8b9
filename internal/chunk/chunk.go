// Package chunk cuts an input into chunks, each the input of one frame: whole
// games, whole records, or pieces of a game that is larger than a frame. Where it
// cuts depends on the bytes alone, not on how they are read. It also sorts the
// lines of lists of positions.
//
// Files, from top to bottom: content.go, sorted.go, splitter.go, records.go,
// input.go, chunk.go.
package chunk

// Limits of a chunk. To read a game, all tags before it in its frame are read:
// a chunk with MaxTags lines of them is full.
const (
	MaxGames = 4000
	MaxBytes = 4 << 20
	MaxTags  = 44_000
)

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
