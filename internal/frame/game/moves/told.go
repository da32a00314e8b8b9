package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Lines holds main lines of the games of a frame that are known without reading it.
type Lines interface {
	// Line returns the first moves of the main line of a game, including null moves,
	// as far as they can be played, but at most plies. It returns nil if they are not
	// known. They are valid until the next game is requested.
	Line(game, plies int) []board.Move
	// Knows reports whether the main line of a game is known.
	Knows(game int) bool
}

// Game is the data of a game before its moves are read.
type Game struct {
	Number  int // in the frame
	Start   *board.Position
	Known   learned.Known // for a learned level
	Plies   int           // half-moves of the main line
	Opening []board.Move  // the first moves, which are not coded
}

// told is a group of games whose main lines may be known. While on is set, nothing of
// its string has been decoded.
type told struct {
	lines  Lines // or nil
	budget *budget.Budget
	on     bool
	games  []toldGame   // games that have begun
	line   []board.Move // of the last game, once requested
	asked  bool
}

// toldGame is a game whose moves so far were taken from known lines.
type toldGame struct {
	Game
	start  board.Position
	passed int // half-moves
}

// enter begins the next group.
func (t *told) enter() { t.on, t.games, t.line = t.lines != nil, t.games[:0], nil }

// begin begins a game.
func (t *told) begin(g *Game) {
	t.games = append(t.games, toldGame{Game: *g, start: *g.Start})
	t.line, t.asked = nil, false
}

// knows reports whether the main line of the last game is known.
func (t *told) knows() bool { return t.lines != nil && t.lines.Knows(t.games[len(t.games)-1].Number) }

// pass passes so many half-moves of the main line of the game.
func (t *told) pass(plies int) { t.games[len(t.games)-1].passed = plies }

// next returns the move after the current place of the line, if it is known. It may
// be illegal, if the lines are of another game.
func (t *told) next(l *Line) (m board.Move, ok bool) {
	if !t.asked {
		g := &t.games[len(t.games)-1]
		t.line, t.asked = t.lines.Line(g.Number, g.Plies), true
	}
	now := l.Now()
	if now.Ply >= len(t.line) || !l.Outside() || now.Lost {
		return 0, false
	}
	m = t.line[now.Ply]
	if m == board.NullMove {
		return 0, false
	}
	t.pass(now.Ply + 1)
	return m, true
}

// of returns the passed moves of a game; ok is false if they are not known.
func (t *told) of(g *toldGame) (line []board.Move, ok bool) {
	if g.passed > 0 && t.lines != nil {
		line = t.lines.Line(g.Number, g.passed)
	}
	return line, len(line) == g.passed
}
