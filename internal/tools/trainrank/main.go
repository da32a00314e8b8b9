// Command trainrank trains the table of the fast level on the training files of the
// corpus and writes it, with its figures beside it, into internal/model/fast. The same
// data give the same bytes.
//
//	go run ./internal/tools/trainrank [-every N] [-out DIR]
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/huffman"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/movegen"
)

// mix is the training data: about half of it Lichess, a third masters, the rest engines.
var mix = []source{
	{"lichess-old-train.pgn", 1, 1},
	{"lichess-elite-train.pgn", 1, 2},
	{"lichess-clk-train.pgn", 1, 1},
	{"lichess-user-train.pgn", 1, 1},
	{"chesscom-train.pgn", 1, 1},
	{"master-train.pgn", 6, 1},
	{"master-twic-train.pgn", 1, 1},
	{"engine-train.pgn", 1, 2},
	{"tcec-train.pgn", 1, 2},
}

const (
	epochs   = 2
	rate     = 0.1    // of Adagrad, falling to a fifth at the end
	seed     = 20260  // of the order of the games
	holdOut  = 40     // every 40th game is used for testing
	smallest = 0.0005 // errors below this are not worth an update
	unit     = 16     // weight units in a natural logarithm
)

func main() {
	every := flag.Int("every", 1, "take only every n-th game, for a quick look")
	out := flag.String("out", filepath.Join("internal", "model", "rank"), "folder to write to")
	flag.Parse()
	if err := run(*every, *out); err != nil {
		fmt.Fprintln(os.Stderr, "trainrank:", err)
		os.Exit(1)
	}
}

func run(every int, out string) error {
	var log strings.Builder
	say := func(format string, args ...any) {
		fmt.Printf(format, args...)
		fmt.Fprintf(&log, format, args...)
	}
	say("The table of the fast level, format %d, %d weights, %d codes.\n", fast.Magic[3], fast.Weights, fast.Contexts)
	say("Made by: go run ./internal/tools/trainrank, seed %d, %d epochs.\n\nLearned from\n", seed, epochs)
	var train []gamestate.Game
	held := make([][]gamestate.Game, len(mix))
	for i, s := range mix {
		s.every *= every
		games, err := s.read()
		if err != nil {
			return err
		}
		plies := 0
		for n, g := range games {
			plies += len(g.Moves)
			if n%holdOut == holdOut-1 {
				held[i] = append(held[i], g)
				continue
			}
			for range s.copies {
				train = append(train, g)
			}
		}
		say("  %-24s every %2d  x%d  %6d games %9d plies\n", s.name, s.every, s.copies, len(games), plies)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	t := newTrainer()
	for e := range epochs {
		rng.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		bits, plies := 0.0, 0
		for n, g := range train {
			done := (float64(e) + float64(n)/float64(len(train))) / epochs
			bits += t.game(g, rate*(1-0.8*done))
			plies += len(g.Moves)
		}
		say("epoch %d: %.4f bits/ply soft, before learning\n", e+1, bits/float64(plies))
	}
	weights := t.quantise()
	c := newCounter(weights)
	for _, g := range train {
		c.game(g)
	}
	lengths, err := c.codes()
	if err != nil {
		return err
	}
	table := append([]byte(fast.Magic), weights...)
	table = append(table, lengths...)
	say("\nHeld out games        soft bits/ply   coded   first choice right\n")
	for i, s := range mix {
		h := newCounter(weights)
		for _, g := range held[i] {
			h.game(g)
		}
		coded, first := h.cost(lengths)
		say("  %-24s %8.4f %9.4f %8.1f %%\n", s.name, h.soft/float64(h.plies), coded, first)
	}
	say("\nBytes: %d\n", len(table))
	if err := os.WriteFile(filepath.Join(out, "fast.bin"), table, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "fast.txt"), []byte(log.String()), 0o644)
}

// trainer is a softmax over the legal moves whose scores are sums of weights, trained by
// Adagrad.
type trainer struct {
	w, g2 []float32
	f     fast.Features
	at    [][]int32
	p     []float64
}

func newTrainer() *trainer {
	return &trainer{w: make([]float32, fast.Weights), g2: make([]float32, fast.Weights)}
}

// game trains on one game and returns its cost in bits before that.
func (t *trainer) game(g gamestate.Game, rate float64) (bits float64) {
	p := g.Start
	var h fast.Past
	var room [256]board.Move
	for _, m := range g.Moves {
		legal := movegen.AppendLegal(room[:0], &p)
		if len(legal) > 1 {
			bits += t.ply(h, &p, legal, slices.Index(legal, m), rate)
		}
		h = h.Next(&p, m)
		movegen.Make(&p, m)
	}
	return bits
}

func (t *trainer) ply(h fast.Past, p *board.Position, legal []board.Move, played int, rate float64) float64 {
	t.f.Prepare(h, p)
	t.p = t.p[:0]
	for len(t.at) < len(legal) {
		t.at = append(t.at, nil)
	}
	best := math.Inf(-1)
	for i, m := range legal {
		t.at[i] = append(t.at[i][:0], t.f.Of(m)...)
		var s float32
		for _, k := range t.at[i] {
			s += t.w[k]
		}
		t.p = append(t.p, float64(s))
		best = max(best, float64(s))
	}
	sum := 0.0
	for i, s := range t.p {
		t.p[i] = math.Exp(s - best)
		sum += t.p[i]
	}
	bits := -math.Log2(t.p[played] / sum)
	for i := range legal {
		g := t.p[i] / sum
		if i == played {
			g--
		}
		if math.Abs(g) < smallest {
			continue
		}
		for _, k := range t.at[i] {
			t.g2[k] += float32(g * g)
			t.w[k] -= float32(rate * g / math.Sqrt(float64(t.g2[k])+0.01))
		}
	}
	return bits
}

func (t *trainer) quantise() []byte {
	b := make([]byte, len(t.w))
	for i, w := range t.w {
		b[i] = byte(int8(max(-127, min(127, math.RoundToEven(float64(w)*unit)))))
	}
	return b
}

// counter counts how often each rank is played in each context.
type counter struct {
	r      fast.Ranker
	counts [fast.Contexts][fast.Symbols]uint64
	plies  int // including forced ones
	later  uint64
	soft   float64
}

func newCounter(weights []byte) *counter {
	c := &counter{}
	c.r.Use(string(weights))
	return c
}

func (c *counter) game(g gamestate.Game) {
	p := g.Start
	var h fast.Past
	var room [256]board.Move
	for _, m := range g.Moves {
		legal := movegen.AppendLegal(room[:0], &p)
		c.plies++
		if len(legal) > 1 {
			context := c.r.Prepare(h, &p, legal)
			i := slices.Index(legal, m)
			r := c.r.Order(i)
			c.counts[context][min(r, fast.Symbols-1)]++
			if r >= fast.Symbols-1 {
				c.later++
			}
			sum := 0.0
			for j := range legal {
				sum += math.Exp(float64(c.r.Score(j)-c.r.Score(i)) / unit)
			}
			c.soft += math.Log2(sum)
		}
		h = h.Next(&p, m)
		movegen.Make(&p, m)
	}
}

// codes returns for each context the number of words of 1 to 15 bits and a 0.
func (c *counter) codes() ([]byte, error) {
	var out []byte
	for context := range c.counts {
		counts := c.counts[context][:fast.SymbolsOf(context)]
		slices.SortFunc(counts, func(a, b uint64) int { return int(b) - int(a) })
		weights := make([]uint64, len(counts))
		for i, n := range counts {
			// A lower bound that falls with the rank, for ranks that never occurred.
			weights[i] = 64*n + 1 + uint64(len(counts)-i)/8
		}
		lengths, err := huffman.Lengths(weights, fast.MaxLen)
		if err != nil {
			return nil, fmt.Errorf("code of context %d: %w", context, err)
		}
		var words [16]byte
		for _, n := range lengths {
			words[n-1]++
		}
		out = append(out, words[:]...)
	}
	return out, nil
}

// cost returns the cost of the games with the codes, in bits a ply, and how often the
// first choice was played, in percent.
func (c *counter) cost(codes []byte) (bits, first float64) {
	total, hits, all := uint64(c.later)*12, uint64(0), uint64(0)
	for context := range c.counts {
		words := codes[context*16:][:16]
		symbol := 0
		for n, k := range words {
			for range k {
				total += uint64(n+1) * c.counts[context][symbol]
				all += c.counts[context][symbol]
				symbol++
			}
		}
		hits += c.counts[context][0]
	}
	return float64(total) / float64(c.plies), 100 * float64(hits) / float64(max(all, 1))
}
