package openings

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/test/golden"
)

// after returns the position after some moves in SAN.
func after(t *testing.T, moves string) board.Position {
	t.Helper()
	s := gamestate.NewState(board.Start())
	for _, san := range strings.Fields(moves) {
		require.NoError(t, s.PlaySAN(san), moves)
	}
	return s.Position()
}

// TestNamedLines checks that each named opening can be played, that its key is that of the
// position, that its code is one, that no position has two names, and that the names that
// are embedded are these; with -update it packs them.
func TestNamedLines(t *testing.T) {
	all, err := os.ReadFile("names.tsv")
	require.NoError(t, err)
	var short []byte
	named := map[uint64]opening{}
	for line := range strings.Lines(string(all)) {
		at := strings.LastIndexByte(line, '\t')
		short = append(append(short, line[:at]...), '\n')
		key, o, err := parseNamed(line[:at])
		require.NoError(t, err)
		require.GreaterOrEqual(t, tagvalue.ParseECO([]byte(o.eco)), 0, line)
		require.NotEmpty(t, o.name, line)
		require.NotContains(t, named, key, line)
		named[key] = o
		p := after(t, line[at+1:])
		require.Equal(t, keyOf(&p), key, line)
	}
	if golden.Updating() {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderCRC(false))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("names.zst", e.EncodeAll(short, nil), 0o644))
		return
	}
	require.Equal(t, named, positions(), "run this test with -update if names.tsv was changed")
	for _, bad := range []string{"", "1\tA00\n", "x\tA00\tx\n", "1\tA00\tx\te4\n"} {
		_, _, err := parseNamed(bad)
		require.Error(t, err)
	}
}

// TestSource compares the names with the files that they were taken from, if OPENINGS is
// their folder. With -update it writes them.
func TestSource(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(os.Getenv("OPENINGS"), "?.tsv"))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("OPENINGS is not a folder of names")
	}
	var want strings.Builder
	number := regexp.MustCompile(`\d+\. `)
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		_, lines, _ := strings.Cut(string(text), "\n")
		for line := range strings.Lines(lines) {
			line = number.ReplaceAllString(line, "")
			p := after(t, line[strings.LastIndexByte(line, '\t')+1:])
			fmt.Fprintf(&want, "%016x\t%s", keyOf(&p), line)
		}
	}
	golden.Equal(t, "names.tsv", want.String())
}

func TestAt(t *testing.T) {
	for fen, want := range map[string][2]string{
		"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6":   {"B90", "Sicilian Defense: Najdorf Variation"},
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 9":        {"B00", "King's Pawn Game"},
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
