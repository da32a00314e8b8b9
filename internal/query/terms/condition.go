package terms

import (
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/query/pattern"
	"github.com/chesszip/chesszip/internal/read/facts"
)

// Condition is a test of games by their tags or, if it has patterns, by their positions.
type Condition struct {
	// Patterns are alternatives: a game must have one of them or, if Not is set, none.
	// Facts do not tell which games have them.
	Patterns []*pattern.Pattern
	Not      bool

	test  test
	sides [2]test // for each player, White's first, if the condition can be on one of them
	// ofPlayer reports that the condition needs one on a player beside it.
	ofPlayer bool
	asked    []asked // names of several words in the condition
}

// test is an expression over the facts of a game. With near set, names of several words
// match near names also, unless they are negated.
type test func(f facts.Source, near bool) facts.Truth

// asked is a name of several words in a condition.
type asked struct {
	m    *textMatcher
	tags []string // that hold the names
}

// Test reports whether a game meets the condition, as far as its facts are known; with
// near set, whether it would if near names matched.
func (c *Condition) Test(f facts.Source, near bool) facts.Truth { return c.test(f, near) }

// AsksNames reports whether the condition has a name of several words.
func (c *Condition) AsksNames() bool { return len(c.asked) > 0 }

// All reports whether a game meets all conditions, see Test.
func All(conditions []Condition, f facts.Source, near bool) facts.Truth {
	t := facts.Yes
	for i := range conditions {
		if t = min(t, conditions[i].test(f, near)); t == facts.No {
			break
		}
	}
	return t
}

func maybe(facts.Source, bool) facts.Truth { return facts.Maybe }

func not(t test) test { return func(f facts.Source, _ bool) facts.Truth { return t(f, false).Not() } }

func both(a, b test) test {
	return func(f facts.Source, near bool) facts.Truth {
		t := a(f, near)
		if t != facts.No {
			t = min(t, b(f, near))
		}
		return t
	}
}

func anyOf(of ...test) test {
	if len(of) == 1 {
		return of[0]
	}
	return func(f facts.Source, near bool) facts.Truth {
		t := facts.No
		for i := range of {
			if t = max(t, of[i](f, near)); t == facts.Yes {
				break
			}
		}
		return t
	}
}

// numberIn tests a number.
func numberIn(column open.Column, v intervals) test {
	return func(f facts.Source, _ bool) facts.Truth { return v.has(f.Number(column)) }
}

// matching tests the value of a tag.
func matching(tag string, m *facts.Matcher) test {
	return func(f facts.Source, _ bool) facts.Truth { return f.Match(tag, m) }
}

// valueIs is matching by a function.
func valueIs(tag string, match func(value []byte) bool) test {
	return matching(tag, &facts.Matcher{Match: match})
}

// either returns a condition that holds if one of some does.
func either(of []Condition) (c Condition) {
	var tests []test
	for _, o := range of {
		tests = append(tests, o.test)
		c.asked = append(c.asked, o.asked...)
		c.ofPlayer = c.ofPlayer || o.ofPlayer
	}
	c.test = anyOf(tests...)
	return c
}

// ofSide returns the test that one of some conditions holds for the player of a side.
func ofSide(of []Condition, k int) test {
	var tests []test
	for _, o := range of {
		tests = append(tests, o.sides[k])
	}
	return anyOf(tests...)
}

// scored returns a condition that a player who meets one of some conditions has one of
// some results.
func scored(players, results []Condition) Condition {
	var pairs []test
	for k := range 2 {
		pairs = append(pairs, both(ofSide(players, k), ofSide(results, k)))
	}
	return Condition{test: anyOf(pairs...)}
}

// patternsOf returns the patterns of some conditions, nil if they have none.
func patternsOf(of []Condition) (patterns []*pattern.Pattern) {
	for _, o := range of {
		patterns = append(patterns, o.Patterns...)
	}
	return patterns
}

// versus returns a condition that one player meets one of some conditions, and the other
// one of others.
func versus(players, opponents []Condition) Condition {
	var pairs []test
	for k := range 2 {
		pairs = append(pairs, both(ofSide(players, k), ofSide(opponents, 1-k)))
	}
	c, any := either(append(players[:len(players):len(players)], opponents...)), anyOf(pairs...)
	c.test = func(f facts.Source, _ bool) facts.Truth { return any(f, false) }
	return c
}

// parser makes a condition of a value. The error describes the allowed values; the
// caller adds the field and, if it is missing, the text.
type parser func(value string) (Condition, *Error)
