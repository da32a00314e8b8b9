package pattern

import (
	"math"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/pattern/language"
	"github.com/chesszip/chesszip/pgn"
)

// step is what a position must have, and how it follows the step before.
type step struct {
	rare   every           // change with captures and pawn moves only
	often  every           // may change with each move
	hold   int             // positions in a row that must have it
	within int             // half-moves after the step before, 0 for any number
	plies  language.Bounds // half-moves before the position
}

// program is a pattern in one way of reading it.
type program struct {
	steps []step
	// until is for each step the last ply at which it and those behind it may be met.
	until []int
}

// compiler makes conditions of terms.
type compiler struct {
	flip     flip
	openings *[][]board.Move
	squares  contents // what single squares may hold in the step
	given    bool     // some square is given
	ahead    bool     // a condition asks for the next move
	step     step
}

// newProgram makes the conditions of all steps.
func newProgram(steps [][]language.Term, f flip, openings *[][]board.Move) (p program, ahead bool, err error) {
	p.steps = make([]step, len(steps))
	p.until = make([]int, len(steps))
	for i, terms := range steps {
		c := compiler{flip: f, openings: openings, squares: anyBoard()}
		c.step = step{hold: 1, plies: language.Between(0, math.MaxInt)}
		for k := range terms {
			if err := c.term(&terms[k], i == 0); err != nil {
				return p, false, err
			}
		}
		if c.given {
			c.step.often = append(every{newBoard(&c.squares)}, c.step.often...)
		}
		if c.empty() {
			return p, false, language.Wrong("pattern", language.Text(steps), "a condition in each step; any stands for none")
		}
		p.steps[i], ahead = c.step, ahead || c.ahead
	}
	last := math.MaxInt
	for i := len(steps) - 1; i >= 0; i-- {
		last = min(last, p.steps[i].plies.Max)
		p.until[i] = last
	}
	return p, ahead, nil
}

// empty reports whether nothing is asked of a position.
func (c *compiler) empty() bool {
	s := &c.step
	return len(s.rare)+len(s.often) == 0 && s.plies == language.Between(0, math.MaxInt)
}

// term adds a term to the step.
func (c *compiler) term(t *language.Term, first bool) error {
	switch t.Name {
	case "":
		return c.onSquares(t)
	case "hold", "within":
		return c.number(t, first)
	case "flip":
		if t.Not {
			return language.Wrong(t.Name, strings.Join(t.Values, ","), "no - before it")
		}
		return nil // of the whole pattern
	}
	f, of, ok := fieldNamed(t.Name)
	if !ok {
		return language.Wrong("pattern", t.Name+":", "one of "+fieldNames())
	}
	if t.Values == nil && !f.alone || t.Values != nil && !f.valued {
		return language.Wrong("pattern", t.Name, map[bool]string{true: "a value behind a colon", false: "the word alone, without a value"}[f.valued])
	}
	values := t.Values
	if values == nil {
		values = []string{""}
	}
	var all anyOf
	for _, v := range values {
		one, err := f.make(c, of, v)
		if err != nil {
			err.Field = t.Name
			return err
		}
		all = append(all, one)
	}
	c.add(all, t.Not, f.when)
	return nil
}

// add adds alternatives to the step.
func (c *compiler) add(all anyOf, isNot bool, w when) {
	one := condition(all)
	if len(all) == 1 {
		one = all[0]
	}
	if ply, ok := one.(*plyCondition); ok && !isNot {
		c.step.plies = language.Between(max(c.step.plies.Min, ply.Min), min(c.step.plies.Max, ply.Max))
		return
	}
	if isNot {
		one = not{one}
	}
	switch w {
	case rarely:
		c.step.rare = append(c.step.rare, one)
	case often: // what is cheaper stands before what asks for moves
		if c.ahead {
			c.step.often = append(every{one}, c.step.often...)
			return
		}
		fallthrough
	default:
		c.step.often = append(c.step.often, one)
		c.ahead = c.ahead || w == withNext
	}
}

// onSquares adds pieces on squares.
func (c *compiler) onSquares(t *language.Term) error {
	s, in, ok := parseSquares(t.Values[0])
	if !ok {
		return language.Wrong("pattern", language.Cut(t.Values[0]), "a piece and its square such as Ne5 or [Pp]d?, or a word; pieces: "+contentWant)
	}
	s, in = c.flip.pieces(s), c.flip.set(in)
	switch {
	case t.Not:
		c.squares.narrow(in, ^s&anyContent)
		c.given = true
	case in&(in-1) == 0:
		c.squares.narrow(in, s)
		c.given = true
	default:
		c.add(anyOf{newSomewhere(s, in)}, false, often)
	}
	return nil
}

// number understands hold and within.
func (c *compiler) number(t *language.Term, first bool) error {
	to := &c.step.hold
	bad := language.Wrong(t.Name, strings.Join(t.Values, ","), "a number of half-moves from 1, once in a step")
	if t.Name == "within" {
		to = &c.step.within
		if first {
			bad.Want = "a step before it"
			return bad
		}
	} else if *to != 1 {
		return bad
	}
	if len(t.Values) != 1 || t.Not {
		return bad
	}
	n, ok := language.ParseNumber(t.Values[0])
	if !ok || n < 1 || t.Name == "within" && *to != 0 {
		return bad
	}
	*to = n
	return nil
}

// plyCondition is how many half-moves are before the position.
type plyCondition struct{ language.Bounds }

func (c *plyCondition) holds(f *facts) bool { return c.Has(f.ply) }

func (c *plyCondition) gone(f *facts) bool { return f.ply >= c.Max }

// opening is the first moves of a game from the start position.
type opening struct{ number, plies int }

func (o *opening) holds(f *facts) bool { return f.ply >= o.plies && f.openings[o.number] }

func (o *opening) gone(f *facts) bool { return !f.openings[o.number] }

// opening understands the first moves of a game.
func (c *compiler) opening(_ side, value string) (condition, *language.Error) {
	bad := language.Wrong("", value, "moves from the start position, such as 1. e4 c5 2. Nf3")
	g := pgn.ParseGame(value)
	if c.flip != (flip{}) {
		bad.Want = "no flip beside it"
		return nil, bad
	}
	if g == nil || len(g.Tags) > 0 {
		return nil, bad
	}
	line, ok := g.MainLine()
	if !ok || g.Err() != nil || len(line.Moves) == 0 {
		if err := g.Err(); err != nil {
			bad.Want += ": " + err.Error()
		}
		return nil, bad
	}
	*c.openings = append(*c.openings, line.Moves)
	return &opening{len(*c.openings) - 1, len(line.Moves)}, nil
}
