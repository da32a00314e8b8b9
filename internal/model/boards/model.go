package boards

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/chesszip/chesszip/internal/model/container"
)

// ErrModel is returned for bytes that are not a model that this version reads.
var ErrModel = errors.New("boardmodel: not a model")

// Magic starts a model. Its last byte is the version, which changes with the
// features.
const Magic = "CZS\x01"

// Parts of a model.
const (
	partAbout   = 1 // text: what it was learned from
	partWeights = 2 // logarithms of the numbers of rows, zstd of masks and weights
)

// The kinds of choices, each with a separate table of weights.
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

// maxModel bounds the size of a model in bytes: more than the size of the largest
// tables if nothing can be compressed.
const maxModel = 32 << 20

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

// Model is a set of weights. It is immutable, and several goroutines may use it at
// once.
type Model struct {
	bits    []int8
	pawns   []uint16 // 128 + weight in each byte, the white pawn's the lower
	pieces  []uint64 // 128 + weight in each byte, the white knight's the lowest
	squares []int8
	// The shifts turn the hash of a feature into the index of its row.
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

// format is the format of models in files.
var format = container.Format{Magic: Magic, Err: ErrModel, MaxSize: maxModel}

// ParseModel reads a model. It does not keep data.
func ParseModel(data []byte) (*Model, error) {
	_, parts, err := format.Open(data)
	if err != nil {
		return nil, err
	}
	var m *Model
	about := ""
	for part, err := range parts {
		if err != nil {
			return nil, err
		}
		switch part.Kind {
		case partAbout:
			about = string(part.Data)
		case partWeights:
			m, err = parseWeights(part.Data)
		default:
			err = fmt.Errorf("%w: unknown part %d", ErrModel, part.Kind)
		}
		if err != nil {
			return nil, err
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
	raw, err := container.Unpack(part[Tables:], n+n/8)
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

// AppendModel appends a model with the given weights, as for NewModel, and a text
// about what it was learned from.
func AppendModel(dst []byte, sizes Sizes, weights []int8, about string) ([]byte, error) {
	if _, err := NewModel(sizes, weights); err != nil {
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
	packed, err := container.Pack(sizes[:], append(masks, values...))
	if err != nil {
		return dst, err
	}
	return format.Append(dst, container.Part{Kind: partAbout, Data: []byte(about)}, container.Part{Kind: partWeights, Data: packed}), nil
}

// Sizes returns the sizes of the tables.
func (m *Model) Sizes() Sizes { return m.sizes }

// About returns a text about what the model was learned from.
func (m *Model) About() string { return m.about }
