//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Numbers of killed and resumed runs, with CHESSZIP_LONG and without.
const (
	fewResumes  = 4
	longResumes = 50
)

// manyFrames returns short games that fill so many frames.
func manyFrames(frames int) []byte {
	var b strings.Builder
	for i := range frames * 4000 {
		fmt.Fprintf(&b, "[Event \"%d\"]\n\n1. e4 e5 2. Nf3 *\n\n", i%97)
	}
	return []byte(b.String())
}

// TestResumedAfterKills kills compressions, each at a random frame, and resumes them
// until they are done: the archive is that of an undisturbed run, a kill loses at most
// two frames a thread, and a run without --resume changes nothing.
func TestResumedAfterKills(t *testing.T) {
	kills := fewResumes
	if os.Getenv("CHESSZIP_LONG") != "" {
		kills = longResumes
	}
	const frames, threads = 14, 2
	rng := rand.New(rand.NewPCG(15, 8))
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "games.pgn"), manyFrames(frames), 0o600))
	command := func(args ...string) *exec.Cmd {
		c := exec.Command("chesszip", append(args, "-1", "-T", fmt.Sprint(threads), "--index", "numbers,positions", "games.pgn")...)
		c.Dir = dir
		return c
	}
	status, words := exitOf(command("-o", "want.czip"))
	require.Zero(t, status, words)
	want := mustRead(t, filepath.Join(dir, "want.czip"))

	signals := []syscall.Signal{syscall.SIGKILL, syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM}
	journal := filepath.Join(dir, filepath.Base(journalName("out.czip", 1)))
	for killed, resumed := 0, 0; killed < kills; {
		for ended := false; !ended; {
			c := command("--resume", "-v", "-o", "out.czip")
			var said strings.Builder
			c.Stderr = &said
			from := recordsIn(t, journal)
			until := from + 1 + rng.IntN(frames/2)
			gone := begin(t, c)
			for recordsIn(t, journal) < until && tick(gone) {
			}
			sig := signals[rng.IntN(len(signals))]
			_ = c.Process.Signal(sig)
			<-gone
			left := recordsIn(t, journal)
			if state := c.ProcessState.Sys().(syscall.WaitStatus); !state.Signaled() {
				require.Zero(t, c.ProcessState.ExitCode(), said.String())
				ended = true
			} else if killed++; fileExists(filepath.Join(dir, "out.czip")) {
				// It was renamed already: the next run that may overwrite it removes the
				// rest.
				ended = true
				require.True(t, want == mustRead(t, filepath.Join(dir, "out.czip")), "an archive with its name is whole")
				status, words := exitOf(command("-f", "-o", "out.czip"))
				require.Zero(t, status, words)
			} else if left > 0 {
				require.GreaterOrEqual(t, left, min(from, until), "%v lost frames that were there", sig)
				if rng.IntN(3) == 0 {
					before := folder(t, dir)
					status, words := exitOf(command("-o", "out.czip"))
					require.Equal(t, statusMisuse, status, words)
					require.Contains(t, words, "out.czip is unfinished")
					require.Contains(t, words, "--resume")
					sameFolder(t, "after a run without --resume", before, folder(t, dir))
				}
				if sig != syscall.SIGKILL {
					require.Contains(t, said.String(), "the same command with --resume continues")
				}
			}
			if from > 0 {
				resumed++
				require.Contains(t, said.String(), "were done before")
			}
		}
		require.True(t, want == mustRead(t, filepath.Join(dir, "out.czip")), "the archive differs after %d kills", killed)
		require.Len(t, folder(t, dir), 3, "the games and two archives")
		require.NoError(t, os.Remove(filepath.Join(dir, "out.czip")))
		t.Logf("%d kills, %d runs resumed", killed, resumed)
	}
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

func fileExists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// recordsIn returns the number of frames in a journal, 0 if there is none.
func recordsIn(t *testing.T, path string) int {
	f := openJournal(path)
	if f == nil {
		return 0
	}
	f.Close()
	temp, err := os.Open(tempName(filepath.Join(filepath.Dir(path), "out.czip"), 1))
	if err != nil {
		return 0
	}
	b, err := openBegun(t.Context(), temp, temp.Name(), path)
	require.NoError(t, err)
	if b == nil {
		return 0
	}
	defer b.close()
	return int(b.Frames())
}

// TestWorthKeeping checks when a stopped run keeps its output.
func TestWorthKeeping(t *testing.T) {
	require.False(t, worthKeeping(false, keepAfter-time.Second))
	require.True(t, worthKeeping(false, keepAfter))
	require.True(t, worthKeeping(true, 0))
}
