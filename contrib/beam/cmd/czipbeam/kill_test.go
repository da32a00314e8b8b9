//go:build unix

package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// defaultKills is how often each pipeline is killed; CZIPBEAM_KILLS says another number.
const defaultKills = 2

// TestKills kills jobs at random moments: nothing may bear the final name but what is
// whole, and the next run must give the same bytes and take away what was left.
func TestKills(t *testing.T) {
	kills := defaultKills
	if s := os.Getenv("CZIPBEAM_KILLS"); s != "" {
		var err error
		kills, err = strconv.Atoi(s)
		require.NoError(t, err)
	}
	dir, texts, archives := inputs(t)
	for name, arguments := range map[string][]string{
		"tree":     append([]string{"tree", "-plies", "8"}, archives...),
		"filter":   append([]string{"filter", "-query", "eco:C"}, archives...),
		"convert":  append([]string{"convert"}, archives...),
		"compress": append([]string{"compress", "-level", "6"}, texts...),
	} {
		t.Run(name, func(t *testing.T) {
			run := func(out string) []string { return append([]string{arguments[0], "-o", out}, arguments[1:]...) }
			whole, ended := start(t, run(filepath.Join(dir, name+"-whole")))
			ticks := 1
			for tick(ended) {
				ticks++
			}
			require.True(t, whole.ProcessState.Success())
			want, _ := output(t, filepath.Join(dir, name+"-whole"))
			random := rand.New(rand.NewPCG(4, uint64(len(name))))
			out := filepath.Join(dir, name)
			killed, working := 0, 0
			for tries := 0; killed < kills && tries < 4*kills; tries++ {
				c, ended := start(t, run(out))
				for range random.IntN(ticks) {
					if !tick(ended) {
						break
					}
				}
				_ = c.Process.Kill() // it may have ended
				<-ended
				if !c.ProcessState.Success() {
					killed++
				}
				if _, err := os.Stat(filepath.Join(dir, "."+name+".czipbeam", "pieces")); err == nil {
					working++
				}
				if got, there := output(t, out); there {
					require.True(t, want == got, "%s after kill %d", out, killed)
					require.NoError(t, os.RemoveAll(out))
				}
			}
			require.Equal(t, kills, killed)
			t.Logf("%d killed, %d while they worked", killed, working)
			must(t, run(out)...)
			got, _ := output(t, out)
			require.True(t, want == got, "run again")
			require.NoDirExists(t, filepath.Join(dir, "."+name+".czipbeam"))
		})
	}
}

// start starts the command; ended is closed when it has ended.
func start(t *testing.T, arguments []string) (c *exec.Cmd, ended <-chan struct{}) {
	c = command(t, arguments...)
	require.NoError(t, c.Start())
	done := make(chan struct{})
	go func() {
		_ = c.Wait() // its ProcessState says how
		close(done)
	}()
	return c, done
}

// tick waits a moment, and reports whether the command goes on.
func tick(ended <-chan struct{}) bool {
	select {
	case <-ended:
		return false
	case <-time.After(2 * time.Millisecond):
		return true
	}
}

// output returns the bytes of an output, with the names of its files, if it is there.
func output(t *testing.T, path string) (all string, there bool) {
	info, err := os.Stat(path)
	if os.IsNotExist(err) {
		return "", false
	}
	require.NoError(t, err)
	if !info.IsDir() {
		return read(t, path), true
	}
	entries, err := os.ReadDir(path)
	require.NoError(t, err)
	for _, e := range entries {
		all += e.Name() + "\n" + read(t, filepath.Join(path, e.Name()))
	}
	return all, true
}
