// Command perft compares the move generator with others: legal moves with bulk counting
// at the last ply, one thread, in leaves a second of user CPU time. The programs take
// turns within every round, so that other load on the machine affects all of them
// equally; quote the ratios of one run.
//
//	go run . [-rounds 5] [-only name,...] [-stockfish path]
//
// The others are github.com/dylhunn/dragontoothmg (GPL-3.0) and, as a separate program
// if installed, Stockfish. github.com/bluescreen10/chester (MIT), the fastest other
// generator in Go that we know of, was one of them until its versions could no longer be
// fetched; the result of 2026-11-21 has its figures.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/dylhunn/dragontoothmg"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

type position struct {
	name, fen string
	depth     int
	leaves    uint64
}

var positions = []position{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690},
	{"middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164075551},
}

// A peer counts the leaves below a position and returns the user CPU time for that.
type peer struct {
	name string
	run  func(p position) (uint64, time.Duration, error)
}

func main() {
	rounds := flag.Int("rounds", 5, "how often each peer counts each position")
	only := flag.String("only", "", "comma-separated peers to run, all by default")
	stockfish := flag.String("stockfish", "/usr/games/stockfish", "the Stockfish program, if there is one")
	flag.Parse()
	if err := run(*rounds, *only, *stockfish); err != nil {
		fmt.Fprintln(os.Stderr, "perft: error:", err)
		os.Exit(1)
	}
}

func run(rounds int, only, stockfish string) error {
	peers := []peer{
		{"chesszip", inProcess(countChesszip)},
		{"dragontoothmg", inProcess(countDragontooth)},
	}
	if _, err := os.Stat(stockfish); err == nil {
		peers = append(peers, peer{"stockfish", func(p position) (uint64, time.Duration, error) {
			return countStockfish(stockfish, p)
		}})
	}
	if only != "" {
		names := strings.Split(only, ",")
		peers = slices.DeleteFunc(peers, func(p peer) bool { return !slices.Contains(names, p.name) })
	}
	fmt.Printf("million leaves a second of user CPU time, median of %d rounds (best)\n", rounds)
	fmt.Printf("%-12s", "")
	for _, p := range peers {
		fmt.Printf(" %18s", p.name)
	}
	fmt.Println()
	for _, pos := range positions {
		speeds := make([][]float64, len(peers))
		for range rounds {
			for i, p := range peers {
				n, t, err := p.run(pos)
				if err != nil {
					return fmt.Errorf("%s: %s: %w", p.name, pos.name, err)
				}
				if n != pos.leaves {
					return fmt.Errorf("%s: %s depth %d: %d leaves, want %d", p.name, pos.name, pos.depth, n, pos.leaves)
				}
				speeds[i] = append(speeds[i], float64(n)/t.Seconds()/1e6)
			}
		}
		fmt.Printf("%-12s", pos.name)
		for _, s := range speeds {
			slices.Sort(s)
			fmt.Printf(" %9.1f (%6.1f)", s[len(s)/2], s[len(s)-1])
		}
		fmt.Println()
	}
	return nil
}

func inProcess(count func(p position) (uint64, error)) func(position) (uint64, time.Duration, error) {
	return func(p position) (uint64, time.Duration, error) {
		before := userTime()
		n, err := count(p)
		return n, userTime() - before, err
	}
}

func userTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano())
}

func countChesszip(pos position) (uint64, error) {
	p, err := board.ParseFEN(pos.fen)
	if err != nil {
		return 0, err
	}
	return movegen.Perft(&p, pos.depth), nil
}

func countDragontooth(pos position) (uint64, error) {
	b := dragontoothmg.ParseFen(pos.fen)
	return uint64(dragontoothmg.Perft(&b, pos.depth)), nil
}

func countStockfish(path string, pos position) (n uint64, _ time.Duration, err error) {
	cmd := exec.Command(path)
	cmd.Stdin = strings.NewReader(fmt.Sprintf("position fen %s\ngo perft %d\nquit\n", pos.fen, pos.depth))
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, err
	}
	_, count, _ := strings.Cut(string(out), "Nodes searched: ")
	if _, err := fmt.Sscan(count, &n); err != nil {
		return 0, 0, fmt.Errorf("no count in its answer: %w", err)
	}
	return n, cmd.ProcessState.UserTime(), nil
}
