package codec

import (
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist"
)

// AppendState appends a whole game state by the move index: the position that
// the game began with, by the default palette, and each move as its number
// among the legal ones, all of them one integer. Position, counters and
// repetitions follow from that.
//
//	| start position | moves, movelist.LegalIndex |
//
// It fails for a move that is not legal, with a *movelist.IllegalError.
func AppendState(dst []byte, g *gamestate.Game) ([]byte, error) {
	return appendGame(dst, g, movelist.LegalIndex)
}

// appendGame appends the position that a game began with, and its moves.
func appendGame(dst []byte, g *gamestate.Game, moves movelist.Level) ([]byte, error) {
	out, err := AppendPosition(dst, &g.Start)
	if err != nil {
		return dst, err
	}
	if out, err = moves.Append(out, g); err != nil {
		return dst, err
	}
	return out, nil
}

// DecodeState reads a game state that AppendState wrote and returns the bytes
// after it. It fails with ErrCorrupt, or io.ErrUnexpectedEOF where the start
// position ends too early.
func DecodeState(src []byte) (g gamestate.Game, rest []byte, err error) {
	return decodeGame(src, movelist.LegalIndex)
}

// decodeGame reads what appendGame wrote.
func decodeGame(src []byte, level movelist.Level) (g gamestate.Game, rest []byte, err error) {
	start, rest, err := DecodePosition(src)
	if err != nil {
		return gamestate.Game{}, src, err
	}
	bit := 8 * (len(src) - len(rest))
	moves, rest, err := level.Decode(rest, &start)
	if err != nil {
		return gamestate.Game{}, src, &CorruptError{Bit: bit, Err: err}
	}
	return gamestate.Game{Start: start, Moves: moves}, rest, nil
}
