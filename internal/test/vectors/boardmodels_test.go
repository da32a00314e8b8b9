package vectors_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/internal/model/boards"
	"github.com/chesszip/chesszip/internal/model/container"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const boardModelsHeading = `Models of boards, docs/spec/positions.md, and positions by them.
file     the bytes of a model's file, hexadecimal
has      the logarithms of the numbers of rows | what it was learned from
code     a position by the learned code, hexadecimal | its FEN
refused  the class of refusal`

var boardModelFormat = container.Format{Magic: boards.Magic, Err: boards.ErrModel, MaxSize: 1 << 20}

// boardWeights are weights of all sizes, and many that are 0.
func boardWeights(sizes boards.Sizes) []int8 {
	r := numbers(uint32(sizes[0]))
	w := make([]int8, sizes.Weights())
	for i := range w {
		switch r(5) {
		case 0:
			w[i] = int8(r(255)) - 127
		case 1, 2:
			w[i] = int8(r(9)) - 4
		}
	}
	return w
}

// packedBoard returns a part with the weights of tables of 16 rows, changed before
// packing.
func packedBoard(t *testing.T, sizes []byte, change func(raw []byte) []byte) container.Part {
	t.Helper()
	raw := make([]byte, 192/8)
	raw[3], raw[20] = 5, 128
	b, err := container.Pack(slices.Clone(sizes), change(append(raw, 7, 255, 9)))
	require.NoError(t, err)
	return container.Part{Kind: 2, Data: b}
}

// TestBoardModels checks vectors/layers/boardmodels.txt.
func TestBoardModels(t *testing.T) {
	var list []*vectors.Vector
	for i, sizes := range []boards.Sizes{{4, 4, 4, 4}, {6, 5, 4, 7}, {4, 9, 6, 5}} {
		about := [...]string{"", "learned from \xc3\xa9", "two\nlines"}[i]
		data, err := boards.AppendModel(nil, sizes, boardWeights(sizes), about)
		require.NoError(t, err)
		s, err := boardmodel.Parse("own", data)
		require.NoError(t, err)
		require.Equal(t, about, s.About())
		v := vectors.New("rows 2^%d", sizes)
		v.Add("file", "%x", data)
		v.Add("has", "%d %d %d %d | %s", sizes[0], sizes[1], sizes[2], sizes[3], vectors.Quote([]byte(about)))
		for _, p := range walks(t, 40)[12*i : 12*i+12] {
			b, err := s.Append(nil, &p)
			require.NoError(t, err)
			v.Add("code", "%x | %s", b[2:], p.String())
		}
		list = append(list, v)
	}
	of := func(parts ...container.Part) []byte { return boardModelFormat.Append(nil, parts...) }
	rows := []byte{4, 4, 4, 4}
	same := func(raw []byte) []byte { return raw }
	sound := packedBoard(t, rows, same)
	cut := of(sound)[:4+1+1+9]
	cut = binary.LittleEndian.AppendUint64(cut, xxhash.Sum64(cut))
	for _, c := range []struct {
		name, class string
		data        []byte
	}{
		{"three weights", "", of(sound)},
		{"another beginning", "damaged", append([]byte("CZM"), of(sound)[3:]...)},
		{"version 2", "version", append([]byte("CZS\x02"), of(sound)[4:]...)},
		{"another checksum", "checksum", append(of(sound)[:len(of(sound))-1], 0)},
		{"too short", "damaged", of()[:11]},
		{"no parts", "damaged", of()},
		{"no weights", "damaged", of(container.Part{Kind: 1})},
		{"a part of kind 0", "damaged", of(sound, container.Part{})},
		{"a part of kind 3", "damaged", of(sound, container.Part{Kind: 3})},
		{"weights twice", "damaged", of(sound, sound)},
		{"a part that is cut off", "damaged", cut},
		{"three numbers of rows", "damaged", of(container.Part{Kind: 2, Data: rows[:3]})},
		{"four numbers of rows, and no weights", "damaged", of(container.Part{Kind: 2, Data: rows})},
		{"2^3 rows", "damaged", of(packedBoard(t, []byte{4, 4, 4, 3}, same))},
		{"2^21 rows", "damaged", of(packedBoard(t, []byte{21, 4, 4, 4}, same))},
		{"a weight too few", "damaged", of(packedBoard(t, rows, func(raw []byte) []byte { return raw[:len(raw)-1] }))},
		{"a weight too many", "damaged", of(packedBoard(t, rows, func(raw []byte) []byte { return append(raw, 1) }))},
		{"a weight of 0", "damaged", of(packedBoard(t, rows, func(raw []byte) []byte { raw[len(raw)-1] = 0; return raw }))},
		{"masks that are cut off", "damaged", of(packedBoard(t, rows, func(raw []byte) []byte { return raw[:23] }))},
		{"more than all weights", "damaged", of(packedBoard(t, rows, func(raw []byte) []byte { return slices.Repeat([]byte{1}, 192+192/8+1) }))},
	} {
		_, err := boardmodel.Parse("own", c.data)
		v := vectors.New("%s", c.name)
		v.Add("file", "%x", c.data)
		if c.class == "" {
			require.NoError(t, err, c.name)
			v.Add("has", "4 4 4 4 |")
		} else {
			require.ErrorIs(t, err, boards.ErrModel, c.name)
			v.Add("refused", "%s", c.class)
		}
		list = append(list, v)
	}
	golden.Equal(t, "../../../vectors/layers/boardmodels.txt", vectors.File(boardModelsHeading, list))
}
