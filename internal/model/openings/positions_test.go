package openings

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// TestNamedLines checks that each named opening can be played, that its code is one,
// and that no position has two names.
func TestNamedLines(t *testing.T) {
	n, last := 0, ""
	for line := range strings.Lines(namedLines) {
		_, o, err := parseNamed(line)
		require.NoError(t, err, line)
		require.GreaterOrEqual(t, tagvalue.ParseECO([]byte(o.eco)), 0, line)
		require.NotEmpty(t, o.name, line)
		require.GreaterOrEqual(t, o.eco, last, "%q is out of order", line)
		n, last = n+1, o.eco
	}
	require.Len(t, positions(), n)
}

func TestAt(t *testing.T) {
	for fen, want := range map[string][2]string{
		"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6":   {"B90", "Sicilian Defence, Najdorf"},
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 9":        {"B00", "King's Pawn Opening"},
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":           {},
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk e3 0 1":         {},
		"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 100 6": {},
	} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		eco, name := At(&p)
		require.Equal(t, want, [2]string{eco, name}, fen)
	}
}
