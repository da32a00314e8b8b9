package positions

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/boards"
)

const (
	fen1 = "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1NBPPP/R2QK2R w KQkq - 3 8"
	fen2 = "2r3k1/5pp1/p3p2p/1p1qP3/3P4/P4Q1P/1P4P1/4R1K1 b - - 0 30"
)

// TestShapes checks which shape lists have.
func TestShapes(t *testing.T) {
	text := func(n int) string { return strings.Repeat("some text\n", n) }
	for _, c := range []struct {
		name, src string
		want      shape
		ok        bool
	}{
		{"FEN", fen1 + "\n" + fen2 + "\n", shape{}, true},
		{"EPD", fen2[:len(fen2)-5] + " bm Qxf7; id \"1\";\n", shape{}, true},
		{"one line without an end", fen1, shape{}, true},
		{"one line of eight", fen1 + "\n" + text(7), shape{}, true},
		{"one line of nine", fen1 + "\n" + text(8), shape{}, false},
		{"plain", "fen " + fen1 + "\nmove e2e4\ne\n", shape{prefix: "fen "}, true},
		{"no plain: two blanks", "fen  " + fen1 + "\n", shape{}, false},
		{"table", "id,fen,n\nx," + fen1 + ",7\n", shape{columns: 3, fen: 1}, true},
		{"table, positions first", fen1 + ",7\n" + fen2 + ",8\n", shape{columns: 2}, true},
		{"table of 16 columns", strings.Repeat("x,", 15) + fen1, shape{columns: 16, fen: 15}, true},
		{"no table: 17 columns", strings.Repeat("x,", 16) + fen1, shape{}, false},
		{"no table: more in the cell", "x," + fen1 + " bm e4;,7\n", shape{}, false},
		{"no position: five fields", fen1[:len(fen1)-2] + "\n", shape{}, true},
		{"no position: a leading zero", strings.Replace(fen1, "KQkq - 3", "KQkq - 03", 1) + "\n", shape{}, true},
		{"no position: three fields", "8/8/8/8/8/8/8/8 w -\n", shape{}, false},
		{"no position: rights out of order", strings.Replace(fen1, "KQkq", "QKkq", 1) + "\n", shape{}, false},
	} {
		got, ok := sniff([]byte(c.src))
		require.Equal(t, c.ok, ok, c.name)
		require.Equal(t, c.want, got, c.name)
		packed, ok := Append(nil, []byte(c.src), nil, nil)
		require.Equal(t, c.ok, ok, c.name)
		if ok {
			back, err := Decode(packed, len(c.src), nil, nil, With(true))
			require.NoError(t, err, c.name)
			require.Equal(t, c.src, string(back), c.name)
		}
	}
}

// TestLines checks how single lines are cut up.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, line string
		isPosition bool
		style      boards.Style
		text       string // after the position
	}{
		{"six fields", fen1, true, boards.Counters, ""},
		{"four fields", "8/8/8/8/8/8/8/8 w - -", true, 0, ""},
		{"four fields and a number", "8/8/8/8/8/8/8/8 w - - 5", true, 0, " 5"},
		{"operations", fen2 + " bm Qxf7;", true, boards.Counters, " bm Qxf7;"},
		{"files of rooks", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", true, boards.Counters | boards.Files, ""},
		{"nine squares in a rank", "44p/8/8/8/8/8/8/8 w - - 0 1", false, 0, ""},
		{"counter too large", "8/8/8/8/8/8/8/8 w - - 0 70000", true, 0, " 0 70000"},
		{"a text", "hello", false, 0, "hello"},
	} {
		var l line
		(&shape{}).read([]byte(c.line), &l)
		require.Equal(t, c.isPosition, l.Position, c.name)
		require.Equal(t, c.style, boards.Style(l.Style), c.name)
		if c.isPosition {
			require.Equal(t, c.text, string(l.text), c.name)
		}
	}
}

// TestDamagedPlaces checks that errors name part and line.
func TestDamagedPlaces(t *testing.T) {
	var src []byte
	p := board.Start()
	for i := range 40 {
		p.FullmoveNumber = uint16(1 + i*i*7919%5000)
		p.HalfmoveClock = uint16(i * 31 % 100)
		src = append(p.AppendFEN(src), strings.Repeat("x", i+1)+"\n"...)
	}
	packed, ok := Append(nil, src, nil, nil)
	require.True(t, ok)
	coded, texts, err := binfmt.Bytes(packed[3:])
	require.NoError(t, err)
	// rebuilt is the list with other positions and texts.
	rebuilt := func(form, count byte, coded, texts []byte) []byte {
		return append(binfmt.AppendBytes([]byte{oldest + form, count, 0}, coded), texts...)
	}
	require.Equal(t, packed, rebuilt(formEnded, 40, coded, texts))
	table, ok := Append(nil, []byte("a,"+fen1+"\nb,"+fen2+"\n"), nil, nil)
	require.True(t, ok)
	for _, c := range []struct {
		name   string
		src    []byte
		stream string
		line   bool // known
	}{
		{"empty", nil, "", false},
		{"unknown form", []byte{formEnd}, "", false},
		{"no columns", []byte{oldest + formTable, 3}, "", false},
		{"the position beyond the columns", []byte{oldest + formTable, 3, 3}, "", false},
		{"too many columns", []byte{oldest + formTable, 17, 3}, "", false},
		{"too many lines", []byte{oldest, 0xff, 0xff, 0x7f}, "", false},
		{"positions cut off", packed[:20], "positions", false},
		{"half of the positions", rebuilt(formEnded, 40, coded[:len(coded)/2], texts), "positions", true},
		{"a line less", rebuilt(formEnded, 39, coded, texts), "texts", false},
		{"half the lines", rebuilt(formEnded, 20, coded, texts), "positions", false},
		{"no texts", rebuilt(formEnded, 40, coded, nil), "texts", false},
		{"a text missing", rebuilt(formEnded, 40, coded, []byte{0, 0}), "texts", true},
		{"a cell missing", append(bytes.Clone(table[:len(table)-len(tableTexts(t, table))]), 0, 0, 0), "texts", true},
	} {
		got, err := Decode(c.src, len(src), nil, nil, With(true))
		require.Empty(t, len(got), c.name)
		var e *corrupt.Error
		require.ErrorAs(t, err, &e, c.name)
		require.ErrorIs(t, err, corrupt.Err, c.name)
		require.Equal(t, c.stream, e.Stream, "%s: %v", c.name, err)
		require.Equal(t, c.line, e.Game > 0, "%s: %v", c.name, err)
	}
	_, err = Decode(packed, len(src)-1, nil, nil, With(true))
	require.EqualError(t, err, "corrupt input: game 40: the list is longer than the 3244 bytes of its input")
	_, err = Decode(packed, -1, nil, nil, With(true))
	require.ErrorIs(t, err, corrupt.Err)
}

// tableTexts returns the texts of a packed table.
func tableTexts(t *testing.T, packed []byte) []byte {
	_, rest, err := binfmt.Bytes(packed[5:])
	require.NoError(t, err)
	return rest
}

// TestParseShape checks what a list may say of its columns.
func TestParseShape(t *testing.T) {
	const form = oldest + formTable
	for _, c := range []struct {
		src []byte
		ok  bool
	}{
		{nil, false},
		{[]byte{form}, false},
		{[]byte{form, 1}, false},
		{[]byte{form, 0, 0}, false},
		{[]byte{form, 1, 0}, true},
		{[]byte{form, 1, 1}, false},
		{[]byte{form, maxColumns, maxColumns - 1}, true},
		{[]byte{form, maxColumns, maxColumns}, false},
		{[]byte{form, maxColumns + 1, 0}, false},
		{[]byte{oldest + formEnd}, false},
	} {
		_, s, rest, err := parseShape(append(c.src, 7)[:len(c.src)])
		require.Equal(t, c.ok, err == nil, "%v: %v", c.src, err)
		if c.ok {
			require.Equal(t, shape{columns: int(c.src[1]), fen: int(c.src[2])}, s)
			require.Empty(t, rest)
		}
	}
	_, _, rest, err := parseShape([]byte{oldest, 9})
	require.NoError(t, err)
	require.Equal(t, []byte{9}, rest)
}
