package chesszip

import "github.com/chesszip/chesszip/internal/chunk"

// Content is what a file without a game is; its String names it, as in "a JPEG
// image".
type Content = chunk.Content

// Contents that are treated in a way of their own.
const (
	ContentEmpty     = chunk.Empty
	ContentPositions = chunk.Positions // FEN or EPD, a line each
	ContentTable     = chunk.Table     // one with a FEN in each line, such as puzzles
	ContentRecords   = chunk.Records   // see RecordForm
	ContentUTF16     = chunk.UTF16
	ContentUTF32     = chunk.UTF32
)

// ContentOf tells what a file without a game is by its first bytes, of which it
// looks at 16 kB at most.
func ContentOf(head []byte) Content { return chunk.ContentOf(head) }
