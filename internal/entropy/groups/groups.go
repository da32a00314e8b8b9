// Package groups stores concatenated strings of bytes, so that each can be found
// without decoding those before it.
//
// # Format
//
//	| 0 | string |                                                       one string
//	| 1 + width | count uvarint | least uvarint | excesses | string | ... |    more
//
// The length of a string is least + its excess. Excesses are numbers of width bits,
// at most 30, in order, the first in the lowest bits of the first byte; the last byte
// is padded with zeros. No strings are no bytes.
package groups

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

const maxWidth = 30

// Append appends strings of the given sizes, concatenated in data.
func Append(dst []byte, sizes []int, data []byte) []byte {
	switch len(sizes) {
	case 0:
		return dst
	case 1:
		return append(append(dst, 0), data...)
	}
	least := slices.Min(sizes)
	width := bits.Len32(uint32(slices.Max(sizes) - least))
	dst = append(dst, byte(1+width))
	dst = binfmt.AppendUvarint(dst, uint64(len(sizes)))
	dst = binfmt.AppendUvarint(dst, uint64(least))
	waiting, n := uint64(0), 0
	for _, size := range sizes {
		waiting |= uint64(size-least) << n
		for n += width; n >= 8; n -= 8 {
			dst = append(dst, byte(waiting))
			waiting >>= 8
		}
	}
	if n > 0 {
		dst = append(dst, byte(waiting))
	}
	return append(dst, data...)
}

// Reader reads strings in order. The zero Reader has none. A copy continues
// independently from its place.
type Reader struct {
	excesses []byte
	width    int
	least    int
	count    int // number of all strings
	next     int
	data     []byte // the strings from the next one on
}

// Open returns a Reader of src, the result of Append.
func Open(src []byte) (Reader, error) {
	if len(src) == 0 {
		return Reader{}, nil
	}
	head, src := src[0], src[1:]
	if head == 0 {
		return Reader{count: 1, least: len(src), data: src}, nil
	}
	width := int(head) - 1
	count, src, err := binfmt.Uvarint(src)
	if err != nil || width > maxWidth || count < 2 || count > maxCount {
		return Reader{}, errHead
	}
	least, src, err := binfmt.Uvarint(src)
	packed := (int64(count)*int64(width) + 7) / 8
	if err != nil || packed > int64(len(src)) || least > uint64(len(src))-uint64(packed) {
		return Reader{}, errHead
	}
	r := Reader{excesses: src[:packed], width: width, least: int(least), count: int(count), data: src[packed:]}
	if used := int(count) * width & 7; used > 0 && r.excesses[packed-1]>>used != 0 {
		return Reader{}, errHead
	}
	return r, nil
}

// maxCount is far more than the number of games in a frame.
const maxCount = 1 << 24

var (
	errHead = corrupt.New("the sizes of groups are malformed")
	errCut  = corrupt.New("a group is cut off")
)

// Number returns the number of strings that Next has returned.
func (r *Reader) Number() int { return r.next }

// Left reports whether a string, or any byte, is left.
func (r *Reader) Left() bool { return r.next < r.count || len(r.data) > 0 }

// Next returns the next string; ok is false if there is none.
func (r *Reader) Next() (s []byte, ok bool, err error) {
	if r.next == r.count {
		return nil, false, nil
	}
	more := r.excess()
	if r.least > len(r.data) || more > len(r.data)-r.least {
		return nil, false, errCut
	}
	size := r.least + more
	s, r.data = r.data[:size:size], r.data[size:]
	r.next++
	return s, true, nil
}

// excess returns the excess of the next string over the shortest one.
func (r *Reader) excess() (n int) {
	for i := range r.width {
		at := r.next*r.width + i
		n |= int(r.excesses[at>>3]>>(at&7)&1) << i
	}
	return n
}
