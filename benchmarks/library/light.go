package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// light builds the programs whose sizes tests hold, and those of examples, and
// prints how large they are, and what they run before main.
func (b *bench) light() error {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return err
	}
	to, err := os.MkdirTemp("", "chesszip-library-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(to)
	b.row("program", "MB", "ms before main, all packages")
	b.row("---", "--:", "--:")
	for _, module := range []string{filepath.Join(root, "testdata", "programs"), filepath.Join(root, "examples")} {
		mains, err := filepath.Glob(filepath.Join(module, "*", "main.go"))
		if err != nil {
			return err
		}
		for _, main := range slices.Sorted(slices.Values(mains)) {
			dir := filepath.Dir(main)
			program := filepath.Join(to, "program")
			cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, ".")
			cmd.Dir, cmd.Stderr = dir, os.Stderr
			cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
			if err := cmd.Run(); err != nil {
				return fmt.Errorf("%s: %w", dir, err)
			}
			info, err := os.Stat(program)
			if err != nil {
				return err
			}
			name, _ := filepath.Rel(root, dir)
			b.row(strings.ReplaceAll(name, string(filepath.Separator), "/"), fmt.Sprintf("%.2f", float64(info.Size())/1e6), beforeMain(program))
		}
	}
	return nil
}

// beforeMain runs a program without arguments and returns the milliseconds that
// the packages' initialisation takes, the least of ten runs.
func beforeMain(program string) float64 {
	var sums []float64
	for range 10 {
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		trace, _ := cmd.CombinedOutput() // whatever the program thinks of its arguments
		sum := 0.0
		for line := range strings.Lines(string(trace)) {
			// init PACKAGE @1.2 ms, 0.34 ms clock, 56 bytes, 7 allocs
			if f := strings.Fields(line); len(f) == 11 && f[0] == "init" {
				ms, _ := strconv.ParseFloat(f[4], 64)
				sum += ms
			}
		}
		sums = append(sums, sum)
	}
	return slices.Min(sums)
}
