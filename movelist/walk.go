package movelist

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/movegen"
)

// manyMoves is at least the number of legal moves of any position of a game.
const manyMoves = 256

// ply is one choice among legal moves.
type ply struct {
	number int
	p      *board.Position
	past   fast.Past
	legal  []board.Move
}

// walker is the state of walk and replay, reused for the next game.
type walker struct {
	at   ply
	p    board.Position
	room [manyMoves]board.Move
}

// begin sets w to the start of a game.
func (w *walker) begin(start *board.Position) {
	w.p = *start
	w.at = ply{p: &w.p, legal: w.room[:0]}
}

// appendGame appends the length of g, calls visit for its moves, and returns the
// result of end.
func (w *walker) appendGame(dst []byte, g *gamestate.Game, visit func(at *ply, index int) error, end func(dst []byte) []byte) ([]byte, error) {
	out, err := appendLength(dst, g.Moves)
	if err == nil {
		err = w.walk(g, visit)
	}
	if err != nil {
		return dst, err
	}
	return end(out), nil
}

// walk calls visit for each move of g except null moves, with its index among the
// legal ones.
func (w *walker) walk(g *gamestate.Game, visit func(at *ply, index int) error) error {
	w.begin(&g.Start)
	p, at := &w.p, &w.at
	for i, m := range g.Moves {
		if m != board.NullMove {
			at.legal = movegen.AppendLegal(at.legal[:0], p)
			index := movegen.Index(p, m, at.legal)
			if index < 0 {
				return &IllegalError{Ply: i, Move: m}
			}
			m = at.legal[index]
			if err := visit(at, index); err != nil {
				return err
			}
		}
		at.past = at.past.Next(p, m)
		movegen.Make(p, m)
	}
	return nil
}

// replay is the inverse of walk: it calls next for the index of each move except null
// moves, and appends the moves.
func (w *walker) replay(moves []board.Move, start *board.Position, l length, next func(at *ply) (index int, err error)) ([]board.Move, error) {
	w.begin(start)
	p, at := &w.p, &w.at
	moves = slices.Grow(moves, min(l.plies, 512))
	for i := range l.plies {
		m := board.NullMove
		if len(l.nulls) > 0 && l.nulls[0] == i {
			l.nulls = l.nulls[1:]
		} else {
			at.number = i
			at.legal = movegen.AppendLegal(at.legal[:0], p)
			if len(at.legal) == 0 {
				return nil, &CorruptError{Ply: i, Msg: "the game goes on where no move is legal"}
			}
			index, err := next(at)
			if err != nil {
				return nil, err
			}
			m = at.legal[index]
		}
		moves = append(moves, m)
		at.past = at.past.Next(p, m)
		movegen.Make(p, m)
	}
	return moves, nil
}
