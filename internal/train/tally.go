package train

import (
	"fmt"
	"math"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

// Parts of games and of players by which results are reported.
const (
	phases  = 5
	ratings = 6
)

var (
	phaseEnds   = [phases]int{10, 20, 40, 80, 1 << 30}
	phaseNames  = [phases]string{"0-9", "10-19", "20-39", "40-79", "80 and on"}
	ratingEnds  = [ratings]int{1, 1400, 1800, 2200, 2600, 1 << 30}
	ratingNames = [ratings]string{"rating unknown", "rating to 1399", "rating 1400-1799", "rating 1800-2199", "rating 2200-2599", "rating from 2600"}
)

// cost is what some plies cost.
type cost struct {
	plies          int // forced ones too
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

// String says how many plies, bits a ply before and after rounding, and how
// often the first choice was right.
func (c cost) String() string {
	return fmt.Sprintf("%9d plies  %.4f  %.4f  first %.1f %%", c.plies, c.perPly(c.float), c.perPly(c.integer), 100*float64(c.first)/float64(max(c.choices, 1)))
}

// tally is what games cost, in parts.
type tally struct {
	sum    cost
	phase  [phases]cost
	rating [ratings]cost
}

func (t *tally) add(o *tally) {
	t.sum.add(&o.sum)
	for i := range t.phase {
		t.phase[i].add(&o.phase[i])
	}
	for i := range t.rating {
		t.rating[i].add(&o.rating[i])
	}
}

// compare notes what the same games cost otherwise in place of the cost before
// rounding.
func (t *tally) compare(o *tally) {
	t.sum.float = o.sum.integer
	for i := range t.phase {
		t.phase[i].float = o.phase[i].integer
	}
	for i := range t.rating {
		t.rating[i].float = o.rating[i].integer
	}
}

// measure adds what the games cost with the trainer's weights and with those
// of the model.
func (t *tally) measure(tr *trainer, m *moves.Model, games []*Game) {
	predict := moves.NewPredictor(m)
	f := &moves.Features{Deep: tr.deep}
	for _, g := range games {
		list := tr.choices(f, g)
		p := g.Start
		var past moves.Past
		var room [256]board.Move
		for ply, played := range g.Moves {
			one := cost{plies: 1}
			if len(list) > 0 && list[0].ply == ply {
				c := &list[0]
				one.choices = 1
				one.float = tr.score(c)
				if tr.chances[c.played] == slices.Max(tr.chances) {
					one.first = 1
				}
				legal := movegen.AppendLegal(room[:0], &p)
				freq := predict.Predict(&p, &past, &g.Known, legal)
				one.integer = -math.Log2(float64(freq[c.played]) / moves.One)
				list = list[1:]
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

// count adds what the games cost with the weights of a model alone.
func (t *tally) count(m *moves.Model, games []*Game) {
	predict := moves.NewPredictor(m)
	for _, g := range games {
		p := g.Start
		var past moves.Past
		var room [256]board.Move
		for ply, played := range g.Moves {
			one := cost{plies: 1}
			if legal := movegen.AppendLegal(room[:0], &p); len(legal) > 1 {
				one.choices = 1
				freq := predict.Predict(&p, &past, &g.Known, legal)
				f := freq[slices.Index(legal, played)]
				one.integer = -math.Log2(float64(f) / moves.One)
				if f == slices.Max(freq) {
					one.first = 1
				}
			}
			t.at(g, &p, ply, &one)
			past = past.Next(&p, played)
			movegen.Make(&p, played)
		}
	}
}

// at adds the cost of a ply where it belongs.
func (t *tally) at(g *Game, p *board.Position, ply int, one *cost) {
	elo := g.Known.WhiteElo
	if p.Turn != board.White {
		elo = g.Known.BlackElo
	}
	t.sum.add(one)
	t.phase[classOf(ply, phaseEnds[:])].add(one)
	t.rating[classOf(elo, ratingEnds[:])].add(one)
}

// addParts adds what the parts of a tally cost.
func (r *Report) addParts(t *tally) {
	for i := range phases {
		r.Add("  %-28s %s", "plies "+phaseNames[i], t.phase[i])
	}
	for i := range ratings {
		r.Add("  %-28s %s", ratingNames[i], t.rating[i])
	}
}
