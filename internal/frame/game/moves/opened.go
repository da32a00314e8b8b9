package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/replay"
)

// opened is the moves of a frame in their other form: main lines in an open column, and
// for each game with other moves a text of the same codes.
type opened struct {
	lines    *open.Lines // nil if the moves are not open
	branches [][]byte    // of the games that have not begun
	line     []byte      // codes left of the game's main line
	branch   []byte      // codes left of its other moves
}

// OpenLines begins with the open moves of a frame, and the texts of the moves outside
// main lines.
func (r *Reader) OpenLines(lines *open.Lines, branches [][]byte) {
	r.opened = opened{lines: lines, branches: branches}
}

// Opened reports whether the moves of the frame are open.
func (r *Reader) Opened() bool { return r.opened.lines != nil }

// Pass passes a game whose moves are not read.
func (r *Reader) Pass(g *Game) error {
	if !r.Opened() {
		return nil
	}
	return r.opened.take(g)
}

// take takes the moves of a game outside its main line.
func (o *opened) take(g *Game) error {
	o.branch = nil
	if !g.Branched {
		return nil
	}
	if len(o.branches) == 0 {
		return corrupt.New("the moves of a variation are missing")
	}
	o.branch, o.branches = o.branches[0], o.branches[1:]
	return nil
}

func (o *opened) begin(g *Game) error {
	line, err := o.lines.Game(g.Number)
	if err != nil {
		return err
	}
	if o.line = line; len(line) > 0 && (line[0] == open.Elsewhere || line[0] == open.Unplayed) {
		o.line = line[1:]
		if line[0] == open.Unplayed && len(o.line) > 0 {
			return corrupt.New("moves follow where the line is not known")
		}
	}
	return o.take(g)
}

// next reads the next move, of the main line or another.
func (o *opened) next(at *Place, main bool) (m board.Move, err error) {
	codes := &o.line
	if !main {
		codes = &o.branch
	}
	m, rest, err := first(at, *codes)
	if err == nil {
		*codes = rest
	}
	return m, err
}

// ahead reads the next move of a variation without passing it.
func (o *opened) ahead(at *Place) (m board.Move, err error) {
	m, _, err = first(at, o.branch)
	return m, err
}

func first(at *Place, codes []byte) (m board.Move, rest []byte, err error) {
	if at.Lost {
		return 0, nil, errUnknown
	}
	if len(codes) == 0 {
		return 0, nil, corrupt.New("a move is missing")
	}
	m, rest, ok := replay.Next(&at.Position, codes)
	if !ok || m == board.NullMove {
		return 0, nil, corrupt.New("a code is not a move")
	}
	return m, rest, nil
}

// Null passes a turn that the main line passes.
func (r *Reader) Null() error {
	if !r.Opened() {
		return nil
	}
	o := &r.opened
	if len(o.line) == 0 || o.line[0] != replay.Null {
		return in(corrupt.New("the main line passes no turn where its text does"))
	}
	o.line = o.line[1:]
	return nil
}

// End ends a game all of whose moves were read.
func (r *Reader) End() error {
	if len(r.opened.branch) > 0 {
		return in(corrupt.New("moves of a variation are left over"))
	}
	return nil
}

func (o *opened) close() error {
	if len(o.branches) > 0 {
		return corrupt.New("moves of variations are left over")
	}
	return nil
}
