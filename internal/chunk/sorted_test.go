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

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// lineList is a list of positions of all first moves and replies, and some
// lines twice.
func lineList() []byte {
	var list []byte
	p := board.Start()
	for i, m := range movegen.AppendLegal(nil, &p) {
		q := p
		movegen.Make(&q, m)
		for _, r := range movegen.AppendLegal(nil, &q) {
			reply := q
			movegen.Make(&reply, r)
			list = append(reply.AppendFEN(list), '\n')
		}
		list = append(q.AppendFEN(list), '\n')
		if i%3 == 0 {
			list = append(p.AppendFEN(list), '\n')
		}
	}
	return list
}

// lines returns the lines of a text in alphabetic order.
func linesOf(text []byte) []string {
	lines := strings.Split(string(text), "\n")
	slices.Sort(lines)
	return lines
}

// TestSortInPieces sorts a list that is larger than what is sorted at once.
func TestSortInPieces(t *testing.T) {
	src := lineList()
	s, err := newSortedLines(iotest.OneByteReader(bytes.NewReader(src)), true, 5000)
	require.NoError(t, err)
	s.in.eof = false
	got, err := io.ReadAll(s)
	require.NoError(t, err)
	if !slices.Equal(linesOf(got), linesOf(src)) {
		t.Errorf("%d bytes came back of %d, or other lines", len(got), len(src))
	}
}

func TestSortedLinesRefuses(t *testing.T) {
	for name, src := range map[string]string{"nothing": "", "games": "[Event \"?\"]\n\n1. e4 e5 *\n", "bytes": "\x00\x01\x02"} {
		_, err := NewSortedLines(strings.NewReader(src), false)
		require.ErrorIs(t, err, ErrNoList, name)
	}
	broken := errors.New("broken")
	_, err := NewSortedLines(iotest.ErrReader(broken), false)
	require.ErrorIs(t, err, broken)
}
