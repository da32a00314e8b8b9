// Command patterns times patterns beside SCID's searches for the same on the same
// games: whole processes, one core, in pairs, an archive made with
//
//	chesszip -1 --index positions,numbers
//
// beside a base that tkscid has imported. It prints a Markdown table: how many games
// both find, the least processor time and the least time of each, and the ratio.
//
//	go run ./benchmarks/patterns [-runs 5] FILE.pgn
//
// It prints SKIPPED where there is no tkscid (Debian's package scid), in PATH or
// /usr/games.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// pair is a pattern, and the same in SCID's words.
type pair struct{ pattern, search string }

// material is SCID's material search with everything allowed, and what a pattern asks
// besides: of options given twice, the last counts.
func material(asked string) string {
	any := ""
	for _, piece := range []string{"q", "r", "b", "n", "m", "p"} {
		any += fmt.Sprintf(" -w%s {0 9} -b%s {0 9}", piece, piece)
	}
	return "sc_search material" + any + " -filter RESET -range {1 999} -length 1 -bishops Either -diff {-40 40} -flip 0 " + asked
}

// board is SCID's board search for a position.
func board(fen, how string) string {
	return fmt.Sprintf("sc_game startBoard {%s}; sc_search board RESET %s 0 0", fen, how)
}

const (
	noPieces = " -wq {0 0} -bq {0 0} -wb {0 0} -bb {0 0} -wn {0 0} -bn {0 0} -wm {0 0} -bm {0 0}"
	rooks    = " -wr {1 1} -br {1 1}"
	sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
)

var pairs = []pair{
	{"material:KRPvKR", material(noPieces + rooks + " -wp {1 1} -bp {0 0} -flip 1")},
	{"material:KRP*vKRP*", material(noPieces + rooks)},
	{"material:KQ[BN]*P*vKRR[BN]*P*", material("-wq {1 1} -bq {0 0} -wr {0 0} -br {2 2} -flip 1")},
	{"bishops:opposite hold:8", material("-wb {1 1} -bb {1 1} -bishops Opposite -length 8")},
	{"white-points:12-", material("-diff {12 40}")},
	{"Ne5", material("-patt {Yes wn e 5}")},
	{"Ke5", material("-patt {Yes wk e 5}")},
	{"material:KRP+vKRP* Pa? -pa? -pb?", material(noPieces + rooks + " -wp {1 9} -patt {Yes wp a ?} -patt {No bp a ?} -patt {No bp b ?}")},
	{`fen:"` + sicilian + `"`, board(sicilian, "Exact")},
	{"structure:8/pp3ppp/8/3p4/3P4/4P3/PP3PPP/8 turn:white", board("r1bqr1k1/pp2bppp/2n2n2/3p4/3P4/2N1PN2/PP1B1PPP/R2QKB1R w KQ - 0 9", "Pawns")},
}

// script imports a file, or searches a base, as the environment says.
const script = `proc ::progressCallBack {args} {}
if {[info exists ::env(PGN)]} {
  set base [sc_base create SCID4 $::env(BASE)]
  sc_base import $base $::env(PGN)
  puts [sc_base numGames $base]
  sc_base close $base
} else {
  sc_base switch [sc_base open SCID4 $::env(BASE)]
  eval $::env(SEARCH)
  puts [sc_filter count]
}
exit
`

func main() {
	runs := flag.Int("runs", 5, "pairs of runs of each pattern")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: patterns [-runs 5] FILE.pgn")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *runs); err != nil {
		fmt.Fprintln(os.Stderr, "patterns:", err)
		os.Exit(1)
	}
}

func run(file string, runs int) error {
	scid, err := exec.LookPath("tkscid")
	if err != nil {
		if scid, err = exec.LookPath("/usr/games/tkscid"); err != nil {
			fmt.Println("SKIPPED: there is no tkscid")
			return nil
		}
	}
	work, err := os.MkdirTemp("", "patterns")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	chesszip, archive, tcl := filepath.Join(work, "chesszip"), filepath.Join(work, "games.czip"), filepath.Join(work, "scid.tcl")
	base := "BASE=" + filepath.Join(work, "games")
	if err := os.WriteFile(tcl, []byte(script), 0o644); err != nil {
		return err
	}
	if file, err = filepath.Abs(file); err != nil {
		return err
	}
	for _, step := range [][]string{
		{"go", "build", "-o", chesszip, "./cmd/chesszip"},
		{chesszip, "-1", "-q", "--index", "positions,numbers", "-o", archive, file},
	} {
		if _, err := timed(step, nil); err != nil {
			return err
		}
	}
	imported, err := timed([]string{scid, tcl}, []string{base, "PGN=" + file})
	if err != nil {
		return err
	}
	fmt.Printf("%s games; seconds: processor, whole, the least of %d\n\n", imported.said, runs)
	fmt.Println("| pattern | games | chesszip | | SCID finds | SCID | | chesszip/SCID, processor |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|")
	for _, p := range pairs {
		var ours, theirs result
		for i := range runs {
			a, err1 := timed([]string{chesszip, "find", "-T1", "--count", "--pattern", p.pattern, archive}, nil)
			b, err2 := timed([]string{scid, tcl}, []string{base, "SEARCH=" + p.search})
			if err := errors.Join(err1, err2); err != nil {
				return err
			}
			ours, theirs = ours.least(a, i), theirs.least(b, i)
		}
		fmt.Printf("| `%s` | %s | %.3f | %.3f | %s | %.3f | %.3f | %.2f |\n", p.pattern, ours.said, ours.cpu.Seconds(), ours.wall.Seconds(),
			theirs.said, theirs.cpu.Seconds(), theirs.wall.Seconds(), ours.cpu.Seconds()/theirs.cpu.Seconds())
	}
	return nil
}

// result is what a process said, and what it took.
type result struct {
	said      string
	cpu, wall time.Duration
}

// least keeps the least of what the runs took.
func (r result) least(next result, run int) result {
	if run > 0 {
		next.cpu, next.wall = min(r.cpu, next.cpu), min(r.wall, next.wall)
	}
	return next
}

// timed runs a command on one core, where that can be asked for.
func timed(args, env []string) (result, error) {
	if taskset, err := exec.LookPath("taskset"); err == nil && args[0] != "go" {
		args = append([]string{taskset, "-c", "0"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return result{}, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, errs.String())
	}
	wall := time.Since(start)
	lines := strings.Fields(out.String())
	said := ""
	if len(lines) > 0 {
		said = lines[len(lines)-1]
	}
	return result{said, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), wall}, nil
}
