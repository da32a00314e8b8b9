package chesszip

import "github.com/chesszip/chesszip/internal/chunk"

// Content is what a file without a game is; its String names it, as in "a JPEG
// image". There are more than the constants below.
type Content uint8

// Contents that are treated in a way of their own.
const (
	ContentEmpty     = Content(chunk.Empty)
	ContentPositions = Content(chunk.Positions) // FEN or EPD, a line each
	ContentTable     = Content(chunk.Table)     // one with a FEN in each line, such as puzzles
	ContentRecords   = Content(chunk.Records)   // of package records
	ContentUTF16     = Content(chunk.UTF16)
	ContentUTF32     = Content(chunk.UTF32)
)

// String returns the name of what it is, such as "a JPEG image".
func (c Content) String() string { return chunk.Content(c).String() }

// ContentOf tells what a file without a game is by its first bytes, of which it
// looks at 16 kB at most.
func ContentOf(head []byte) Content { return Content(chunk.ContentOf(head)) }
