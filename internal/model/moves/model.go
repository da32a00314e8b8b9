package moves

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/internal/model/container"
	"github.com/chesszip/chesszip/internal/model/network"
)

// ErrModel is returned for bytes that are not a model that this version reads.
var ErrModel = errors.New("learned: not a model")

// Magic starts a model. Its last byte is the version, which changes with the
// features.
const Magic = "CZM\x03"

// Parts of a model.
const (
	partAbout   = 1 // text: what it was learned from
	partWeights = 2 // kind, number of lines in 4 bytes, int8 each
	partNetwork = 3 // network.Network
	partPacked  = 4 // in place of partWeights: the same, its weights packed by zstd
)

// Kinds of weights.
const (
	kindShallow = 0
	kindDeep    = 1 // with the features that need a search
)

// LineWeights is the number of weights in a line of a table, which are in one line of
// the processor's cache.
const LineWeights = 64

// Numbers of lines: of the default model, of the max model, and the most that there
// can be.
const (
	UsualLines = 1 << 16
	LargeLines = 3 << 16
	MaxLines   = 1 << 18
)

// maxModel bounds the size of a model in bytes.
const maxModel = 32 << 20

// Model is a set of weights. It does not change, and several goroutines may
// use it at once.
type Model struct {
	weights []byte // int8 each
	deep    bool   // whether it has weights for the features of the search
	network *network.Stage
	about   string
	id      uint64
	data    []byte
}

// format is the format of models in files.
var format = container.Format{Magic: Magic, Err: ErrModel, MaxSize: maxModel}

// ParseModel reads a model. It keeps data, which the caller must not change
// afterwards.
func ParseModel(data []byte) (*Model, error) {
	sum, parts, err := format.Open(data)
	if err != nil {
		return nil, err
	}
	m := &Model{id: sum, data: data}
	var last []byte // the part of the network
	for part, err := range parts {
		if err != nil {
			return nil, err
		}
		switch part.Kind {
		case partAbout:
			m.about = string(part.Data)
		case partWeights:
			err = m.parseWeights(part.Data, false)
		case partPacked:
			err = m.parseWeights(part.Data, true)
		case partNetwork:
			last = part.Data
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
	if last != nil {
		n, err := network.Parse(last, m.features())
		if err != nil {
			return nil, fmt.Errorf("%w: its network: %w", ErrModel, err)
		}
		m.network = n.Stage(order[:m.features()])
	}
	return m, nil
}

// features returns the number of weights that make up a score.
func (m *Model) features() int { return (&Features{Deep: m.deep}).Count() }

// weightsHead is the number of bytes before the weights in their part.
const weightsHead = 1 + 4

func (m *Model) parseWeights(part []byte, packed bool) (err error) {
	if m.weights != nil || len(part) < weightsHead || part[0] > kindDeep {
		return fmt.Errorf("%w: weights of unknown kind", ErrModel)
	}
	m.deep = part[0] == kindDeep
	lines := binary.LittleEndian.Uint32(part[1:])
	if lines < 1 || lines > MaxLines {
		return fmt.Errorf("%w: %d lines of weights, want 1 to %d", ErrModel, lines, MaxLines)
	}
	raw, size := part[weightsHead:], int(lines)*LineWeights
	if packed {
		if raw, err = container.Unpack(raw, size); err != nil {
			return fmt.Errorf("%w: its weights cannot be unpacked: %w", ErrModel, err)
		}
	}
	if len(raw) != size {
		return fmt.Errorf("%w: %d lines of weights in %d bytes", ErrModel, lines, len(raw))
	}
	if !packed { // a copy begins at a line of the processor's cache, unlike the part of a file
		raw = bytes.Clone(raw)
	}
	m.weights = raw
	return nil
}

// AppendModel appends a model with the given weights, whole lines in units of 1/32 of
// a natural logarithm; deep if they include the features of the search; a network or
// nil; and a text about what it was learned from. Plain weights are stored
// uncompressed, others packed.
func AppendModel(dst []byte, weights []int8, deep bool, n *network.Network, about string, plain bool) ([]byte, error) {
	m, err := NewModel(weights, deep, n)
	if err != nil {
		return dst, err
	}
	kind := byte(kindShallow)
	if deep {
		kind = kindDeep
	}
	head := binary.LittleEndian.AppendUint32([]byte{kind}, m.Lines())
	table := container.Part{Kind: partWeights, Data: slices.Concat(head, m.weights)}
	if !plain {
		packed, err := container.Pack(head, m.weights)
		if err != nil {
			return dst, err
		}
		table = container.Part{Kind: partPacked, Data: packed}
	}
	parts := []container.Part{{Kind: partAbout, Data: []byte(about)}, table}
	if n != nil {
		parts = append(parts, container.Part{Kind: partNetwork, Data: n.Append(nil)})
	}
	return format.Append(dst, parts...), nil
}

// NewModel returns a model with the given weights and network, as for
// AppendModel.
func NewModel(weights []int8, deep bool, n *network.Network) (*Model, error) {
	lines := len(weights) / LineWeights
	if lines < 1 || lines > MaxLines || len(weights) != lines*LineWeights {
		return nil, fmt.Errorf("moves: %d weights, want 1 to %d lines of %d", len(weights), MaxLines, LineWeights)
	}
	m := &Model{weights: bytesOf(weights), deep: deep}
	if n != nil {
		if err := n.Check(m.features()); err != nil {
			return nil, err
		}
		m.network = n.Stage(order[:m.features()])
	}
	return m, nil
}

// Bytes returns the data of ParseModel, or nil for a model of NewModel.
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

// Lines returns the number of lines of weights.
func (m *Model) Lines() uint32 { return uint32(len(m.weights) / LineWeights) }

// Deep reports whether the model has features of the search.
func (m *Model) Deep() bool { return m.deep }

// ID returns the number by which archives name the model: equal models have equal
// numbers, different ones almost never.
func (m *Model) ID() uint64 { return m.id }

// IDOf returns the ID of the model in data, which must be valid.
func IDOf(data []byte) uint64 { return container.Sum(data) }

// About returns a text about what the model was learned from.
func (m *Model) About() string { return m.about }

// Network returns the network, or nil.
func (m *Model) Network() *network.Network {
	if m.network == nil {
		return nil
	}
	return m.network.Network()
}
