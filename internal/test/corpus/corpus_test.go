package corpus_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/corpus"
)

// TestSample compares the sample with testdata/README.md.
func TestSample(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "testdata")
	about, err := os.ReadFile(filepath.Join(folder, "README.md"))
	require.NoError(t, err)
	packed, err := os.ReadFile(filepath.Join(folder, "lichess.pgn.zst"))
	require.NoError(t, err)
	if len(packed) > 300_000 {
		t.Errorf("the sample has %d bytes packed, want at most 300,000", len(packed))
	}
	src := corpus.Need(t, corpus.Sample)
	for _, b := range [][]byte{packed, src} {
		if sum := fmt.Sprintf("%x", sha256.Sum256(b)); !bytes.Contains(about, []byte(sum)) {
			t.Errorf("testdata/README.md has no checksum %s", sum)
		}
	}
	if n := bytes.Count(src, []byte("[Event ")); n != corpus.SampleGames {
		t.Errorf("the sample has %d games, want %d", n, corpus.SampleGames)
	}
	if !bytes.HasPrefix(src[corpus.SampleOldBytes:], []byte("[Event ")) || bytes.Contains(src[:corpus.SampleOldBytes], []byte("%clk")) {
		t.Errorf("games with clocks do not begin at byte %d", corpus.SampleOldBytes)
	}
	clocked := src[corpus.SampleOldBytes:]
	for name, want := range map[string][]byte{"lichess-old-test": src[:corpus.SampleOldBytes], "lichess-clk-test": clocked} {
		whole, err := corpus.Read("pgn/" + name + ".pgn")
		if errors.Is(err, corpus.ErrAbsent) {
			continue
		}
		require.NoError(t, err)
		if !bytes.HasPrefix(whole, want) {
			t.Errorf("the sample does not hold the first games of %s", name)
		}
	}
}
