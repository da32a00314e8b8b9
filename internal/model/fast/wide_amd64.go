package fast

import (
	"golang.org/x/sys/cpu"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// wide reports whether weaveWide and rateWide may be called.
func wide() bool { return cpu.X86.HasAVX2 }

// weaveWide is weavePlain.
//
//go:noescape
func weaveWide(squares *[64]uint8, planes *[8]bitboard.Set)

// rateWide is ratePlain for eight moves at a time; n is their number, at least eight. The
// position is not one of an opening.
//
//go:noescape
func rateWide(v *view, w *int8, legal *board.Move, keys *int32, n, again int) (best, second int32)
