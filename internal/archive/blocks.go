package archive

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// Kinds from FirstBlocks to LastBlocks are of streams of blocks. Such a stream can be
// read without the rest of its frame, and each block has a checksum of its own; the
// checksum of the frame covers everything except the data of the blocks.
const (
	FirstBlocks = 256
	LastBlocks  = 1023
)

func hasBlocks(kind uint16) bool { return kind >= FirstBlocks && kind <= LastBlocks }

// Blocks is the front of a stream of blocks, and as many of its blocks as are at hand.
type Blocks struct {
	// Head is the caller's. It is covered by the checksum of the front.
	Head []byte

	front int   // bytes before the first block
	ends  []int // of the blocks in data
	sums  []byte
	data  []byte
}

// AppendBlocks appends a stream of blocks of the given kind for a frame of so many
// games.
func AppendBlocks(dst []byte, kind uint16, games int64, head []byte, blocks [][]byte) []byte {
	start := len(dst)
	dst = binfmt.AppendUvarint(dst, uint64(len(blocks)))
	dst = binfmt.AppendBytes(dst, head)
	for _, b := range blocks {
		dst = binfmt.AppendUvarint(dst, uint64(len(b)))
	}
	for _, b := range blocks {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(xxhash.Sum64(b)))
	}
	dst = binary.LittleEndian.AppendUint32(dst, frontSum(kind, games, dst[start:]))
	for _, b := range blocks {
		dst = append(dst, b...)
	}
	return dst
}

// frontSum returns the checksum of the front of a stream of blocks.
func frontSum(kind uint16, games int64, front []byte) uint32 {
	d := xxhash.New()
	b := binary.LittleEndian.AppendUint16(nil, kind)
	_, _ = d.Write(binary.LittleEndian.AppendUint64(b, uint64(games))) // cannot fail
	_, _ = d.Write(front)
	return uint32(d.Sum64())
}

// ParseBlocks reads a stream of blocks of the given kind, in a frame of so many games,
// and checks the checksum of its front. It refers to src.
func ParseBlocks(kind uint16, games int64, src []byte) (b Blocks, err error) {
	b, size, err := parseFront(src)
	if err != nil {
		return b, err
	}
	if frontSum(kind, games, src[:b.front-4]) != binary.LittleEndian.Uint32(src[b.front-4:]) {
		return b, corrupt.Of(corrupt.ErrSum, "the checksum of the front of a stream of blocks is wrong")
	}
	if size != len(src) {
		return b, corrupt.New("a stream of blocks has other bytes than its blocks")
	}
	b.data = src[b.front:]
	return b, nil
}

// parseFront reads the front of a stream of blocks, of which src may be a part, and
// returns the size of the whole stream. It does not check the checksum.
func parseFront(src []byte) (b Blocks, size int, err error) {
	bad := func() (Blocks, int, error) {
		return Blocks{}, 0, corrupt.New("the front of a stream of blocks is malformed or cut off")
	}
	n, rest, err := binfmt.Uvarint(src)
	if err != nil || n > uint64(len(rest))/5 { // a length and a checksum each
		return bad()
	}
	if b.Head, rest, err = binfmt.Bytes(rest); err != nil || n > uint64(len(rest))/5 {
		return bad()
	}
	b.ends = make([]int, n)
	total := uint64(0)
	for i := range b.ends {
		var length uint64
		if length, rest, err = binfmt.Uvarint(rest); err != nil || length > math.MaxInt32 {
			return bad()
		}
		if total += length; total > math.MaxInt32 {
			return bad()
		}
		b.ends[i] = int(total)
	}
	sums := 4 * int(n)
	if len(rest) < sums+4 {
		return bad()
	}
	b.sums = rest[:sums]
	b.front = len(src) - len(rest) + sums + 4
	return b, b.front + int(total), nil
}

// Len returns the number of blocks.
func (b *Blocks) Len() int { return len(b.ends) }

// Block returns a block, or an error if its checksum is wrong.
func (b *Blocks) Block(i int) ([]byte, error) {
	from := 0
	if i > 0 {
		from = b.ends[i-1]
	}
	if b.ends[i] > len(b.data) {
		return nil, fmt.Errorf("archive: block %d was not read", i+1)
	}
	data := b.data[from:b.ends[i]:b.ends[i]]
	if uint32(xxhash.Sum64(data)) != binary.LittleEndian.Uint32(b.sums[4*i:]) {
		return nil, corrupt.Of(corrupt.ErrSum, fmt.Sprintf("the checksum of block %d is wrong", i+1))
	}
	return data, nil
}

// checkBlocks returns an error unless a stream of blocks is undamaged.
func checkBlocks(s Stream, games int64) error {
	b, err := ParseBlocks(s.Kind, games, s.Data)
	if err == nil {
		err = b.check()
	}
	if err != nil {
		return fmt.Errorf("stream of kind %d: %w", s.Kind, err)
	}
	return nil
}

// check returns the error of the first damaged block.
func (b *Blocks) check() error {
	for i := range b.ends {
		if _, err := b.Block(i); err != nil {
			return err
		}
	}
	return nil
}
