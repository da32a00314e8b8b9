package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/model/network"
)

// A network is learned by Adam, in batches with a fixed number of shards, so that the
// result does not depend on the threads.
const (
	mixEpochs  = 3
	mixBatch   = 256
	mixShards  = 4
	mixRate    = 0.001
	mixLast    = 0.03 // of the rate, in the end
	mixBeta1   = 0.9
	mixBeta2   = 0.999
	mixEpsilon = 1e-8
)

// networkLine begins the part of a model's text about its network.
const networkLine = "network: "

// Mix learns a network for a model and returns the model with it. It learns from the
// choices of Run, from which the weights had not learned, and reports on the games
// that Run held out. Hidden is the number of hidden units.
func Mix(sources []Source, choices []Choice, m *moves.Model, hidden int, o Options) ([]byte, error) {
	if len(choices) == 0 {
		return nil, ErrNoGames
	}
	o.Threads = max(o.Threads, 1)
	// An existing network is replaced.
	before, _, _ := strings.Cut(m.About(), networkLine)
	about := NewReport(before, o.Say)
	held := make([][]*Game, len(sources))
	for i, s := range sources {
		for n := holdOut - 1; n < len(s.Games); n += holdOut {
			held[i] = append(held[i], &s.Games[n])
		}
	}
	learned := about.learnNetwork(choices, hidden, m.Deep(), o.Threads)
	plain, err := moves.NewModel(m.Weights(), m.Deep(), nil)
	if err != nil {
		return nil, err
	}
	trial, err := moves.NewModel(m.Weights(), m.Deep(), learned)
	if err != nil {
		return nil, err
	}
	about.compare(sources, held, plain, trial)
	return moves.AppendModel(nil, m.Weights(), m.Deep(), learned, about.String(), o.Plain)
}

// learnNetwork learns a network, and reports.
func (r *Report) learnNetwork(choices []Choice, hidden int, deep bool, threads int) *network.Network {
	list := slices.Clone(choices)
	x := newMixer(hidden, (&moves.Features{Deep: deep}).Count())
	r.Add(networkLine+"%d hidden units, learned from %d choices before the weights knew them, seed 1", hidden, len(choices))
	rng := rand.New(rand.NewPCG(1, 0x6d6978))
	x.draw(rng)
	steps := mixEpochs * (len(list) / mixBatch)
	for e := range mixEpochs {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		bits, n := 0.0, 0
		for rest := list; len(rest) >= mixBatch; rest = rest[mixBatch:] {
			rate := mixRate * (1 - (1-mixLast)*float64(x.steps)/float64(steps))
			bits += x.learn(rest[:mixBatch], threads, rate)
			n += mixBatch
		}
		r.Add("network, epoch %d: %.4f bits a choice before learning it", e+1, bits/float64(max(n, 1)))
	}
	return x.rounded()
}

// compare reports the cost of the games of each source without the network and with
// it.
func (r *Report) compare(sources []Source, games [][]*Game, plain, trial *moves.Model) {
	r.Add("games held out; bits a ply without the network and with it:")
	var whole tally
	for i, s := range sources {
		var before, after tally
		before.measure(nil, plain, games[i])
		after.measure(nil, trial, games[i])
		after.compare(&before)
		whole.add(&after)
		r.Add("  %-28s %s", s.Name, after.sum)
	}
	r.addParts(&whole)
}

// mixer is a network while it is learned. Its lists of hidden numbers are
// concatenated: those of each feature, of each row, and out.
type mixer struct {
	features, hidden int
	p, first, second []float32 // Adam's two moments
	grads            [mixShards]*gradient
	steps            int
}

func (x *mixer) inAt(feature int) int { return feature * x.hidden }
func (x *mixer) biasAt(row int) int   { return (x.features + row) * x.hidden }
func (x *mixer) outAt() int           { return (x.features + network.Rows) * x.hidden }

// gradient is the sum of one shard of a batch.
type gradient struct {
	g      []float32
	bits   float64
	choice unpacked
	scores []float64
	hidden []float32 // of each move
	start  []float32 // of the position
	back   []float32
	all    []float32 // back, of all moves
}

func newMixer(hidden, features int) *mixer {
	x := &mixer{features: features, hidden: hidden}
	n := x.outAt() + hidden
	x.p, x.first, x.second = make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range x.grads {
		x.grads[i] = &gradient{g: make([]float32, n), start: make([]float32, hidden), back: make([]float32, hidden), all: make([]float32, hidden)}
	}
	return x
}

// draw starts with a network that changes nothing: only its first layer is
// drawn at random.
func (x *mixer) draw(rng *rand.Rand) {
	for i := range x.p[:x.biasAt(0)] {
		x.p[i] = float32(rng.NormFloat64() * 0.15)
	}
	for i := x.biasAt(network.Classes); i < x.outAt(); i++ {
		x.p[i] = float32(rng.NormFloat64() * 0.05)
	}
}

// learn takes one step of Adam and returns the cost of the batch before it, in bits.
func (x *mixer) learn(batch []Choice, threads int, rate float64) (bits float64) {
	each := func(do func(shard int)) {
		var wait sync.WaitGroup
		slots := make(chan struct{}, threads)
		for s := range mixShards {
			slots <- struct{}{}
			wait.Go(func() {
				do(s)
				<-slots
			})
		}
		wait.Wait()
	}
	each(func(s int) {
		g := x.grads[s]
		g.bits = 0
		for i := s; i < len(batch); i += mixShards {
			x.add(g, batch[i])
		}
	})
	x.steps++
	step := float32(rate / (1 - math.Pow(mixBeta1, float64(x.steps))))
	correct := float32(1 / (1 - math.Pow(mixBeta2, float64(x.steps))))
	each(func(s int) {
		for i := len(x.p) * s / mixShards; i < len(x.p)*(s+1)/mixShards; i++ {
			var sum float32
			for _, g := range x.grads {
				sum += g.g[i]
				g.g[i] = 0
			}
			v := sum / float32(len(batch))
			x.first[i] = mixBeta1*x.first[i] + (1-mixBeta1)*v
			x.second[i] = mixBeta2*x.second[i] + (1-mixBeta2)*v*v
			x.p[i] -= step * x.first[i] / (float32(math.Sqrt(float64(x.second[i]*correct))) + mixEpsilon)
		}
	})
	for _, g := range x.grads {
		bits += g.bits
	}
	return bits
}

// add adds the gradient of one choice.
func (x *mixer) add(g *gradient, e Choice) {
	h := x.hidden
	c := &g.choice
	c.unpack(e, x.features)
	clear(g.start)
	for _, r := range c.position {
		addScaled(g.start, x.p[x.biasAt(int(r)):][:h], 1)
	}
	out := x.p[x.outAt():]
	if len(g.hidden) < c.near*h {
		g.hidden, g.scores = make([]float32, (c.near+64)*h), make([]float64, c.near+64)
	}
	scores := g.scores[:c.near]
	for i := range c.moves {
		m := &c.moves[i]
		acc := g.hidden[i*h:][:h]
		copy(acc, g.start)
		for _, r := range m.rows {
			addScaled(acc, x.p[x.biasAt(int(r)):][:h], 1)
		}
		for j, w := range m.weights {
			if w != 0 {
				addScaled(acc, x.p[x.inAt(j):][:h], float32(int8(w))/moves.Unit)
			}
		}
		scores[i] = float64(m.sum + dotAbove(acc, out))
	}
	played := float64(c.playedSum)
	if c.played >= 0 {
		played = scores[c.played]
	}
	best := slices.Max(scores)
	total := c.far * math.Exp(-best)
	for i, s := range scores {
		scores[i] = math.Exp(s - best)
		total += scores[i]
	}
	g.bits += (math.Log(total) + best - played) / math.Ln2
	clear(g.all)
	for i := range c.moves {
		d := float32(scores[i] / total)
		if i == c.played {
			d--
		}
		if d < smallest && d > -smallest {
			continue
		}
		backAbove(g.back, g.g[x.outAt():], g.hidden[i*h:][:h], out, d)
		addScaled(g.all, g.back, 1)
		m := &c.moves[i]
		for _, r := range m.rows {
			addScaled(g.g[x.biasAt(int(r)):][:h], g.back, 1)
		}
		for j, w := range m.weights {
			if w != 0 {
				addScaled(g.g[x.inAt(j):][:h], g.back, float32(int8(w))/moves.Unit)
			}
		}
	}
	for _, r := range c.position {
		addScaled(g.g[x.biasAt(int(r)):][:h], g.all, 1)
	}
}

// rounded returns the network in integers. If the numbers of a hidden unit could
// exceed its range in sum, all of them are reduced until they cannot.
func (x *mixer) rounded() *network.Network {
	n := network.New(x.hidden, x.features)
	whole := func(v float32, unit, limit float64) int16 {
		return int16(max(-limit, min(limit, math.Round(float64(v)*unit))))
	}
	for k := range x.hidden {
		for scale := 1.0; ; scale *= 0.95 {
			for j := range x.features {
				n.In(j)[k] = whole(x.p[x.inAt(j)+k], scale*network.InUnit, math.MaxInt8)
			}
			for r := range network.Rows {
				n.Bias(r)[k] = whole(x.p[x.biasAt(r)+k], scale*network.InUnit*moves.Unit, math.MaxInt16)
			}
			n.Out()[k] = whole(x.p[x.outAt()+k], network.OutUnit/scale, math.MaxInt16)
			if n.Most(k) <= network.MaxSum {
				break
			}
		}
	}
	return n
}
