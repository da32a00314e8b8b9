package train

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/internal/model/moves"
)

// How the network is learned: by Adam, in batches that are cut into a fixed
// number of shards, so that the result does not depend on the threads.
const (
	mixEpochs  = 8
	mixBatch   = 128
	mixShards  = 4
	mixRate    = 0.0006
	mixBeta1   = 0.9
	mixBeta2   = 0.999
	mixEpsilon = 1e-8
)

// networkLine begins what a model says of its network.
const networkLine = "network: "

// Mix learns the network of a deep model and returns the model with it. It
// learns from the choices that Run gave, of which the weights knew nothing, and
// reports on the games that Run held out.
func Mix(sources []Source, choices []*Choice, m *moves.Model, o Options) ([]byte, error) {
	if !m.Deep() {
		return nil, errors.New("train: only a deep model has a network")
	}
	if len(choices) == 0 {
		return nil, ErrNoGames
	}
	o.Threads = max(o.Threads, 1)
	// A network that is there already is learned anew.
	before, _, _ := strings.Cut(m.About(), networkLine)
	about := NewReport(before, o.Say)
	report := make([][]*Game, len(sources))
	for i, s := range sources {
		for n := holdOut - 1; n < len(s.Games); n += holdOut {
			report[i] = append(report[i], &s.Games[n])
		}
	}
	network := about.learnNetwork(choices, o.Threads)
	plain, err := moves.NewModel(m.Weights(), true, nil)
	if err != nil {
		return nil, err
	}
	trial, err := moves.NewModel(m.Weights(), true, network)
	if err != nil {
		return nil, err
	}
	about.compare(sources, report, plain, trial)
	return moves.AppendModel(nil, m.Weights(), true, network, about.String(), o.Plain)
}

// learnNetwork learns a network, and reports.
func (r *Report) learnNetwork(choices []*Choice, threads int) *moves.Network {
	var list []*Choice
	for _, c := range choices {
		for range c.copies {
			list = append(list, c)
		}
	}
	r.Add(networkLine+"%d hidden units, learned from %d choices before the weights knew them, seed 1", moves.Hidden, len(choices))
	x := newMixer()
	rng := rand.New(rand.NewPCG(1, 0x6d6978))
	x.draw(rng)
	steps := mixEpochs * len(list) / mixBatch
	step := 0
	for e := range mixEpochs {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		bits, n := 0.0, 0
		for rest := list; len(rest) >= mixBatch; rest = rest[mixBatch:] {
			step++
			bits += x.learn(rest[:mixBatch], threads, mixRate*(1-0.95*float64(step)/float64(steps)))
			n += mixBatch
		}
		r.Add("network, epoch %d: %.4f bits a choice before learning it", e+1, bits/float64(max(n, 1)))
	}
	return x.rounded()
}

// compare adds what the games of each source cost without the network and with
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

// mixer is the network while it is learned, as one list of numbers: in, bias,
// out.
type mixer struct {
	p, first, second []float32 // Adam's two moments
	grads            [mixShards]*gradient
	steps            int
}

const (
	inAt   = 0
	biasAt = inAt + moves.MaxFeatures*moves.Hidden
	outAt  = biasAt + moves.ContextRows*moves.Hidden
	mixLen = outAt + moves.Hidden
)

// gradient is what one shard of a batch adds up.
type gradient struct {
	g      []float32
	scores []float64
	hidden [][moves.Hidden]float32
	bits   float64
}

func newMixer() *mixer {
	x := &mixer{p: make([]float32, mixLen), first: make([]float32, mixLen), second: make([]float32, mixLen)}
	for i := range x.grads {
		x.grads[i] = &gradient{g: make([]float32, mixLen)}
	}
	return x
}

// draw starts with a network that changes nothing: only its first layer is
// drawn at random.
func (x *mixer) draw(rng *rand.Rand) {
	for i := range x.p[:biasAt] {
		x.p[i] = float32(rng.NormFloat64() * 0.15)
	}
}

// learn takes one step of Adam and returns what the batch cost before, in bits.
func (x *mixer) learn(batch []*Choice, threads int, rate float64) (bits float64) {
	var wait sync.WaitGroup
	slots := make(chan struct{}, threads)
	for s, g := range x.grads {
		slots <- struct{}{}
		wait.Go(func() {
			clear(g.g)
			g.bits = 0
			for i := s; i < len(batch); i += mixShards {
				g.add(x.p, batch[i])
			}
			<-slots
		})
	}
	wait.Wait()
	x.steps++
	correct1, correct2 := 1-math.Pow(mixBeta1, float64(x.steps)), 1-math.Pow(mixBeta2, float64(x.steps))
	for i := range x.p {
		var sum float32
		for _, g := range x.grads {
			sum += g.g[i]
		}
		v := sum / float32(len(batch))
		x.first[i] = mixBeta1*x.first[i] + (1-mixBeta1)*v
		x.second[i] = mixBeta2*x.second[i] + (1-mixBeta2)*v*v
		x.p[i] -= float32(rate * float64(x.first[i]) / correct1 / (math.Sqrt(float64(x.second[i])/correct2) + mixEpsilon))
	}
	for _, g := range x.grads {
		bits += g.bits
	}
	return bits
}

// sum returns the score of a move without the network.
func (e *Choice) sum(i int) (s int32) {
	for _, w := range e.weights[i*moves.MaxFeatures:][:moves.MaxFeatures] {
		s += int32(w)
	}
	return s
}

// leastNear returns the least score of the moves that the network corrects.
func (e *Choice) leastNear() int32 {
	best := int32(math.MinInt32 / 2)
	for i := range e.moves {
		best = max(best, e.sum(i))
	}
	return best - moves.Near
}

// add adds the gradient of one choice.
func (g *gradient) add(p []float32, e *Choice) {
	const h, count = moves.Hidden, moves.MaxFeatures
	var start [h]float32
	for _, r := range e.rows {
		for k, b := range p[biasAt+int(r)*h:][:h] {
			start[k] += b
		}
	}
	g.scores, g.hidden = g.scores[:0], g.hidden[:0]
	out := (*[h]float32)(p[outAt:])
	least := e.leastNear()
	for i := range e.moves {
		acc := start
		whole := e.sum(i)
		sum := float32(whole) / moves.Unit
		if whole < least {
			g.hidden = append(g.hidden, [h]float32{})
			g.scores = append(g.scores, float64(sum))
			continue
		}
		for j, w := range e.weights[i*count:][:count] {
			if w == 0 {
				continue
			}
			v := float32(w) / moves.Unit
			in := (*[h]float32)(p[inAt+j*h:])
			for k := range acc {
				acc[k] += in[k] * v
			}
		}
		for k, a := range acc {
			if a > 0 {
				sum += a * out[k]
			}
		}
		g.hidden = append(g.hidden, acc)
		g.scores = append(g.scores, float64(sum))
	}
	best, total := slices.Max(g.scores), 0.0
	for i, s := range g.scores {
		g.scores[i] = math.Exp(s - best)
		total += g.scores[i]
	}
	g.bits -= math.Log2(g.scores[e.played] / total)
	for i := range e.moves {
		d := float32(g.scores[i] / total)
		if i == e.played {
			d--
		}
		if d < smallest && d > -smallest || e.sum(i) < least {
			continue
		}
		var back [h]float32
		for k, a := range g.hidden[i] {
			if a > 0 {
				g.g[outAt+k] += d * a
				back[k] = d * out[k]
			}
		}
		for _, r := range e.rows {
			bias := (*[h]float32)(g.g[biasAt+int(r)*h:])
			for k := range bias {
				bias[k] += back[k]
			}
		}
		for j, w := range e.weights[i*count:][:count] {
			if w == 0 {
				continue
			}
			v := float32(w) / moves.Unit
			in := (*[h]float32)(g.g[inAt+j*h:])
			for k := range in {
				in[k] += back[k] * v
			}
		}
	}
}

// rounded returns the network in integers.
func (x *mixer) rounded() *moves.Network {
	const h = moves.Hidden
	var n moves.Network
	whole := func(v float32, unit, limit float64) float64 {
		return max(-limit, min(limit, math.Round(float64(v)*unit)))
	}
	for j := range n.In {
		for k := range n.In[j] {
			n.In[j][k] = int16(whole(x.p[inAt+j*h+k], moves.InUnit, 127))
		}
	}
	for r := range n.Bias {
		for k := range n.Bias[r] {
			n.Bias[r][k] = int32(whole(x.p[biasAt+r*h+k], moves.InUnit*moves.Unit, moves.MaxBias))
		}
	}
	for k := range n.Out {
		n.Out[k] = int16(whole(x.p[outAt+k], moves.OutUnit, math.MaxInt16))
	}
	return &n
}
