package gametext

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/pgn"
)

// This file stores the main lines of the games of a frame while these are split, to
// build an index, since to find them again takes long.

// Log stores main lines; the rest is read from the text again. It reuses its memory
// for the next frame. The zero Log is ready for Reset.
type Log struct {
	games []game
	moves []board.Move
	lost  bool // the main line of the last game has a word that is not coded as a move
}

type game struct {
	moves    int // end of the game's moves
	playable bool
	tagvalue.Facts
}

// Reset begins a frame.
func (l *Log) Reset() { l.games, l.moves = l.games[:0], l.moves[:0] }

// Begin begins a game.
func (l *Log) Begin(playable bool) {
	l.games, l.lost = append(l.games, game{moves: len(l.moves), playable: playable}), false
}

// Lose records that the game's main line has a word that is not coded as a move.
func (l *Log) Lose() { l.lost = true }

// Lost reports whether Lose was called since Begin.
func (l *Log) Lost() bool { return l.lost }

// Play adds a move of the game's main line.
func (l *Log) Play(m board.Move) {
	l.moves = append(l.moves, m)
	l.games[len(l.games)-1].moves++
}

// End sets the facts of the game.
func (l *Log) End(facts tagvalue.Facts) { l.games[len(l.games)-1].Facts = facts }

// Replace gives the game other moves.
func (l *Log) Replace(moves []board.Move) {
	start := 0
	if n := len(l.games); n > 1 {
		start = l.games[n-2].moves
	}
	l.moves = append(l.moves[:start], moves...)
	l.games[len(l.games)-1].moves = len(l.moves)
}

// Plies returns the number of moves of the game.
func (l *Log) Plies() int { return len(l.Moves()) }

// Moves returns the moves of the game, valid until others are added.
func (l *Log) Moves() []board.Move {
	from := 0
	if n := len(l.games); n > 1 {
		from = l.games[n-2].moves
	}
	return l.moves[from:]
}

// Each calls yield with the games until it returns false; game cuts the texts.
func (l *Log) Each(text []byte, ends []int, cut *layout.Game, yield func(g *Game) bool) {
	var scanner pgn.Scanner
	var starts Starts
	start, moves := 0, 0
	for i, at := range l.games {
		cut.CutTags(&scanner, text[start:ends[i]])
		g := Game{Tags: cut.Tags, Facts: at.Facts, Start: cut.Start, Playable: at.playable}
		if g.Playable {
			starts.Known(g.Tags, false)
			g.Start, g.Moves = starts.Start(), l.moves[moves:at.moves]
		}
		if start, moves = ends[i], at.moves; !yield(&g) {
			return
		}
	}
}
