package openingtable

import (
	"math/bits"
	"sort"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// Threshold is the least number of games of a position in new tables.
const Threshold = 10

// maxRows is the greatest number of positions of a block.
const maxRows = 1 << 12

// maxThreshold is the greatest Threshold of a table.
const maxThreshold = 1 << 20

// maxYear is the greatest year of a game.
const maxYear = 9999

// Directory describes the frames that a table covers, and its blocks.
type Directory struct {
	Threshold int   // least number of games of a position
	Covers    int   // number of frames, from the first of the archive on; the first block follows them
	Games     int64 // of these frames
	LastYear  int   // of the games, 0 if none is known
	Left      []int // numbers of frames among these whose games are not counted, ascending
	Blocks    []Block
}

// Block is a block's entry in the directory.
type Block struct {
	First Key // of its positions
	Rows  int // number of positions
}

// gameBits is the number of bits of a game number.
func (d *Directory) gameBits() int { return bits.Len64(uint64(max(d.Games, 1) - 1)) }

// Rows returns the number of positions.
func (d *Directory) Rows() (n int64) {
	for i := range d.Blocks {
		n += int64(d.Blocks[i].Rows)
	}
	return n
}

// Block returns the number of the block that may have a position, or -1.
func (d *Directory) Block(k Key) int {
	return sort.Search(len(d.Blocks), func(i int) bool { return d.Blocks[i].First.Compare(&k) > 0 }) - 1
}

// Append appends the encoding of d.
func (d *Directory) Append(dst []byte) []byte {
	for _, v := range [...]int64{int64(d.Threshold), int64(d.Covers), d.Games, int64(d.LastYear), int64(len(d.Left)), int64(len(d.Blocks))} {
		dst = binfmt.AppendUvarint(dst, uint64(v))
	}
	last := -1
	for _, n := range d.Left {
		dst = binfmt.AppendUvarint(dst, uint64(n-last-1))
		last = n
	}
	var before Key
	for i := range d.Blocks {
		b := &d.Blocks[i]
		same := 0
		for same < KeySize && b.First[same] == before[same] {
			same++
		}
		dst = append(binfmt.AppendUvarint(dst, uint64(b.Rows)), byte(same))
		dst = append(dst, b.First[same:]...)
		before = b.First
	}
	return dst
}

// Memory for each item of the lists of a directory.
const (
	blockCost = 48
	leftCost  = 8
)

// ParseDirectory parses the directory that is all of src; frames and games are the
// numbers of those before it in the archive.
func ParseDirectory(src []byte, frames int, games int64, limit *budget.Budget) (*Directory, error) {
	var v [6]uint64
	var err error
	for i := range v {
		if v[i], src, err = binfmt.Uvarint(src); err != nil {
			return nil, corrupt.New("the directory of the opening table is cut off")
		}
	}
	left, blocks := v[4], v[5]
	if v[0] == 0 || v[0] > maxThreshold || v[1] > uint64(frames) || blocks > uint64(frames) || v[1]+blocks != uint64(frames) ||
		v[2] > uint64(games) || v[3] > maxYear || left > uint64(len(src)) || blocks > uint64(len(src)) {
		return nil, corrupt.New("the directory of the opening table is of other frames than those before it")
	}
	if err := corrupt.First(limit.HoldEach(int(left), leftCost), limit.HoldEach(int(blocks), blockCost)); err != nil {
		return nil, err
	}
	d := &Directory{Threshold: int(v[0]), Covers: int(v[1]), Games: int64(v[2]), LastYear: int(v[3])}
	next := uint64(0)
	for range left {
		var skip uint64
		if skip, src, err = binfmt.Uvarint(src); err != nil || skip >= v[1] || next+skip >= v[1] {
			return nil, corrupt.New("the opening table leaves out frames that it does not cover")
		}
		d.Left = append(d.Left, int(next+skip))
		next += skip + 1
	}
	var before Key
	for range blocks {
		rows, rest, err := binfmt.Uvarint(src)
		if err != nil || rows == 0 || rows > maxRows || len(rest) == 0 || int(rest[0]) >= KeySize || len(rest) < 1+KeySize-int(rest[0]) {
			return nil, corrupt.New("the directory of the opening table lacks a block")
		}
		b := Block{First: before, Rows: int(rows)}
		same := int(rest[0])
		copy(b.First[same:], rest[1:])
		src = rest[1+KeySize-same:]
		if b.First.Compare(&before) <= 0 || b.First[same] == before[same] {
			return nil, corrupt.New("the directory of the opening table is not sorted")
		}
		d.Blocks = append(d.Blocks, b)
		before = b.First
	}
	if len(src) > 0 {
		return nil, corrupt.New("something follows the directory of the opening table")
	}
	return d, nil
}
