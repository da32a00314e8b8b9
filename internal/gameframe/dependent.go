package gameframe

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/gameframe/commentgroups"
	"github.com/chesszip/chesszip/internal/gameframe/moves"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// A value that begins with the position at the end of the game, such as that of
// CurrentPosition, depends on the moves: dependentByte stands in its place, and
// is replaced by the FEN without counters once the moves are known.
const dependentByte = 3

// dependent reports whether a stored value depends on the moves.
func dependent(value []byte) bool { return len(value) > 0 && value[0] == dependentByte }

// appendEnd appends the FEN of p without its counters.
func appendEnd(dst []byte, p *board.Position) []byte {
	at := len(dst)
	dst = p.AppendFEN(dst)
	for range 2 {
		dst = dst[:at+bytes.LastIndexByte(dst[at:], ' ')]
	}
	return dst
}

// appendDependent appends tags to dst as they are stored, where fen is the
// position at the end, empty if that is not known; ok is false if a value looks
// like one that depends on the moves. Values that moves or comments depend on
// are stored as they are.
func appendDependent(dst, tags []tagvalue.Tag, fen []byte) (stored []tagvalue.Tag, ok bool) {
	for _, t := range tags {
		if dependent(t.Value) {
			return dst, false
		}
		if len(fen) > 0 && bytes.HasPrefix(t.Value, fen) && !commentgroups.Needs(string(t.Name)) && !moves.Needs(string(t.Name)) {
			t.Value = append([]byte{dependentByte}, t.Value[len(fen):]...)
		}
		dst = append(dst, t)
	}
	return dst, true
}

// fillDependent writes the position p at the end into dst at the given places.
func fillDependent(dst []byte, at []int, p *board.Position) []byte {
	if len(at) == 0 {
		return dst
	}
	fen := appendEnd(nil, p)
	for _, i := range slices.Backward(at) {
		dst = slices.Insert(dst, i, fen...)
	}
	return dst
}
