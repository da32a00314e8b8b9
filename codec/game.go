package codec

import (
	"fmt"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist"
)

// StoredGame is a game with methods to store itself: as bytes (encoding's
// BinaryMarshaler, BinaryAppender and BinaryUnmarshaler), and in a database column. The zero StoredGame begins on an empty board; a game of standard
// chess begins with board.Start.
//
//	| 0x94 | checksum 2 | start position, default palette | moves, movelist.Fast |
//
// The bytes are those of AppendGameChecked with movelist.Fast; StoredGame also reads
// those of AppendGame, with any level of package movelist. GameBy is for other levels. A
// game of 80 plies takes some 38 bytes, three of them for the method and the checksum. The
// text is that of gamestate.Game.
type StoredGame struct{ gamestate.Game }

// AppendBinary appends g. It fails with a *movelist.IllegalError for a move that is
// not legal.
func (g StoredGame) AppendBinary(dst []byte) ([]byte, error) {
	// The coder's game is on the heap already.
	c := defaultPalette.coder()
	defer defaultPalette.free(c)
	c.game = g.Game
	return AppendGameChecked(dst, &c.game, movelist.Fast)
}

// MarshalBinary returns g as AppendBinary appends it.
func (g StoredGame) MarshalBinary() ([]byte, error) { return g.AppendBinary(nil) }

// UnmarshalBinary reads the bytes of MarshalBinary, or of AppendGame with a level of
// package movelist; more bytes are ErrCorrupt.
func (g *StoredGame) UnmarshalBinary(src []byte) (err error) {
	g.Game, err = wholeGame(g.Game, src)
	return err
}

// wholeGame reads a game with nothing after it; old is the result if that fails.
func wholeGame(old gamestate.Game, src []byte, levels ...movelist.Level) (gamestate.Game, error) {
	read, rest, err := DecodeGame(src, levels...)
	if err != nil {
		return old, err
	}
	if len(rest) != 0 {
		return old, corrupt(8*(len(src)-len(rest)), fmt.Sprintf("%d bytes after the game", len(rest)))
	}
	return read, nil
}
