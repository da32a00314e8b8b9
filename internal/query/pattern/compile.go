package pattern

import (
	"math"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
)

// program is one reading of a pattern.
type program struct {
	steps []step
	// until is for each step the last ply at which it and the later steps can match.
	until []int
}

// newProgram makes the conditions of all steps.
func newProgram(steps [][]language.Term, f flip, openings *[][]board.Move) (p program, ahead bool, err error) {
	p.steps = make([]step, len(steps))
	p.until = make([]int, len(steps))
	for i, terms := range steps {
		c := compiler{flip: f, openings: openings, squares: anyBoard()}
		c.step = step{hold: 1, plies: bounds{0, math.MaxInt}}
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
		last = min(last, p.steps[i].plies.max)
		p.until[i] = last
	}
	return p, ahead, nil
}

// empty reports whether the step has no condition.
func (c *compiler) empty() bool {
	s := &c.step
	return len(s.counted)+len(s.rare)+len(s.often) == 0 && s.plies == bounds{0, math.MaxInt}
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
			return language.Wrong(t.Name, err.Text, err.Want)
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
		c.step.plies = bounds{max(c.step.plies.min, ply.min), min(c.step.plies.max, ply.max)}
		return
	}
	if isNot {
		one = not{one}
	}
	switch w {
	case counted:
		c.step.counted = append(c.step.counted, one)
	case rarely:
		c.step.rare = append(c.step.rare, one)
	case often: // cheaper conditions come before those that need moves
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
		return language.Wrong("pattern", language.Cut(t.Values[0]), "a piece and its square such as Ne5 or [Pp]d?, or a word; pieces: "+wantPieces)
	}
	s, in = c.flip.pieces(s), c.flip.set(in)
	switch {
	case t.Not:
		c.squares.narrow(in, ^s&anyPiece)
		c.given = true
	case in&(in-1) == 0:
		c.squares.narrow(in, s)
		c.given = true
	default:
		c.add(anyOf{newSomewhere(s, in)}, false, often)
	}
	return nil
}

// number parses hold and within.
func (c *compiler) number(t *language.Term, first bool) error {
	to := &c.step.hold
	bad := language.Wrong(t.Name, strings.Join(t.Values, ","), "a number of half-moves from 1, once in a step")
	if t.Name == "within" {
		to = &c.step.within
		if first {
			return language.Wrong(t.Name, bad.Text, "a step before it")
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
