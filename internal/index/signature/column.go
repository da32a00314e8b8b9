package signature

import (
	"context"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// parts is the number of texts of a column. A game takes at most most bytes of them,
// pieceBytes of these for its pieces.
const (
	parts      = 3
	pieceBytes = kinds
	most       = 1 + pieceBytes + 8
)

// promotedShift is the position of the promotion bits in a count.
const promotedShift = 5

// Append appends the signatures of the games of a frame to dst.
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

// Decode returns the signatures of the games of a frame. It ends when ctx is done.
func Decode(ctx context.Context, src []byte, games int) ([]Signature, error) {
	limit := games*most + parts
	all, err := text.Decode(src, parts, limit, budget.New(limit).Until(ctx))
	if err != nil {
		return nil, err
	}
	counts, pieces, squares := all[0], all[1], all[2]
	if len(counts) != games {
		return nil, corrupt.Newf("there are signatures of %d games, there should be of %d", len(counts), games)
	}
	signatures := make([]Signature, games)
	for i, n := range counts {
		s := &signatures[i]
		if s.count = n; n == unknown {
			continue
		}
		s.promoted = n >> promotedShift
		n &= 1<<promotedShift - 1
		s.count = n
		half := (int(n) + 1) / 2
		if n >= unknown || s.promoted > 3 || len(pieces) < pieceBytes || len(squares) < half {
			return nil, corrupt.Newf("the signature of game %d of a frame is not one, or is cut off", i+1)
		}
		s.pieces, s.left = low(pieces, pieceBytes), low(squares, half)
		if s.left>>(4*n) != 0 {
			return nil, corrupt.Newf("the signature of game %d of a frame has more squares than it says", i+1)
		}
		pieces, squares = pieces[pieceBytes:], squares[half:]
	}
	if len(pieces)+len(squares) > 0 {
		return nil, corrupt.New("there are bytes left behind the last signature")
	}
	return signatures, nil
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
