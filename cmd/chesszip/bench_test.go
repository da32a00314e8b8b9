package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBenchText holds the table of bench; with CHESSZIP_LONG bench.txtar has
// it measured, too.
func TestBenchText(t *testing.T) {
	r := &benchmark{File: "sample.pgn", Bytes: 8000, Games: 2, Plies: 1234, Rows: []result{
		{Name: "chesszip -1", Bytes: 1000, CompressMBs: 1, DecompressMBs: 2},
		{Name: "chesszip -9", Bytes: 500, BitsPerPly: 2.5, CompressMBs: 1, DecompressMBs: 0.02},
	}}
	got := string(r.text())
	require.Regexp(t, `^sample.pgn: 8,000 bytes, 2 games, 1,234 plies\n`, got)
	require.Regexp(t, `chesszip -1 +1,000 +12.50 `, got)
	require.Regexp(t, `chesszip -9 +500 +6.25 +- +2.50 +1.0 +0.020 +-`, got)
	for _, line := range strings.Split(got, "\n") {
		require.LessOrEqual(t, len(line), helpWidth, line)
	}
}
