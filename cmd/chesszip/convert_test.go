package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// TestConvertLongGames holds that a game of more elements than convert holds in
// memory is left out, and that this is said; its neighbours are converted.
func TestConvertLongGames(t *testing.T) {
	game := func(event, moves string) string { return "[Event \"" + event + "\"]\n\n" + moves + " *\n\n" }
	src := game("a", "1. e4") + game("long", strings.Repeat("(", maxElements)) + game("b", "1. d4")
	name := filepath.Join(t.TempDir(), "a.pgn")
	require.NoError(t, os.WriteFile(name, []byte(src), 0o600))
	a, err := chesszip.OpenPGN(t.Context(), strings.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	var events []string
	var stderr bytes.Buffer
	r := &reading{ctx: t.Context(), console: &console{errw: &stderr}}
	odd, err := r.eachGame(&opened{Archive: a, name: name}, nil, func(_ int64, g *pgn.ParsedGame) error {
		event, _ := g.Tag("Event")
		events = append(events, event)
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b"}, events)
	require.Equal(t, oddities{left: 1, firstLeft: 2}, odd)

	r.sayLeft(name, odd)
	require.Contains(t, stderr.String(), "1 game left out, the first being game 2: more than 524,288 moves")
	require.Equal(t, reported{statusFailed}, r.status(nil))
	r.damaged = true
	require.Equal(t, reported{statusCorrupt}, r.status(nil), "damage is worse")
	failing := errors.New("failing")
	_, err = r.eachGame(&opened{Archive: a, name: name}, nil, func(int64, *pgn.ParsedGame) error { return failing })
	require.ErrorIs(t, err, failing)
}

// TestConvertLeavesOutFails holds that the command fails with 1 when it left out a
// game, after everything else was written.
func TestConvertLeavesOutFails(t *testing.T) {
	game := func(event, moves string) string { return "[Event \"" + event + "\"]\n\n" + moves + " *\n\n" }
	name := filepath.Join(t.TempDir(), "a.pgn")
	src := game("a", "1. e4") + game("long", strings.Repeat("(", maxElements)) + game("b", "1. d4")
	require.NoError(t, os.WriteFile(name, []byte(src), 0o600))
	for to, last := range map[string]string{"uci": "position startpos moves d2d4", "fen": "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1"} {
		var out, stderr bytes.Buffer
		err := run(t.Context(), []string{"convert", "--to", to, name}, strings.NewReader(""), &out, &stderr)
		require.Equal(t, statusFailed, exitStatus(err), "%s: %s", to, &stderr)
		require.True(t, strings.HasSuffix(out.String(), last+"\n"), "%s: %s", to, &out)
		require.Contains(t, stderr.String(), "error: "+name+": 1 game left out")
	}
}
