// Command endgame prints the figures of package endgame as Markdown: how long
// an ending takes to solve, how small it becomes, and how long a probe takes,
// cold (from the compressed base, nothing decoded) and warm.
//
//	go run ./benchmarks/endgame [-n POSITIONS]
//
// Times are the least of five runs of the same work, since other programs
// only ever add to them; the cold probes are a few hundred random positions
// that are won, of which the median and the slowest are shown.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/endgame"
)

const runs = 5

func main() {
	n := flag.Int("n", 300, "random positions for the cold probes of each kind")
	flag.Parse()
	if err := run(os.Stdout, max(*n, 1)); err != nil {
		fmt.Fprintf(os.Stderr, "endgame: %v\n", err)
		os.Exit(1)
	}
}

// theirs are the sizes of other tablebases: Syzygy's two files (win, draw or
// loss; distance to the next capture or pawn's move) and Gaviota's (distance
// to mate of both sides), as kept in the repository github.com/niklasf/
// python-chess, folders data/syzygy/regular and data/gaviota, the latter at
// commit d82108b.
var theirs = map[string][3]int{
	"KQK":  {272, 5_328, 9_443},
	"KRK":  {208, 8_272, 10_824},
	"KBBK": {58_000, 136_272, 303_495},
	"KBNK": {7_632, 461_840, 857_067},
	"KPK":  {7_824, 4_176, 27_435},
}

func run(w io.Writer, n int) error {
	fmt.Fprintf(w, "%s %s/%s, %d processors\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0))
	fmt.Fprintln(w, "| ending | longest win, moves | solved in, s | on one processor, s | base built in, s | base, bytes | Syzygy WDL + DTZ | Gaviota |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|--:|--:|")
	for _, name := range endgame.Endings() {
		if err := sizes(w, name); err != nil {
			return err
		}
	}
	fmt.Fprintln(w, "\n| K+B+N v K | cold: median, ms | cold: slowest, ms | warm, µs |")
	fmt.Fprintln(w, "|---|--:|--:|--:|")
	white, black := positions(n, board.White), positions(n, board.Black)
	probes(w, "distance, White to move", white, func(b *endgame.Base, p *board.Position) { _, _ = b.Probe(p) })
	probes(w, "distance, Black to move", black, func(b *endgame.Base, p *board.Position) { _, _ = b.Probe(p) })
	probes(w, "a best move of White's", white, func(b *endgame.Base, p *board.Position) { _, _, _ = b.Best(p) })
	probes(w, "a best move of Black's", black, func(b *endgame.Base, p *board.Position) { _, _, _ = b.Best(p) })
	return nil
}

// least returns the least time of some runs of f.
func least(n int, f func()) time.Duration {
	best := time.Duration(1<<63 - 1)
	for range n {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}

func sizes(w io.Writer, name string) error {
	var table *endgame.Table
	var data []byte
	var err error
	solve := func(threads int) func() {
		return func() { table, err = endgame.Solve(name, &endgame.SolveOptions{Threads: threads}) }
	}
	all, one := least(runs, solve(0)), least(runs, solve(1))
	if err != nil {
		return err
	}
	built := least(2, func() { data, err = table.AppendBase(nil) })
	if err != nil {
		return err
	}
	longest := len(table.Counts().White) / 2
	o := theirs[name]
	fmt.Fprintf(w, "| %s | %d | %.2f | %.2f | %.1f | %d | %d + %d = %d | %d |\n",
		name, longest, all.Seconds(), one.Seconds(), built.Seconds(), len(data), o[0], o[1], o[0]+o[1], o[2])
	return nil
}

// positions draws won positions of K+B+N v K, always the same.
func positions(n int, turn board.Color) []board.Position {
	r := rand.New(rand.NewPCG(33, uint64(turn)))
	b := new(endgame.Base)
	var ps []board.Position
	for len(ps) < n {
		p := board.Position{Turn: turn, FullmoveNumber: 1}
		for _, man := range []board.Piece{board.WhiteKing, board.WhiteBishop, board.WhiteKnight, board.BlackKing} {
			p.Put(board.Square(r.IntN(64)), man)
		}
		if o, err := b.Probe(&p); err == nil && o.Result != endgame.Drawn {
			ps = append(ps, p)
		}
	}
	return ps
}

func probes(w io.Writer, name string, ps []board.Position, ask func(*endgame.Base, *board.Position)) {
	var cold []time.Duration
	for i := range ps {
		cold = append(cold, least(runs, func() { ask(new(endgame.Base), &ps[i]) }))
	}
	slices.Sort(cold)
	b := new(endgame.Base)
	round := func() {
		for i := range ps {
			ask(b, &ps[i])
		}
	}
	round()
	warm := least(20, round)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	fmt.Fprintf(w, "| %s | %.2f | %.2f | %.2f |\n", name, ms(cold[len(cold)/2]), ms(cold[len(cold)-1]),
		float64(warm.Nanoseconds())/1000/float64(len(ps)))
}
