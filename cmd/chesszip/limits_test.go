//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/usage"
)

// Memory limits of a process, in bytes: for compressing on two threads, and for
// everything else.
const (
	compressMemory = 256 << 20
	decodeMemory   = 128 << 20
)

// printPeak runs chesszip and prints its peak memory.
func printPeak() {
	c := exec.Command("chesszip", os.Args[1:]...)
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(usage.MaxResident(c.ProcessState))
}

// hostile are worst-case inputs, by their size.
var hostile = []struct {
	name string
	full int // with CHESSZIP_LONG; otherwise a 64th
	make func(n int) []byte
}{
	{"deep variations", 100_000, func(n int) []byte {
		return []byte("[Event \"x\"]\n\n1. e4 " + strings.Repeat("(1. d4 ", n) + strings.Repeat(")", n) + " *\n")
	}},
	{"tags", 1_000_000, func(n int) []byte {
		var b bytes.Buffer
		for i := range n {
			fmt.Fprintf(&b, "[T%d \"%d\"]\n", i, i)
		}
		b.WriteString("\n1. e4 *\n")
		return b.Bytes()
	}},
	{"a comment", 100_000_000, func(n int) []byte {
		rng := rand.New(rand.NewPCG(1, 1))
		b := []byte("[Event \"x\"]\n\n1. e4 {")
		for len(b) < n {
			for range 2 + rng.IntN(8) {
				b = append(b, 'a'+byte(rng.IntN(26)))
			}
			b = append(b, ' ')
		}
		return append(b, "} e5 *\n\n[Event \"y\"]\n\n1. d4 *\n"...)
	}},
	{"moves", 40_000_000, func(n int) []byte {
		rng := rand.New(rand.NewPCG(1, 2))
		var b []byte
		for len(b) < n {
			b = append(b, fmt.Sprintf("[Event \"E%d\"]\n[White \"P%d\"]\n\n", rng.IntN(500), rng.IntN(9000))...)
			for i := range 30 {
				b = append(b, fmt.Sprintf("%d. %s %s ", i+1, [...]string{"Nf3", "Ng1", "Nc3", "Nb1"}[(i+2*rng.IntN(2))%4], [...]string{"Nf6", "Ng8"}[i%2])...)
			}
			b = append(b, "*\n\n"...)
		}
		return b
	}},
}

// TestLimits checks that worst-case inputs take bounded memory. Linear time is checked
// where work can be counted, as in TestLinear of pgn.
func TestLimits(t *testing.T) {
	long := os.Getenv("CHESSZIP_LONG") != ""
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			checkLimits(t, h.make(h.full/128))
			if long {
				checkLimits(t, h.make(h.full))
			}
		})
	}
}

// checkLimits compresses src, reads the archive and decompresses it.
func checkLimits(t *testing.T, src []byte) {
	dir := t.TempDir()
	file, packed, back := filepath.Join(dir, "a.pgn"), filepath.Join(dir, "a.pgn.czip"), filepath.Join(dir, "b.pgn")
	require.NoError(t, os.WriteFile(file, src, 0o600))
	run := func(limit int64, args ...string) {
		t.Helper()
		// The peak of a process includes that of its parent; peak is in between, since
		// this process holds the input.
		out, err := exec.Command("peak", args...).Output()
		require.NoError(t, err)
		peak, err := strconv.ParseInt(string(out), 10, 64)
		require.NoError(t, err)
		if peak > limit {
			t.Errorf("chesszip %.40q of %d bytes took %d MiB, want at most %d", args, len(src), peak>>20, limit>>20)
		}
	}
	run(compressMemory, "-1", "-T2", file)
	run(decodeMemory, "-d", "-T2", "-o", back, packed)
	got, err := os.ReadFile(back)
	require.NoError(t, err)
	if !bytes.Equal(got, src) {
		t.Errorf("%d bytes came back as %d, or changed", len(src), len(got))
	}
	run(decodeMemory, "get", "-T2", "-o", filepath.Join(dir, "game"), packed, "1")
	run(decodeMemory, "count", "-T2", "--white", "x", packed)
	run(decodeMemory, "verify", "-T2", packed)
	run(2*decodeMemory, "find", "-T2", "--count", "--moves", "1. d4", packed)
}
