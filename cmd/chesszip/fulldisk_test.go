//go:build linux

package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fillScript runs a writer on a small disk that only it can see. It copies the remaining
// files to the folder left, with leading dots made visible.
const fillScript = `mount -t tmpfs -o size=$1 none disk || exit 99
cp games.czip few.pgn disk || exit 99
cd disk
shift
"$@"
status=$?
cd ..
cp -r disk/. left
exit $status
`

// TestFullDisk fills disks at 50 points: each command that needs more space reports it,
// and existing files stay as they were.
func TestFullDisk(t *testing.T) {
	if exec.Command("unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=16k none /mnt").Run() != nil {
		t.Skip("no small disk can be made here")
	}
	rooms := []int{4}
	if os.Getenv("CHESSZIP_LONG") != "" {
		rooms = []int{4, 32, 64, 128}
	}
	places := 0
	for _, w := range writers {
		if w.slow || w.small || strings.Contains(w.name, "--rm") {
			continue
		}
		w := w.as("out")
		t.Run(w.name, func(t *testing.T) {
			for _, room := range rooms {
				fillDisk(t, w, room)
				places++
			}
		})
	}
	t.Logf("%d disks filled up", places)
	if len(rooms) > 1 {
		require.GreaterOrEqual(t, places, 50)
	}
}

// fillDisk runs a writer on a disk with space for its files and so many kB.
func fillDisk(t *testing.T, w writer, room int) {
	dir := writersFolder(t)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "disk"), 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "left"), 0o700))
	want := map[string]string{}
	size := room << 10
	for _, name := range []string{"games.czip", "few.pgn"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		want[name] = string(b)
		size += (len(b) + 4095) &^ 4095
	}
	args := slices.Clone(w.args)
	for i, a := range args {
		if a == "games.pgn" || a == "more.pgn" {
			args[i] = "../" + a
		}
	}
	c := exec.Command("unshare", append([]string{"-rm", "sh", "-c", fillScript, "sh", fmt.Sprint(size), "chesszip"}, args...)...)
	c.Dir = dir
	status, words := exitOf(c)
	if status != statusFailed || !strings.Contains(words, "no space left on device") || !strings.Contains(words, "hint: free some room") {
		t.Errorf("%s with %d kB ends with %d: %s", w.name, room, status, words)
	}
	left := folder(t, filepath.Join(dir, "left"))
	maps.DeleteFunc(left, func(name, _ string) bool { return w.name == "split" && name == "part-001.czip" }) // it is complete
	sameFolder(t, fmt.Sprintf("%s with %d kB", w.name, room), want, left)
}
