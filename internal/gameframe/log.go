package gameframe

import (
	"github.com/chesszip/chesszip/board"
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

// gameLog keeps what is known of the games of a frame. Its memory is used
// again by the next frame.
type gameLog struct {
	games  []loggedGame
	tags   []tagvalue.Tag
	moves  []board.Move
	starts []board.Position // other than that of standard chess
}

type loggedGame struct {
	tags, moves int // where those of the game end
	start       int // number of its start + 1, 0 for that of standard chess
	playable    bool
}

func (l *gameLog) reset() {
	l.games, l.tags, l.moves, l.starts = l.games[:0], l.tags[:0], l.moves[:0], l.starts[:0]
}

// begin begins a game.
func (l *gameLog) begin(tags []tagvalue.Tag, start *board.Position, playable bool) {
	l.tags = append(l.tags, tags...)
	g := loggedGame{tags: len(l.tags), moves: len(l.moves), playable: playable}
	if *start != board.Start() {
		l.starts = append(l.starts, *start)
		g.start = len(l.starts)
	}
	l.games = append(l.games, g)
}

// play adds a move of the game's main line.
func (l *gameLog) play(m board.Move) {
	l.moves = append(l.moves, m)
	l.games[len(l.games)-1].moves++
}

// plies returns the number of moves of the game.
func (l *gameLog) plies() int {
	n := len(l.games)
	if n == 1 {
		return l.games[0].moves
	}
	return l.games[n-1].moves - l.games[n-2].moves
}

// each calls yield with the games until it returns false.
func (l *gameLog) each(yield func(g *Game) bool) {
	var g Game
	tags, moves := 0, 0
	for i := range l.games {
		at := &l.games[i]
		g = Game{Tags: l.tags[tags:at.tags], Plies: at.moves - moves, Start: board.Start(), Playable: at.playable}
		if at.start > 0 {
			g.Start = l.starts[at.start-1]
		}
		if g.Playable {
			g.Moves = l.moves[moves:at.moves]
		}
		tags, moves = at.tags, at.moves
		if !yield(&g) {
			return
		}
	}
}

// eachText calls yield with the games of a text until it returns false.
func eachText(text []byte, ends []int, yield func(g *Game) bool) {
	var g Game
	var line pgn.Line
	anyway := pgn.Line{Anyway: true}
	start := 0
	for _, end := range ends {
		game := text[start:end]
		start = end
		g = Game{Tags: appendTextTags(g.Tags[:0], game), Start: board.Start(), Moves: g.Moves[:0]}
		line.Each(game, func(p *board.Position, m board.Move) bool {
			if g.Playable {
				g.Moves = append(g.Moves, m)
			} else {
				g.Start, g.Playable = *p, true
			}
			return true
		})
		if g.Plies = len(g.Moves); !g.Playable {
			g.Plies = countPlies(&anyway, game)
		}
		if !yield(&g) {
			return
		}
	}
}
