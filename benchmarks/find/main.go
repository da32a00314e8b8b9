// Command find times searches without an index beside another build of chesszip:
// first moves, and positions that are drawn by a fixed seed from half-moves 20 to 40 of
// the games. Whole processes, one core, in pairs, each build on archives of its own. It
// prints a Markdown table of the processor time of the other build divided by that of
// this one.
//
//	go run ./benchmarks/find [-positions 100] [-levels 1,6] CHESSZIP FILE.pgn
package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// prefixes are the first moves that are looked for.
var prefixes = []string{"1. e4 c5 2. Nf3 d6", "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6"}

func main() {
	positions := flag.Int("positions", 100, "how many positions are drawn")
	levels := flag.String("levels", "1,6", "levels of the archives")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: find [-positions 100] [-levels 1,6] CHESSZIP FILE.pgn")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), flag.Arg(1), *positions, strings.Split(*levels, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "find:", err)
		os.Exit(1)
	}
}

func run(other, file string, n int, levels []string) error {
	work, err := os.MkdirTemp("", "find")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	ours := filepath.Join(work, "chesszip")
	if out, err := exec.Command("go", "build", "-o", ours, "./cmd/chesszip").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w: %s", err, out)
	}
	fens, err := draw(file, n)
	if err != nil {
		return err
	}
	fmt.Println("| level | what | found | seconds | other | other/this: median | least | most |")
	fmt.Println("|---|---|--:|--:|--:|--:|--:|--:|")
	for _, level := range levels {
		builds := [2]build{{ours, filepath.Join(work, "ours"+level)}, {other, filepath.Join(work, "other"+level)}}
		for _, b := range builds {
			if out, err := exec.Command(b.command, "-"+level, "-q", "--no-verify", "-o", b.archive, file).CombinedOutput(); err != nil {
				return fmt.Errorf("%s: %w: %s", b.command, err, out)
			}
		}
		for _, asked := range []struct {
			what, flag string
			values     []string
		}{{"first moves", "--moves", prefixes}, {"positions", "--fen", fens}} {
			if err := compare(builds, level, asked.what, asked.flag, asked.values); err != nil {
				return err
			}
		}
	}
	return nil
}

// draw returns positions of the games of a file, as FENs.
func draw(file string, n int) (fens []string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const least, most = 20, 40 // half-moves before them
	var lines [][]string
	for g, err := range pgn.NewReader(f, nil).Games() {
		if err != nil {
			return nil, err
		}
		line, _ := g.MainLine()
		if len(line.Moves) < least {
			continue
		}
		var at []string
		p := line.Start
		for i, m := range line.Moves[:min(len(line.Moves), most)] {
			if movegen.Make(&p, m); i+1 >= least {
				at = append(at, p.String())
			}
		}
		lines = append(lines, at)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: no game has %d half-moves", file, least)
	}
	random := rand.New(rand.NewPCG(18, 20))
	for range n {
		at := lines[random.IntN(len(lines))]
		fens = append(fens, at[random.IntN(len(at))])
	}
	return fens, nil
}

// build is a chesszip and what it has made.
type build struct{ command, archive string }

// compare prints a row of the table.
func compare(builds [2]build, level, what, flag string, values []string) error {
	var ratios []float64
	var sums [2]float64
	found := ""
	for _, value := range values {
		var seconds [2]float64
		var said [2]string
		for i, b := range builds {
			var err error
			if said[i], seconds[i], err = b.find(flag, value); err != nil {
				return err
			}
			sums[i] += seconds[i]
		}
		if said[0] != said[1] {
			return fmt.Errorf("%s %q: found %s, the other %s", flag, value, said[0], said[1])
		}
		found += said[0] + " "
		ratios = append(ratios, seconds[1]/seconds[0])
	}
	slices.Sort(ratios)
	if len(values) > len(prefixes) {
		found = ""
	}
	count := float64(len(values))
	fmt.Printf("| -%s | %d %s | %s | %.3f | %.3f | %.2f | %.2f | %.2f |\n", level, len(values), what, strings.TrimSpace(found),
		sums[0]/count, sums[1]/count, ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1])
	return nil
}

// find returns what a search says, and the processor time that it takes, in seconds.
func (b build) find(flag, value string) (said string, seconds float64, err error) {
	args := []string{b.command, "find", "-q", "-T1", "--count", flag, value, b.archive}
	if taskset, err := exec.LookPath("taskset"); err == nil {
		args = append([]string{taskset, "-c", "0"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", 0, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, errs.String())
	}
	return strings.TrimSpace(out.String()), (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), nil
}
