package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// TestConvertLongGames checks that a game of more elements than convert holds in memory
// is left out with a message; its neighbours are converted.
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
	require.Contains(t, stderr.String(), "1 game left out, the first is game 2: more than 16 MiB, or 524,288 moves")
	require.Equal(t, reported{statusFailed}, r.status(nil))
	r.damaged = true
	require.Equal(t, reported{statusCorrupt}, r.status(nil), "damage is worse")
	failing := errors.New("failing")
	_, err = r.eachGame(&opened{Archive: a, name: name}, nil, func(int64, *pgn.ParsedGame) error { return failing })
	require.ErrorIs(t, err, failing)
}

// TestConvertEach checks that several goroutines return all games in their order, up to
// an error of writing or of a game, and have ended when it returns.
func TestConvertEach(t *testing.T) {
	const games = 3000
	var src, want strings.Builder
	for i := range games {
		fmt.Fprintf(&src, "[Event \"%d\"]\n\n1. e4 {%s} *\n\n", i, strings.Repeat("x", i%300))
		fmt.Fprintf(&want, "%d %d\n", i+1, i)
	}
	a, err := chesszip.OpenPGN(t.Context(), strings.NewReader(src.String()), int64(src.Len()), nil)
	require.NoError(t, err)
	o := &opened{Archive: a, name: "a.pgn"}
	var running atomic.Int32
	failing := errors.New("failing")
	failAt := int64(0)
	convert := func(w io.Writer, number int64, g *pgn.ParsedGame) error {
		running.Add(1)
		defer running.Add(-1)
		if number == failAt {
			return failing
		}
		event, _ := g.Tag("Event")
		_, err := fmt.Fprintln(w, number, event)
		return err
	}
	for _, threads := range []int{1, 2, 7} {
		r := &reading{ctx: t.Context(), console: &console{errw: io.Discard}, threads: threads}
		failAt = 0
		var out bytes.Buffer
		odd, err := r.convertEach(o, nil, convert, &out)
		require.NoError(t, err)
		require.Zero(t, odd)
		require.Equal(t, want.String(), out.String())

		failAt = 1500
		out.Reset()
		_, err = r.convertEach(o, nil, convert, &out)
		require.ErrorIs(t, err, failing)
		require.True(t, strings.HasSuffix(out.String(), "\n1499 1498\n"), "what stands before the game is written")

		failAt = 0
		_, err = r.convertEach(o, nil, convert, failingWriter{failing})
		require.ErrorIs(t, err, failing)
		require.Zero(t, running.Load())
	}
}

// failingWriter fails.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// TestConvertLeavesOutFails checks that the command fails with 1 if it left out a game,
// after writing everything else.
func TestConvertLeavesOutFails(t *testing.T) {
	game := func(event, moves string) string { return "[Event \"" + event + "\"]\n\n" + moves + " *\n\n" }
	name := filepath.Join(t.TempDir(), "a.pgn")
	src := game("a", "1. e4") + game("long", strings.Repeat("(", maxElements)) + game("b", "1. e4") +
		game("longer", "1. e4 {"+strings.Repeat("a", 17<<20)+"}") + game("c", "1. d4")
	require.NoError(t, os.WriteFile(name, []byte(src), 0o600))
	for to, last := range map[string]string{"uci": "position startpos moves d2d4", "fen": "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1"} {
		var out, stderr bytes.Buffer
		err := run(t.Context(), []string{"convert", "--to", to, name}, strings.NewReader(""), &out, &stderr)
		require.Equal(t, statusFailed, exitStatus(err), "%s: %s", to, &stderr)
		require.True(t, strings.HasSuffix(out.String(), last+"\n"), "%s: %s", to, &out)
		require.Contains(t, stderr.String(), "error: "+name+": 2 games left out")
	}
}
