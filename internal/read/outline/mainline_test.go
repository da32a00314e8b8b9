package outline_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/read/outline"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
)

// TestMainLine checks that a main line is that of pgn.ParseGame, from columns and from
// text, also with illegal moves.
func TestMainLine(t *testing.T) {
	require.Equal(t, "true 2", mainLine(t, views(t)["all"], 0, odd[0]))
	require.Equal(t, "false 2", mainLine(t, views(t)["all"], 2, odd[2]), "a king that goes to a square of his own pawn")
	for name, v := range views(t) {
		for i, g := range games {
			mainLine(t, v, i, g)
		}
		_, _, err := outline.MainLine(v, len(games))
		require.ErrorIs(t, err, archive.ErrCorrupt, name)
	}
	for text, want := range map[string]string{
		"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Ke7 (7... Kd7 8. e4) 1/2\n":    "true 1",
		"[Variant \"Atomic\"]\n\n1. e4 e5 *\n":                                            "false 0",
		"[Variant \"Atomic\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Ke7 *\n": "false 0",
		"[Event \"x\"]\n\n1. e4 -- 2. d4 ) e5 *\n":                                        "true 4",
		"[Event \"x\"]\n\n*\n": "true 0",
	} {
		plain := view.NewPlain(nil)
		plain.Hold([]byte(text), []int{len(text)})
		f := view.NewFile(plain, nil)
		require.Equal(t, want, mainLine(t, f.View(t.Context(), f.Segments()[0]), 0, text), "%q", text)
	}
}

// mainLine compares the main line of an item with that of its text, and returns whether
// it is complete, and the number of its moves.
func mainLine(t *testing.T, v *view.View, item int, text string) string {
	t.Helper()
	got, ok, err := outline.MainLine(v, item)
	require.NoError(t, err)
	want, whole := pgn.ParseGame(text).MainLine()
	require.Equal(t, whole, ok, "%q", text)
	require.Equal(t, want.Start, got.Start, "%q", text)
	require.Equal(t, fmt.Sprint(want.Moves), fmt.Sprint(got.Moves), "%q", text)
	return fmt.Sprint(ok, len(got.Moves))
}
