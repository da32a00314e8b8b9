package squares

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
)

// ErrModel says that bytes are no model, or none that this version reads.
var ErrModel = errors.New("squares: not a model")

// Magic starts a model. Its last byte is the version, which changes with the
// features.
const Magic = "CZS\x01"

// Parts of a model.
const (
	partAbout   = 1 // text: what it was learned from
	partWeights = 2 // logarithms of the numbers of rows, zstd of masks and weights
)

// The kinds of choices, each with a table of weights of its own.
const (
	Bits    = iota // one weight a row, for 1
	Pawns          // two, for a white and a black pawn
	Pieces         // eight, for the white knight, bishop, rook, queen and the black ones
	Squares        // one, for the square
	Tables
)

// Widths are the weights of a row in each table.
var Widths = [Tables]int{1, 2, 8, 1}

// Sizes are the logarithms of the numbers of rows of each table.
type Sizes [Tables]uint8

// maxSize is the largest logarithm of a number of rows.
const maxSize = 20

func (z Sizes) check() error {
	for i, n := range z {
		if n < 4 || n > maxSize {
			return fmt.Errorf("%w: 2^%d rows in table %d, want 2^4 to 2^%d", ErrModel, n, i, maxSize)
		}
	}
	return nil
}

// Weights returns the number of weights of all tables.
func (z Sizes) Weights() (n int) {
	for i, size := range z {
		n += Widths[i] << size
	}
	return n
}

// Model is a set of weights. It does not change, and several goroutines may
// use it at once.
type Model struct {
	bits    []int8
	pawns   []uint16 // 128 + weight in each byte, the white pawn's the lower
	pieces  []uint64 // 128 + weight in each byte, the white knight's the lowest
	squares []int8
	// The shifts turn the hash of a feature into the place of its row.
	bitShift, pawnShift, pieceShift, squareShift uint8

	sizes Sizes
	about string
}

// NewModel returns a model with the given weights, in units of 1/Unit of a
// natural logarithm: table after table, row after row. None may be -128.
func NewModel(sizes Sizes, weights []int8) (*Model, error) {
	if err := sizes.check(); err != nil {
		return nil, err
	}
	if len(weights) != sizes.Weights() {
		return nil, fmt.Errorf("%w: %d weights, want %d", ErrModel, len(weights), sizes.Weights())
	}
	m := &Model{
		sizes:    sizes,
		bitShift: 32 - sizes[Bits], pawnShift: 32 - sizes[Pawns], pieceShift: 32 - sizes[Pieces], squareShift: 32 - sizes[Squares],
		pawns:  make([]uint16, 1<<sizes[Pawns]),
		pieces: make([]uint64, 1<<sizes[Pieces]),
	}
	m.bits, weights = weights[:1<<sizes[Bits]], weights[1<<sizes[Bits]:]
	for i := range m.pawns {
		m.pawns[i] = uint16(uint8(weights[0])^128) | uint16(uint8(weights[1])^128)<<8
		weights = weights[2:]
	}
	for i := range m.pieces {
		var x uint64
		for j, w := range weights[:8] {
			x |= uint64(uint8(w)^128) << (8 * j)
		}
		m.pieces[i] = x
		weights = weights[8:]
	}
	m.squares = weights
	return m, nil
}

// ParseModel reads a model. It does not keep data.
func ParseModel(data []byte) (*Model, error) {
	if len(data) < len(Magic)+8 || string(data[:len(Magic)-1]) != Magic[:len(Magic)-1] {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrModel, Magic[:len(Magic)-1])
	}
	if v := data[len(Magic)-1]; v != Magic[len(Magic)-1] {
		return nil, fmt.Errorf("%w of this version: it has version %d, not %d; train it again", ErrModel, v, Magic[len(Magic)-1])
	}
	body, sum := data[:len(data)-8], data[len(data)-8:]
	if xxhash.Sum64(body) != binary.LittleEndian.Uint64(sum) {
		return nil, fmt.Errorf("%w: checksum mismatch, the file is damaged", ErrModel)
	}
	var m *Model
	about := ""
	for rest := body[len(Magic):]; len(rest) > 0; {
		kind := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, fmt.Errorf("%w: a part is cut off", ErrModel)
		}
		part := rest[1+n:][:size]
		rest = rest[1+n+int(size):]
		switch kind {
		case partAbout:
			about = string(part)
		case partWeights:
			var err error
			if m, err = parseWeights(part); err != nil {
				return nil, err
			}
		default:
			return nil, fmt.Errorf("%w: unknown part %d", ErrModel, kind)
		}
	}
	if m == nil {
		return nil, fmt.Errorf("%w: it has no weights", ErrModel)
	}
	m.about = about
	return m, nil
}

func parseWeights(part []byte) (*Model, error) {
	if len(part) < Tables {
		return nil, fmt.Errorf("%w: its weights are cut off", ErrModel)
	}
	sizes := Sizes(part[:Tables])
	if err := sizes.check(); err != nil {
		return nil, err
	}
	n := sizes.Weights()
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(max(n+n/8, 1<<16))))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	raw, err := z.DecodeAll(part[Tables:], make([]byte, 0, n/2))
	if err != nil || len(raw) < n/8 {
		return nil, fmt.Errorf("%w: its weights cannot be unpacked: %d bytes, %v", ErrModel, len(raw), err)
	}
	weights := make([]int8, n)
	masks, values := raw[:n/8], raw[n/8:]
	for i, mask := range masks {
		for m := uint(mask); m != 0; m &= m - 1 {
			if len(values) == 0 || values[0] == 0 {
				return nil, fmt.Errorf("%w: a weight is missing", ErrModel)
			}
			weights[8*i+bits.TrailingZeros(m)] = int8(values[0])
			values = values[1:]
		}
	}
	if len(values) != 0 {
		return nil, fmt.Errorf("%w: %d weights too many", ErrModel, len(values))
	}
	return NewModel(sizes, weights)
}

// AppendModel appends a model with the given weights, as for NewModel, and a
// text that says what it was learned from.
func AppendModel(dst []byte, sizes Sizes, weights []int8, about string) ([]byte, error) {
	if _, err := NewModel(sizes, weights); err != nil {
		return dst, err
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		return dst, err
	}
	masks := make([]byte, len(weights)/8, len(weights))
	var values []byte
	for i, w := range weights {
		if w != 0 {
			masks[i/8] |= 1 << (i % 8)
			values = append(values, byte(w))
		}
	}
	part := z.EncodeAll(append(masks, values...), sizes[:])
	start := len(dst)
	dst = append(dst, Magic...)
	dst = append(dst, partAbout)
	dst = binary.AppendUvarint(dst, uint64(len(about)))
	dst = append(dst, about...)
	dst = append(dst, partWeights)
	dst = binary.AppendUvarint(dst, uint64(len(part)))
	dst = append(dst, part...)
	return binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(dst[start:])), nil
}

// Sizes returns the sizes of the tables.
func (m *Model) Sizes() Sizes { return m.sizes }

// About returns what the model was learned from, as text.
func (m *Model) About() string { return m.about }
