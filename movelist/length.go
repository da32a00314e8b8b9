package movelist

import (
	"encoding/binary"

	"github.com/chesszip/chesszip/board"
)

// First bytes of a length that are not a number of plies.
const (
	longGame = 254
	withNull = 255
)

// appendLength appends the number of moves and the list of null moves.
func appendLength(dst []byte, moves []board.Move) ([]byte, error) {
	if len(moves) > MaxPlies {
		return dst, ErrTooLong
	}
	nulls := 0
	for _, m := range moves {
		if m == board.NullMove {
			nulls++
		}
	}
	switch {
	case nulls > 0:
		dst = binary.AppendUvarint(append(dst, withNull), uint64(len(moves)))
		dst = binary.AppendUvarint(dst, uint64(nulls-1))
		after := 0
		for i, m := range moves {
			if m == board.NullMove {
				dst = binary.AppendUvarint(dst, uint64(i-after))
				after = i + 1
			}
		}
	case len(moves) >= longGame:
		dst = binary.AppendUvarint(append(dst, longGame), uint64(len(moves)-longGame))
	default:
		dst = append(dst, byte(len(moves)))
	}
	return dst, nil
}

// length is a decoded length.
type length struct {
	plies int
	nulls []int // ascending
}

// decodeLength reads a length.
func decodeLength(src []byte) (l length, rest []byte, err error) {
	if len(src) == 0 {
		return l, nil, &CorruptError{Ply: -1, Msg: "no length"}
	}
	first, src := src[0], src[1:]
	switch first {
	default:
		return length{plies: int(first)}, src, nil
	case longGame:
		l.plies, src, err = decodeUvarint(src, MaxPlies-longGame)
		l.plies += longGame
		return l, src, err
	case withNull:
	}
	var count int
	if l.plies, src, err = decodeUvarint(src, MaxPlies); err != nil {
		return l, nil, err
	}
	// Each null move takes at least a byte.
	if count, src, err = decodeUvarint(src, min(l.plies, len(src))-1); err != nil {
		return l, nil, err
	}
	l.nulls = make([]int, count+1)
	next := 0
	for i := range l.nulls {
		var gap int
		if gap, src, err = decodeUvarint(src, l.plies-1-next); err != nil {
			return l, nil, err
		}
		l.nulls[i] = next + gap
		next += gap + 1
	}
	return l, src, nil
}

// decodeUvarint reads a number of at most limit, in its shortest form.
func decodeUvarint(src []byte, limit int) (n int, rest []byte, err error) {
	v, size := binary.Uvarint(src)
	switch {
	case size <= 0:
		return 0, nil, &CorruptError{Ply: -1, Msg: "number cut off or too large"}
	case size > 1 && src[size-1] == 0:
		return 0, nil, &CorruptError{Ply: -1, Msg: "number longer than it need be"}
	case limit < 0 || v > uint64(limit):
		return 0, nil, &CorruptError{Ply: -1, Msg: "number out of range"}
	}
	return int(v), src[size:], nil
}
