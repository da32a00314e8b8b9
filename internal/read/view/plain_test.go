package view

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlainEnds checks that a PGN file stores the ends of only so many games, and finds
// the others again.
func TestPlainEnds(t *testing.T) {
	const games = 4000
	text := strings.Repeat("1. e4 *\n", games)
	ends := make([]int, games)
	for i := range ends {
		ends[i] = 8 * (i + 1)
	}
	p := NewPlain(strings.NewReader(text))
	for range 2 * maxEnds / games {
		p.Add(int64(len(text)), ends)
	}
	require.LessOrEqual(t, len(p.ends)*games, maxEnds)
	require.Greater(t, len(p.ends), 100)
	for _, frame := range []int{0, len(p.ends) - 1, len(p.ends), p.Len() - 1} {
		require.Equal(t, ends, p.endsOf(frame, []byte(text)), "frame %d", frame)
	}
	p.Add(7, nil)
	require.Empty(t, p.endsOf(p.Len()-1, []byte("* e4 e5")))
}
