package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/pgn"
)

// TestSample checks that the file in the repository is the one this command
// writes.
func TestSample(t *testing.T) {
	got, err := sample()
	require.NoError(t, err)
	want, err := os.ReadFile("../../../testdata/sample.pgn")
	require.NoError(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("testdata/sample.pgn is out of date: go run ./internal/tools/makesample")
	}
	if len(want) > 200<<10 {
		t.Errorf("testdata/sample.pgn has %d bytes, want at most 200 KiB", len(want))
	}
	n := 0
	for g, err := range pgn.NewReader(bytes.NewReader(want), nil).Games() {
		require.NoError(t, err)
		if _, ok := g.MainLine(); !ok {
			t.Errorf("game %d: %v", n, g.Err())
		}
		n++
	}
	if n != drawn+len(famous) {
		t.Errorf("%d games, want %d", n, drawn+len(famous))
	}
}
