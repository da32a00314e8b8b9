package movegen_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func parse(t testing.TB, fen string) *board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return &p
}

func TestPerft(t *testing.T) {
	tests := []struct {
		name, fen string
		nodes     []uint64
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []uint64{1, 20, 400, 8902, 197281, 4865609, 119060324}},
		{"kiwipete", kiwipete, []uint64{1, 48, 2039, 97862, 4085603, 193690690}},
	}
	for _, tt := range tests {
		p := parse(t, tt.fen)
		for depth, want := range tt.nodes {
			if want > 1e7 && testing.Short() {
				break
			}
			t.Run(fmt.Sprintf("%s/%d", tt.name, depth), func(t *testing.T) {
				if got := movegen.Perft(p, depth); got != want {
					t.Errorf("Perft(%s, %d) = %d, want %d", tt.name, depth, got, want)
				}
			})
		}
	}
}
