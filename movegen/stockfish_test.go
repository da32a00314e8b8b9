package movegen_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/movegen"
)

// stockfish finds the engine on the PATH, where Debian puts it, or where the
// environment says.
func stockfish(t *testing.T) string {
	for _, name := range []string{os.Getenv("STOCKFISH"), "stockfish", "/usr/games/stockfish"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("Stockfish is not installed: no second opinion on random positions")
	return ""
}

// TestAgainstStockfish counts random positions of standard chess and Chess960
// with Stockfish's "go perft" beside ours.
func TestAgainstStockfish(t *testing.T) {
	cmd := exec.Command(stockfish(t))
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(out)
	_, err = io.WriteString(in, "setoption name UCI_Chess960 value true\n")
	require.NoError(t, err)

	positions, depth := 150, 3
	if os.Getenv("CHESSZIP_LONG") != "" {
		positions, depth = 2000, 4
	}
	r := rand.New(rand.NewPCG(8, 15))
	list := starts(t)
	for range positions {
		p := list[r.IntN(len(list))]
		if r.IntN(3) == 0 {
			p = list[r.IntN(2)]
		}
		for range r.IntN(100) {
			moves := movegen.AppendLegal(nil, &p)
			if len(moves) == 0 {
				break
			}
			movegen.Make(&p, moves[r.IntN(len(moves))])
		}
		// Stockfish takes en passant and castling rights at their word.
		p.EnPassant = movegen.LegalEnPassant(&p)
		fen := string(p.AppendShredderFEN(nil))
		_, err := fmt.Fprintf(in, "position fen %s\ngo perft %d\n", fen, depth)
		require.NoError(t, err)
		var want uint64
		for lines.Scan() {
			if n, ok := strings.CutPrefix(lines.Text(), "Nodes searched: "); ok {
				want, err = strconv.ParseUint(n, 10, 64)
				require.NoError(t, err)
				break
			}
		}
		require.NoError(t, lines.Err())
		if got := movegen.Perft(&p, depth); got != want {
			t.Errorf("Perft(%s, %d) = %d, Stockfish says %d", fen, depth, got, want)
		}
	}
	_, err = io.WriteString(in, "quit\n")
	require.NoError(t, err)
	require.NoError(t, cmd.Wait())
}
