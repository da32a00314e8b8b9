package textmodel

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// checkSaid checks what an error says of damage; said is empty for no error.
func checkSaid(t *testing.T, what string, err error, said string) {
	t.Helper()
	if said == "" {
		require.NoError(t, err, what)
		return
	}
	require.ErrorIs(t, err, corrupt.Err, what)
	require.ErrorContains(t, err, said, what)
}

// TestExactly decodes texts that are as large as they may be, and then some.
func TestExactly(t *testing.T) {
	const length, values, many, goesOn = "a predicted text should have at least", "values", "no more bytes than", "it goes on"
	escapes := [][]byte{bytes.Repeat([]byte("\n"), 7), bytes.Repeat([]byte("\v"), 5)}
	for _, c := range []struct {
		name     string
		src      []byte
		n, limit int
		want     [][]byte
		said     string
	}{
		{"nothing", Append(nil, nil, false, nil), 0, 0, [][]byte{}, ""},
		{"nothing, and a byte", append(Append(nil, nil, false, nil), 0), 0, 0, nil, goesOn},
		{"less than nothing", Append(nil, nil, false, nil), -1, 5, nil, length},
		{"within less than nothing", Append(nil, nil, false, nil), 0, -1, nil, length},
		{"empty values", Append(nil, [][]byte{nil, nil, nil}, false, nil), 3, 0, [][]byte{nil, nil, nil}, ""},
		{"one of them more", Append(nil, [][]byte{nil, nil, nil}, false, nil), 4, 0, nil, length},
		{"one of them less", Append(nil, [][]byte{nil, nil, nil}, false, nil), 2, 5, nil, values},
		{"within the limit", Append(nil, [][]byte{[]byte("abc"), []byte("de")}, false, nil), 2, 5, [][]byte{[]byte("abc"), []byte("de")}, ""},
		{"over the limit", Append(nil, [][]byte{[]byte("abc"), []byte("de")}, false, nil), 2, 4, nil, many},
		{"far over the limit", Append(nil, [][]byte{[]byte("abc"), []byte("de")}, false, nil), 2, 2, nil, length},
		{"escapes within the limit", Append(nil, escapes, false, nil), 2, 12, escapes, ""},
		{"escapes over the limit", Append(nil, escapes, false, nil), 2, 11, nil, length},
		{"the longest text, cut", append(binfmt.AppendUvarint(nil, MaxText), 1, 2, 3), 0, MaxText, nil, "it ends before"},
		{"one byte longer", append(binfmt.AppendUvarint(nil, MaxText+1), 1, 2, 3), 0, MaxText, nil, length},
	} {
		got, err := Decode(c.src, c.n, c.limit, false, nil)
		checkSaid(t, c.name, err, c.said)
		if err == nil {
			require.True(t, equal(c.want, got), "%s: %q", c.name, got)
		}
	}
}

// TestCut undoes joins, sound and damaged.
func TestCut(t *testing.T) {
	const escaped, count, many = "an escape in a predicted text", "should have", "no more bytes than"
	lineFeed, tab := string([]byte{escape, end + shift}), string([]byte{escape, escape + shift})
	for _, c := range []struct {
		name     string
		body     string
		n, limit int
		want     string // with | between values
		said     string
	}{
		{"two values", "a\nbc\n", 2, 3, "a|bc", ""},
		{"over the limit", "a\nbc\n", 2, 2, "", many},
		{"another count", "a\nbc\n", 1, 9, "", count},
		{"no end", "a\nbc", 1, 9, "", count},
		{"an end, and something behind", "\na", 1, 9, "", count},
		{"escapes", lineFeed + "x" + tab + "\n", 1, 3, "\nx\v", ""},
		{"escapes over the limit", lineFeed + "x" + tab + "\n", 1, 2, "", many},
		{"an escape of something else", "\vx\n", 1, 9, "", escaped},
		{"an escape at the end", "x\v\n", 1, 9, "", escaped},
		{"an escape of an escape that has none", "\v\v\n", 1, 9, "", escaped},
		{"what follows escapes", tab + lineFeed + "\nab\n", 2, 4, "\v\n|ab", ""},
	} {
		got, err := cut([]byte(c.body), c.n, c.limit)
		checkSaid(t, c.name, err, c.said)
		if err == nil {
			require.Equal(t, c.want, string(bytes.Join(got, []byte("|"))), c.name)
		}
	}
}
