package moves

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/container"
	"github.com/chesszip/chesszip/internal/model/network"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
)

const modelsHeading = `Models of moves, docs/spec/moves.md, 10, and what they make of a position, 16 and 19.
file     the bytes of a model's file, hexadecimal
has      its search | its lines | 1 with a network, else 0
fen      a position, of which nothing is known
parts    the frequencies of its legal moves, in the legal order
refused  the class of refusal`

func bitOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// manyMoves is a position with many legal moves.
const manyMoves = "QQQQQQQ1/Q6Q/Q6Q/8/8/8/QQQQQ3/7K w - - 0 40"

// prepared returns a Predictor that has seen a position, and its legal moves.
func prepared(t *testing.T, m *Model, fen string) (q *Predictor, legal []board.Move, freq []uint32) {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	legal = movegen.AppendLegal(nil, &p)
	q = NewPredictor(m)
	return q, legal, q.Predict(&p, &Past{}, &Known{}, legal)
}

// farBehind returns a model with the most lines, by which two of many moves are 448 steps
// before all others.
func farBehind(t *testing.T) []byte {
	t.Helper()
	w := make([]int8, MaxLines*LineWeights)
	m, err := NewModel(w, false, nil)
	require.NoError(t, err)
	q, legal, _ := prepared(t, m, manyMoves)
	for _, i := range []int{3, len(legal) - 5} {
		at := &q.f.at[i]
		for _, k := range []int{fPlan, fPhase, fEcho, fClock} { // features whose cell is the move's own
			require.Zero(t, w[at[k]])
			w[at[k]] = 112
		}
	}
	m, err = NewModel(w, false, nil)
	require.NoError(t, err)
	q, legal, _ = prepared(t, m, manyMoves)
	for i := range legal {
		score := q.score[i]
		require.True(t, score == 0 || score == 448, "%d", score)
	}
	data, err := AppendModel(nil, w, false, nil, "", false)
	require.NoError(t, err)
	return data
}

// smallModels returns files of models.
func smallModels(t *testing.T) (list []struct {
	name string
	data []byte
}) {
	t.Helper()
	add := func(name string, data []byte) {
		list = append(list, struct {
			name string
			data []byte
		}{name, data})
	}
	w := make([]int8, 4*LineWeights)
	for i := range w {
		w[i] = int8(i*37+i*i) / 16
	}
	r := uint32(7)
	drawn := func(features int) *network.Network {
		n := drawnNetwork(network.Block, features, func(most int) int {
			r = r*1664525 + 1013904223
			return int(r>>8)%(2*most+1) - most
		})
		for k := range n.Out() {
			n.Out()[k] /= 64
		}
		return n
	}
	for _, c := range []struct {
		name        string
		lines       int
		deep, plain bool
		n           *network.Network
	}{{"one line", 1, false, true, nil}, {"three lines, with the search", 3, true, true, nil}, {"four lines, packed", 4, false, false, nil}, {"a network and the search", 2, true, true, drawn(numFeatures)}, {"a network", 4, false, false, drawn(numShallow)}} {
		data, err := AppendModel(nil, w[:c.lines*LineWeights], c.deep, c.n, "learned from "+c.name, c.plain)
		require.NoError(t, err)
		add(c.name, data)
	}
	add("262,144 lines, packed, and moves that are 448 behind", farBehind(t))
	return list
}

// badModels are files that must be refused, with the class.
func badModels(t *testing.T) (list []struct {
	name, class string
	data        []byte
}) {
	t.Helper()
	add := func(name, class string, data []byte) {
		list = append(list, struct {
			name, class string
			data        []byte
		}{name, class, data})
	}
	weights := func(search byte, lines uint32, n int) []byte {
		return append(binary.LittleEndian.AppendUint32([]byte{search}, lines), make([]byte, n)...)
	}
	packed := func(lines uint32, n int) []byte {
		data, err := container.Pack(weights(0, lines, 0), make([]byte, n))
		require.NoError(t, err)
		return data
	}
	of := func(parts ...container.Part) []byte { return format.Append(nil, parts...) }
	sound := container.Part{Kind: partWeights, Data: weights(0, 1, LineWeights)}
	deep := container.Part{Kind: partWeights, Data: weights(1, 1, LineWeights)}
	add("another beginning", "damaged", append([]byte("CZN"), of(sound)[3:]...))
	add("version 2", "version", append([]byte("CZM\x02"), of(sound)[4:]...))
	add("version 4", "version", append([]byte("CZM\x04"), of(sound)[4:]...))
	add("another checksum", "checksum", append(of(sound)[:len(of(sound))-1], 0))
	add("too short", "damaged", of()[:11])
	add("no parts", "damaged", of())
	add("no weights", "damaged", of(container.Part{Kind: partAbout}))
	for _, kind := range []byte{0, 5, 6} {
		add(fmt.Sprintf("a part of kind %d", kind), "damaged", of(sound, container.Part{Kind: kind}))
	}
	add("a part twice", "damaged", of(container.Part{Kind: partAbout}, container.Part{Kind: partAbout}, sound))
	add("weights twice", "damaged", of(sound, container.Part{Kind: partPacked, Data: packed(4, 4*LineWeights)}))
	add("a part that is cut off", "damaged", of(sound)[:4+1+1+20])
	add("search 2", "damaged", of(container.Part{Kind: partWeights, Data: weights(2, 1, LineWeights)}))
	add("no line", "damaged", of(container.Part{Kind: partWeights, Data: weights(0, 0, 0)}))
	add("262,145 lines", "damaged", of(container.Part{Kind: partPacked, Data: packed(MaxLines+1, (MaxLines+1)*LineWeights)}))
	add("a weight too few", "damaged", of(container.Part{Kind: partWeights, Data: weights(0, 1, LineWeights-1)}))
	add("a weight too many", "damaged", of(container.Part{Kind: partWeights, Data: weights(0, 1, LineWeights+1)}))
	add("a packed weight too many", "damaged", of(container.Part{Kind: partPacked, Data: packed(4, 4*LineWeights+1)}))
	part := func(n *network.Network, change func(part []byte) []byte) container.Part {
		return container.Part{Kind: partNetwork, Data: change(n.Append(nil))}
	}
	small := network.New(network.Block, numShallow)
	add("a network of no bytes", "damaged", of(sound, container.Part{Kind: partNetwork}))
	add("a network of no hidden units", "damaged", of(sound, container.Part{Kind: partNetwork, Data: []byte{0}}))
	add("a network that is too short", "damaged", of(sound, part(small, func(part []byte) []byte { return part[:len(part)-1] })))
	add("a network for the search", "damaged", of(sound, part(network.New(network.Block, numFeatures), slices.Clone)))
	add("a network for no search", "damaged", of(deep, part(small, slices.Clone)))
	for j := range numShallow {
		small.In(j)[23] = 127
	}
	for _, row := range []int{network.PieceRow, network.PieceRow + 1, network.PieceRow + 2, network.ReplyRow, network.StartRow, network.PlanRow, network.TargetRow} {
		small.Bias(row)[23] = math.MaxInt16
	}
	small.Bias(network.OriginRow)[23] = math.MinInt16
	small.Bias(0)[23] = 6151
	require.Equal(t, network.MaxSum+1, small.Most(23))
	add("a hidden unit that can add up to 2^20", "damaged", of(sound, part(small, slices.Clone)))
	// A file that is cut off needs a new checksum.
	for i, c := range list {
		if strings.Contains(c.name, "cut off") {
			list[i].data = slices.Concat(c.data, of()[4:])
			body := len(list[i].data) - 8
			binary.LittleEndian.PutUint64(list[i].data[body:], xxhash.Sum64(list[i].data[:body]))
		}
	}
	return list
}

// TestModelVectors checks vectors/layers/movemodels.txt.
func TestModelVectors(t *testing.T) {
	var list []*vectors.Vector
	for _, c := range smallModels(t) {
		m, err := ParseModel(c.data)
		require.NoError(t, err, c.name)
		v := vectors.New("%s", c.name)
		v.Add("file", "%x", c.data)
		v.Add("has", "%d | %d | %d", bitOf(m.Deep()), m.Lines(), bitOf(m.Network() != nil))
		v.Add("fen", "%s", manyMoves)
		_, _, freq := prepared(t, m, manyMoves)
		v.Add("parts", "%s", strings.Trim(fmt.Sprint(freq), "[]"))
		list = append(list, v)
	}
	for _, c := range badModels(t) {
		_, err := ParseModel(bytes.Clone(c.data))
		require.ErrorIs(t, err, ErrModel, c.name)
		v := vectors.New("%s", c.name)
		v.Add("file", "%x", c.data)
		v.Add("refused", "%s", c.class)
		list = append(list, v)
	}
	golden.Equal(t, "../../../vectors/layers/movemodels.txt", vectors.File(modelsHeading, list))
}
