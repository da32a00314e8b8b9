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
	var table strings.Builder
	want, err := os.ReadFile(sizesFile)
	if !golden.Updating() {
		require.NoError(t, err)
	}
	lines := strings.Split(string(want), "\n")
	for _, c := range []struct {
		name  string
		src   []byte
		level *learned.Level
	}{
		{"old fast", old, nil},
		{"clocks fast", clocks, nil},
		{"first old default", kit.FirstGames(old, 250_000), learned.V1},
		{"clocks default", clocks, learned.V1},
		{"first old max", kit.FirstGames(old, 40_000), learned.V1Max},
		{"first clocks max", kit.FirstGames(clocks, 40_000), learned.V1Max},
	} {
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
			t.Errorf("%s: %d bytes, want at most half a percent more than %d of %s", c.name, len(packed), size, sizesFile)
		}
	}
	if golden.Updating() {
		golden.Equal(t, sizesFile, table.String())
	}
}
