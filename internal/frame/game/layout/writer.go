// Package layout stores the differences of games' texts from a style: the white
// space, line breaks, numbers and spellings of moves, and the order of steps in a
// movetext. Other packages store the moves and the texts of comments.
//
// A style is the way lines break, and the dialect of moves. Its state is its last
// behaviour: the white space between two classes of steps, whether a move has a
// number. The state predicts the same again; only exceptions are stored, and they
// change the state.
//
//	| style | exceptions | first moves (package moves) | steps | ... |   for each game
package layout

import (
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/notation"
)

// Writer writes the layout of the games of a frame. For each game, call WriteStyle
// and then WriteSteps.
type Writer struct {
	coder   coder
	spelled Texts
	words   Texts
	last    int // style of the last game

	comparer comparer
	attempts [2]attempt
	best     int      // the best of them; the other is free
	unbroken [][]byte // see unbreak
}

// Reset begins a frame. The memory and work of its reader are charged to b.
func (w *Writer) Reset(b *budget.Budget) {
	w.spelled, w.words, w.last = Texts{}, Texts{}, 0
	w.coder.init(contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}, &w.spelled, &w.words)
	w.coder.budget = b
	w.comparer.gaps, w.comparer.suffixes = w.coder.gaps, w.coder.suffixes
}

// Coder returns the coder of the layout, to store other data in it.
func (w *Writer) Coder() contextmix.Coder { return w.coder.c }

// Dialect returns the dialect of the last game.
func (w *Writer) Dialect() notation.Dialect {
	if len(w.coder.styles) == 0 {
		return notation.Standard
	}
	return w.coder.styles[w.last].dialect
}

// Knows reports whether an earlier game had dialect d.
func (w *Writer) Knows(d notation.Dialect) bool {
	for _, s := range w.coder.styles {
		if s.dialect == d {
			return true
		}
	}
	return false
}

// maxTrials is the number of styles tried on a game that differs from the
// last one.
const maxTrials = 6

// newStyleCost is the cost of a new style in exceptions.
const newStyleCost = 2

// attempt is a game in a style: its exceptions, and the state after it.
type attempt struct {
	exceptions []exception
	state      state
}

// WriteStyle finds the style with the fewest exceptions for a game in dialect
// d and codes both.
func (w *Writer) WriteStyle(g *Game, d notation.Dialect) {
	c := &w.coder
	w.comparer.game = g
	id, fresh := w.bestStyle(g, d)
	w.last, _ = c.chooseStyle(w.last, id, fresh) // a writer has no errors
	best := &w.attempts[w.best]
	c.styles[w.last].state = best.state
	_, _ = c.codeExceptions(best.exceptions)
}

// bestStyle returns the number of the best style, or the number of styles and a
// new one. The attempt with it becomes the best.
func (w *Writer) bestStyle(g *Game, d notation.Dialect) (id int, fresh style) {
	styles := w.coder.styles
	n := len(styles)
	best, least := -1, MaxSteps+1
	// try compares the game with a style, and reports whether it has fewer exceptions than
	// least minus cost.
	try := func(s *style, from *state, cost int) bool {
		if least <= cost {
			return false
		}
		a := &w.attempts[1-w.best]
		a.state = *from
		a.exceptions = w.comparer.compare(a.exceptions[:0], s, &a.state, least-cost)
		if len(a.exceptions) >= least-cost {
			return false
		}
		w.best, least = 1-w.best, len(a.exceptions)
		return true
	}
	known := func(id int) {
		s := styles[id]
		if best != id && s.dialect == d && g.takes(&s.style) && try(&s.style, &s.state, 0) {
			best = id
		}
	}
	if n > 0 {
		known(w.last)
		for id := n - 1; id >= 0 && id >= n-maxTrials && least > 0; id-- {
			known(id)
		}
	}
	if best >= 0 && least < newStyleCost {
		return best, style{}
	}
	fresh = deriveStyle(g, d)
	from, cost := firstState(), 0
	if n > 0 {
		from = styles[w.last].state
	}
	if best >= 0 {
		cost = newStyleCost
	}
	if try(&fresh, &from, cost) {
		return n, fresh
	}
	return best, style{}
}

// WriteUncoded writes how many half-moves of the game's main line are not coded as moves,
// between WriteStyle and WriteSteps.
func (w *Writer) WriteUncoded(n int) { w.coder.number(&w.coder.uncoded, n) }

// WriteSteps codes the kinds and contents of the steps of a game, with some known
// facts.
func (w *Writer) WriteSteps(g *Game, known tagvalue.Facts) {
	_, _ = w.coder.codeSteps(g.Steps, known)
}

// Values returns the number of texts in the separate streams.
func (w *Writer) Values() int { return len(w.spelled.values) + len(w.words.values) }

// Finish returns the layout, its new texts and its words.
func (w *Writer) Finish() (data []byte, spelled, words [][]byte) {
	return w.coder.c.Enc.Finish(), w.spelled.values, w.words.values
}
