package gameframe

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/gameframe/gametext"
	"github.com/chesszip/chesszip/internal/gameframe/layout"
	"github.com/chesszip/chesszip/pgn"
)

// Game is what an Encoder knows of a game.
type Game = gametext.Game

// gameLog keeps the main lines of the games of a frame, since finding them takes
// long; the rest is read from the text again. Its memory is used again by the
// next frame.
type gameLog struct {
	games []loggedGame
	moves []board.Move
	lost  bool // the main line of the last game has a word that is not coded as a move
}

type loggedGame struct {
	moves    int // where those of the game end
	playable bool
}

func (l *gameLog) reset() { l.games, l.moves = l.games[:0], l.moves[:0] }

// begin begins a game.
func (l *gameLog) begin(playable bool) {
	l.games, l.lost = append(l.games, loggedGame{len(l.moves), playable}), false
}

// play adds a move of the game's main line.
func (l *gameLog) play(m board.Move) {
	l.moves = append(l.moves, m)
	l.games[len(l.games)-1].moves++
}

// replace gives the game other moves.
func (l *gameLog) replace(moves []board.Move) {
	start := 0
	if n := len(l.games); n > 1 {
		start = l.games[n-2].moves
	}
	l.moves = append(l.moves[:start], moves...)
	l.games[len(l.games)-1].moves = len(l.moves)
}

// plies returns the number of moves of the game.
func (l *gameLog) plies() int {
	if n := len(l.games); n > 1 {
		return len(l.moves) - l.games[n-2].moves
	}
	return len(l.moves)
}

// each calls yield with the games until it returns false; game cuts the texts.
func (l *gameLog) each(text []byte, ends []int, game *layout.Game, yield func(g *Game) bool) {
	var scanner pgn.Scanner
	start, moves := 0, 0
	for i, at := range l.games {
		game.CutTags(&scanner, text[start:ends[i]])
		g := Game{Tags: game.Tags, Plies: at.moves - moves, Start: game.Start, Playable: at.playable}
		if g.Playable {
			g.Moves = l.moves[moves:at.moves]
		}
		if start, moves = ends[i], at.moves; !yield(&g) {
			return
		}
	}
}
