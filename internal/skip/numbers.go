package skip

import (
	"encoding/binary"
	"math/bits"

	"github.com/chesszip/chesszip/internal/binfmt"
)

// maxWidth is the most bits that a number of a column takes.
const maxWidth = 48

// maxNumber is the greatest number of a column.
const maxNumber = 1<<maxWidth - 2

// AppendNumbers appends a column of numbers, 0 standing for none. Numbers over
// 2^48 - 2 count as that.
func AppendNumbers(dst []byte, values []uint64) []byte {
	r := Range{}
	for _, v := range values {
		if v > 0 {
			r.Add(min(v, maxNumber))
		}
	}
	width := 0
	for _, v := range values {
		if r.Known && (v == 0 || min(v, maxNumber) != r.Max) || r.Max != r.Min {
			width = bits.Len64(r.Max - r.Min + 1)
			break
		}
	}
	dst = binfmt.AppendUvarint(dst, r.Min)
	dst = append(dst, byte(width))
	if width == 0 {
		return dst
	}
	var acc uint64
	n := 0
	for _, v := range values {
		s := uint64(0)
		if v > 0 {
			s = min(v, maxNumber) - r.Min + 1
		}
		acc |= s << n
		for n += width; n >= 8; n -= 8 {
			dst = append(dst, byte(acc))
			acc >>= 8
		}
	}
	if n > 0 {
		dst = append(dst, byte(acc))
	}
	return dst
}

// Numbers is a column of numbers.
type Numbers struct {
	count, width int
	least        uint64 // of the numbers, 0 if there are none
	packed       []byte
}

// ParseNumbers reads a column of count numbers from the front of src and
// returns what follows. The numbers lie in src. The error is ErrCorrupt.
func ParseNumbers(src []byte, count int) (n Numbers, rest []byte, err error) {
	least, rest, err := binfmt.Uvarint(src)
	if err != nil || len(rest) == 0 || least > maxNumber || rest[0] > maxWidth || count < 0 {
		return n, src, ErrCorrupt
	}
	n = Numbers{count: count, width: int(rest[0]), least: least}
	rest = rest[1:]
	if n.width == 0 {
		return n, rest, nil
	}
	if least == 0 || uint64(count) > 8*uint64(len(rest))/uint64(n.width) {
		return n, src, ErrCorrupt
	}
	size := (count*n.width + 7) / 8
	n.packed, rest = rest[:size:size], rest[size:]
	if used := count * n.width & 7; used > 0 && n.packed[size-1]>>used != 0 {
		return n, src, ErrCorrupt
	}
	return n, rest, nil
}

// AppendTo appends the numbers to dst, 0 for none.
func (n *Numbers) AppendTo(dst []uint64) []uint64 {
	if n.width == 0 {
		for range n.count {
			dst = append(dst, n.least)
		}
		return dst
	}
	mask := uint64(1)<<n.width - 1
	for i := range n.count {
		at := i * n.width
		b := n.packed[at>>3:]
		var word uint64
		if len(b) >= 8 {
			word = binary.LittleEndian.Uint64(b)
		} else {
			for k, c := range b {
				word |= uint64(c) << (8 * k)
			}
		}
		v := word >> (at & 7) & mask
		if v > 0 {
			v += n.least - 1
		}
		dst = append(dst, v)
	}
	return dst
}
