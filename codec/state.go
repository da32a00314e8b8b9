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
//	| 0x53 | start position | moves, movelist.LegalIndex |
//
// It is AppendGame with movelist.LegalIndex, and fails as that does.
func AppendState(dst []byte, g *gamestate.Game) ([]byte, error) {
	return AppendGame(dst, g, movelist.LegalIndex)
}

// AppendStateChecked appends a game state as AppendState does, and two bytes more
// by which DecodeState notices altered bytes, but for one case in 65,536.
func AppendStateChecked(dst []byte, g *gamestate.Game) ([]byte, error) {
	return AppendGameChecked(dst, g, movelist.LegalIndex)
}

// DecodeState reads a game state that AppendState or AppendStateChecked wrote and
// returns the bytes after it. It fails with ErrCorrupt, which is an ErrMethod for
// a blob by another method, or io.ErrUnexpectedEOF where the start position ends
// too early.
func DecodeState(src []byte) (g gamestate.Game, rest []byte, err error) {
	return decodeGame(src, movelist.LegalIndex)
}
