// Command numbering measures the exact numbering: the bound, the time to count
// on first use, and for each list of positions how many have a number, how
// long numbering takes either way, and what the same positions take as packed
// positions (Lichess's binary FEN, without counters) and as FENs.
//
//	go run ./benchmarks/numbering [FILE ...]
//
// FILEs are lists of FENs or EPDs of the corpus, such as
// positions/games-test.fen; without any it takes some of its own choice. The
// last line is random numbers: positions as no game has them. The longest
// time is that of the slowest position, each timed alone and the fastest of
// seven calls taken, so that what else the machine does is not counted.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"time"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/corpus"
)

// lists are the files taken without arguments.
var lists = []string{
	"positions/games-test.fen", "positions/puzzles-test.csv", "positions/endgames-test.epd",
	"positions/noob3-test.epd", "positions/chess960-start.epd", "positions/dfrc-test.epd",
}

// drawn is how many random numbers are tried.
const drawn = 100_000

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "numbering: %v\n", err)
		os.Exit(1)
	}
}

func run(names []string, out io.Writer) error {
	began := time.Now()
	bound := basen.Numbers().Bytes()
	n, _ := new(big.Float).SetInt(new(big.Int).SetBytes(bound[:])).Float64()
	fmt.Fprintf(out, "%v positions, 2^%.2f, so %d bits; counted on first use in %.0f ms\n\n",
		new(big.Int).SetBytes(bound[:]), math.Log2(n), basen.NumberBits, time.Since(began).Seconds()*1e3)
	fmt.Fprintln(out, "| positions | how many | no number | to a number, us, mean | longest | back, us, mean | longest | packed, bits | FEN, bits |")
	fmt.Fprintln(out, "|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	if len(names) == 0 {
		names = lists
	}
	for _, name := range names {
		ps, err := read(name)
		if err != nil {
			if errors.Is(err, corpus.ErrAbsent) {
				fmt.Fprintf(out, "| %s: absent | | | | | | | | |\n", name)
				continue
			}
			return err
		}
		if err := row(out, name, ps); err != nil {
			return err
		}
	}
	return row(out, "random numbers", draw(drawn))
}

// read reads the positions of a list; of a CSV the first field counts.
func read(name string) (ps []board.Position, err error) {
	text, err := corpus.Read(name)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		fen, _, _ := bytes.Cut(bytes.TrimSpace(line), []byte(","))
		e, err := board.ParseEPD(string(fen))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		ps = append(ps, e.Position)
	}
	return ps, nil
}

// draw returns the positions of random numbers.
func draw(n int) (ps []board.Position) {
	rng := rand.New(rand.NewPCG(1, 2))
	for len(ps) < n {
		var b [20]byte
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		// Only the low bits; most of these numbers are below the bound.
		b[0] &= 1<<(basen.NumberBits-152) - 1
		if p, err := basen.NumberFromBytes(b).Position(); err == nil {
			ps = append(ps, p)
		}
	}
	return ps
}

// row measures one list and checks that every position comes back.
func row(out io.Writer, name string, ps []board.Position) error {
	var to, back timing
	without, packed, fen := 0, 0, 0
	var buf []byte
	for i := range ps {
		p := ps[i]
		n, err := basen.NumberOf(&p)
		if err != nil {
			// As its key has it: en passant only where a pawn can capture.
			p = gamestate.Essence(&p)
			n, err = basen.NumberOf(&p)
		}
		if err != nil {
			without++
			continue
		}
		q, err := n.Position()
		if err != nil {
			return err
		}
		p.HalfmoveClock, p.FullmoveNumber = 0, 1
		if p != q {
			return fmt.Errorf("%s: %s comes back as %s", name, p.AppendFEN(nil), q.AppendFEN(nil))
		}
		to.add(func() { _, err = basen.NumberOf(&p) })
		back.add(func() { _, err = n.Position() })
		if err != nil {
			return err
		}
		if buf, err = codec.AppendPacked(buf[:0], &p); err != nil {
			return err
		}
		packed += 8 * len(buf)
		// A newline ends a line of the list.
		fen += 8 * (len(p.AppendFEN(nil)) + 1)
	}
	n := float64(max(len(ps)-without, 1))
	_, err := fmt.Fprintf(out, "| %s | %d | %d | %.2f | %.1f | %.2f | %.1f | %.1f | %.1f |\n", name, len(ps), without,
		to.mean(), to.most(), back.mean(), back.most(), float64(packed)/n, float64(fen)/n)
	return err
}

// timing gathers times of calls.
type timing struct {
	n        int
	sum, max time.Duration
}

// add times a call: the fastest of seven.
func (t *timing) add(call func()) {
	best := time.Duration(1<<63 - 1)
	for range 7 {
		began := time.Now()
		call()
		best = min(best, time.Since(began))
	}
	t.n++
	t.sum += best
	t.max = max(t.max, best)
}

func (t *timing) mean() float64 { return float64(t.sum.Nanoseconds()) / 1e3 / float64(max(t.n, 1)) }
func (t *timing) most() float64 { return float64(t.max.Nanoseconds()) / 1e3 }
