package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Lines gives the main lines of the games of a frame, where these are known without
// reading it.
type Lines interface {
	// Line returns the first moves of the main line of a game, null moves among them, as
	// many as there are and can be played, but at most so many half-moves. It returns nil
	// where it knows none. They are good until another game is asked for.
	Line(game, plies int) []board.Move
}

// Game is what is known of a game before its moves are read.
type Game struct {
	Number  int // in the frame
	Start   *board.Position
	Known   learned.Known // for a learned level
	Plies   int           // half-moves of the main line
	Opening []board.Move  // the first moves, which are not coded
}

// told is a group of games whose main lines may be known. Nothing of its string has
// been decoded while it is on.
type told struct {
	lines Lines // nil for none
	on    bool
	games []toldGame // that have begun
	moves []board.Move
	line  []board.Move // of the last game
}

// toldGame is a game whose moves were known so far.
type toldGame struct {
	start   board.Position
	known   learned.Known
	opening int // moves that are not coded
	from    int // of the moves
	plies   int // that were passed
}

// enter comes to the next group.
func (t *told) enter() {
	t.on, t.games, t.moves, t.line = t.lines != nil, t.games[:0], t.moves[:0], nil
}

// begin begins a game.
func (t *told) begin(g *Game) {
	from := len(t.moves)
	t.games = append(t.games, toldGame{start: *g.Start, known: g.Known, opening: len(g.Opening), from: from})
	t.moves = append(t.moves, t.lines.Line(g.Number, g.Plies)...)
	t.line = t.moves[from:]
}

// of returns the moves of a game that were passed.
func (t *told) of(g *toldGame) []board.Move { return t.moves[g.from : g.from+g.plies] }

// next returns the move that follows where the line has come to, if it is known. It may
// be illegal, if it is that of another game.
func (t *told) next(l *Line) (m board.Move, ok bool) {
	now := l.Now()
	if now.Ply >= len(t.line) || !l.Outside() || now.Lost {
		return 0, false
	}
	m = t.line[now.Ply]
	if m == board.NullMove {
		return 0, false
	}
	t.games[len(t.games)-1].plies = now.Ply + 1
	return m, true
}
