package text

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// values makes n values, of which the i-th is what format makes of i.
func values(n int, format string) (out [][]byte) {
	for i := range n {
		out = append(out, fmt.Appendf(nil, format, i))
	}
	return out
}

var english = strings.Fields(strings.Repeat(`White has the better pawns and more space, but there is no clear way
	to make progress. A careless move, after which the knight never gets back into the game and the rooks are doubled
	on the open file. `, 2))

// notes makes n English sentences of twelve words.
func notes(n int) (out [][]byte) {
	for i := range n {
		out = append(out, []byte(strings.Join(english[i:i+12], " ")))
	}
	return out
}

// methodCases have columns for each method, and columns much like them that
// just are not packed by it.
var methodCases = []struct {
	name   string
	values [][]byte
	effort Effort
	want   method
}{
	{"one value three times", [][]byte{[]byte("1-0"), []byte("1-0"), []byte("1-0")}, Thorough, oneValue},
	{"one value but for its last", [][]byte{[]byte("1-0"), []byte("1-0"), []byte("0-1")}, Quick, plainLines},
	{"a single value of 32 bytes", [][]byte{bytes.Repeat([]byte("v"), 32)}, Quick, oneValue},
	{"a single value of 33 bytes", [][]byte{bytes.Repeat([]byte("v"), 33)}, Quick, lines},
	{"no value", nil, Quick, plainLines},

	{"lines that pack", values(300, "Player %d"), Quick, lines},
	{"lines that pack, one with a line feed", append(values(300, "Player %d"), []byte("a\nb")), Quick, lengths},
	{"lines that do not pack", values(3, "Player %d"), Quick, plainLines},
	{"lines that do not pack, with line feeds", values(3, "Player\n%d"), Quick, plainLengths},
	{"lengths that pack", values(300, "Player\n%d"), Quick, lengths},
	{"lengths that pack, without line feeds", values(300, "Player %d"), Quick, lines},

	{"predicted", values(300, "Player %d"), Thorough, predicted},
	{"predicted, with line feeds", values(300, "Player\n%d"), Thorough, predicted},
	{"too short to be predicted", values(3, "%d"), Thorough, plainLines},
	{"prose", notes(12), Prose, prose},
	{"prose, but not taken for it", notes(12), Thorough, predicted},
	{"names, which are no prose", values(300, "Player %d"), Prose, predicted},
}

func TestMethods(t *testing.T) {
	for _, c := range methodCases {
		t.Run(c.name, func(t *testing.T) {
			total := 0
			for _, v := range c.values {
				total += len(v)
			}
			packed := Append(nil, c.values, c.effort, nil)
			if got := method(packed[0]); got != c.want {
				t.Errorf("packed by method %d, want %d", got, c.want)
			}
			got, err := Decode(packed, len(c.values), total, nil)
			require.NoError(t, err)
			require.Len(t, got, len(c.values))
			for i := range got {
				require.Equal(t, string(c.values[i]), string(got[i]))
			}
		})
	}
	for m := oneValue; m <= prose; m++ {
		found := false
		for _, c := range methodCases {
			found = found || c.want == m
		}
		if !found {
			t.Errorf("method %d has no case", m)
		}
	}
}

// TestMethodsDamaged checks the errors of damaged columns of each method.
func TestMethodsDamaged(t *testing.T) {
	of := func(name string) []byte {
		for _, c := range methodCases {
			if c.name == name {
				return Append(nil, c.values, c.effort, nil)
			}
		}
		t.Fatalf("no case %q", name)
		return nil
	}
	cut := func(b []byte) []byte { return b[:len(b)-1] }
	longer := func(b []byte) []byte { return append(b, "too much, too much"...) }
	byOne := func(b []byte) []byte { return append(b, 'x') }
	tests := []struct {
		name   string
		packed []byte
		n      int
		limit  int
		want   string
	}{
		{"empty", nil, -1, 100, "should begin with its method"},
		{"no count", []byte{1}, -1, 100, "as many values as are asked for"},
		{"another count", of("one value three times"), 4, 100, "as many values as are asked for"},
		{"a count above the limit", []byte{0, 200, 1}, -1, 100, "as many values as are asked for"},
		{"method 7", []byte{7, 0}, 0, 100, "by method 0 to 6, not 7"},
		{"one value: longer than the limit", of("one value three times"), 3, 8, "at most the 8 bytes"},
		{"lines: cut", cut(of("lines that pack")), 300, 4000, "one zstd frame"},
		{"lines: longer", longer(of("lines that pack")), 300, 4000, "one zstd frame"},
		{"lines: more than the limit", of("lines that pack"), 300, 300, "at most 1500 bytes, not"},
		{"lengths: cut", cut(of("lengths that pack")), 300, 4000, "one zstd frame"},
		{"plain lines: cut", cut(of("lines that do not pack")), 3, 100, "should have 3 lines, it has fewer"},
		{"plain lines: longer", longer(of("lines that do not pack")), 3, 100, "should have 3 lines, it has more"},
		{"plain lines: longer by one byte", byOne(of("lines that do not pack")), 3, 100, "should have 3 lines, it has more"},
		{"plain lengths: longer by one byte", byOne(of("lines that do not pack, with line feeds")), 3, 100, "behind its last value"},
		{"plain lengths: cut", cut(of("lines that do not pack, with line feeds")), 3, 100, "it ends inside one"},
		{"plain lengths: longer", longer(of("lines that do not pack, with line feeds")), 3, 100, "behind its last value"},
		{"plain lengths: without lengths", []byte{4, 2, 0}, 2, 100, "should have 2 lengths"},
		{"plain lengths: a length that does not end", []byte{4, 2, 0x80, 0x80}, 2, 100, "should have 2 lengths"},
		{"predicted: cut", of("predicted")[:50], 300, 4000, "it ends before"},
		{"predicted: longer", longer(of("predicted")), 300, 4000, "behind its last value"},
		{"predicted: more than the limit", of("predicted"), 300, 1000, "predicted text"},
		{"predicted: another count", append([]byte{5, 2}, of("predicted")[3:]...), 2, 4000, "should have 2 values"},
		{"prose: cut", of("prose")[:50], 12, 4000, "it ends before"},
		{"prose: longer", longer(of("prose")), 12, 4000, "behind its last value"},
	}
	for _, c := range tests {
		_, err := Decode(c.packed, c.n, c.limit, nil)
		require.ErrorIs(t, err, corrupt.Err, c.name)
		require.ErrorContains(t, err, c.want, c.name)
	}
}
