package layout

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/pgn"
)

// TestMayBeMoves checks words that are moves, which package pgn plays, and words whose
// letters show that they are none.
func TestMayBeMoves(t *testing.T) {
	for text, want := range map[string]bool{
		"Sf3 Sc6 Lb5": true, "e4e5 Nf3": true, "O–O": true, "N Nf3": true, "e8=D Kf7": true, "Кf3": true, "Sf3 a6": true,
		"Qd4 Qh9": false, "Qh9 Bb5": false, "Kf9 Rd1 Qd1+": false,
	} {
		words := bytes.Fields([]byte(text))
		require.Equal(t, want, mayBeMoves(words), text)
		if !want {
			line, _ := pgn.ParseGame("1. " + text + " *").MainLine()
			require.Empty(t, line.Moves, text)
		}
	}
}
