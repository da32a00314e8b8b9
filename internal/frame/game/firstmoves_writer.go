package game

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/openings"
	names "github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/movelist/learned"
)

// This file connects the column of openings with a frame: the writer finds out
// how many half-moves it is to hold, and takes them as the games are split; the reader
// gets what the column depends on from the tags, once it is asked for.

// Writer takes the first moves of the games of a frame.
type Writer struct {
	Column openings.Writer
	sample sampler
	budget *budget.Budget
	held   int // bytes that it has been charged
}

// Reset begins a frame of games that end where ends says, whose other moves the given
// level codes; column says whether any go into the column. Remember says whether the
// check will recall what was written.
func (w *Writer) Reset(src []byte, ends []int, level *learned.Level, column, remember bool, b *budget.Budget) {
	w.budget, w.held = b, 0
	plies, of := 0, 0
	if column {
		plies, of = w.sample.choose(&w.Column, src, ends, level, b)
	}
	w.Column.Reset(plies, of, remember)
}

// Begin begins a game.
func (w *Writer) Begin(g *layout.Game) {
	if w.Column.Plies() > 0 {
		known := openings.GameOf(g.Tags, &g.Start, 0)
		w.Column.Begin(&known)
	}
}

// Play takes a move of the main line after ply half-moves, and reports whether the
// column holds it.
func (w *Writer) Play(ply int, m board.Move) bool {
	return w.Column.Plies() > 0 && ply == w.Column.Held() && w.Column.Play(m)
}

// Has reports whether the column holds the move after ply half-moves.
func (w *Writer) Has(ply int) bool { return ply < w.Column.Held() }

// End ends the game, of so many half-moves.
func (w *Writer) End(plies int) {
	if w.Column.Plies() > 0 {
		w.Column.End(plies)
		size := w.Column.Size()
		_ = w.budget.Hold(size - w.held) // the caller asks whether it is spent
		w.held = size
	}
}

// Last returns how far the names of openings are known.
func (w *Writer) Last() ([]names.Last, error) { return w.Column.Last(), nil }
