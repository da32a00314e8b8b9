package moves

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// ErrModel says that bytes are no model, or none that this version reads.
var ErrModel = errors.New("moves: not a model")

// Magic starts a model. Its last byte is the version, which changes with the
// features.
const Magic = "CZM\x01"

// Parts of a model.
const (
	partAbout   = 1 // text: what it was learned from
	partWeights = 2 // tableSize bytes, int8 each
)

const tableSize = 1 << TableBits

// maxModel bounds the size of a model in bytes.
const maxModel = 32 << 20

// Model is a set of weights. It does not change, and several goroutines may
// use it at once.
type Model struct {
	weights *[tableSize]byte // int8 each
	about   string
	id      uint64
}

// ParseModel reads a model. It keeps data, which must not be changed after.
func ParseModel(data []byte) (*Model, error) {
	if len(data) < len(Magic)+8 || string(data[:len(Magic)-1]) != Magic[:len(Magic)-1] {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrModel, Magic[:len(Magic)-1])
	}
	if v := data[len(Magic)-1]; v != Magic[len(Magic)-1] {
		return nil, fmt.Errorf("%w of this version: it has version %d, not %d; train it again", ErrModel, v, Magic[len(Magic)-1])
	}
	if len(data) > maxModel {
		return nil, fmt.Errorf("%w: %d bytes are too many", ErrModel, len(data))
	}
	body, sum := data[:len(data)-8], data[len(data)-8:]
	m := &Model{id: xxhash.Sum64(body)}
	if m.id != binary.LittleEndian.Uint64(sum) {
		return nil, fmt.Errorf("%w: checksum mismatch, the file is damaged", ErrModel)
	}
	rest := body[len(Magic):]
	for len(rest) > 0 {
		kind := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, fmt.Errorf("%w: a part is cut off", ErrModel)
		}
		part := rest[1+n:][:size]
		rest = rest[1+n+int(size):]
		switch kind {
		case partAbout:
			m.about = string(part)
		case partWeights:
			if len(part) != tableSize {
				return nil, fmt.Errorf("%w: %d weights, want %d", ErrModel, len(part), tableSize)
			}
			m.weights = (*[tableSize]byte)(part)
		default:
			return nil, fmt.Errorf("%w: unknown part %d", ErrModel, kind)
		}
	}
	if m.weights == nil {
		return nil, fmt.Errorf("%w: it has no weights", ErrModel)
	}
	return m, nil
}

// AppendModel appends a model with the given weights, tableSize of them in
// units of 1/32 of a natural logarithm, and a text that says what it was
// learned from.
func AppendModel(dst []byte, weights []int8, about string) []byte {
	start := len(dst)
	dst = append(dst, Magic...)
	dst = append(dst, partAbout)
	dst = binary.AppendUvarint(dst, uint64(len(about)))
	dst = append(dst, about...)
	dst = append(dst, partWeights)
	dst = binary.AppendUvarint(dst, uint64(len(weights)))
	for _, w := range weights {
		dst = append(dst, byte(w))
	}
	return binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(dst[start:]))
}

// ID returns the number by which archives name the model: equal models have
// equal numbers, and different ones hardly ever.
func (m *Model) ID() uint64 { return m.id }

// About returns what the model was learned from, as text.
func (m *Model) About() string { return m.about }
