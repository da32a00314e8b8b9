package chesszip

import (
	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/frameview"
)

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

// Content tells what is in an archive or a file that holds no game, by its first
// bytes. The error is ErrCorrupt or that of the reader.
func (a *Archive) Content() (Content, error) {
	for _, s := range a.segments {
		if a.frames.Entry(s.Frame).Input == 0 {
			continue
		}
		head, err := a.frames.View(s).Piece(0)
		if err != nil {
			return 0, err
		}
		return chunk.ContentOf(head), nil
	}
	return ContentEmpty, nil
}

// Positions returns the number of positions in the lists of an archive or a file,
// which all of them are read for; those of games do not count. The error is
// ErrCorrupt or that of the reader.
func (a *Archive) Positions() (n int64, err error) {
	var lists []frameview.Segment
	for _, s := range a.segments {
		if e := a.frames.Entry(s.Frame); e.Games == 0 && e.Input > 0 {
			lists = append(lists, s)
		}
	}
	count := func(v *frameview.View) ([]int64, error) {
		text, err := v.Piece(0)
		return []int64{chunk.CountPositions(text)}, err
	}
	each(a, lists, count, func(k int64, e error) bool {
		n, err = n+k, e
		return true
	})
	return n, err
}
