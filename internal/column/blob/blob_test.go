package blob

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
)

// TestMethods checks that positions.md lists the methods, all of them and no others,
// with both first bytes, and that no flipped bit makes a checked blob a plain one.
func TestMethods(t *testing.T) {
	spec, err := os.ReadFile("../../../docs/spec/positions.md")
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(spec), "\n## 10. Values in columns")
	require.True(t, ok)
	known := 0
	for b := range 256 {
		m := Method(b)
		if !m.Known() {
			require.NotContains(t, section, fmt.Sprintf("\n| %02x | ", b))
			continue
		}
		known++
		if _, game := m.Moves(); !game { // 51 to 5f are one row
			require.Contains(t, section, fmt.Sprintf("\n| %02x | %02x | ", b, b^0xc0), "%v", m)
		}
		require.NotEmpty(t, m.Call(), "%v", m)
		for bit := range 8 {
			if got, checked, err := Of([]byte{byte(b) ^ 0xc0 ^ 1<<bit}); err == nil && (got == m || !checked) {
				t.Errorf("a flipped bit makes a checked %v a %v", m, got)
			}
		}
	}
	if known != 7+7+6 {
		t.Errorf("%d methods, want 20: a new one stands in positions.md and here", known)
	}
}

// TestPlainHasNoSum checks that Finish and Verify leave plain blobs alone.
func TestPlainHasNoSum(t *testing.T) {
	p := board.Start()
	blob := append(Begin(nil, MovesFast, false), 1, 2, 3)
	Finish(blob, 7, &p, nil)
	require.Equal(t, []byte{0x44, 1, 2, 3}, blob)
	h, body, err := Open(blob, MovesFast)
	require.NoError(t, err)
	require.Equal(t, []byte{1, 2, 3}, body)
	require.NoError(t, h.Verify(8, nil, &p, nil))
}

// TestSum checks that a checksum depends on all that it is taken over.
func TestSum(t *testing.T) {
	start := board.Start()
	other := start
	other.FullmoveNumber = 2
	e4, d4 := board.NewMove(board.E2, board.E4, board.NoKind), board.NewMove(board.D2, board.D4, board.NoKind)
	write := func(first Method, salt uint64, body byte, p *board.Position, moves ...board.Move) []byte {
		blob := append(Begin(nil, first, true), body)
		Finish(blob, salt, p, moves)
		return blob[1:3]
	}
	want := write(MovesFast, 1, 2, &start, e4)
	require.Equal(t, want, write(MovesFast, 1, 2, &start, e4))
	for name, got := range map[string][]byte{
		"method": write(MovesFromTo, 1, 2, &start, e4), "salt": write(MovesFast, 2, 2, &start, e4),
		"body": write(MovesFast, 1, 3, &start, e4), "start": write(MovesFast, 1, 2, &other, e4),
		"moves": write(MovesFast, 1, 2, &start, d4), "no moves": write(MovesFast, 1, 2, &start),
	} {
		require.NotEqual(t, want, got, name)
	}
}

// Castling is summed as decoders return it, however it was said.
func TestSumOfCastling(t *testing.T) {
	p, err := board.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	require.NoError(t, err)
	ours := []board.Move{board.NewMove(board.E1, board.H1, board.NoKind), board.NewMove(board.E8, board.A8, board.NoKind)}
	theirs := []board.Move{board.NewMove(board.E1, board.G1, board.NoKind), board.NewMove(board.E8, board.C8, board.NoKind)}
	if a, b := sum(1, 2, nil, &p, ours), sum(1, 2, nil, &p, theirs); a != b {
		t.Errorf("castling by the king's way is summed as %04x, by its rook as %04x", b, a)
	}
}
