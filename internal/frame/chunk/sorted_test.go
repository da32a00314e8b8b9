package chunk

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/corpus/made"
)

// TestSortInPieces sorts a list that is larger than what is sorted at once.
func TestSortInPieces(t *testing.T) {
	src := made.LineList()
	s, err := newSortedLines(t.Context(), iotest.OneByteReader(bytes.NewReader(src)), true, 5000)
	require.NoError(t, err)
	s.in.eof = false
	got, err := io.ReadAll(s)
	require.NoError(t, err)
	if !slices.Equal(made.SortedLines(got), made.SortedLines(src)) {
		t.Errorf("%d bytes came back of %d, or other lines", len(got), len(src))
	}
}

func TestSortedLinesRefuses(t *testing.T) {
	for name, src := range map[string]string{"nothing": "", "games": "[Event \"?\"]\n\n1. e4 e5 *\n", "bytes": "\x00\x01\x02"} {
		_, err := NewSortedLines(t.Context(), strings.NewReader(src), false)
		require.ErrorIs(t, err, ErrNoList, name)
	}
	broken := errors.New("broken")
	_, err := NewSortedLines(t.Context(), iotest.ErrReader(broken), false)
	require.ErrorIs(t, err, broken)
}
