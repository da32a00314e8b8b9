package index

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// Column is one of the numeric columns of a frame. A column holds exactly what a query
// needs of a tag; 0 means that the game does not have it.
type Column uint8

const (
	WhiteElo Column = iota // 1 + the rating
	BlackElo
	Day    // first possible day of the game
	Days   // number of possible days
	Result // 1 + tagvalue.Result
	ECO    // 1 + the number of the ECO code
	Plies  // 1 + half-moves
	NumColumns
)

// valuesOf returns the values of a game for all columns.
func valuesOf(tags []tagvalue.Tag, facts tagvalue.Facts) (v [NumColumns]uint64) {
	for side, name := range [...]string{"WhiteElo", "BlackElo"} {
		if n, ok := tagvalue.ParseRating(tagvalue.First(tags, name)); ok {
			v[int(WhiteElo)+side] = uint64(n) + 1
		}
	}
	if d := DaysOf(tags); d.Known() {
		v[Day], v[Days] = d.First, d.Last-d.First+1
	}
	v[Result] = uint64(facts.Result) + 1
	v[ECO] = uint64(tagvalue.ParseECO(tagvalue.First(tags, "ECO")) + 1)
	v[Plies] = uint64(facts.Plies) + 1
	return v
}

// Columns are the numeric columns of a frame's games.
type Columns [NumColumns]numbers

// ParseColumns parses the columns of a number of games, which are all of src. They refer
// to src.
func ParseColumns(src []byte, games int) (*Columns, error) {
	c := &Columns{}
	var err error
	for k := range c {
		if c[k], src, err = parseNumbers(src, games); err != nil {
			return nil, err
		}
	}
	if len(src) > 0 {
		return nil, corrupt.Newf("%d bytes follow the numeric columns", len(src))
	}
	return c, nil
}

// Append appends the values of a column, one for each game, to dst.
func (c *Columns) Append(dst []uint64, column Column) []uint64 {
	return c[column].appendTo(dst)
}

// At returns the value of a column for a game, which must exist.
func (c *Columns) At(column Column, game int) uint64 { return c[column].at(game) }

// maxWidth is the greatest width of a number in a column, in bits.
const maxWidth = 48

// maxNumber is the greatest number of a column.
const maxNumber = 1<<maxWidth - 2

// appendNumbers appends a column of numbers; 0 means none. Numbers over 2^48 - 2 are
// stored as that.
func appendNumbers(dst []byte, values []uint64) []byte {
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

// numbers is an encoded column of numbers.
type numbers struct {
	count, width int
	least        uint64 // of the numbers, 0 if there are none
	packed       []byte
}

// parseNumbers parses a column of count numbers from the front of src and returns the
// rest. The column refers to src.
func parseNumbers(src []byte, count int) (n numbers, rest []byte, err error) {
	least, rest, err := binfmt.Uvarint(src)
	if err != nil || len(rest) == 0 || least > maxNumber || rest[0] > maxWidth || count < 0 {
		return n, src, corrupt.New("a numeric column does not begin with its least number and its width")
	}
	n = numbers{count: count, width: int(rest[0]), least: least}
	rest = rest[1:]
	if n.width == 0 {
		return n, rest, nil
	}
	if least == 0 || uint64(count) > 8*uint64(len(rest))/uint64(n.width) {
		return n, src, corrupt.Newf("a numeric column has fewer than %d numbers of %d bits", count, n.width)
	}
	size := (count*n.width + 7) / 8
	n.packed, rest = rest[:size:size], rest[size:]
	if used := count * n.width & 7; used > 0 && n.packed[size-1]>>used != 0 {
		return n, src, corrupt.New("a numeric column is not filled up with zeros")
	}
	return n, rest, nil
}

// appendTo appends all numbers to dst; 0 means none.
func (n *numbers) appendTo(dst []uint64) []uint64 {
	dst = slices.Grow(dst, min(n.count, MaxGames))
	for i := range n.count {
		dst = append(dst, n.at(i))
	}
	return dst
}

// at returns a number, 0 for none.
func (n *numbers) at(i int) uint64 {
	if n.width == 0 {
		return n.least
	}
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
	v := word >> (at & 7) & (1<<n.width - 1)
	if v > 0 {
		v += n.least - 1
	}
	return v
}
