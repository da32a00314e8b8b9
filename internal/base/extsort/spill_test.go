package extsort

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpill keeps pieces in memory and beyond, and leaves no files.
func TestSpill(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	var s Spill
	piece := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, memory/4+i) }
	for i := range 9 {
		require.NoError(t, s.Append(piece(i)))
	}
	require.NotNil(t, s.file)
	for _, i := range []int{8, 0, 3, 4, 8, 2} {
		got, err := s.Read(i)
		require.NoError(t, err)
		require.True(t, bytes.Equal(piece(i), got), i)
	}
	s.Close()
	s.Close()
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
	require.NoError(t, s.Append(piece(1)))
	got, err := s.Read(0)
	require.NoError(t, err)
	require.Equal(t, piece(1), got)
}

// TestNoRoom checks that a folder that is not there is an error, once it is needed.
func TestNoRoom(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/none")
	t.Setenv("TMP", t.TempDir()+"/none")
	var s Spill
	require.NoError(t, s.Append(make([]byte, memory)))
	require.ErrorContains(t, s.Append(make([]byte, 1)), "temporary file for the opening table")
	s.Close()
}
