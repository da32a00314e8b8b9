package roll_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/internal/roll"
)

// check packs and unpacks src and returns what it was packed to.
func check(t testing.TB, src []byte, thorough bool) []byte {
	t.Helper()
	packed, ok := roll.Append(nil, src, thorough)
	if !ok {
		return nil
	}
	got, err := roll.Decode(packed, len(src))
	require.NoError(t, err)
	if !bytes.Equal(got, src) {
		at := 0
		for at < len(got) && at < len(src) && got[at] == src[at] {
			at++
		}
		t.Fatalf("Decode(Append(src)) differs at byte %d of %d: got %.80q, want %.80q", at, len(src), got[at:], src[at:])
	}
	return packed
}

// TestCorpus packs and unpacks real lists.
func TestCorpus(t *testing.T) {
	names, err := corpus.Names("positions")
	if err != nil {
		t.Skip(err)
	}
	for _, name := range names {
		if strings.Contains(name, "-train") {
			continue
		}
		src := corpus.Need(t, name)
		if testing.Short() {
			src = src[:min(len(src), 1<<16)]
		}
		for _, thorough := range []bool{false, true} {
			start := time.Now()
			packed := check(t, src, thorough)
			if packed == nil {
				t.Errorf("%s is no list", name)
			}
			n := bytes.Count(src, []byte("\n"))
			t.Logf("%s thorough %v: %d bytes to %d, %.2f bits a line, %.2f MB/s there and back", name, thorough, len(src), len(packed),
				8*float64(len(packed))/float64(n), float64(len(src))/1e6/time.Since(start).Seconds())
		}
	}
}
