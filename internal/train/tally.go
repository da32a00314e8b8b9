package train

import (
	"fmt"
	"math"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

// Parts of games and of players by which results are reported.
const (
	phases  = 5
	ratings = 6
)

var (
	phaseEnds  = [phases]int{10, 20, 40, 80, 1 << 30}
	ratingEnds = [ratings]int{1, 1400, 1800, 2200, 2600, 1 << 30}
	partNames  = [phases + ratings]string{
		"plies 0-9", "plies 10-19", "plies 20-39", "plies 40-79", "plies 80 and on",
		"rating unknown", "rating to 1399", "rating 1400-1799", "rating 1800-2199", "rating 2200-2599", "rating from 2600",
	}
)

// cost is the cost of some plies.
type cost struct {
	plies          int // including forced ones
	choices, first int // choices, and those whose likeliest move was played
	float, integer float64
}

func (c *cost) add(o *cost) {
	c.plies += o.plies
	c.choices += o.choices
	c.first += o.first
	c.float += o.float
	c.integer += o.integer
}

func (c cost) perPly(bits float64) float64 { return bits / float64(max(c.plies, 1)) }

// String returns the number of plies, the bits a ply before and after rounding, and
// how often the likeliest move was played.
func (c cost) String() string {
	return fmt.Sprintf("%9d plies  %.4f  %.4f  first %.1f %%", c.plies, c.perPly(c.float), c.perPly(c.integer), 100*float64(c.first)/float64(max(c.choices, 1)))
}

// tally is the cost of games and of their parts.
type tally struct {
	sum   cost
	parts [phases + ratings]cost
}

func (t *tally) add(o *tally) {
	t.sum.add(&o.sum)
	for i := range t.parts {
		t.parts[i].add(&o.parts[i])
	}
}

// compare replaces the cost before rounding by the cost of the same games in o.
func (t *tally) compare(o *tally) {
	t.sum.float = o.sum.integer
	for i := range t.parts {
		t.parts[i].float = o.parts[i].integer
	}
}

// measure adds the cost of the games with the weights of a model, and with those of a
// trainer if there is one.
func (t *tally) measure(tr *trainer, m *moves.Model, games []*Game) {
	predict := moves.NewPredictor(m)
	f := &moves.Features{Deep: m.Deep(), Lines: m.Lines()}
	var steps *budget.Budget
	if tr != nil {
		steps = tr.steps
	}
	for _, g := range games {
		var list []choice
		if tr != nil {
			list = tr.choices(f, g, false, steps)
		}
		p := g.Start
		var past moves.Past
		known := g.Known
		var room [256]board.Move
		for ply, played := range g.Moves {
			if !steps.Step(budget.LearnedPly) {
				return
			}
			one := cost{plies: 1}
			if legal := movegen.AppendLegal(room[:0], &p); len(legal) > 1 {
				one.choices = 1
				freq := predict.Predict(&p, &past, &known, legal)
				i := slices.Index(legal, played)
				one.integer = -math.Log2(float64(freq[i]) / moves.One)
				isFirst := freq[i] == slices.Max(freq)
				if tr != nil {
					one.float = tr.score(&list[0])
					isFirst = tr.chances[i] == slices.Max(tr.chances)
					list = list[1:]
				}
				if isFirst {
					one.first = 1
				}
			}
			t.at(g, &p, ply, &one)
			past = past.Next(&p, played)
			movegen.Make(&p, played)
		}
	}
}

func classOf(v int, ends []int) int {
	i := 0
	for v >= ends[i] {
		i++
	}
	return i
}

// at adds the cost of a ply to the total and to its parts.
func (t *tally) at(g *Game, p *board.Position, ply int, one *cost) {
	elo := g.Known.WhiteElo
	if p.Turn != board.White {
		elo = g.Known.BlackElo
	}
	t.sum.add(one)
	t.parts[classOf(ply, phaseEnds[:])].add(one)
	t.parts[phases+classOf(elo, ratingEnds[:])].add(one)
}

// addParts reports the costs of the parts of a tally.
func (r *Report) addParts(t *tally) {
	for i, name := range partNames {
		r.Add("  %-28s %s", name, t.parts[i])
	}
}
