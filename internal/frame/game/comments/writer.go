// Package comments stores the comments of the games of a frame by package comments,
// in groups of games, so that a game can be read without earlier groups. It also
// determines the place of each comment.
//
//	| games / 32 uvarint | texts uvarint | size uvarint | string of package comments | ... |
//
// Texts is the number of texts of the group in the stream of new texts. The last
// group has all games left, and stores 0.
package comments

import (
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/comments"
)

// groupBytes is the length of comments, in bytes, after which the next unit of games
// begins a new group.
const groupBytes = 256 << 10

// Writer writes comments. The zero Writer is ready to use.
type Writer struct {
	// Budget is the budget of a reader, which is charged.
	Budget *budget.Budget
	// Block, if not 0, is a number of games, a multiple of 32: no group has games of two
	// such blocks, unless those of the first have no comments.
	Block int

	comments *comments.Coder // nil until there is a comment
	out      []byte
	texts    [][]byte
	games    int // since the group began
	all      int // games
	length   int // of the comments since then
}

// Begin begins a game.
func (w *Writer) Begin() {
	most := groupBytes
	if w.Block > 0 && w.all%w.Block == 0 {
		most = 1
	}
	if w.games%unit == 0 && w.length >= most {
		w.end(w.games / unit)
	}
	w.all++
	w.games++
	if w.comments != nil {
		w.comments.Begin()
	}
}

// Texts returns the number of comments spelled out so far.
func (w *Writer) Texts() int {
	n := len(w.texts)
	if w.comments != nil {
		n += w.comments.Texts()
	}
	return n
}

// Write writes a comment; its text must not change until Finish.
func (w *Writer) Write(text []byte, at *comments.At) {
	if w.comments == nil {
		w.comments = comments.NewWriter(w.Budget)
	}
	w.length += len(text)
	w.comments.Write(text, at)
}

func (w *Writer) end(games int) {
	data, texts := w.comments.Finish()
	w.out = binfmt.AppendUvarint(w.out, uint64(games))
	w.out = binfmt.AppendUvarint(w.out, uint64(len(texts)))
	w.out = binfmt.AppendBytes(w.out, data)
	w.texts = append(w.texts, texts...)
	w.comments.Release()
	w.comments, w.games, w.length = nil, 0, 0
}

// Finish returns the groups and the new texts.
func (w *Writer) Finish() (data []byte, texts [][]byte) {
	if w.comments != nil {
		w.end(0)
	}
	return w.out, w.texts
}
