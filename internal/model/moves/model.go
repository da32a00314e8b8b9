package moves

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
)

// ErrModel says that bytes are no model, or none that this version reads.
var ErrModel = errors.New("moves: not a model")

// Magic starts a model. Its last byte is the version, which changes with the
// features.
const Magic = "CZM\x01"

// Parts of a model.
const (
	partAbout   = 1 // text: what it was learned from
	partWeights = 2 // kind, logarithm of the number of weights, zstd of int8 each
	partNetwork = 3 // Network
)

// Kinds of weights.
const (
	kindShallow = 0
	kindDeep    = 1 // with the features that need a search
)

// MaxBits is the largest logarithm of a number of weights.
const MaxBits = 24

// maxModel bounds the size of a model in bytes.
const maxModel = 32 << 20

// Model is a set of weights. It does not change, and several goroutines may
// use it at once.
type Model struct {
	weights []byte // 1<<(32-shift) int8, as a file has them
	shift   uint8  // turns the hash of a feature into the place of its weight
	deep    bool   // whether there are weights for the features of the search
	network *Network
	about   string
	id      uint64
	data    []byte
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
	m := &Model{id: xxhash.Sum64(body), data: data}
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
			if err := m.parseWeights(part); err != nil {
				return nil, err
			}
		case partNetwork:
			var err error
			if m.network, err = parseNetwork(part); err != nil {
				return nil, err
			}
		default:
			return nil, fmt.Errorf("%w: unknown part %d", ErrModel, kind)
		}
	}
	if m.weights == nil {
		return nil, fmt.Errorf("%w: it has no weights", ErrModel)
	}
	if m.network != nil && !m.deep {
		return nil, fmt.Errorf("%w: it has a network, but no weights for the search", ErrModel)
	}
	return m, nil
}

func (m *Model) parseWeights(part []byte) error {
	if len(part) < 2 || part[0] > kindDeep || part[1] < 8 || part[1] > MaxBits {
		return fmt.Errorf("%w: weights of unknown kind or size", ErrModel)
	}
	m.deep, m.shift = part[0] == kindDeep, 32-part[1]
	size := 1 << part[1]
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(max(size, 1<<16))))
	if err != nil {
		return err
	}
	defer z.Close()
	raw, err := z.DecodeAll(part[2:], make([]byte, 0, size))
	if err != nil || len(raw) != size {
		return fmt.Errorf("%w: its weights cannot be unpacked: %d of %d, %v", ErrModel, len(raw), size, err)
	}
	m.weights = raw
	return nil
}

// AppendModel appends a model with the given weights, a power of two of them
// in units of 1/32 of a natural logarithm, for the features with or without
// those of the search, a network for them or nil, and a text that says what it
// was learned from.
func AppendModel(dst []byte, weights []int8, deep bool, n *Network, about string) ([]byte, error) {
	m, err := NewModel(weights, deep, n)
	if err != nil {
		return dst, err
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		return dst, err
	}
	kind := byte(kindShallow)
	if deep {
		kind = kindDeep
	}
	part := z.EncodeAll(m.weights, []byte{kind, byte(m.Bits())})
	start := len(dst)
	dst = append(dst, Magic...)
	dst = append(dst, partAbout)
	dst = binary.AppendUvarint(dst, uint64(len(about)))
	dst = append(dst, about...)
	dst = append(dst, partWeights)
	dst = binary.AppendUvarint(dst, uint64(len(part)))
	dst = append(dst, part...)
	if n != nil {
		dst = append(dst, partNetwork)
		dst = binary.AppendUvarint(dst, networkSize)
		dst = n.append(dst)
	}
	return binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(dst[start:])), nil
}

// NewModel returns a model with the given weights and network, as for
// AppendModel.
func NewModel(weights []int8, deep bool, network *Network) (*Model, error) {
	n := bits.Len(uint(len(weights))) - 1
	if network != nil && !deep {
		return nil, errors.New("moves: a network needs the features of the search")
	}
	if n < 8 || n > MaxBits || len(weights) != 1<<n {
		return nil, fmt.Errorf("moves: %d weights, want a power of two from 2^8 to 2^%d", len(weights), MaxBits)
	}
	return &Model{weights: bytesOf(weights), shift: uint8(32 - n), deep: deep, network: network}, nil
}

// Bytes returns what ParseModel was given, nil for a model of NewModel.
func (m *Model) Bytes() []byte { return m.data }

// Weights returns a copy of the weights, in units of 1/Unit of a natural
// logarithm.
func (m *Model) Weights() []int8 {
	weights := make([]int8, len(m.weights))
	for i, w := range m.weights {
		weights[i] = int8(w)
	}
	return weights
}

func bytesOf(weights []int8) []byte {
	b := make([]byte, len(weights))
	for i, w := range weights {
		b[i] = byte(w)
	}
	return b
}

// Bits returns the logarithm of the number of weights.
func (m *Model) Bits() int { return 32 - int(m.shift) }

// Deep reports whether the model needs a search.
func (m *Model) Deep() bool { return m.deep }

// ID returns the number by which archives name the model: equal models have
// equal numbers, and different ones hardly ever.
func (m *Model) ID() uint64 { return m.id }

// IDOf returns the ID of the model in data, which must be sound.
func IDOf(data []byte) uint64 { return binary.LittleEndian.Uint64(data[len(data)-8:]) }

// About returns what the model was learned from, as text.
func (m *Model) About() string { return m.about }
