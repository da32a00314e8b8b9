package streams

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// sizesFile has the compressed sizes of the sample.
//
//	go test -run TestSampleSizes -update ./internal/test/library/streams
//
// rewrites it.
const sizesFile = "testdata/sizes.txt"

// TestSampleSizes checks the round trip of the sample at every level, at the higher ones
// of some games of it, and that its size exceeds that in sizesFile by at most half a
// percent.
func TestSampleSizes(t *testing.T) {
	src := kit.Lichess(t)
	old, clocks := src[:corpus.SampleOldBytes], src[corpus.SampleOldBytes:]
	checkSizes(t, sizesFile, []sized{
		{"old fast", old, nil},
		{"clocks fast", clocks, nil},
		{"first old default", kit.FirstGames(old, 250_000), learned.V1},
		{"clocks default", clocks, learned.V1},
		{"first old max", kit.FirstGames(old, 40_000), learned.V1Max},
		{"first clocks max", kit.FirstGames(clocks, 40_000), learned.V1Max},
	})
}

// kindsFile has the sizes of the beginnings of files of other kinds.
const kindsFile = "testdata/kinds.txt"

// TestKindSizes does the same with files of other kinds of games: with comments and
// variations, as ChessBase writes them, of engines, in wrapped lines, from FENs.
func TestKindSizes(t *testing.T) {
	const size = 250_000
	var all []sized
	for _, name := range []string{
		"annotated/annotated-world_matches.pgn", "annotated/annotated-openrating.pgn", "annotated/annotated-study-beautiful-chess-studies.pgn",
		"pgn/engine-test.pgn", "pgn/tcec-test.pgn", "pgn/lichess-elite-test.pgn", "pgn/master-test.pgn", "pgn/chesscom-test.pgn",
		"annotated/annotated-tactics-fen.pgn", "pgn/book-3movesFRC-test.pgn",
	} {
		src := corpus.NeedHead(t, name, size)
		all = append(all, sized{name + " fast", src, nil}, sized{name + " default", src[:len(src)/4], learned.V1})
	}
	checkSizes(t, kindsFile, all)
}

// sized is an input whose size at a level is checked.
type sized struct {
	name  string
	src   []byte
	level *learned.Level
}

// checkSizes checks the round trip of inputs, and that none takes over half a percent more
// than a file says.
func checkSizes(t *testing.T, file string, all []sized) {
	t.Helper()
	var table strings.Builder
	want, err := os.ReadFile(file)
	if !golden.Updating() {
		require.NoError(t, err)
	}
	lines := strings.Split(string(want), "\n")
	for _, c := range all {
		o := &chesszip.WriterOptions{Level: c.level, Unchecked: true}
		packed := kit.Compress(t, c.src, o)
		kit.CheckPacked(t, c.name, c.src, packed)
		fmt.Fprintf(&table, "%s: %d\n", c.name, len(packed))
		if golden.Updating() {
			continue
		}
		size := 0
		for _, line := range lines {
			if n, ok := strings.CutPrefix(line, c.name+": "); ok {
				_, err := fmt.Sscan(n, &size)
				require.NoError(t, err)
			}
		}
		if len(packed)*1000 > size*1005 {
			t.Errorf("%s: %d bytes, want at most half a percent more than %d of %s", c.name, len(packed), size, file)
		}
	}
	if golden.Updating() {
		golden.Equal(t, file, table.String())
	}
}
