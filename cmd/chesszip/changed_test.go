//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChangedInput changes files while they are read: each command reports it, and --rm
// fails and keeps the file. Without CHESSZIP_LONG only the first command meets every
// change.
func TestChangedInput(t *testing.T) {
	games := manyFrames(6)
	changes := map[string]func(name string) error{
		"cut": func(name string) error { return os.Truncate(name, int64(len(games)/2)) },
		"longer": func(name string) error {
			f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = f.WriteString("\n")
			require.NoError(t, err)
			return f.Close()
		},
		// Only the system's own time of change reveals this.
		"changed, its time set back": func(name string) error {
			info, err := os.Stat(name)
			require.NoError(t, err)
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = f.WriteAt([]byte("x"), int64(len(games)-10))
			require.NoError(t, err)
			require.NoError(t, f.Close())
			return os.Chtimes(name, info.ModTime(), info.ModTime())
		},
	}
	for i, c := range []struct {
		args, out string
		remove    bool
	}{
		{"-1 -T 1 games.pgn", "games.pgn.czip", false},
		{"-1 -T 1 --rm games.pgn", "games.pgn.czip", true},
		{"-1 -T 1 --index numbers,positions -o other.czip games.pgn", "other.czip", false},
		{"append a.czip games.pgn", "a.czip", false},
		{"merge --level 1 -T 1 -o other.czip games.pgn", "other.czip", false},
		{"filter --ply 3 -o other.pgn games.pgn", "other.pgn", false},
	} {
		for what, change := range changes {
			if i > 0 && what != "longer" && os.Getenv("CHESSZIP_LONG") == "" {
				continue
			}
			dir := t.TempDir()
			name := filepath.Join(dir, "games.pgn")
			require.NoError(t, os.WriteFile(name, games, 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "few.pgn"), games[:1000], 0o600))
			status, words := exitOf(in(dir, "-1 -o a.czip few.pgn"))
			require.Zero(t, status, words)
			run := in(dir, c.args)
			var said strings.Builder
			run.Stderr = &said
			gone := begin(t, run)
			temp := tempName(filepath.Join(dir, c.out), 1)
			for begun := false; !begun; {
				info, err := os.Stat(temp)
				// The input is open when the output exists, except with filter, which
				// opens its output first.
				begun = err == nil && (c.out != "other.pgn" || info.Size() > 0)
				require.True(t, tick(gone), "%s ended before its input was changed: %s", c.args, said.String())
			}
			require.NoError(t, run.Process.Signal(syscall.SIGSTOP))
			require.NoError(t, change(name))
			require.NoError(t, run.Process.Signal(syscall.SIGCONT))
			<-gone
			if _, err := os.Stat(name); err != nil {
				t.Errorf("%s of a file that is %s: %v", c.args, what, err)
			}
			want, code := "chesszip: warning: games.pgn has changed while it was read", 0
			if c.remove {
				want, code = "chesszip: error: games.pgn has changed meanwhile: it is not removed", statusFailed
			}
			// Commands with random access may find the bytes gone.
			if code := run.ProcessState.ExitCode(); what == "cut" && code == statusCorrupt {
				require.Regexp(t, "^chesszip: error: games.pgn: .*read at byte .* unexpected EOF\n", said.String(), c.args)
				continue
			}
			require.Contains(t, said.String(), want, "%s of a file that is %s", c.args, what)
			require.Equal(t, code, run.ProcessState.ExitCode(), "%s of a file that is %s: %s", c.args, what, said.String())
		}
	}
}

// in is a command that runs in a folder.
func in(dir, args string) *exec.Cmd {
	c := exec.Command("chesszip", strings.Fields(args)...)
	c.Dir = dir
	return c
}

// TestInterruptedSplit stops a split, which then prints which files are written.
func TestInterruptedSplit(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "games.pgn"), manyFrames(6), 0o600))
	run := in(dir, "split --by Event -l 6 -o x-{}.czip games.pgn")
	var said strings.Builder
	run.Stderr = &said
	gone := begin(t, run)
	for !fileExists(filepath.Join(dir, "x-3.czip")) {
		require.True(t, tick(gone), said.String())
	}
	require.NoError(t, run.Process.Signal(syscall.SIGINT))
	<-gone
	require.Contains(t, said.String(), "chesszip: of the 97 files, these are written:\n")
	files, err := filepath.Glob(filepath.Join(dir, "x-*.czip"))
	require.NoError(t, err)
	require.Less(t, len(files), 97)
	require.Equal(t, len(files), strings.Count(said.String(), ".czip: "))
	for _, f := range files {
		require.Contains(t, said.String(), filepath.Base(f)+": 24")
	}
}
