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
// Each byte of dst is moved once, however many places there are. It is false if
// dst would grow beyond the limit.
func fillDependent(dst []byte, at []int, p *board.Position, limit int) (out []byte, ok bool) {
	if len(at) == 0 {
		return dst, true
	}
	fen := appendEnd(nil, p)
	end := len(dst) // of what is not moved yet
	if end+len(at)*len(fen) > limit {
		return dst, false
	}
	dst = slices.Grow(dst, len(at)*len(fen))[:end+len(at)*len(fen)]
	for k, i := range slices.Backward(at) {
		copy(dst[i+(k+1)*len(fen):], dst[i:end])
		copy(dst[i+k*len(fen):], fen)
		end = i
	}
	return dst, true
}
