//go:build unix

package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"

	"github.com/chesszip/chesszip/internal/test/badengine"
)

func TestMain(m *testing.M) {
	badengine.Run()
	os.Exit(m.Run())
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// faulty returns options for an engine with a fault.
func faulty(t *testing.T, fault string) *Options {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(badengine.Fault, fault)
	return &Options{Program: exe, Time: 300 * time.Millisecond, patience: 3 * time.Second}
}

func started(t *testing.T, o *Options) *Engine {
	t.Helper()
	e, err := Start(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(e.Close)
	return e
}

// question is a position by its FEN and moves.
func question(t *testing.T, fen, moves string, lines int) *Question {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	q := &Question{Start: p, Lines: lines}
	for _, w := range strings.Fields(moves) {
		m, err := notation.ParseUCI(w, &p)
		require.NoError(t, err)
		q.Moves = append(q.Moves, m)
		movegen.Make(&p, m)
	}
	return q
}

// last returns what a search found at last.
func last(t *testing.T, e *Engine, q *Question) (*Update, *Move) {
	t.Helper()
	var u *Update
	best, err := e.Search(t.Context(), q, func(now *Update) error { u = now; return nil })
	require.NoError(t, err)
	return u, best
}

// TestSearch searches positions, one after the other, by one process.
func TestSearch(t *testing.T) {
	e := started(t, faulty(t, "none"))
	require.Equal(t, "[31m"+badengine.Name, e.Name())
	for _, c := range []struct {
		name, fen, moves string
		lines, want      int
		first, san       string
		cp               int
	}{
		{"start", startFEN, "", 1, 1, "a2a3", "a3", 30},
		{"three lines at most", startFEN, "", 5, 3, "a2a3", "a3", 30},
		{"after a move, from White's view", startFEN, "e2e4", 2, 2, "a7a5", "a5", -30},
		{"after a pass", startFEN, "e2e4 0000", 1, 1, "a2a3", "a3", 30},
		{"one legal move", "7k/8/8/8/8/8/r7/7K w - - 0 1", "", 3, 1, "h1g1", "Kg1", 30},
		{"Chess960, castling", "rkr5/ppp2p2/8/8/8/8/PPP2P2/RKR5 w CAca - 0 1", "", 2, 2, "b1c1", "O-O", 30},
		{"Chess960, after castling", "rkr5/ppp2p2/8/8/8/8/PPP2P2/RKR5 w CAca - 0 1", "b1c1", 1, 1, "b8c8", "O-O", -30},
		{"standard chess after that", startFEN, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3", 1, 1, "e8g8", "O-O", -30},
		{"mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", 1, 0, "", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, best := last(t, e, question(t, c.fen, c.moves, c.lines))
			if c.want == 0 {
				require.Nil(t, u)
				require.Nil(t, best)
				return
			}
			require.Len(t, u.Lines, c.want)
			require.Positive(t, u.Depth)
			require.Positive(t, u.Nodes)
			require.Equal(t, c.cp, *u.Lines[0].Eval.CP)
			require.Equal(t, Move{c.first, c.san}, u.Lines[0].Moves[0])
			require.Equal(t, *u.Best, *best)
			require.Len(t, u.Lines[0].Moves, 2)
		})
	}
	_, err := e.Search(t.Context(), question(t, "8/8/8/8/8/8/1k6/K7 b - - 0 1", "", 1), nil)
	var invalid *board.InvalidError
	require.ErrorAs(t, err, &invalid)
}

// TestStop ends a search by its context, and searches again with the same process.
func TestStop(t *testing.T) {
	o := faulty(t, "none")
	o.Time = time.Minute
	e := started(t, o)
	for range 3 {
		ctx, stop := context.WithCancelCause(t.Context())
		cause := errors.New("enough")
		_, err := e.Search(ctx, question(t, startFEN, "", 2), func(*Update) error { stop(cause); return nil })
		require.ErrorIs(t, err, cause)
	}
	_, err := e.Search(t.Context(), question(t, startFEN, "", 2), func(*Update) error { return fs.ErrClosed })
	require.ErrorIs(t, err, fs.ErrClosed)
	require.False(t, e.process.over())
}

// TestFaults checks what is said of engines with faults, that they take no memory, and
// that the process has ended.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ fault, says string }{
		{"silent", `does not answer "uci" within 1s`},
		{"nameless", "does not say its name"},
		{"hangs", "gives no line within 1s"},
		{"endless", "searches longer than the 300ms"},
		{"dies", "has ended: exit status 3"},
		{"lies", "gives no line that is legal in this position"},
		{"cheats", `ends with the move "e2e5", which is not legal`},
		{"floods", "sends more than 2 MB/s"},
		{"endline", "sends more than 2 MB/s"},
		{"deaf", `does not answer "isready"`},
	} {
		t.Run(c.fault, func(t *testing.T) {
			o := faulty(t, c.fault)
			o.patience = time.Second
			file := filepath.Join(t.TempDir(), "process")
			t.Setenv(badengine.Process, file)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			v := NewViews(o)
			defer v.Close()
			_, err := v.Search(t.Context(), "x", question(t, startFEN, "", 2), func(*Update) error { return nil })
			require.ErrorContains(t, err, c.says)
			var failure *Failure
			require.ErrorAs(t, err, &failure)
			runtime.ReadMemStats(&after)
			require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(16<<20))
			requireEnded(t, file)
		})
	}
	t.Run("liesome", func(t *testing.T) {
		u, best := last(t, started(t, faulty(t, "liesome")), question(t, startFEN, "", 3))
		require.Len(t, u.Lines, 1) // all begin with the same move
		require.Len(t, u.Lines[0].Moves, 1)
		require.Equal(t, u.Lines[0].Moves[0], *best)
	})
	t.Run("no program", func(t *testing.T) {
		_, err := Start(t.Context(), &Options{Program: "no-such-engine"})
		require.ErrorContains(t, err, "the engine no-such-engine cannot be started: ")
	})
}

// requireEnded checks that the process whose number is in a file has ended.
func requireEnded(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	pid, err := strconv.Atoi(string(text))
	require.NoError(t, err)
	require.Eventually(t, func() bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || zombie(pid) }, 5*time.Second, 10*time.Millisecond)
}

// zombie reports whether a process has ended, but its parent, of this machine, has not
// looked after it.
func zombie(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(text), ") Z ")
}

// TestScript checks that an engine that a script has started ends with it.
func TestScript(t *testing.T) {
	o := faulty(t, "none")
	file := filepath.Join(t.TempDir(), "process")
	t.Setenv(badengine.Process, file)
	script := filepath.Join(t.TempDir(), "engine.sh")
	require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\n'"+o.Program+"'\ntrue\n"), 0o700))
	o.Program = script
	e, err := Start(t.Context(), o)
	require.NoError(t, err)
	e.Close()
	requireEnded(t, file)
}

// TestStockfish searches with Debian's engine, where it is.
func TestStockfish(t *testing.T) {
	program := "/usr/games/stockfish"
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("Stockfish is not here: apt-get install stockfish")
	}
	e := started(t, &Options{Program: program, Time: time.Second})
	require.Contains(t, e.Name(), "Stockfish")
	u, best := last(t, e, question(t, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "", 3))
	require.Equal(t, 1, *u.Lines[0].Eval.Mate)
	require.Equal(t, "Qf8#", best.SAN)
	require.Len(t, u.Lines, 3)
	u, best = last(t, e, question(t, "7K/8/6k1/8/8/8/8/5q2 b - - 0 1", "", 1))
	require.Equal(t, -1, *u.Lines[0].Eval.Mate, "from White's view")
	require.Equal(t, "Qf8#", best.SAN)
	u, _ = last(t, e, question(t, "rkr5/ppp2p2/8/8/8/8/PPP2P2/RKR5 w CAca - 0 1", "b1c1", 2))
	require.Len(t, u.Lines, 2)
	require.Greater(t, u.Depth, 5)
}
