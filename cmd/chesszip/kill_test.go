//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
)

// defaultKills is the number of kills of each writer, longKills that with CHESSZIP_LONG:
// 1,000 in all, fewer for writers that are hard to hit.
const (
	defaultKills = 1
	longKills    = 68
)

// patience is how many runs of a writer may end before they are killed, for each kill.
const patience = 4

// killCount counts the outcomes of runs that were to be killed.
type killCount struct {
	killed, writing int
	missed          int // had ended before
	inARow          int // missed since the last kill
}

// TestKills kills every command that writes, at random moments: no incomplete file may
// have a final name, no input may be lost, and the next run must succeed and remove what
// the killed one left. A signal that can be caught must leave nothing. A kill counts if
// the process died of it, and as one during writing if part of the output existed.
func TestKills(t *testing.T) {
	kills, long := defaultKills, os.Getenv("CHESSZIP_LONG") != ""
	if long {
		kills = longKills
	}
	var all killCount
	for i, w := range writers {
		w := w.as("out")
		if w.slow && !long {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			k := newKiller(t, w, uint64(i))
			kills := kills
			switch {
			case w.slow:
				kills = min(kills, 6)
			case w.late || w.small:
				kills = min(kills, 20)
			}
			for k.killed < kills && k.missed < patience*kills {
				k.kill(k.killed%8 < 7 && !w.small && !w.late && k.inARow < 3)
				if t.Failed() {
					t.Fatalf("after %d kills", k.killed)
				}
			}
			t.Logf("%d runs killed, %d while they wrote, %d ended before; one takes %d ticks", k.killed, k.writing, k.missed, k.ticks)
			all.killed, all.writing, all.missed = all.killed+k.killed, all.writing+k.writing, all.missed+k.missed
		})
	}
	t.Logf("%d runs killed, %d while they wrote, %d ended before", all.killed, all.writing, all.missed)
	require.Positive(t, all.killed)
	if long {
		require.GreaterOrEqual(t, all.killed, 1000)
		require.GreaterOrEqual(t, 2*all.writing, all.killed, "kills while output was being written")
	}
}

// killer kills runs of a writer.
type killer struct {
	killCount
	t      *testing.T
	w      writer
	rng    *rand.Rand
	ticks  int               // of a whole run
	before map[string]string // the files without a run
	after  map[string]string // and after a complete one
}

func newKiller(t *testing.T, w writer, seed uint64) *killer {
	k := &killer{t: t, w: w, rng: rand.New(rand.NewPCG(seed, 7))}
	dir := writersFolder(t)
	k.before = folder(t, dir)
	c := w.command(dir)
	var words bytes.Buffer
	c.Stderr = &words
	ended := begin(t, c)
	for k.ticks = 1; tick(ended); k.ticks++ {
	}
	require.True(t, c.ProcessState.Success(), words.String())
	k.after = folder(t, dir)
	return k
}

// begin starts a command, and closes the channel when it has ended.
func begin(t *testing.T, c *exec.Cmd) (ended <-chan struct{}) {
	t.Helper()
	require.NoError(t, c.Start())
	done := make(chan struct{})
	go func() {
		_ = c.Wait()
		close(done)
	}()
	return done
}

// tick waits a moment, and reports whether the run goes on.
func tick(ended <-chan struct{}) bool {
	select {
	case <-ended:
		return false
	case <-time.After(100 * time.Microsecond):
		return true
	}
}

// signals are sent in turn.
var killSignals = []syscall.Signal{syscall.SIGKILL, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGHUP}

// kill starts a run and kills it at a random moment, or while it writes.
func (k *killer) kill(writing bool) {
	t := k.t
	dir := writersFolder(t)
	defer os.RemoveAll(dir)
	sig := killSignals[k.rng.IntN(len(killSignals))]
	c := k.w.command(dir)
	ended := begin(t, c)
	temp := tempName(filepath.Join(dir, k.w.out), 1)
	seen := k.wait(ended, temp, writing)
	_ = c.Process.Signal(sig) // it may have ended
	<-ended
	status := c.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != sig {
		if !c.ProcessState.Success() {
			t.Errorf("%v ends with %v", sig, c.ProcessState)
		}
		k.missed, k.inARow = k.missed+1, k.inARow+1
		return
	}
	k.killed, k.inARow = k.killed+1, 0
	now := folder(t, dir)
	left := maps.Clone(now)
	maps.DeleteFunc(left, func(name, _ string) bool { return !strings.HasSuffix(name, ".tmp") })
	if sig == syscall.SIGKILL {
		seen = len(left[filepath.Base(temp)]) > 0
	} else if len(left) > 0 {
		t.Errorf("%v leaves %d temporary files", sig, len(left))
	}
	if seen {
		k.writing++
	}
	k.check(now)
	if k.rng.IntN(4) == 0 {
		k.again(dir, now)
	}
}

// wait waits for the moment of a kill. It reports whether output existed.
func (k *killer) wait(ended <-chan struct{}, temp string, writing bool) (seen bool) {
	there := func() bool {
		info, err := os.Lstat(temp)
		return err == nil && info.Size() > 0
	}
	most := k.ticks
	if writing {
		for !there() {
			if !tick(ended) {
				return false
			}
		}
		most = k.ticks/20 + 1
	}
	for range k.rng.IntN(most) {
		tick(ended)
	}
	return there()
}

// check checks that all files after a kill are complete: each as before or as after a
// complete run.
func (k *killer) check(now map[string]string) {
	for name, b := range now {
		if strings.HasSuffix(name, ".tmp") || b == k.before[name] && k.has(k.before, name) || b == k.after[name] && k.has(k.after, name) {
			continue
		}
		if k.w.name == "append --in-place" && name == k.w.out && tornFrom([]byte(b), k.before[name]) {
			continue
		}
		k.t.Errorf("%s is neither as it was nor as it is to be: %d bytes", name, len(b))
	}
	// An input may be removed only when the output exists.
	for name, b := range k.before {
		if _, ok := now[name]; !ok && (k.has(k.after, name) || now[k.w.out] != k.after[k.w.out]) {
			k.t.Errorf("%s, %d bytes, is gone", name, len(b))
		}
	}
}

func (k *killer) has(files map[string]string, name string) bool {
	_, ok := files[name]
	return ok
}

// tornFrom reports whether an archive with a torn end has its previous content.
func tornFrom(b []byte, before string) bool {
	size := int64(len(b))
	_, err := chesszip.Open(context.Background(), bytes.NewReader(b), size, nil)
	var torn *chesszip.TornError
	if errors.As(err, &torn) {
		size, err = torn.Size, nil
	}
	return err == nil && string(b[:size]) == before
}

// again runs the command again after a kill.
func (k *killer) again(dir string, now map[string]string) {
	for name := range k.before {
		if _, ok := now[name]; !ok {
			return // the input is gone
		}
	}
	if k.w.out == "games.czip" && now[k.w.out] == k.after[k.w.out] {
		return // it was appended
	}
	if status, words := exitOf(k.w.command(dir)); status != 0 {
		k.t.Errorf("the next run ends with %d: %s", status, words)
	}
	sameFolder(k.t, "after the next run", k.after, folder(k.t, dir))
}
