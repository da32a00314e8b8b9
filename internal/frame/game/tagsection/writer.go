// Package tagsection stores the tags of the games of a frame, their order and the
// texts between them, the values of each tag in a separate column, and the number of
// half-moves and the result of each game. Package tags codes the columns.
//
// The tag section of a game is a chain of literal texts with a value between
// each and the next:
//
//	[Event "  value  "]\n[Site "  value  ...  "]\n[Termination "  value  "]\n\n
//
// A literal that ends in an open quote has a value after it; any other ends the
// chain. The next literal is nearly always the one that last followed the same two
// literals.
package tagsection

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/tags"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/model/lists"
)

// Writer writes the tags of a frame.
type Writer struct {
	coder   *coder
	spelled layout.Texts
	cols    columns
	room    contextmix.Memory
	chain   []int // of the last game written
	results results
	numbers bool // open columns have the half-moves and results
}

// Reset begins a frame. The memory and work of its reader are charged to b. Numbers is
// set if open columns have the half-moves and results.
func (w *Writer) Reset(numbers bool, b *budget.Budget) {
	w.spelled, w.numbers = layout.Texts{}, numbers
	if w.coder != nil && w.coder.plies != nil {
		w.room.Free(w.coder.plies)
	}
	w.coder = newCoder(&w.room, contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}, &w.spelled, !numbers, b)
	w.cols.reset()
	w.results.reset()
	w.chain = w.chain[:0]
}

// Write writes the tags of a game, the literals before each and after the last, and
// its facts. The values must not change until Columns.
func (w *Writer) Write(written []tagvalue.Tag, literals [][]byte, facts tagvalue.Facts) {
	known, before := w.coder.literals, w.chain
	w.chain = w.chain[:0]
	for i, l := range literals {
		if i < len(before) && bytes.Equal(known.Text(before[i]), l) {
			w.chain = append(w.chain, before[i]) // as in most games
		} else {
			w.chain = append(w.chain, known.ID(l))
		}
	}
	_, _, _ = w.coder.codeChain(w.chain) // a writer has no errors
	w.coder.countPlies(facts.Plies)
	length := 0
	for _, t := range written {
		w.cols.add(t.Name, t.Value)
		length += len(t.Value) + 1
	}
	w.cols.end(facts.Plies)
	if !w.numbers {
		w.results.add(written, facts.Result)
	}
	// The caller checks whether the budget is spent. A column of texts takes more.
	_ = w.coder.budget.HoldEach(len(written), valueBytes+text.ValueBytes)
	_ = w.coder.budget.Text(length)
}

// Values returns the number of values in all columns and of new literals.
func (w *Writer) Values() int { return w.cols.values + len(w.spelled.Values()) }

// Finish returns the stream of lengths, its new literals, and the stream of results,
// which may be empty.
func (w *Writer) Finish() (data []byte, spelled [][]byte, results []byte) {
	return w.coder.c.Enc.Finish(), w.spelled.Values(), w.results.finish()
}

// Columns returns the streams of the columns, nil for the open ones; with provides
// learned models for lists of positions, depending on effort; first returns the named
// positions of openings. Plain allows no prediction.
func (w *Writer) Columns(effort text.Effort, with lists.Source, first Openings, plain bool, open func(c *tags.Column) bool) [][]byte {
	table := w.cols.table(&w.room, w.coder.budget, with, first)
	table.Plain = plain
	for _, c := range table.Columns {
		c.Open = open != nil && open(c)
	}
	streams := make([][]byte, len(table.Columns))
	for i := range streams {
		if !table.Columns[i].Open {
			streams[i] = table.Append(nil, i, effort)
		}
	}
	return streams
}

// Games returns the number of games written.
func (w *Writer) Games() int { return len(w.cols.plies) }

// Has reports whether a tag may stand in an open column: no game has it twice, or in
// another letter case, and it has a column of its own.
func (w *Writer) Has(tag string) (c *tags.Column, may bool) {
	for i := range w.cols.list {
		switch l := &w.cols.list[i]; {
		case l.name == Shared:
			return nil, false
		case l.name == tag:
			c = &tags.Column{Name: l.name, Rows: l.rows, Values: l.values}
		case tagvalue.SameName([]byte(l.name), tag):
			return nil, false
		}
	}
	return c, c == nil || !c.Twice()
}
