//go:build !amd64

package fast

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// wide reports that the functions below must not be called on this processor.
func wide() bool { return false }

func weaveWide(*[64]uint8, *[8]bitboard.Set) {}

func rateWide(*view, *int8, *board.Move, *int32, int, int) (best, second int32) { return 0, 0 }
