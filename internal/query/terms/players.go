package terms

import (
	"strings"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/read/facts"
)

// side has the names of a player's tags and columns.
type side struct {
	name, title, elo string
	column           open.Column
}

var (
	white = side{"White", "WhiteTitle", "WhiteElo", open.WhiteElo}
	black = side{"Black", "BlackTitle", "BlackElo", open.BlackElo}
)

// player parses a condition on a name, a rating, or both, of one of some sides.
func player(value string, sides ...side) (c Condition, err *Error) {
	name, ratings, err := cutRating(value)
	if err != nil {
		return c, err
	}
	var m textMatcher
	if name != "" || ratings == nil {
		if m, err = parseName(name); err != nil {
			return c, err
		}
	}
	exact := &facts.Matcher{Match: m.match, Words: m.hashes()}
	near := exact
	if m.name != nil {
		near = &facts.Matcher{Match: m.isNear, Words: exact.Words}
		c.asked = []asked{{m: &m}}
	}
	var tests []test
	for i, s := range sides {
		named := func(f facts.Source, allowNear bool) facts.Truth {
			if allowNear {
				return f.Match(s.name, near)
			}
			return f.Match(s.name, exact)
		}
		rated := numberIn(s.column, ratings)
		switch {
		case ratings == nil:
			c.sides[i] = named
		case name == "":
			c.sides[i] = rated
		default:
			c.sides[i] = both(rated, named)
		}
		tests = append(tests, c.sides[i])
		if c.asked != nil {
			c.asked[0].tags = append(c.asked[0].tags, s.name)
		}
	}
	c.test = anyOf(tests...)
	return c, nil
}

// cutRating splits off a rating after the name of a player: the text after the last @,
// if it is one. Words hold no @, so that after these it must be a rating.
func cutRating(value string) (name string, ratings intervals, err *Error) {
	at := strings.LastIndexByte(value, '@')
	if at < 0 {
		return value, nil, nil
	}
	ratings, ok := parseIntervals(value[at+1:])
	if ok {
		return value[:at], ratings, nil
	}
	if value[0] == '=' || value[0] == '/' {
		return value, nil, nil
	}
	return "", nil, &Error{Text: value[at+1:], Want: "a rating after the @: " + wantNumbers}
}

// elo parses a condition on the ratings of all of some sides, which are in the same
// range.
func elo(value string, sides ...side) (c Condition, err *Error) {
	v, ok := parseIntervals(value)
	if !ok {
		return c, &Error{Want: wantNumbers}
	}
	var tests []test
	for k := range v {
		t := numberIn(sides[0].column, v[k:k+1])
		for _, s := range sides[1:] {
			t = both(t, numberIn(s.column, v[k:k+1]))
		}
		tests = append(tests, t)
	}
	c.test = anyOf(tests...)
	return c, nil
}

// diff parses a condition on how much higher one rating is than the other: that of the
// side with index ahead, or the higher one if ahead is -1.
func diff(value string, ahead int) (c Condition, err *Error) {
	v, ok := parseIntervals(value)
	if !ok {
		return c, &Error{Want: wantNumbers}
	}
	c.test = func(f facts.Source, _ bool) facts.Truth {
		w, b := positive(f.Number(white.column)), positive(f.Number(black.column))
		if min(w.Has, b.Has) == facts.No {
			return facts.No
		}
		d := facts.Range{Min: w.In[0].Min - b.In[len(b.In)-1].Max, Max: w.In[len(w.In)-1].Max - b.In[0].Min}
		switch {
		case ahead == 1 || ahead < 0 && d.Max <= 0:
			d = facts.Range{Min: -d.Max, Max: -d.Min}
		case ahead < 0 && d.Min < 0:
			d = facts.Range{Max: max(-d.Min, d.Max)}
		}
		return v.has(facts.Number{In: []facts.Range{d}, Has: min(w.Has, b.Has)})
	}
	return c, nil
}

// positive returns a rating that is known only if it is not 0.
func positive(n facts.Number) facts.Number {
	switch {
	case n.Has == facts.No || n.In[len(n.In)-1].Max == 0:
		return facts.Number{}
	case n.In[0].Min == 0:
		n.Has = facts.Maybe
	}
	return n
}

// titles parses a condition on the title of one of some sides.
func titles(value string, sides ...side) (c Condition, err *Error) {
	var want []string
	for t := range strings.SplitSeq(value, ",") {
		t = strings.TrimSpace(t)
		if t == "" || strings.Trim(t, titleLetters) != "" {
			return c, &Error{Want: "a title such as GM, several separated by commas, or any"}
		}
		want = append(want, t)
	}
	m := &facts.Matcher{Match: func(value []byte) bool { return hasTitle(value, want) }}
	var tests []test
	for _, s := range sides {
		tests = append(tests, matching(s.title, m))
	}
	c.test = anyOf(tests...)
	return c, nil
}

const titleLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// hasTitle reports whether the value of a tag is one of some titles. A sign such as - or
// ? means no title.
func hasTitle(value []byte, want []string) bool {
	if start, end := tagvalue.NextWord(value, 0); start == end {
		return false
	}
	for _, t := range want {
		if strings.EqualFold(t, "any") || equalFold(value, []byte(t)) {
			return true
		}
	}
	return false
}
