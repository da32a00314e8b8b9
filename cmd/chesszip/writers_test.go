package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
)

// writer is a command that writes a file. It runs in a folder with games.pgn, games.czip
// and more.pgn.
type writer struct {
	name string
	args []string
	out  string // its output
	// reads is a file that it reads, if -o can name the output and so could name that
	// file.
	reads string
	small bool // out is written at once
	late  bool // out is written at the end of a long run
	slow  bool // a run takes seconds
}

// writers are all commands that write files.
var writers = []writer{
	{name: "compress", args: []string{"-1", "-f", "-o", "OUT", "games.pgn"}, reads: "games.pgn", late: true},
	{name: "compress --rm", args: []string{"-1", "-f", "--rm", "games.pgn"}, out: "games.pgn.czip", late: true},
	{name: "decompress", args: []string{"-d", "-f", "-o", "OUT", "games.czip"}, reads: "games.czip"},
	{name: "decompress --rm", args: []string{"-d", "-f", "--rm", "games.czip"}, out: "games"},
	{name: "cat", args: []string{"cat", "-f", "-o", "OUT", "games.czip"}, reads: "games.czip"},
	{name: "get", args: []string{"get", "-f", "-o", "OUT", "games.czip", "1-"}, reads: "games.czip"},
	{name: "filter", args: []string{"filter", "-f", "-o", "OUT", "--event", "made", "games.czip"}, reads: "games.czip"},
	{name: "find", args: []string{"find", "-f", "-o", "OUT", "--moves", "1. e4", "games.czip"}, reads: "games.czip"},
	{name: "convert", args: []string{"convert", "-f", "-o", "OUT", "--to", "pgn", "games.czip"}, reads: "games.czip"},
	{name: "convert to records", args: []string{"convert", "-f", "-o", "OUT", "--to", "fen", "games.czip"}, reads: "games.czip", small: true},
	{name: "list", args: []string{"list", "-f", "-o", "OUT", "--games", "--json", "games.czip"}, reads: "games.czip"},
	{name: "stats", args: []string{"stats", "-f", "-o", "OUT", "games.czip"}, reads: "games.czip", small: true},
	{name: "recover", args: []string{"recover", "-f", "-o", "OUT", "games.czip"}, reads: "games.czip"},
	{name: "append", args: []string{"append", "games.czip", "more.pgn"}, out: "games.czip"},
	{name: "append --in-place", args: []string{"append", "--in-place", "games.czip", "more.pgn"}, out: "games.czip"},
	{name: "merge", args: []string{"merge", "-f", "-o", "OUT", "games.czip", "games.czip", "games.czip", "games.czip", "games.czip", "games.czip", "games.czip", "games.czip", "games.czip", "games.czip"}, reads: "games.czip"},
	{name: "merge --repack", args: []string{"merge", "--repack", "-l", "1", "-f", "-o", "OUT", "games.czip"}, reads: "games.czip", late: true},
	{name: "split", args: []string{"split", "-f", "--parts", "2", "-o", "part", "games.czip"}, out: "part-002.czip"},
	{name: "--train", args: []string{"--train", "-f", "-o", "OUT", "few.pgn"}, reads: "few.pgn", small: true, slow: true},
	{name: "mate", args: []string{"mate", "-f", "--svg", "OUT", "8/8/8/3k4/8/8/8/KBN5"}, small: true},
	{name: "explain", args: []string{"explain", "-f", "--svg", "OUT", "startpos"}, small: true},
}

// as returns the writer with its output called name.
func (w writer) as(name string) writer {
	if w.out == "" {
		w.out = name
	}
	args := w.args
	w.args = nil
	for _, a := range args {
		if a == "OUT" {
			a = name
		}
		w.args = append(w.args, a)
	}
	return w
}

func (w writer) command(dir string) *exec.Cmd {
	c := exec.Command("chesszip", w.args...)
	c.Dir = dir
	return c
}

// madeGames returns n games with incompressible comments: writing them takes a while.
func madeGames(seed uint64, n int) []byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	var b bytes.Buffer
	noise := make([]byte, 240)
	for range n {
		for j := range noise {
			noise[j] = byte(rng.Uint32())
		}
		fmt.Fprintf(&b, "[Event \"made\"]\n[Note \"%s\"]\n\n1. e4 {%s} e5 *\n\n", base64.RawStdEncoding.EncodeToString(noise[:30]), base64.RawStdEncoding.EncodeToString(noise))
	}
	return b.Bytes()
}

// writersFiles returns the files in which writers work.
var writersFiles = sync.OnceValues(func() (map[string][]byte, error) {
	n := 250
	if os.Getenv("CHESSZIP_LONG") != "" {
		n = 700
	}
	half, more := madeGames(1, n), madeGames(2, n)
	o := &chesszip.WriterOptions{Unchecked: true}
	var first, second bytes.Buffer
	if _, err := chesszip.Compress(context.Background(), &first, bytes.NewReader(half), o); err != nil {
		return nil, err
	}
	size := int64(first.Len())
	second.Write(first.Bytes())
	if _, err := chesszip.Append(context.Background(), &second, bytes.NewReader(first.Bytes()), size, bytes.NewReader(more), nil); err != nil {
		return nil, err
	}
	return map[string][]byte{
		"games.pgn": append(half, more...), "games.czip": second.Bytes(), "more.pgn": more, "few.pgn": madeGames(3, 2),
	}, nil
})

// writersFolder makes a folder for a writer.
func writersFolder(t *testing.T) string {
	t.Helper()
	files, err := writersFiles()
	require.NoError(t, err)
	dir := t.TempDir()
	for name, b := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o600))
	}
	return dir
}

// folder returns the files of a folder by their names.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	files := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		files[e.Name()] = string(b)
	}
	return files
}

// sameFolder compares the files of two folders, which are too long to be printed.
func sameFolder(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	for name, b := range want {
		if now, ok := got[name]; !ok || now != b {
			t.Errorf("%s: %s is changed or gone: %d bytes, want %d", what, name, len(now), len(b))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s is new", what, name)
		}
	}
}

// exitOf returns the exit status of a command and its messages.
func exitOf(c *exec.Cmd) (int, string) {
	var words strings.Builder
	c.Stderr = &words
	_ = c.Run()
	return c.ProcessState.ExitCode(), words.String()
}

// TestNoOutputIsAnInput checks that every command refuses to write to a file that it
// reads, under whatever name, and changes nothing.
func TestNoOutputIsAnInput(t *testing.T) {
	dir := writersFolder(t)
	for _, name := range []string{"games.pgn", "games.czip", "few.pgn"} {
		require.NoError(t, os.Link(filepath.Join(dir, name), filepath.Join(dir, "hard-"+name)))
		require.NoError(t, os.Symlink(name, filepath.Join(dir, "soft-"+name)))
		require.NoError(t, os.Symlink("soft-"+name, filepath.Join(dir, "softer-"+name)))
	}
	before := folder(t, dir)
	for _, w := range writers {
		if w.reads == "" {
			continue
		}
		for _, prefix := range []string{"", "hard-", "softer-"} {
			status, words := exitOf(w.as(prefix + w.reads).command(dir))
			if status != statusMisuse || !strings.Contains(words, "is the input itself") {
				t.Errorf("%s onto %s%s ends with %d, want %d: %s", w.name, prefix, w.reads, status, statusMisuse, words)
			}
		}
	}
	sameFolder(t, "outputs that are inputs", before, folder(t, dir))
}

// TestNoStandardOutputIsAnInput checks the same for standard output.
func TestNoStandardOutputIsAnInput(t *testing.T) {
	dir := writersFolder(t)
	before := folder(t, dir)
	for _, args := range []string{
		"-c -1 games.pgn", "-c -f games.czip", "-d -c games.czip", "cat games.pgn", "cat games.czip", "get games.czip 1", "filter games.czip",
		"find --moves 1.e4 games.czip", "find --moves 1.e4 --count games.czip", "convert --to pgn games.czip", "convert --to fen games.czip", "list games.czip",
		"list --games games.pgn", "stats games.pgn", "count games.czip", "recover games.czip", "merge -o - games.czip",
		"verify --json games.czip", "--train -o - few.pgn",
	} {
		words := strings.Fields(args)
		for _, file := range []string{"games.pgn", "games.czip", "few.pgn"} {
			if !strings.Contains(args, file) {
				continue
			}
			for _, flag := range []int{os.O_WRONLY | os.O_APPEND, os.O_RDWR} {
				out, err := os.OpenFile(filepath.Join(dir, file), flag, 0)
				require.NoError(t, err)
				c := exec.Command("chesszip", words...)
				c.Dir, c.Stdout = dir, out
				status, said := exitOf(c)
				require.NoError(t, out.Close())
				if status != statusMisuse || !strings.Contains(said, "standard output is the input itself, "+file) {
					t.Errorf("chesszip %s >> %s ends with %d, want %d: %s", args, file, status, statusMisuse, said)
				}
			}
		}
	}
	sameFolder(t, "standard output that is an input", before, folder(t, dir))
}

// quietConsole writes its messages to a string.
func quietConsole() (*console, *strings.Builder) {
	var words strings.Builder
	return newConsole(strings.NewReader(""), io.Discard, &words), &words
}
