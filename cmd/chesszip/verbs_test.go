package main

import (
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/attack/table"
)

// TestEveryVerbIsAttacked checks that the table of package attack has each command, and
// no other.
func TestEveryVerbIsAttacked(t *testing.T) {
	want := []string{"test", "train"} // flags of chesszip itself
	root := newRoot(newConsole(nil, io.Discard, io.Discard))
	root.InitDefaultHelpCmd()
	for _, m := range want {
		require.NotNil(t, root.Flags().Lookup(m), m)
	}
	for _, cmd := range root.Commands() {
		want = append(want, cmd.Name())
	}
	var got []string
	for _, v := range table.Verbs() {
		if !slices.Contains(got, v.Name) { // one command may have several entries
			got = append(got, v.Name)
		}
	}
	require.ElementsMatch(t, want, got, "add what is new to the verbs of internal/test/attack/table/table")
}
