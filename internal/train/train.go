package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/model/network"
)

// Source is a set of games of one kind.
type Source struct {
	Name   string
	Games  []Game
	Copies int // number of times that it is learned from; 0 means 1
}

// Options are the settings of Run; zero values mean the defaults.
type Options struct {
	// From is a model to start from, whose network is kept; nil starts from zeros.
	From *moves.Model
	// Deep adds the features that need a search. With From, From's value is used.
	Deep bool
	// Lines is the number of the table's lines, default moves.UsualLines. With From,
	// From's value is used.
	Lines uint32
	// Rate is Adagrad's, default 0.2. Damping is added to the sums of squares under
	// its root, default 20: without it, weights that occur once would memorize that
	// game.
	Rate, Damping float64
	// Epochs is the number of passes over the games, default 1.
	Epochs int
	// Seeds are seeds of the order of the games; the result is the mean over all. The
	// default is 1.
	Seeds []uint64
	// Threads is the number of threads, default 1. The result does not depend on it.
	Threads int
	// Drop names features to leave out, to measure their gain.
	Drop []string
	// Choices, if set, is called with the choices of late games, before they are
	// learned from: Mix learns from them.
	Choices func(Choice) error
	// Plain leaves the weights in the model uncompressed: it is larger, and parsing
	// it takes hardly any time.
	Plain bool
	// Say, if set, is called with each line of the report.
	Say func(line string)
}

// holdOut: one in so many games of a source is held out, for the report.
const holdOut = 40

// lateOne: one in so many games learned from is late: these come last, in each epoch.
const lateOne = 6

// enoughToTell is the least number of held-out plies to compare their cost before and
// after rounding.
const enoughToTell = 10_000

// smallest is the error below which a move's weights are not updated: such updates
// are most of the work and change almost nothing.
const smallest = 0.0005

// ErrNoGames is returned if there is nothing to learn from.
var ErrNoGames = errors.New("train: no games to learn from")

// Run learns weights and returns a model, the bytes of a .czm file. Its text
// describes its training data and its results on games held out. Once ctx is done,
// Run soon returns its error.
func Run(ctx context.Context, sources []Source, o Options) ([]byte, error) {
	o.setDefaults()
	t, err := newTrainer(ctx, &o)
	if err != nil {
		return nil, err
	}
	about := NewReport("", o.Say)
	about.Add("%d features, %d lines of weights, Adagrad %g, damping %g, %d epochs, seeds %v", t.count-len(t.dropped), o.Lines, o.Rate, o.Damping, o.Epochs, o.Seeds)
	if o.From != nil {
		about.Add("started from model %016x", o.From.ID())
	}
	var learn plan
	held := make([][]*Game, len(sources))
	for i, s := range sources {
		plies := 0
		for n := range s.Games {
			g := &s.Games[n]
			plies += len(g.Moves)
			if n%holdOut == holdOut-1 {
				held[i] = append(held[i], g)
				continue
			}
			learn.add(g, s.Copies)
		}
		about.Add("learned from %s: %d games, %d plies, x%d", s.Name, len(s.Games), plies, max(s.Copies, 1))
	}
	if len(learn.early) == 0 {
		return nil, ErrNoGames
	}
	mean := make([]float32, len(t.cells))
	for _, seed := range o.Seeds {
		t.reset(&o)
		if err := t.run(learn, seed, &o, about); err != nil {
			return nil, err
		}
		if err := ctxio.Err(ctx); err != nil {
			return nil, err
		}
		for i := range mean {
			mean[i] += t.cells[i].w / float32(len(o.Seeds))
		}
	}
	for i := range t.cells {
		t.cells[i].w = mean[i]
	}
	rounded := t.rounded()
	trial, err := moves.NewModel(rounded, o.Deep, nil)
	if err != nil {
		return nil, err
	}
	whole := t.report(sources, held, trial, about)
	if err := ctxio.Err(ctx); err != nil {
		return nil, err
	}
	if f, q := whole.perPly(whole.float), whole.perPly(whole.integer); whole.plies >= enoughToTell && q > 1.005*f {
		return nil, fmt.Errorf("train: rounding makes %.4f bits a ply of %.4f, more than 0.5 %% worse", q, f)
	}
	var kept *network.Network
	if o.From != nil && o.From.Network() != nil {
		kept = o.From.Network()
		with, err := moves.NewModel(rounded, o.Deep, kept)
		if err != nil {
			return nil, err
		}
		about.Add(networkLine+"%d hidden units, those of model %016x", kept.Hidden, o.From.ID())
		about.compare(sources, held, trial, with)
	}
	return moves.AppendModel(nil, rounded, o.Deep, kept, about.String(), o.Plain)
}

func (o *Options) setDefaults() {
	if o.From != nil {
		o.Deep, o.Lines = o.From.Deep(), o.From.Lines()
	}
	o.Lines, o.Rate, o.Damping = cmp.Or(o.Lines, moves.UsualLines), cmp.Or(o.Rate, 0.2), cmp.Or(o.Damping, 20)
	o.Epochs, o.Threads = max(o.Epochs, 1), max(o.Threads, 1)
	if len(o.Seeds) == 0 {
		o.Seeds = []uint64{1}
	}
}

// plan is the games to learn from: late games after the others, each in its source's
// number of copies.
type plan struct {
	early, late []*Game
	once        map[*Game]bool // the late games, each once
	games       int
}

func (p *plan) add(g *Game, copies int) {
	list := &p.early
	copies = max(copies, 1)
	if p.once == nil {
		p.once = make(map[*Game]bool)
	}
	if p.games++; p.games%lateOne == 0 {
		list = &p.late
		p.once[g] = true
	}
	for range copies {
		*list = append(*list, g)
	}
}

// run learns from the games in the order of a seed.
func (t *trainer) run(learn plan, seed uint64, o *Options, about *Report) error {
	rng := rand.New(rand.NewPCG(seed, 0x6368657373))
	shuffle := func(games []*Game) {
		rng.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
	}
	for e := range o.Epochs {
		shuffle(learn.early)
		shuffle(learn.late)
		games := slices.Concat(learn.early, learn.late)
		fresh := maps.Clone(learn.once)
		bits, plies := 0.0, 0
		n := 0
		for list := range t.extract(games) {
			done := (float64(e) + float64(n)/float64(len(games))) / float64(o.Epochs)
			rate := float32(o.Rate * (1 - 0.9*done))
			first := fresh[games[n]]
			delete(fresh, games[n])
			n++
			for i := range list {
				if !t.steps.Step(budget.LearnedPly) {
					return nil
				}
				if e == 0 && first && o.Choices != nil {
					if err := o.Choices(t.known(&list[i])); err != nil {
						return err
					}
				}
				bits += t.learn(&list[i], rate)
			}
			plies += len(list)
			if n%20000 == 0 && o.Say != nil {
				o.Say(fmt.Sprintf("seed %d, epoch %d: %d of %d games, %.4f bits a choice", seed, e+1, n, len(games), bits/float64(plies)))
			}
		}
		about.Add("seed %d, epoch %d: %.4f bits a choice before learning it", seed, e+1, bits/float64(max(plies, 1)))
	}
	return nil
}

// report reports the cost of the games held out, and returns their total.
func (t *trainer) report(sources []Source, held [][]*Game, trial *moves.Model, about *Report) cost {
	var whole tally
	var parts []tally
	for i := range sources {
		var of tally
		of.measure(t, trial, held[i])
		parts = append(parts, of)
		whole.add(&of)
	}
	about.Add("games held out, one in %d; bits a ply as learned, and as rounded to integers:", holdOut)
	for i, s := range sources {
		about.Add("  %-28s %s", s.Name, parts[i].sum)
	}
	about.addParts(&whole)
	return whole.sum
}

// trainer holds the weights while they are learned.
type trainer struct {
	cells   []cell
	lines   uint32
	count   int // features of a move
	deep    bool
	damping float32
	threads int
	dropped []int
	rows    bool // whether choices have the rows of a network's biases
	chances []float64

	ctx   context.Context
	steps *budget.Budget // of the goroutine that learns
}

// cell is a weight and the sum of the squares of its gradients.
type cell struct{ w, squares float32 }

func newTrainer(ctx context.Context, o *Options) (*trainer, error) {
	if o.Lines < 1 || o.Lines > moves.MaxLines {
		return nil, fmt.Errorf("train: %d lines of weights, want 1 to %d", o.Lines, moves.MaxLines)
	}
	t := &trainer{
		cells:   make([]cell, o.Lines*moves.LineWeights),
		lines:   o.Lines,
		count:   (&moves.Features{Deep: o.Deep}).Count(),
		deep:    o.Deep,
		rows:    o.Choices != nil,
		damping: float32(o.Damping),
		threads: o.Threads,
		ctx:     ctx,
		steps:   new(budget.Budget).Until(ctx),
	}
	for _, name := range o.Drop {
		i := slices.Index(moves.Names[:t.count], name)
		if i < 0 {
			return nil, fmt.Errorf("train: no feature %q, want some of %q", name, moves.Names[:t.count])
		}
		t.dropped = append(t.dropped, i)
	}
	return t, nil
}

func (t *trainer) reset(o *Options) {
	clear(t.cells)
	if o.From != nil {
		for i, w := range o.From.Weights() {
			// The earlier training counts as much as the damping.
			t.cells[i] = cell{float32(w) / moves.Unit, 0}
		}
	}
}

// rounded returns the weights as integers. The smallest become 0: they are mostly
// noise, and zeros take the least space in a model's file.
func (t *trainer) rounded() []int8 {
	out := make([]int8, len(t.cells))
	for i := range t.cells {
		out[i] = t.cells[i].rounded()
	}
	return out
}

func (c *cell) rounded() int8 {
	v := float64(c.w) * moves.Unit
	if math.Abs(v) < deadZone {
		return 0
	}
	return int8(max(-127, min(127, math.Round(v))))
}

// deadZone is the least magnitude of a weight that is kept, in units of the integers.
const deadZone = 0.8

// score fills t.chances with the chances of the moves of a choice, and returns
// the cost of the one played, in bits.
func (t *trainer) score(c *choice) float64 {
	chances := t.chances[:0]
	for i := range c.moves {
		var s float32
		for _, k := range c.at[i*t.count:][:t.count] {
			s += t.cells[k].w
		}
		chances = append(chances, float64(s))
	}
	best, sum := slices.Max(chances), 0.0
	for i, s := range chances {
		chances[i] = math.Exp(s - best)
		sum += chances[i]
	}
	for i := range chances {
		chances[i] /= sum
	}
	t.chances = chances
	return -math.Log2(chances[c.played])
}

// learn moves the weights towards the move played and returns its cost before that,
// in bits.
func (t *trainer) learn(c *choice, rate float32) float64 {
	bits := t.score(c)
	for i, chance := range t.chances {
		g := float32(chance)
		if i == c.played {
			g--
		}
		if g < smallest && g > -smallest {
			continue
		}
		gg := g * g
		for _, k := range c.at[i*t.count:][:t.count] {
			w := &t.cells[k]
			w.squares += gg
			w.w -= rate * g / float32(math.Sqrt(float64(w.squares+t.damping)))
		}
	}
	return bits
}
