// Package boards learns the weights of package internal/model/boards from
// positions.
//
// The model is a softmax over the allowed contents of each choice, whose scores are
// sums of one weight for each feature. It is learned by Adagrad, position after
// position, with floating point; the result is rounded to integers, and codecs use
// only these. The same positions, options and seed give the same weights on one
// architecture.
package boards

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/boards"
	"github.com/chesszip/chesszip/internal/train"
)

// Source is a set of positions of one kind.
type Source struct {
	Name      string
	Positions []board.Position // to learn from
	Held      []board.Position // to report on
	Copies    int              // number of times that it is learned from; 0 means 1
	// AsGiven keeps en passant squares on which no capture is legal; otherwise one in
	// eight of Positions keeps them, and none of Held.
	AsGiven bool
}

// Options are the settings of Run; zero values mean the defaults.
type Options struct {
	// Sizes are the logarithms of the numbers of rows.
	Sizes boards.Sizes
	// Rate is Adagrad's, default 0.2. Damping is added to the sums of squares under
	// its root, default 40: without it, weights that occur once would memorize that
	// position.
	Rate, Damping float64
	// Keep is the number of weights to keep after pruneAt of the positions, default
	// 2,100,000: about a byte each in the model's file.
	Keep int
	// Seed is the seed of the order of the positions.
	Seed uint64
	// Drop are features to leave out, to measure their gain: by table, in the order
	// in which the model adds them, from 0.
	Drop [boards.Tables][]int
	// Say, if set, is called with each line of the report.
	Say func(line string)
}

// ErrNoPositions is returned if there is nothing to learn from.
var ErrNoPositions = errors.New("train: no positions to learn from")

// pruneAt is the part of the positions after which small weights are set to zero and
// stay so: they are mostly noise, and make a model's file large. The other weights
// adapt in the rest of the positions.
const pruneAt = 0.7

// smallest is the error below which weights are not updated: such updates are most of
// the work and change almost nothing.
const smallest = 0.0005

// Run learns weights and returns a model, the bytes of a .czs file. Its text
// describes its training data and its results on positions held out.
func Run(sources []Source, o Options) ([]byte, error) {
	o.Sizes = cmp.Or(o.Sizes, boards.Sizes{boards.Bits: 18, boards.Pawns: 20, boards.Pieces: 20, boards.Squares: 18})
	o.Rate, o.Damping, o.Keep = cmp.Or(o.Rate, 0.2), cmp.Or(o.Damping, 40), cmp.Or(o.Keep, 2_100_000)
	about := train.NewReport("", o.Say)
	about.Add("2^%d rows, Adagrad %g, damping %g, %d weights kept, seed %d", o.Sizes, o.Rate, o.Damping, o.Keep, o.Seed)
	var learn []*board.Position
	for i := range sources {
		s := &sources[i]
		about.Add("learned from %s: %d positions, x%d", s.Name, len(s.Positions), max(s.Copies, 1))
		for range max(s.Copies, 1) {
			for n := range s.Positions {
				if boards.Holds(&s.Positions[n]) {
					learn = append(learn, &s.Positions[n])
				}
			}
		}
	}
	if len(learn) == 0 {
		return nil, ErrNoPositions
	}
	t := newTrainer(&o)
	rng := rand.New(rand.NewPCG(o.Seed, 0x73717561726573))
	rng.Shuffle(len(learn), func(i, j int) { learn[i], learn[j] = learn[j], learn[i] })
	before := 0.0
	for n, p := range learn {
		done := float64(n) / float64(len(learn))
		t.rate = float32(o.Rate * (1 - 0.95*done))
		t.w.Walk(t, p)
		if n == int(pruneAt*float64(len(learn))) {
			t.prune(o.Keep)
		}
		if n%100000 == 99999 && o.Say != nil {
			sum := t.sum()
			o.Say(fmt.Sprintf("%d of %d positions, %.2f bits in the last 100000", n+1, len(learn), (sum-before)/100000))
			before = sum
		}
	}
	about.Add("%.3f bits a position before learning it", t.sum()/float64(len(learn)))
	weights := t.rounded()
	used := 0
	for _, w := range weights {
		if w != 0 {
			used++
		}
	}
	m, err := boards.NewModel(o.Sizes, weights)
	if err != nil {
		return nil, err
	}
	about.Add("%d weights are not zero", used)
	t.report(sources, m, about)
	return boards.AppendModel(nil, o.Sizes, weights, about.String())
}

// report reports the cost of the positions held out.
func (t *trainer) report(sources []Source, m *boards.Model, about *train.Report) {
	about.Add("bits of positions held out, before rounding to integers and after, and what of:")
	t.rate = 0
	for _, s := range sources {
		if len(s.Held) == 0 {
			continue
		}
		t.cost = [boards.Stages]float64{}
		c := counter{q: boards.NewPredictor(m)}
		n := 0
		for i := range s.Held {
			if boards.Holds(&s.Held[i]) {
				n++
				t.w.Walk(t, &s.Held[i])
				c.q.Walk(&c, &s.Held[i])
			}
		}
		line := fmt.Sprintf("  %-24s %7d positions %7.3f %7.3f", s.Name, n, t.sum()/float64(n), c.bits/float64(n))
		for i, b := range t.cost {
			line += fmt.Sprintf(", %s %.2f", boards.StageNames[i], b/float64(n))
		}
		about.Add("%s", line)
	}
}

// counter adds up the costs of choices.
type counter struct {
	q    *boards.Predictor
	bits float64
}

func (c *counter) Code(freq []uint32, actual int) int {
	if s := c.q.Stage(); s < boards.Clock {
		c.bits -= math.Log2(float64(freq[actual]) / boards.One)
	}
	return actual
}
