package textmodel

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// TestOneGame packs and unpacks columns of one byte up to the most there may be, one
// after the other in the same memory.
func TestOneGame(t *testing.T) {
	for _, n := range []int{1, 2, 100, MaxColumns, 3} {
		body := bytes.Repeat([]byte("Rated Blitz game\x00"), n)[:n]
		packed := AppendColumns([]byte("x"), body)
		got, err := DecodeColumns(packed[1:], budget.New(n))
		require.NoError(t, err)
		require.Equal(t, body, got)
		packed[len(packed)-1] ^= 0x55
		if _, err := DecodeColumns(packed[1:], budget.New(n)); err != nil {
			require.ErrorIs(t, err, corrupt.Err)
		}
	}
}

// TestOneGameDamaged: lengths that columns cannot have are refused before anything is
// read.
func TestOneGameDamaged(t *testing.T) {
	rest := bytes.Repeat([]byte{0x5a}, 2*MaxColumns)
	for name, src := range map[string][]byte{
		"nothing":              nil,
		"a length cut off":     {0x80},
		"no columns":           append(binfmt.AppendUvarint(nil, 0), rest...),
		"one byte too many":    append(binfmt.AppendUvarint(nil, MaxColumns+1), rest...),
		"as many as there are": binfmt.AppendUvarint(nil, 1<<62),
		"bytes left over":      append(AppendColumns(nil, []byte("abc")), rest...),
	} {
		_, err := DecodeColumns(src, budget.New(1<<20))
		require.ErrorIs(t, err, corrupt.Err, name)
	}
}
