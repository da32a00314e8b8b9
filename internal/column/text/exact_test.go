package text

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// TestExactly decodes columns that are as large as they may be, and then some.
func TestExactly(t *testing.T) {
	for _, c := range []struct {
		name     string
		src      string
		n, limit int
		want     []string
		said     string // of the error; nothing if there is none
	}{
		{"one value: none", "\x00\x00", -1, 0, nil, ""},
		{"one value: none, as asked for", "\x00\x00", 0, 0, nil, ""},
		{"one value: one, none asked for", "\x00\x01", 0, 5, nil, "as many values as are asked for"},
		{"one value: as many as there may be", "\x00\x01", -1, 0, []string{""}, ""},
		{"one value: one more", "\x00\x02", -1, 0, nil, "as many values as are asked for"},
		{"one value: all of the limit", "\x00\x02abc", 2, 6, []string{"abc", "abc"}, ""},
		{"one value: one less", "\x00\x02abc", 2, 5, nil, "at most the 5 bytes"},
		{"one value: once, all of the limit", "\x00\x01ab", 1, 2, []string{"ab"}, ""},
		{"one value: once, one less", "\x00\x01ab", 1, 1, nil, "at most the 1 bytes"},
		{"lines: none", "\x03\x00", 0, 0, nil, ""},
		{"lines: empty ones", "\x03\x02\n\n", 2, 5, []string{"", ""}, ""},
		{"lines: an empty one first", "\x03\x02\na\n", 2, 5, []string{"", "a"}, ""},
		{"lines: more than bytes", "\x03\x02\n", 2, 5, nil, "should have 2 lines, it has fewer"},
		{"lines: without an end", "\x03\x02\nab", 2, 5, nil, "should have 2 lines, it has fewer"},
		{"lines: one more byte", "\x03\x02\n\na", 2, 5, nil, "should have 2 lines, it has more"},
		{"lines: one more empty line", "\x03\x01a\n\n", 1, 5, nil, "should have 1 lines, it has more"},
		{"lengths: none", "\x04\x00", 0, 0, nil, ""},
		{"lengths: empty values", "\x04\x02\x00\x00", 2, 5, []string{"", ""}, ""},
		{"lengths: more than bytes", "\x04\x02\x00", 2, 5, nil, "should have 2 lengths"},
		{"lengths: of all bytes", "\x04\x02\x01\x02abc", 2, 5, []string{"a", "bc"}, ""},
		{"lengths: of one byte more", "\x04\x02\x01\x03abc", 2, 5, nil, "it ends inside one"},
		{"lengths: of one byte less", "\x04\x02\x01\x01abc", 2, 5, nil, "behind its last value"},
		{"lengths: of two bytes, one is there", "\x04\x01\x80\x01", 1, 200, nil, "it ends inside one"},
	} {
		got, err := Decode([]byte(c.src), c.n, c.limit, nil)
		if c.said != "" {
			require.ErrorIs(t, err, corrupt.Err, c.name)
			require.ErrorContains(t, err, c.said, c.name)
			continue
		}
		require.NoError(t, err, c.name)
		require.Len(t, got, len(c.want), c.name)
		for i, v := range got {
			require.Equal(t, c.want[i], string(v), c.name)
		}
	}
}
