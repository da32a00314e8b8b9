// Command trainmoves is an experiment.
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

var mix = []source{
	{"lichess-old-train.pgn", 1, 1},
	{"lichess-elite-train.pgn", 1, 2},
	{"lichess-clk-train.pgn", 1, 2},
	{"lichess-user-train.pgn", 1, 2},
	{"chesscom-train.pgn", 1, 2},
	{"master-train.pgn", 4, 1},
	{"master-twic-train.pgn", 1, 1},
	{"engine-train.pgn", 1, 2},
	{"tcec-train.pgn", 1, 2},
}

var (
	NF    int
	shift uint8
	deep  = flag.Bool("deep", false, "")
	bitsN = flag.Int("bits", 22, "")
	wide  = flag.Bool("masters", false, "")
	unit  = flag.Float64("unit", 32, "")
	cut   = flag.Float64("cut", 0, "")
)

var eps = flag.Float64("eps", 0.01, "")

type cell struct{ w, g2 float32 }

type ply struct {
	at     []uint32
	n      int
	played int
}

func main() {
	every := flag.Int("every", 20, "")
	drop := flag.String("drop", "", "")
	rate := flag.Float64("rate", 0.1, "")
	epochs := flag.Int("epochs", 1, "")
	prof := flag.String("prof", "", "")
	out := flag.String("out", "", "")
	blind := flag.Bool("blind", false, "")
	flag.Parse()
	if *prof != "" {
		f, _ := os.Create(*prof)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	NF = (&moves.Features{Deep: *deep}).Count()
	shift = uint8(32 - *bitsN)
	if *wide {
		mix[5].every = 1
	}
	dropped := map[string]bool{}
	for _, d := range strings.Split(*drop, ",") {
		dropped[d] = true
	}
	var off []int
	for i, n := range moves.Names {
		if dropped[n] {
			off = append(off, i)
		}
	}
	var train []game
	held := make([][]game, len(mix))
	for i, s := range mix {
		s.every *= *every
		games, err := s.read()
		if err != nil {
			panic(err)
		}
		for n, g := range games {
			if *blind {
				g.known = moves.Known{}
			}
			if n%40 == 39 || len(held[i]) < 40 {
				held[i] = append(held[i], g)
				continue
			}
			for range s.copies {
				train = append(train, g)
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	w := make([]cell, 1<<*bitsN)
	zero := uint32(0)
	one := func(f *moves.Features, g *game) (plies []ply) {
		p := g.Start
		var h moves.Past
		var room [256]board.Move
		for _, m := range g.Moves {
			legal := movegen.AppendLegal(room[:0], &p)
			if len(legal) > 1 {
				at := slices.Clone(f.Prepare(&p, &h, &g.known, legal))
				for _, d := range off {
					for i := d; i < len(at); i += NF {
						at[i] = zero
					}
				}
				plies = append(plies, ply{at, len(legal), slices.Index(legal, m)})
			}
			h = h.Next(&p, m)
			movegen.Make(&p, m)
		}
		return plies
	}
	extract := func(games []game, out chan<- []ply) {
		defer close(out)
		slots := make(chan chan []ply, 24)
		go func() {
			defer close(slots)
			work := make(chan func(f *moves.Features), 24)
			defer close(work)
			for range 2 {
				go func() {
					f := &moves.Features{Deep: *deep}
					for job := range work {
						job(f)
					}
				}()
			}
			for i := range games {
				slot := make(chan []ply, 1)
				slots <- slot
				work <- func(f *moves.Features) { slot <- one(f, &games[i]) }
			}
		}()
		for slot := range slots {
			out <- <-slot
		}
	}
	var probs []float64
	start := time.Now()
	all := 0
	for e := range *epochs {
		rng.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		ch := make(chan []ply, 16)
		go extract(train, ch)
		total, count, n := 0.0, 0, 0
		for plies := range ch {
			done := (float64(e) + float64(n)/float64(len(train))) / float64(*epochs)
			r := float32(*rate * (1 - 0.9*done))
			n++
			for _, p := range plies {
				count++
				total += learn(w, &p, &probs, r)
			}
		}
		all += count
		fmt.Printf("epoch %d: %.4f bits/ply (%d games, %d plies), %.1f us/ply\n", e, total/float64(count), len(train), count, float64(time.Since(start).Microseconds())/float64(all))
	}
	sum, sources := 0.0, 0
	for i, s := range mix {
		ch := make(chan []ply, 16)
		go extract(held[i], ch)
		total, count, hit := 0.0, 0, 0
		for plies := range ch {
			for _, p := range plies {
				count++
				b := eval(w, &p, &probs)
				total += b
				if slices.Max(probs[:p.n]) == probs[p.played] {
					hit++
				}
			}
		}
		forced := 0
		all := 0
		for _, g := range held[i] {
			all += len(g.Moves)
		}
		forced = all - count
		_ = forced
		sum += total / float64(all)
		sources++
		fmt.Printf("  %-24s %.4f  %.1f%%  (%d)\n", s.name, total/float64(all), 100*float64(hit)/float64(count), all)
	}
	fmt.Printf("mean %.4f drop=%s eps=%v rate=%v\n", sum/float64(sources), *drop, *eps, *rate)
	if *out != "" {
		q := make([]int8, len(w))
		clipped := 0
		for i, c := range w {
			v := math.RoundToEven(float64(c.w)**unit) * 32 / *unit
			if float64(c.g2) < *cut {
				v = 0
			}
			if v > 127 || v < -127 {
				clipped++
			}
			q[i] = int8(max(-127, min(127, v)))
		}
		data, err := moves.AppendModel(nil, q, *deep, "experiment")
		fmt.Println("model", len(data), err)
		if err := os.WriteFile(*out, data, 0o644); err != nil {
			panic(err)
		}
		m, err := moves.ParseModel(data)
		if err != nil {
			panic(err)
		}
		pr := moves.NewPredictor(m)
		fmt.Println("clipped", clipped)
		for i, s := range mix {
			bits, n := 0.0, 0
			start := time.Now()
			for _, g := range held[i] {
				p := g.Start
				var h moves.Past
				var room [256]board.Move
				for _, m := range g.Moves {
					n++
					legal := movegen.AppendLegal(room[:0], &p)
					if len(legal) > 1 {
						f := pr.Predict(&p, &h, &g.known, legal)
						bits -= math.Log2(float64(f[slices.Index(legal, m)]) / 65536)
					}
					h = h.Next(&p, m)
					movegen.Make(&p, m)
				}
			}
			fmt.Printf("  int %-24s %.4f %.1f us\n", s.name, bits/float64(n), float64(time.Since(start).Microseconds())/float64(n))
		}
	}
}

func eval(w []cell, p *ply, probs *[]float64) float64 {
	pr := (*probs)[:0]
	best := math.Inf(-1)
	for i := range p.n {
		var s float32
		for _, k := range p.at[i*NF:][:NF] {
			s += w[k>>shift].w
		}
		pr = append(pr, float64(s))
		best = max(best, float64(s))
	}
	sum := 0.0
	for i, s := range pr {
		pr[i] = math.Exp(s - best)
		sum += pr[i]
	}
	for i := range pr {
		pr[i] /= sum
	}
	*probs = pr
	return -math.Log2(pr[p.played])
}

func learn(w []cell, p *ply, probs *[]float64, rate float32) float64 {
	b := eval(w, p, probs)
	for i, pr := range *probs {
		g := float32(pr)
		if i == p.played {
			g--
		}
		if g < 0.0005 && g > -0.0005 {
			continue
		}
		gg := g * g
		for _, k := range p.at[i*NF:][:NF] {
			c := &w[k>>shift]
			c.g2 += gg
			c.w -= rate * g / float32(math.Sqrt(float64(c.g2)+*eps))
		}
	}
	return b
}
