package textmodel

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// TestKeptProse checks that a model that was kept gives the bytes of one that has
// just read the prose, however often, at every size.
func TestKeptProse(t *testing.T) {
	for _, n := range []int{1, 300, 381, 382, 383, 8_000, 9_000, 24_957, 24_958, 26_000} {
		body := bytes.Repeat([]byte("White is better, but Nf3 is a mistake\n"), n/38+1)[:n]
		body[n-1] = end
		fresh := rangecoder.NewEncoder(nil)
		proseModel(len(prose)+n).write(fresh, body, nil)
		want := fresh.Finish()
		for range 2 {
			kept := rangecoder.NewEncoder(nil)
			newReader(n, true).write(kept, body, nil)
			require.True(t, bytes.Equal(want, kept.Finish()), "a text of %d bytes", n)
		}
	}
}

// TestKeptProseIsQuick checks that the prose is not read again for each text.
func TestKeptProseIsQuick(t *testing.T) {
	first := newReader(10, true)
	kept := keptProse[sizeOf(len(prose)+10)]()
	require.Equal(t, len(prose), len(kept.text))
	require.NotSame(t, kept, first)
	require.Same(t, kept, keptProse[sizeOf(len(prose)+10)]())
}
