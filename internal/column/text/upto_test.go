package text_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// TestDecodeUpTo checks that what is predicted is read up to a number of bytes, and what
// is packed otherwise whatever that is.
func TestDecodeUpTo(t *testing.T) {
	values := [][]byte{bytes.Repeat([]byte("word and word "), 40), bytes.Repeat([]byte("another word "), 40)}
	length := len(values[0]) + len(values[1])
	decode := func(src []byte, most int) ([][]byte, error) {
		return text.DecodeUpTo(src, len(values), length, most, budget.New(length))
	}
	quick, thorough := text.Append(nil, values, text.Quick, nil), text.Append(nil, values, text.Thorough, nil)
	require.Equal(t, "predicted", text.MethodName(int(thorough[0])))
	for _, c := range []struct {
		src  []byte
		most int
		ok   bool
	}{{quick, 0, true}, {quick, 1, true}, {thorough, length, true}, {thorough, length - 1, false}, {thorough, 0, false}} {
		got, err := decode(c.src, c.most)
		if !c.ok {
			require.ErrorIs(t, err, corrupt.Err)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, values, got)
	}
	_, err := decode(thorough, 0)
	require.ErrorContains(t, err, "method 0 to 4, not 5")
}
