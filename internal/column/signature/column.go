package signature

import (
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// parts is the number of texts of a block. A game takes at most most bytes of them,
// pieceBytes of these for its pieces.
const (
	parts      = 3
	pieceBytes = kinds
	most       = 1 + pieceBytes + 8
)

// promotedShift is the position of the promotion bits in a count.
const promotedShift = 5

// Append appends a block of the signatures of some games to dst.
func Append(dst []byte, all []Signature) []byte {
	var counts, pieces, squares []byte
	for i := range all {
		s := &all[i]
		counts = append(counts, s.count|s.promoted<<promotedShift)
		if s.count == unknown {
			continue
		}
		pieces = appendLow(pieces, s.pieces, pieceBytes)
		squares = appendLow(squares, s.left, (int(s.count)+1)/2)
	}
	return text.Append(dst, [][]byte{counts, pieces, squares}, text.Quick, nil)
}

// Decode appends the signatures of a block of so many games to dst.
func Decode(dst []Signature, src []byte, games int, b *budget.Budget) ([]Signature, error) {
	all, err := text.DecodeUpTo(src, parts, games*most+parts, 0, b)
	if err != nil {
		return dst, err
	}
	counts, pieces, squares := all[0], all[1], all[2]
	if len(counts) != games {
		return dst, corrupt.Newf("there are signatures of %d games, there should be of %d", len(counts), games)
	}
	for i, n := range counts {
		s := Signature{count: n}
		if n == unknown {
			dst = append(dst, s)
			continue
		}
		s.promoted = n >> promotedShift
		n &= 1<<promotedShift - 1
		s.count = n
		half := (int(n) + 1) / 2
		if n >= unknown || s.promoted > 3 || len(pieces) < pieceBytes || len(squares) < half {
			return dst, corrupt.AtGame(i, corrupt.New("the signature is not one, or is cut off"))
		}
		s.pieces, s.left = low(pieces, pieceBytes), low(squares, half)
		if s.left>>(4*n) != 0 {
			return dst, corrupt.AtGame(i, corrupt.New("the signature has more squares than it says"))
		}
		pieces, squares = pieces[pieceBytes:], squares[half:]
		dst = append(dst, s)
	}
	if len(pieces)+len(squares) > 0 {
		return dst, corrupt.New("there are bytes left behind the last signature")
	}
	return dst, nil
}

// appendLow appends the n lowest bytes of v, the lowest first; low reads them.
func appendLow(dst []byte, v uint64, n int) []byte {
	for range n {
		dst = append(dst, byte(v))
		v >>= 8
	}
	return dst
}

func low(src []byte, n int) (v uint64) {
	for k, b := range src[:n] {
		v |= uint64(b) << (8 * k)
	}
	return v
}
