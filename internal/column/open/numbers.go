package open

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// A block of numbers is
//
//	| least uvarint | width 1 | a number of so many bits for each game |
//
// A number is 0 for none, otherwise 1 + the value less least. Bits are counted from the
// lowest of the first byte, and the last byte is padded with zeros. With width 0 all
// games have the value least, or none if that is 0.

// Limits of the numbers.
const (
	maxWidth  = 48
	maxNumber = 1<<maxWidth - 2
)

// appendNumbers appends a block of numbers; 0 means none. Numbers over 2^48 - 2 are
// stored as that.
func appendNumbers(dst []byte, values []uint64) []byte {
	least, most, none := uint64(0), uint64(0), false
	for _, v := range values {
		if v = min(v, maxNumber); v == 0 {
			none = true
			continue
		}
		if least == 0 || v < least {
			least = v
		}
		most = max(most, v)
	}
	width := 0
	if least != most || none && least > 0 {
		width = bits.Len64(most - least + 1)
	}
	dst = append(binfmt.AppendUvarint(dst, least), byte(width))
	if width == 0 {
		return dst
	}
	var acc uint64
	n := 0
	for _, v := range values {
		if v > 0 {
			acc |= (min(v, maxNumber) - least + 1) << n
		}
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

// numbers is a block of numbers.
type numbers struct {
	count, width int
	least        uint64
	packed       []byte
}

// parseNumbers reads a block of count numbers from the front of src, and returns the
// rest. The result refers to src.
func parseNumbers(src []byte, count int) (n numbers, rest []byte, err error) {
	least, rest, err := binfmt.Uvarint(src)
	if err != nil || len(rest) == 0 || least > maxNumber || rest[0] > maxWidth {
		return n, src, corrupt.New("a block of numbers does not begin with its least number and its width")
	}
	n = numbers{count: count, width: int(rest[0]), least: least}
	rest = rest[1:]
	if n.width == 0 {
		return n, rest, nil
	}
	size := (count*n.width + 7) / 8
	if least == 0 || size > len(rest) {
		return n, src, corrupt.Newf("a block of numbers has fewer than %d of %d bits", count, n.width)
	}
	n.packed, rest = rest[:size:size], rest[size:]
	if used := count * n.width % 8; used > 0 && n.packed[size-1]>>used != 0 {
		return n, src, corrupt.New("a block of numbers has bits left over")
	}
	return n, rest, nil
}

// append appends the numbers from <= i < to.
func (n *numbers) append(dst []uint64, from, to int) []uint64 {
	dst = slices.Grow(dst, to-from)
	if n.width == 0 {
		for range to - from {
			dst = append(dst, n.least)
		}
		return dst
	}
	mask := uint64(1)<<n.width - 1
	for i := from; i < to; i++ {
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

// column is the numbers of all games of a frame, by blocks.
type column struct{ blocks []numbers }

// append appends the numbers of the games from <= game < to.
func (c *column) append(dst []uint64, from, to int) []uint64 {
	for from < to {
		b := from / BlockGames
		end := min(to, (b+1)*BlockGames)
		dst = c.blocks[b].append(dst, from-b*BlockGames, end-b*BlockGames)
		from = end
	}
	return dst
}
