package text_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// TestHead checks that the head of a text is its first bytes, by every way to pack it.
func TestHead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{
			"\n", "\r\n", "\x01", "\x02", "\v", "\f", "\x1b", "\x00", "\xff", "a", "The knight on f3 is pinned.\n", "e4 ", strings.Repeat("word ", 30),
		}), 0, 60).Draw(t, "parts")
		value := []byte(strings.Join(parts, ""))
		effort := rapid.SampledFrom([]text.Effort{text.Quick, text.Thorough}).Draw(t, "effort")
		most := rapid.SampledFrom([]int{0, 1, 2, 3, 7, 50, 200, 1 << 14}).Draw(t, "most")
		packed := text.Append(nil, [][]byte{value}, effort, nil)
		head, err := text.Head(packed, len(value), most, budget.New(len(value)))
		require.NoError(t, err)
		require.Equal(t, string(value[:min(most, len(value))]), string(head))
	})
}

// TestHeadIsEnough checks that a head needs nothing far after it, and that the whole
// text does.
func TestHeadIsEnough(t *testing.T) {
	var value []byte
	for i := range 3000 { // predicted, since words are drawn
		value = append(value, strings.Repeat(string(rune('a'+i*i*31%26)), 1+i*7%5)+" "...)
	}
	packed := text.Append(nil, [][]byte{value}, text.Thorough, nil)
	bad := append(bytes.Clone(packed[:len(packed)*3/4]), bytes.Repeat([]byte{0x55}, len(packed)/4)...)
	head, err := text.Head(bad, len(value), 100, budget.New(len(value)))
	require.NoError(t, err)
	require.Equal(t, string(value[:100]), string(head))
	values, err := text.Decode(bad, 1, len(value), budget.New(len(value)))
	require.True(t, err != nil || !bytes.Equal(value, values[0]))
	_, err = text.Head(packed[:20], len(value), 100, budget.New(len(value)))
	require.ErrorIs(t, err, corrupt.Err, "the head itself is cut off")
	_, err = text.Head(nil, 10, 5, budget.New(10))
	require.ErrorIs(t, err, corrupt.Err)
	_, err = text.Head(text.Append(nil, [][]byte{value, value}, text.Thorough, nil), 2*len(value), 5, budget.New(2*len(value)))
	require.ErrorIs(t, err, corrupt.Err, "two values")
}
