package main

import (
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/attack/table"
)

// TestEveryVerbIsAttacked holds that the table of what is attacked names each
// verb, and no other.
func TestEveryVerbIsAttacked(t *testing.T) {
	want := []string{"compress", "decompress", "test", "train"} // by flags of chesszip itself
	root := newRoot(newConsole(nil, io.Discard, io.Discard))
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		want = append(want, cmd.Name())
	}
	for _, m := range []string{"decompress", "test", "train"} {
		require.NotNil(t, root.Flags().Lookup(m), m)
	}
	var got []string
	for _, v := range table.Verbs() {
		if !slices.Contains(got, v.Name) { // one may be attacked in several ways
			got = append(got, v.Name)
		}
	}
	require.ElementsMatch(t, want, got, "add what is new to the verbs of internal/test/attack/table/table")
}
