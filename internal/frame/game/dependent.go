package game

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/comments"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
)

// This file stores values of tags that depend on the moves of their game: those that
// begin with the final position, such as CurrentPosition.

// mark, in a stored value, is a placeholder for the FEN of the final position without
// counters, which replaces it once the moves are known.
const mark = 3

// Is reports whether a stored value depends on the moves.
func Is(value []byte) bool { return len(value) > 0 && value[0] == mark }

// Cut returns the text after the position in a stored value that depends on the
// moves, or the whole value if it does not.
func Cut(value []byte) (rest []byte, depends bool) {
	if !Is(value) {
		return value, false
	}
	return value[1:], true
}

// AppendFEN appends the FEN of p without its counters.
func AppendFEN(dst []byte, p *board.Position) []byte {
	at := len(dst)
	dst = p.AppendFEN(dst)
	for range 2 {
		dst = dst[:at+bytes.LastIndexByte(dst[at:], ' ')]
	}
	return dst
}

// Append appends tags to dst in their stored form. fen is the final position, or
// empty if unknown; ok is false if a value looks like one that depends on the moves.
// Values that moves or comments depend on are stored unchanged.
func Append(dst, tags []tagvalue.Tag, fen []byte) (stored []tagvalue.Tag, ok bool) {
	for _, t := range tags {
		if Is(t.Value) {
			return dst, false
		}
		if len(fen) > 0 && bytes.HasPrefix(t.Value, fen) && !comments.Needs(string(t.Name)) && !moves.Needs(string(t.Name)) {
			t.Value = append([]byte{mark}, t.Value[len(fen):]...)
		}
		dst = append(dst, t)
	}
	return dst, true
}

// Fill inserts the final position p into dst at the given offsets. It moves each byte
// of dst only once. ok is false if dst would grow beyond the limit.
func Fill(dst []byte, at []int, p *board.Position, limit int) (out []byte, ok bool) {
	if len(at) == 0 {
		return dst, true
	}
	fen := AppendFEN(nil, p)
	end := len(dst) // end of the bytes not moved yet
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
