package gameframe

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/gameframe/gametext"
	"github.com/chesszip/chesszip/internal/gameframe/layout"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// Game is what an Encoder knows of a game.
type Game struct {
	// Tags are the tags in the order of the text.
	Tags []tagvalue.Tag
	// Plies is the number of half-moves of the main line as far as they can be
	// played, from the start position where that of the game is not known.
	Plies int
	// Start is where the game starts, and Moves is its main line, as pgn.Line
	// gives them. Playable is false where it gives nothing, and there are no
	// Moves.
	Start    board.Position
	Playable bool
	Moves    []board.Move
}

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

// eachText calls yield with the games of a text until it returns false, or the
// context of b is done.
func eachText(text []byte, ends []int, b *budget.Budget, yield func(g *Game) bool) {
	var g Game
	var line pgn.Line
	anyway := pgn.Line{Anyway: true}
	start := 0
	for _, end := range ends {
		game := text[start:end]
		start = end
		g = Game{Tags: gametext.AppendTags(g.Tags[:0], game), Start: board.Start(), Moves: g.Moves[:0]}
		line.Each(game, func(p *board.Position, m board.Move) bool {
			if g.Playable {
				g.Moves = append(g.Moves, m)
			} else {
				g.Start, g.Playable = *p, true
			}
			return b.Step(budget.FastPly)
		})
		if g.Plies = len(g.Moves); !g.Playable {
			g.Plies = gametext.CountPlies(&anyway, game, b)
		}
		if !b.Step(budget.Game) || !yield(&g) {
			return
		}
	}
}
