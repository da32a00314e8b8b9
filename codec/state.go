package codec

import (
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist"
)

// AppendState appends a whole game state: the start position by the default palette,
// and the moves as one integer, each move by its index among the legal ones.
// Position, counters and repetitions follow from that.
//
//	| 0x53 | start position | moves, movelist.LegalIndex |
//
// It is AppendGame with movelist.LegalIndex, and fails in the same way.
func AppendState(dst []byte, g *gamestate.Game) ([]byte, error) {
	return AppendGame(dst, g, movelist.LegalIndex)
}

// AppendStateChecked appends a game state as AppendState does, with a checksum of two
// bytes. DecodeState detects altered bytes, except for one case in 65,536.
func AppendStateChecked(dst []byte, g *gamestate.Game) ([]byte, error) {
	return AppendGameChecked(dst, g, movelist.LegalIndex)
}

// DecodeState reads a game state of AppendState or AppendStateChecked and returns the
// bytes after it. It fails with ErrMethod for a blob of another method, with
// ErrCorrupt, or with io.ErrUnexpectedEOF where the start position ends too early.
func DecodeState(src []byte) (g gamestate.Game, rest []byte, err error) {
	return decodeGame(nil, src, movelist.LegalIndex)
}
