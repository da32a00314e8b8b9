//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestTemporaryNames checks that temporary names contain the output's, are short enough
// and differ if the outputs' names do.
func TestTemporaryNames(t *testing.T) {
	require.Equal(t, "a/.games.czip.chesszip-0001.tmp", tempName("a/games.czip", 1))
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-zé♔]{1,120}`).Draw(t, "name") + strings.Repeat("♔x", rapid.IntRange(0, 80).Draw(t, "more"))
		name = name[:min(len(name), maxName)]
		other := name[:len(name)-1] + "!"
		temp := tempName("d/"+name, 9)
		require.LessOrEqual(t, len(filepath.Base(temp)), maxName)
		require.NotEqual(t, temp, tempName("d/"+other, 9))
		require.True(t, strings.HasPrefix(temp, "d/."+name[:min(len(name), 100)]))
	})
	// The file system also takes the longest name.
	dir := t.TempDir()
	c, _ := quietConsole()
	name := filepath.Join(dir, strings.Repeat("n", maxName))
	out, err := c.createOutput(t.Context(), name, false, nil)
	require.NoError(t, err)
	defer out.discard()
	_, err = io.WriteString(out, "text")
	require.NoError(t, err)
	require.NoError(t, out.commit(nil))
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "text", string(b))
}

// TestLateInterruption checks that an output kept for a later run stays if its
// interruption is handled again after everything is closed.
func TestLateInterruption(t *testing.T) {
	c, _ := quietConsole()
	out, err := c.createOutput(t.Context(), filepath.Join(t.TempDir(), "a.czip"), false, nil)
	require.NoError(t, err)
	w := &resumable{to: out, path: out.temp + "-journal", always: true, flush: func() error { return nil }}
	out.work.Store(w)
	for range lazyWrites {
		_, err = io.WriteString(w, "a frame")
		require.NoError(t, err)
	}
	out.discard()
	out.remove()
	require.FileExists(t, out.temp)
	require.FileExists(t, w.path)
}

// TestLeftovers checks which files next to an output are removed, and which stay.
func TestLeftovers(t *testing.T) {
	const text = "[Event \"x\"]\n"
	cases := []struct {
		name  string
		make  func(t *testing.T, path string)
		goes  bool
		saysA string
	}{
		{"empty", func(t *testing.T, path string) { require.NoError(t, os.WriteFile(path, nil, 0o600)) }, true, ""},
		{"begins alike", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, []byte("[Event \"y\"]\n"), 0o600))
		}, true, "removed"},
		{"one byte", func(t *testing.T, path string) { require.NoError(t, os.WriteFile(path, []byte("["), 0o600)) }, true, "removed"},
		{"other bytes", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, []byte("my notes"), 0o600))
		}, false, "remove it if nothing needs it"},
		{"a link", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path+".target", []byte(text), 0o600))
			require.NoError(t, os.Symlink(path+".target", path))
		}, false, "remove it if nothing needs it"},
		{"a folder", func(t *testing.T, path string) { require.NoError(t, os.Mkdir(path, 0o700)) }, false, "remove it if nothing needs it"},
		{"a pipe", func(t *testing.T, path string) { require.NoError(t, syscall.Mkfifo(path, 0o600)) }, false, "remove it if nothing needs it"},
		{"another user's", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
			if err := os.Chown(path, os.Geteuid()+1, -1); err != nil {
				t.Skip("only root gives files to others")
			}
		}, false, "remove it if nothing needs it"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "games.pgn")
			beside := tempName(name, 1)
			c.make(t, beside)
			before, err := os.Lstat(beside)
			require.NoError(t, err)
			con, words := quietConsole()
			out, err := con.createOutput(t.Context(), name, false, nil)
			require.NoError(t, err)
			defer out.discard()
			_, err = io.WriteString(out, text)
			require.NoError(t, err)
			require.NoError(t, out.commit(nil))
			b, err := os.ReadFile(name)
			require.NoError(t, err)
			require.Equal(t, text, string(b))
			now, err := os.Lstat(beside)
			if c.goes {
				require.ErrorIs(t, err, fs.ErrNotExist)
			} else {
				require.NoError(t, err)
				require.True(t, os.SameFile(before, now))
				require.Equal(t, before.Size(), now.Size())
			}
			if c.saysA == "" {
				require.Empty(t, words.String())
			} else {
				require.Contains(t, words.String(), c.saysA)
				require.Contains(t, words.String(), filepath.Base(beside))
			}
		})
	}
}

// TestTwoRuns checks that the second of two runs on one output is refused, whether or
// not the first has written something, and also if a leftover has the first name.
func TestTwoRuns(t *testing.T) {
	for _, written := range []string{"", "[Event"} {
		for _, leftover := range []string{"", "something else"} {
			t.Run(fmt.Sprintf("%q beside %q", written, leftover), func(t *testing.T) {
				name := filepath.Join(t.TempDir(), "games.pgn")
				if leftover != "" {
					require.NoError(t, os.WriteFile(tempName(name, 1), []byte(leftover), 0o600))
				}
				c, _ := quietConsole()
				first, err := c.createOutput(t.Context(), name, true, nil)
				require.NoError(t, err)
				defer first.discard()
				_, err = io.WriteString(first, written)
				require.NoError(t, err)
				if leftover != "" {
					require.NoError(t, os.Remove(tempName(name, 1)))
				}
				_, err = c.createOutput(t.Context(), name, true, nil)
				require.ErrorContains(t, err, "another run is writing "+name)
				require.NoError(t, first.commit(nil))
				second, err := c.createOutput(t.Context(), name, true, nil)
				require.NoError(t, err)
				second.discard()
				require.Len(t, folder(t, filepath.Dir(name)), 1)
			})
		}
	}
}

// TestManyRunsAtOnce starts outputs at once: one gets the file, in any order, and the
// result is complete.
func TestManyRunsAtOnce(t *testing.T) {
	const runs = 8
	for range 20 {
		name := filepath.Join(t.TempDir(), "games.pgn")
		ended := make(chan *output, runs)
		for range runs {
			go func() {
				c, _ := quietConsole()
				out, _ := c.createOutput(t.Context(), name, true, nil)
				ended <- out
			}()
		}
		var got []*output
		for range runs {
			if out := <-ended; out != nil {
				got = append(got, out)
			}
		}
		require.Len(t, got, 1)
		got[0].discard()
		require.Empty(t, folder(t, filepath.Dir(name)))
	}
}

// TestTemporaryMode checks that a file is private until it is complete, and then has the
// mode of the source, or of the file that it replaces, or the usual one.
func TestTemporaryMode(t *testing.T) {
	old := syscall.Umask(0o022)
	defer syscall.Umask(old)
	dir := t.TempDir()
	source := filepath.Join(dir, "source")
	require.NoError(t, os.WriteFile(source, nil, 0o600))
	require.NoError(t, os.Chmod(source, 0o644))
	info, err := os.Stat(source)
	require.NoError(t, err)
	for _, c := range []struct {
		there  fs.FileMode // of the replaced file, or 0
		source fs.FileInfo
		want   fs.FileMode
	}{{0, nil, 0o644}, {0o600, nil, 0o600}, {0o640, nil, 0o640}, {0, info, 0o644}, {0o600, info, 0o644}} {
		name := filepath.Join(t.TempDir(), "out")
		if c.there != 0 {
			require.NoError(t, os.WriteFile(name, []byte("old"), c.there))
		}
		con, words := quietConsole()
		out, err := con.createOutput(t.Context(), name, true, nil)
		require.NoError(t, err)
		now, err := os.Stat(out.temp)
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o600), now.Mode())
		require.NoError(t, out.commit(c.source))
		now, err = os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, c.want, now.Mode())
		require.Empty(t, words.String())
	}
}

// foreign is a file of another user.
type foreign struct {
	fs.FileInfo
	uid, gid uint32
}

func (f foreign) Sys() any { return &syscall.Stat_t{Uid: f.uid, Gid: f.gid} }

// TestOwner checks that if owner or group cannot be set only this user may read the
// file, with a message.
func TestOwner(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "source")
	require.NoError(t, os.WriteFile(source, nil, 0o600))
	require.NoError(t, os.Chmod(source, 0o664))
	info, err := os.Stat(source)
	require.NoError(t, err)
	// No one has the identifier -1; it means "unchanged".
	like := foreign{info, 1<<32 - 1, 1<<32 - 1}
	c, words := quietConsole()
	out, err := c.createOutput(t.Context(), filepath.Join(dir, "out"), false, nil)
	require.NoError(t, err)
	require.NoError(t, out.commit(like))
	now, err := os.Stat(filepath.Join(dir, "out"))
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), now.Mode())
	require.Contains(t, words.String(), "owner and group cannot be kept")
}

// TestLinks checks that the target of a symbolic link is replaced, and the link stays.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "far", "deep"), 0o700))
	require.NoError(t, os.Symlink("far/deep", filepath.Join(dir, "near")))
	require.NoError(t, os.Symlink("near/../target", filepath.Join(dir, "second")))
	require.NoError(t, os.Symlink("second", filepath.Join(dir, "first")))
	c, _ := quietConsole()
	for _, text := range []string{"one", "two"} { // first there is no target
		out, err := c.createOutput(t.Context(), filepath.Join(dir, "first"), true, nil)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(out.temp, filepath.Join(dir)), out.temp)
		_, err = io.WriteString(out, text)
		require.NoError(t, err)
		require.NoError(t, out.commit(nil))
		b, err := os.ReadFile(filepath.Join(dir, "far", "target"))
		require.NoError(t, err)
		require.Equal(t, text, string(b))
		to, err := os.Readlink(filepath.Join(dir, "first"))
		require.NoError(t, err)
		require.Equal(t, "second", to)
	}
	_, err := c.createOutput(t.Context(), filepath.Join(dir, "first"), false, nil)
	require.ErrorContains(t, err, "exists already")
	require.NoError(t, os.Symlink("round", filepath.Join(dir, "round")))
	_, err = c.createOutput(t.Context(), filepath.Join(dir, "round"), true, nil)
	require.ErrorContains(t, err, "too many symbolic links")
}

// TestInterruptedOutput checks that an interruption removes the unfinished file, and
// nothing once it is renamed.
func TestInterruptedOutput(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	c, _ := quietConsole()
	ctx, stop := context.WithCancelCause(t.Context())
	out, err := c.createOutput(ctx, name, false, nil)
	require.NoError(t, err)
	stop(&interrupted{signal: syscall.SIGTERM})
	var by *interrupted
	out.remove() // as the context does, at any time
	require.ErrorAs(t, out.commit(nil), &by)
	out.discard()
	require.Empty(t, folder(t, filepath.Dir(name)))

	out, err = c.createOutput(t.Context(), name, false, nil)
	require.NoError(t, err)
	require.NoError(t, out.commit(nil))
	require.NoError(t, os.WriteFile(out.temp, nil, 0o600)) // of a later run
	out.remove()
	out.discard()
	require.Len(t, folder(t, filepath.Dir(name)), 2)
}

// TestAppendHoldsItsArchive checks that append does not overwrite what another run has
// written to the archive after it was opened.
func TestAppendHoldsItsArchive(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	require.NoError(t, os.WriteFile(name, []byte("one"), 0o600))
	read, err := os.Stat(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, []byte("another"), 0o600))
	c, _ := quietConsole()
	out, err := c.createOutput(t.Context(), name, true, nil)
	require.NoError(t, err)
	defer out.discard()
	require.ErrorContains(t, out.unchanged(read), "has changed meanwhile")
	require.ErrorContains(t, out.writeBehind(0, 3, read), "has changed meanwhile")
}

// TestSplitLooksFirst checks that split writes nothing if one part is the input.
func TestSplitLooksFirst(t *testing.T) {
	dir := writersFolder(t)
	require.NoError(t, os.Link(filepath.Join(dir, "games.czip"), filepath.Join(dir, "part-002.czip")))
	before := folder(t, dir)
	c := exec.Command("chesszip", "split", "-f", "--parts", "2", "-o", "part", "games.czip")
	c.Dir = dir
	status, words := exitOf(c)
	require.Equal(t, statusMisuse, status, words)
	require.Contains(t, words, "part-002.czip is the input itself")
	sameFolder(t, "split", before, folder(t, dir))
}

// TestOutputGoesNowhere checks that a program may discard output in any way of its
// language: some also open /dev/null for reading, as Go does in place of a closed
// standard output.
func TestOutputGoesNowhere(t *testing.T) {
	dir := writersFolder(t)
	for _, flag := range []int{os.O_WRONLY, os.O_RDWR} {
		for _, args := range []string{"-d -c games.czip", "cat games.pgn", "count games.czip", "verify games.czip"} {
			nowhere, err := os.OpenFile(os.DevNull, flag, 0)
			require.NoError(t, err)
			c := exec.Command("chesszip", strings.Fields(args)...)
			c.Dir, c.Stdout = dir, nowhere
			status, words := exitOf(c)
			require.NoError(t, nowhere.Close())
			require.Zero(t, status, "chesszip %s: %s", args, words)
			require.Empty(t, words, args)
		}
	}
}
