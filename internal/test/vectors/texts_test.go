package vectors_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/column/textmodel"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const textsHeading = `Columns of texts, docs/spec/coding.md, sections 5 and 6, and stream 13 of a frame, section 7.
column  the bytes of a column, hexadecimal
value   its values in order, as texts
limit   the most bytes that all values may have; 1,048,576 where it is not said
count   how many values the reader needs, where it knows that
stream  the bytes of a stream 13, hexadecimal
body    what it holds, hexadecimal
refused the class of refusal`

var longTexts = strings.Fields(strings.Repeat(`White has the better pawns and more space, but there is no clear way
to make progress. A careless move, after which the knight never gets back into the game and the rooks are doubled
on the open file. `, 4))

func notes(n int) (out [][]byte) {
	for i := range n {
		out = append(out, []byte(strings.Join(longTexts[i:i+12], " ")))
	}
	return out
}

func lines(format string, n int) (out [][]byte) {
	for i := range n {
		out = append(out, fmt.Appendf(nil, format, i*i%97))
	}
	return out
}

// textCases have columns of each method.
var textCases = []struct {
	name   string
	values [][]byte
	effort text.Effort
	method byte
}{
	{"no values", nil, text.Quick, 3},
	{"one value, ten times", bytes.Split([]byte(strings.Repeat("Rated Blitz game,", 9)+"Rated Blitz game"), []byte(",")), text.Quick, 0},
	{"one empty value", [][]byte{{}}, text.Quick, 0},
	{"lines by zstd", lines("a value of which there are many, with number %d", 40), text.Quick, 1},
	{"lengths by zstd", lines("a value\nof which there are many, with number %d", 40), text.Quick, 2},
	{"lines", lines("%d", 3), text.Quick, 3},
	{"an empty line among lines", [][]byte{[]byte("a"), {}, []byte("b")}, text.Quick, 3},
	{"lengths", [][]byte{[]byte("a\nb"), []byte("c"), {}}, text.Quick, 4},
	{"predicted", lines("Round %d of the same tournament", 20), text.Thorough, 5},
	{"predicted, line feeds and escapes", [][]byte{[]byte("one\ntwo two two two"), []byte("\x0b\x0b one\ntwo two"), []byte("\x0bJ one two"), []byte("one\ntwo two two two"), []byte("J\nK one two")}, text.Thorough, 5},
	{"predicted, bytes over 127", lines("M\u00fcnchen, \u0421\u043f\u0430\u0441\u0441\u043a\u0438\u0439 %d", 16), text.Thorough, 5},
	{"predicted, a long match", [][]byte{bytes.Repeat([]byte("abcdefghij"), 40)}, text.Thorough, 5},
	{"predicted, matches that end", lines("the same beginning and another end: %d, then the same end", 30), text.Thorough, 5},
	{"prose", notes(24), text.Prose, 6},
	{"prose, one sentence", notes(1), text.Prose, 6},
}

// TestTexts checks vectors/layers/texts.txt.
func TestTexts(t *testing.T) {
	var list []*vectors.Vector
	for _, c := range textCases {
		column := text.Append(nil, c.values, c.effort, budget.New(1<<20))
		require.Equal(t, c.method, column[0], c.name)
		v := vectors.New("%s", c.name)
		v.Add("column", "%x", column)
		for _, value := range c.values {
			v.Add("value", "%s", vectors.Quote(value))
		}
		list = append(list, v)
		got, err := text.Decode(column, -1, 1<<20, budget.New(1<<20))
		require.NoError(t, err, c.name)
		require.Equal(t, len(c.values), len(got), c.name)
		for i := range got {
			require.Equal(t, string(c.values[i]), string(got[i]), c.name)
		}
	}
	list = append(list, badTexts(t)...)
	for _, body := range [][]byte{{10, 3, 1, 2, 3}, []byte("\x0a\x05hello\x0b\x02hi"), bytes.Repeat([]byte("column "), 200)} {
		stream := textmodel.AppendColumns(nil, body)
		v := vectors.New("stream 13 of %d bytes", len(body))
		v.Add("stream", "%x", stream)
		v.Add("body", "%x", body)
		list = append(list, v)
	}
	for _, c := range []struct{ name, stream string }{
		{"stream 13 of no bytes", "\x00"}, {"stream 13 of 2,049 bytes", "\x81\x10abcdefgh"}, {"stream 13 with bytes left over", string(textmodel.AppendColumns(nil, []byte("ab"))) + "12345678"},
	} {
		_, err := textmodel.DecodeColumns([]byte(c.stream), budget.New(1<<20))
		v := vectors.New("%s", c.name)
		v.Add("stream", "%x", c.stream)
		v.Add("refused", "%s", class(t, err))
		list = append(list, v)
	}
	list = append(list, moreTexts(t)...)
	golden.Equal(t, "../../../vectors/layers/texts.txt", vectors.File(textsHeading, list))
}

// badTexts returns columns that must be refused.
func badTexts(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	byMethod := func(m byte) []byte {
		for _, c := range textCases {
			if c.method == m && len(c.values) > 2 {
				return text.Append(nil, c.values, c.effort, budget.New(1<<20))
			}
		}
		return nil
	}
	changed := func(b []byte, at int, to byte) []byte {
		b = bytes.Clone(b)
		b[at] = to
		return b
	}
	for _, c := range []struct {
		name   string
		column []byte
	}{
		{"an empty column", nil},
		{"a method that is not known", []byte{7, 1, 'a'}},
		{"no count", []byte{3}},
		{"a count with a needless zero", []byte{3, 0x81, 0, 'a', '\n'}},
		{"a length with a needless zero", []byte{4, 1, 0x81, 0, 'a'}},
		{"fewer lines than its count", changed(byMethod(3), 1, 4)},
		{"more lines than its count", changed(byMethod(3), 1, 2)},
		{"a line without its end", byMethod(3)[:len(byMethod(3))-1]},
		{"lengths that are cut off", []byte{4, 3, 1, 1}},
		{"a length beyond the end", []byte{4, 2, 1, 9, 'a', 'b'}},
		{"bytes behind the values", append(byMethod(4), 'x')},
		{"zstd that is cut off", byMethod(1)[:20]},
		{"a byte behind zstd", append(byMethod(1), 0)},
		{"zstd twice", append(byMethod(1), byMethod(1)[2:]...)},
		{"zstd of other bytes", []byte{1, 1, 'n', 'o', 't', ' ', 'z', 's', 't', 'd'}},
		{"another count of predicted values", changed(byMethod(5), 1, 19)},
		{"predicted text that is cut off", byMethod(5)[:12]},
		{"bytes behind predicted text", append(byMethod(5), "left over"...)},
		{"no values, and bytes of predicted text", []byte{5, 0, 0, 1}},
	} {
		_, err := text.Decode(c.column, -1, 1<<12, budget.New(1<<12))
		v := vectors.New("%s", c.name)
		v.Add("column", "%x", c.column)
		v.Add("refused", "%s", class(t, err))
		list = append(list, v)
	}
	return list
}
