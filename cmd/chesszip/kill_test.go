//go:build unix

package main

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/corpus"
)

// defaultKills is how many runs are killed, longKills with CHESSZIP_LONG.
const (
	defaultKills = 12
	longKills    = 1000
)

// killed is a command that is killed at a random moment, and what must hold
// then of the files in the folder.
type killed struct {
	name  string
	args  []string
	check func(t *testing.T, dir string)
}

// TestKills kills compress, append and --rm at random moments: no half file
// may bear a final name, and no input may be lost. A signal that can be caught
// must leave no temporary file.
func TestKills(t *testing.T) {
	games := corpus.Need(t, corpus.Sample)
	size := 100_000
	if os.Getenv("CHESSZIP_LONG") != "" {
		size = 300_000
	}
	sample, src := firstGames(games, 20_000), firstGames(games, size)
	var old bytes.Buffer
	_, err := chesszip.Compress(&old, bytes.NewReader(sample), &chesszip.Options{Level: chesszip.Fast})
	require.NoError(t, err)
	both := slices.Concat(sample, src)

	whole := func(t *testing.T, path string) []byte {
		packed, err := os.ReadFile(path)
		require.NoError(t, err)
		var b bytes.Buffer
		_, err = chesszip.Decompress(&b, bytes.NewReader(packed), nil)
		require.NoError(t, err)
		return b.Bytes()
	}
	kept := func(t *testing.T, dir string) bool {
		b, err := os.ReadFile(filepath.Join(dir, "games.pgn"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return err == nil && bytes.Equal(b, src)
	}
	archived := func(t *testing.T, dir string) bool {
		path := filepath.Join(dir, "games.pgn.czip")
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return false
		}
		if !bytes.Equal(whole(t, path), src) {
			t.Fatalf("the archive gives something else back")
		}
		return true
	}
	runs := []killed{
		{"compress", []string{"-1", "games.pgn"}, func(t *testing.T, dir string) {
			archived(t, dir)
			if !kept(t, dir) {
				t.Errorf("the input is gone")
			}
		}},
		{"compress --rm", []string{"-1", "--rm", "games.pgn"}, func(t *testing.T, dir string) {
			if done := archived(t, dir); !done && !kept(t, dir) {
				t.Errorf("the input is gone, and there is no archive of it")
			}
		}},
		{"append", []string{"append", "old.czip", "games.pgn"}, func(t *testing.T, dir string) {
			got := whole(t, filepath.Join(dir, "old.czip"))
			if !bytes.Equal(got, sample) && !bytes.Equal(got, both) {
				t.Errorf("the archive is neither the old one nor the new one: it gives %d bytes back", len(got))
			}
		}},
		{"append --in-place", []string{"append", "--in-place", "old.czip", "games.pgn"}, func(t *testing.T, dir string) {
			packed, err := os.ReadFile(filepath.Join(dir, "old.czip"))
			require.NoError(t, err)
			size := int64(len(packed))
			a, err := chesszip.Open(bytes.NewReader(packed), size, nil)
			var torn *chesszip.TornError
			if errors.As(err, &torn) {
				size, err = torn.Size, nil
			} else if err == nil && len(a.Gaps()) > 0 { // with a frame that is whole
				size = a.Gaps()[0].Offset
			}
			require.NoError(t, err)
			var b bytes.Buffer
			_, err = chesszip.Decompress(&b, bytes.NewReader(packed[:size]), nil)
			require.NoError(t, err)
			if got := b.Bytes(); !bytes.Equal(got, sample) && !bytes.Equal(got, both) {
				t.Errorf("the archive is neither the old one nor the new one: it gives %d bytes back", len(got))
			}
		}},
	}
	kills := defaultKills
	if os.Getenv("CHESSZIP_LONG") != "" {
		kills = longKills
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, r := range runs {
		t.Run(r.name, func(t *testing.T) {
			// One run to its end says how long it takes.
			prepare := func() string {
				dir := t.TempDir()
				require.NoError(t, os.WriteFile(filepath.Join(dir, "games.pgn"), src, 0o600))
				require.NoError(t, os.WriteFile(filepath.Join(dir, "old.czip"), old.Bytes(), 0o600))
				return dir
			}
			command := func(dir string) *exec.Cmd {
				c := exec.Command("chesszip", r.args...)
				c.Dir = dir
				return c
			}
			dir := prepare()
			start := time.Now()
			require.NoError(t, command(dir).Run())
			took := time.Since(start)
			r.check(t, dir)
			ended := 0
			for i := range max(1, kills/len(runs)) {
				dir := prepare()
				c := command(dir)
				require.NoError(t, c.Start())
				time.Sleep(time.Duration(rng.Int64N(int64(took) * 11 / 10)))
				sig := []syscall.Signal{syscall.SIGKILL, syscall.SIGKILL, syscall.SIGTERM}[i%3]
				_ = c.Process.Signal(sig) // it may have ended
				if c.Wait() == nil {
					ended++
				}
				r.check(t, dir)
				litter, err := filepath.Glob(filepath.Join(dir, ".chesszip-*"))
				require.NoError(t, err)
				if sig != syscall.SIGKILL && len(litter) > 0 {
					t.Errorf("after %v there is %s", sig, strings.Join(litter, ", "))
				}
				if t.Failed() {
					t.Fatalf("run %d, %v", i, sig)
				}
				os.RemoveAll(dir)
			}
			t.Logf("%d of %d runs ended before they were killed; one takes %v", ended, max(1, kills/len(runs)), took)
		})
	}
}
