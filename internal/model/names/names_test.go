package names

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChecksum checks that the table is the one that the package comment describes of.
func TestChecksum(t *testing.T) {
	require.Equal(t, Checksum, fmt.Sprintf("%x", sha256.Sum256(table)))
}

// TestNoHandles checks that nobody is in the table whom only servers know.
func TestNoHandles(t *testing.T) {
	for _, name := range []string{"ChikiPuki", "german11", "DrNykterstein", "Hikaru", "MagnusCarlsen", "GothamChess", "thibault"} {
		if _, _, ok := Find([]byte(name)); ok {
			t.Errorf("the table has %q", name)
		}
	}
}

// TestGroups checks the bounds that the format has, and that every name is found
// where it is.
func TestGroups(t *testing.T) {
	require.LessOrEqual(t, len(Groups()), MaxGroups)
	for i, g := range Groups() {
		require.NotEmpty(t, g, "group %d", i)
		require.LessOrEqual(t, g.Digits(), MaxDigits, "group %d", i)
		for k, name := range g {
			require.NotEmpty(t, name, "group %d, name %d", i, k)
			group, at, ok := Find(name)
			if !ok || group != i || at != k {
				t.Fatalf("Find(%q) = %d, %d, %v, want group %d, place %d", name, group, at, ok, i, k)
			}
		}
	}
}

func TestFind(t *testing.T) {
	for _, name := range []string{"Carlsen,M", "Carlsen, Magnus", "Kasparov, Garry", "Stockfish 17 64-bit 8CPU"} {
		if _, _, ok := Find([]byte(name)); !ok {
			t.Errorf("Find(%q): not found", name)
		}
	}
	for _, name := range []string{"", "\n", "Nobody, Of This Name", "carlsen, magnus", "Carlsen, Magnus\n"} {
		if group, at, ok := Find([]byte(name)); ok {
			t.Errorf("Find(%q) = %d, %d, want none", name, group, at)
		}
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct{ names, want int }{{1, 0}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {256, 8}, {257, 9}} {
		if got := Group(bytes.Split(bytes.Repeat([]byte("\n"), c.names-1), []byte("\n"))).Digits(); got != c.want {
			t.Errorf("Digits of %d names = %d, want %d", c.names, got, c.want)
		}
	}
}
