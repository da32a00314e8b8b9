// Package moves stores the moves of the games of a frame: those of main lines and of
// variations, in the order of the text, by the fast level or a learned one. Package
// openings stores the first moves of each game.
//
// # Format
//
// The moves of every 8 games are a string of the range coder, and package groups
// concatenates these.
package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Writer writes the moves of the games of a frame. The zero Writer is ready to
// write by the fast level, after Reset.
type Writer struct {
	fast    fastWriter
	level   *learned.Level
	learned *level.Writer // of level, codes the moves instead if not nil

	remembers bool // for Reader.Recall
}

// Reset begins a frame, whose moves the given level codes; nil means the fast one. If
// remember is set, a Reader will recall them.
func (w *Writer) Reset(by *learned.Level, remember bool) {
	if by != w.level || remember != w.remembers {
		*w = Writer{level: by, remembers: remember}
		if by != nil {
			w.learned = (*level.Level)(by).NewWriter()
			w.learned.Remember(remember)
		}
	}
	w.fast.choices.Reset(remember && by == nil)
	if w.learned != nil {
		w.learned.Reset()
	}
}

// Learned reports whether a learned level codes the moves. It needs the number of a
// game's moves before the first one.
func (w *Writer) Learned() bool { return w.learned != nil }

// Begin begins a game.
func (w *Writer) Begin(known *moves.Known) {
	if w.learned != nil {
		w.learned.Begin(known)
		return
	}
	w.fast.choices.Begin()
}

// Write writes the index, among the legal moves, of the move after the current place
// of a line.
func (w *Writer) Write(l *Line, legal []board.Move, index int) {
	now := l.Now()
	if w.learned != nil {
		w.learned.Write(&now.deep, &now.Position, legal, index)
		return
	}
	w.fast.write(now, legal, index)
}

// Cost returns the approximate size of the moves in 1/16 bits.
func (w *Writer) Cost() int {
	if w.learned != nil {
		return w.learned.Cost()
	}
	return w.fast.choices.Cost()
}

// Finish returns the moves, or nil if the fast level has none.
func (w *Writer) Finish() []byte {
	if w.learned != nil {
		return w.learned.AppendTo(nil)
	}
	return w.fast.finish()
}
