package blob

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
)

// Coder codes the moves of a game without head or start position.
type Coder interface {
	// Method returns the method of the moves alone.
	Method() byte
	AppendMoves(dst []byte, g *gamestate.Game) ([]byte, error)
	DecodeMoves(dst []board.Move, src []byte, start *board.Position) (moves []board.Move, rest []byte, err error)
}

// AppendMoves appends the moves of g as a blob. The salt is a hash of what the
// decoder must also know.
func AppendMoves(dst []byte, c Coder, salt uint64, g *gamestate.Game, checked bool) ([]byte, error) {
	at := len(dst)
	out, err := c.AppendMoves(Begin(dst, Method(c.Method()), checked), g)
	if err != nil {
		return dst, err
	}
	Finish(out[at:], salt, &g.Start, g.Moves)
	return out, nil
}

// DecodeMoves reads a blob of AppendMoves, given the same start and salt, and appends its
// moves. The errors are those of Open and Verify, and c's own.
func DecodeMoves(dst []board.Move, src []byte, c Coder, salt uint64, start *board.Position) (moves []board.Move, rest []byte, err error) {
	h, body, err := Open(src, Method(c.Method()))
	if err != nil {
		return dst, nil, err
	}
	if moves, rest, err = c.DecodeMoves(dst, body, start); err != nil {
		return dst, nil, err
	}
	if err := h.Verify(salt, body[:len(body)-len(rest)], start, moves[len(dst):]); err != nil {
		return dst, nil, err
	}
	return moves, rest, nil
}
