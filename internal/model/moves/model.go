package moves

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/chesszip/chesszip/internal/model/container"
)

// ErrModel says that bytes are not a model, or not one that this version reads.
var ErrModel = errors.New("learned: not a model")

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

// usualBits is the logarithm of the number of weights of the default model.
const usualBits = 22

// maxModel bounds the size of a model in bytes.
const maxModel = 32 << 20

// Model is a set of weights. It does not change, and several goroutines may
// use it at once.
type Model struct {
	weights []byte                // 1<<(32-shift) int8, as a file has them
	usual   *[1 << usualBits]byte // the same, if there are so many
	large   *[1 << MaxBits]byte   // or so many
	shift   uint8                 // turns the hash of a feature into the place of its weight
	deep    bool                  // whether there are weights for the features of the search
	network *Network
	lanes   *lanes // the same, if its numbers fit
	about   string
	id      uint64
	data    []byte
}

// format is the format of models in files.
var format = container.Format{Magic: Magic, Err: ErrModel, MaxSize: maxModel}

// ParseModel reads a model. It keeps data, which must not be changed after.
func ParseModel(data []byte) (*Model, error) {
	sum, parts, err := format.Open(data)
	if err != nil {
		return nil, err
	}
	m := &Model{id: sum, data: data}
	for part, err := range parts {
		if err != nil {
			return nil, err
		}
		switch part.Kind {
		case partAbout:
			m.about = string(part.Data)
		case partWeights:
			err = m.parseWeights(part.Data)
		case partNetwork:
			if m.network, err = parseNetwork(part.Data); err == nil {
				m.lanes = newLanes(m.network)
			}
		default:
			err = fmt.Errorf("%w: unknown part %d", ErrModel, part.Kind)
		}
		if err != nil {
			return nil, err
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
	raw, err := container.Unpack(part[2:], size)
	if err != nil || len(raw) != size {
		return fmt.Errorf("%w: its weights cannot be unpacked: %d of %d, %v", ErrModel, len(raw), size, err)
	}
	m.setWeights(raw)
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
	kind := byte(kindShallow)
	if deep {
		kind = kindDeep
	}
	packed, err := container.Pack([]byte{kind, byte(m.Bits())}, m.weights)
	if err != nil {
		return dst, err
	}
	parts := []container.Part{{Kind: partAbout, Data: []byte(about)}, {Kind: partWeights, Data: packed}}
	if n != nil {
		parts = append(parts, container.Part{Kind: partNetwork, Data: n.append(nil)})
	}
	return format.Append(dst, parts...), nil
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
	m := &Model{shift: uint8(32 - n), deep: deep, network: network}
	if network != nil {
		m.lanes = newLanes(network)
	}
	m.setWeights(bytesOf(weights))
	return m, nil
}

func (m *Model) setWeights(weights []byte) {
	m.weights = weights
	if len(weights) == 1<<usualBits {
		m.usual = (*[1 << usualBits]byte)(weights)
	}
	if len(weights) == 1<<MaxBits {
		m.large = (*[1 << MaxBits]byte)(weights)
	}
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
func IDOf(data []byte) uint64 { return container.Sum(data) }

// About returns what the model was learned from, as text.
func (m *Model) About() string { return m.about }
