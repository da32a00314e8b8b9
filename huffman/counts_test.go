package huffman

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/golden"
)

const countedFile = "positions/games-train.fen"

func positions(t testing.TB, name string) []board.Position {
	t.Helper()
	var ps []board.Position
	for line := range bytes.Lines(corpus.Need(t, name)) {
		p, err := board.ParseFEN(string(bytes.TrimSpace(line)))
		require.NoError(t, err)
		ps = append(ps, p)
	}
	return ps
}

type counts struct {
	pieces [13]uint64
	runs   [8][65]uint64
	diffs  [13][16]uint64
}

// TestCounts counts again what counts.go says was counted.
func TestCounts(t *testing.T) {
	ps := positions(t, countedFile)
	var c counts
	start := board.Start()
	tables := &diffCodes{back: start.Planes()}
	for s := range tables.home {
		tables.home[s] = start.At(board.Square(s))
	}
	for i := range ps {
		for s := board.A1; s <= board.H8; s++ {
			c.pieces[ps[i].At(s)]++
		}
		tables.changes(&ps[i].Board,
			func(rank, run int) { c.runs[rank][run]++ },
			func(home board.Piece, d uint8) { c.diffs[home][d]++ })
	}
	if golden.Updating() {
		var b bytes.Buffer
		fmt.Fprintf(&b, "package huffman\n\n// Counts over the %d positions of %s, as go test -update writes them.\n", len(ps), countedFile)
		fmt.Fprintf(&b, "\n// pieceCounts is how often each piece stands on a square, by its number.\nvar pieceCounts = [13]uint64{\n")
		codes := must(Build(c.pieces[:], MaxLen))
		for p, n := range c.pieces {
			w, l := codes.Encode(p)
			fmt.Fprintf(&b, "%d, // %c  %0*b\n", n, board.Piece(p).Letter(), l, w)
		}
		fmt.Fprintf(&b, "}\n\n// runCounts is how often a run of n squares as in the start position, before\n// one that differs, begins on each rank; n = 64: the rest of the board.\nvar runCounts = [8][65]uint64{\n")
		for _, r := range c.runs {
			writeRow(&b, r[:])
		}
		fmt.Fprintf(&b, "}\n\n// diffCounts is how often each difference occurs, by the start position's\n// piece.\nvar diffCounts = [13][16]uint64{\n")
		for p, d := range c.diffs {
			fmt.Fprintf(&b, "// %c\n", board.Piece(p).Letter())
			writeRow(&b, d[:])
		}
		fmt.Fprintf(&b, "}\n")
		src, err := format.Source(b.Bytes())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("counts.go", src, 0o666))
		return
	}
	if want := (counts{pieceCounts, runCounts, diffCounts}); c != want {
		t.Errorf("counts of %s are not those of counts.go", countedFile)
	}
}

func writeRow(b *bytes.Buffer, rank []uint64) {
	fmt.Fprint(b, "{")
	for part := range slices.Chunk(rank, 13) {
		fmt.Fprintln(b)
		for i, n := range part {
			if i > 0 {
				fmt.Fprint(b, " ")
			}
			fmt.Fprintf(b, "%d,", n)
		}
	}
	fmt.Fprint(b, "\n},\n")
}
