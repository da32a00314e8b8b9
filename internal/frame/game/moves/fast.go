package moves

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/choices"
	"github.com/chesszip/chesszip/internal/entropy/recall"
	"github.com/chesszip/chesszip/internal/model/fast"
)

// GroupGames is the number of games whose moves are coded together, so that a game
// can be read without earlier groups.
const GroupGames = choices.GroupGames

// checkedGroups is the number of groups that the check of a frame predicts, while it
// recalls the others.
const checkedGroups = 4

// quick predicts moves by package fast.
type quick struct {
	ranker fast.Ranker
	freq   []uint32
}

// of returns the frequencies of the legal moves at a place, rangecoder.One in total.
// There must be at least two.
func (q *quick) of(at *Place, legal []board.Move) []uint32 {
	q.ranker.Weigh(at.fast, &at.Position, legal)
	q.freq = slices.Grow(q.freq[:0], len(legal))[:len(legal)]
	q.ranker.Frequencies(q.freq)
	return q.freq
}

// printOf returns the fingerprint of the inputs of a choice.
func printOf(at *Place, legal []board.Move) recall.Print {
	return at.fast.Print(0).Position(&at.Position, legal)
}

// fastWriter writes the moves of games by the fast level.
type fastWriter struct {
	quick   quick
	choices choices.Writer
}

// write writes the index of the move played among the legal moves at a place. If
// there is only one, it takes nothing.
func (w *fastWriter) write(at *Place, legal []board.Move, index int) {
	if len(legal) < 2 {
		return
	}
	var print recall.Print
	if w.choices.Remembers() {
		print = printOf(at, legal)
	}
	w.choices.Write(w.quick.of(at, legal), index, print)
}

// finish returns the groups, or nil if they hold no choice.
func (w *fastWriter) finish() []byte {
	if !w.choices.Any() {
		return nil
	}
	return w.choices.AppendTo(nil)
}

// fastReader reads the moves of a fastWriter.
type fastReader struct {
	quick   quick
	choices choices.Reader
}

// read returns the index of the move played among the legal ones at a place.
func (r *fastReader) read(at *Place, legal []board.Move) (index int, err error) {
	switch len(legal) {
	case 0:
		return 0, corrupt.New("no legal move")
	case 1:
		return 0, nil
	}
	index = -1
	if r.choices.Recalls() { // the fingerprint takes time
		index = r.choices.Recalled(printOf(at, legal), len(legal))
	}
	if index < 0 {
		index = r.choices.Choice(r.quick.of(at, legal))
	}
	return index, r.choices.Err()
}
