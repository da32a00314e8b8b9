package terms

import (
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
)

// side has the names of a player's tags and columns.
type side struct {
	name, title, elo string
	column           open.Column
}

var (
	white = side{"White", "WhiteTitle", "WhiteElo", open.WhiteElo}
	black = side{"Black", "BlackTitle", "BlackElo", open.BlackElo}

	bothElos = []open.Column{open.WhiteElo, open.BlackElo}
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
	c.ByNames = true
	for _, s := range sides {
		c.Names = append(c.Names, s.name)
	}
	if m.name != nil {
		c.asked = []asked{{&m, slices.Clone(c.Names)}}
		c.near = anyOf(len(sides), func(tags []tagvalue.Tag, i int) bool {
			value := tagvalue.First(tags, sides[i].name)
			return (ratings == nil || rated(tags, sides[i].elo, ratings)) && m.isNear(value)
		})
	}
	if ratings != nil {
		return ratedPlayer(c, sides, name != "", &m, ratings), nil
	}
	c.at = func(tags []tagvalue.Tag, i int) bool { return m.match(tagvalue.First(tags, sides[i].name)) }
	c.Holds = anyOf(len(sides), c.at)
	c.none = lacksNames(&m)
	return c, nil
}

// ratedPlayer returns a condition on a rating and, if named is set, the name of the same
// side.
func ratedPlayer(c Condition, sides []side, named bool, m *textMatcher, ratings intervals) Condition {
	if !named {
		c.Names = nil
	}
	for _, s := range sides {
		c.Names = append(c.Names, s.elo)
		c.Columns = append(c.Columns, s.column)
	}
	c.at = func(tags []tagvalue.Tag, i int) bool {
		return rated(tags, sides[i].elo, ratings) && (!named || m.match(tagvalue.First(tags, sides[i].name)))
	}
	c.Holds = anyOf(len(sides), c.at)
	c.Fits = func(a, b uint64) bool { return ratings.holdsBefore(a) || ratings.holdsBefore(b) }
	c.Decides, c.Rates = !named, true
	lacks := func(*index.Statistics) bool { return false }
	if named {
		if l := lacksNames(m); l != nil {
			lacks = l
		}
	}
	c.none = func(s *index.Statistics) bool { return ratings.misses(&s.Ratings) || lacks(s) }
	return c
}

// anyOf reports whether at holds for one of the first sides.
func anyOf(sides int, at func(tags []tagvalue.Tag, side int) bool) func(tags []tagvalue.Tag, _ tagvalue.Facts) bool {
	return func(tags []tagvalue.Tag, _ tagvalue.Facts) bool {
		for i := range sides {
			if at(tags, i) {
				return true
			}
		}
		return false
	}
}

// versus returns a condition that one player meets one of some conditions, and the other
// one of others.
func versus(players, opponents []Condition) Condition {
	c, other := either(players), either(opponents)
	excludes := [...]func(*index.Statistics) bool{c.none, other.none}
	c = either([]Condition{c, other})
	c.Fits, c.Decides, c.all, c.none, c.near = nil, false, nil, nil, nil
	c.Holds = anyOf(2, func(tags []tagvalue.Tag, side int) bool {
		is := func(of []Condition, side int) bool {
			return slices.ContainsFunc(of, func(o Condition) bool { return o.at(tags, side) })
		}
		return is(players, side) && is(opponents, 1-side)
	})
	if excludes[0] != nil || excludes[1] != nil {
		c.none = func(s *index.Statistics) bool {
			return excludes[0] != nil && excludes[0](s) || excludes[1] != nil && excludes[1](s)
		}
	}
	return c
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

// lacksNames returns a function that reports whether statistics exclude every matching
// name; nil if they cannot.
func lacksNames(m *textMatcher) func(s *index.Statistics) bool {
	lists := m.hashes()
	if len(lists) == 0 {
		return nil
	}
	return func(s *index.Statistics) bool {
		lacks := func(h uint64) bool { return !s.MayHaveName(h) }
		return !slices.ContainsFunc(lists, func(all []uint64) bool { return !slices.ContainsFunc(all, lacks) })
	}
}

// rated reports whether the rating in a tag is one of ratings.
func rated(tags []tagvalue.Tag, name string, ratings intervals) bool {
	n, ok := tagvalue.ParseRating(tagvalue.First(tags, name))
	return ok && ratings.has(n)
}

// elo parses a condition on the ratings of all of some sides.
func elo(value string, sides ...side) (c Condition, err *Error) {
	v, ok := parseIntervals(value)
	if !ok {
		return c, &Error{Want: wantNumbers}
	}
	for _, s := range sides {
		c.Names = append(c.Names, s.elo)
		c.Columns = append(c.Columns, s.column)
	}
	one := func(r interval) Condition {
		v := intervals{r}
		c := c
		c.Holds = func(tags []tagvalue.Tag, _ tagvalue.Facts) bool {
			for i := range sides {
				if !rated(tags, sides[i].elo, v) {
					return false
				}
			}
			return true
		}
		c.Fits = func(a, b uint64) bool { return v.holdsBefore(a) && v.holdsBefore(b) }
		c.Decides = true
		c.none = func(s *index.Statistics) bool { return v.misses(&s.Ratings) }
		return c
	}
	var all []Condition
	for _, r := range v {
		all = append(all, one(r)) // both ratings are in the same range
	}
	return either(all), nil
}

// diff parses a condition on how much higher one rating is than the other: that of the
// side with index ahead, or the higher one if ahead is -1.
func diff(value string, ahead int) (c Condition, err *Error) {
	v, ok := parseIntervals(value)
	if !ok {
		return c, &Error{Want: wantNumbers}
	}
	fits := func(w, b int) bool {
		d := w - b
		if ahead == 1 || ahead < 0 && d < 0 {
			d = -d
		}
		return w > 0 && b > 0 && v.has(d)
	}
	return Condition{
		Names: []string{white.elo, black.elo},
		Holds: func(tags []tagvalue.Tag, _ tagvalue.Facts) bool {
			w, _ := tagvalue.ParseRating(tagvalue.First(tags, white.elo))
			b, _ := tagvalue.ParseRating(tagvalue.First(tags, black.elo))
			return fits(w, b)
		},
		Columns: bothElos,
		Fits:    func(a, b uint64) bool { return fits(open.RatingOf(a), open.RatingOf(b)) },
		Decides: true,
		none: func(s *index.Statistics) bool {
			return !s.Ratings.Known || !v.reaches(s.Ratings.Max-s.Ratings.Min)
		},
	}, nil
}

// reaches reports whether some number of v is at most n.
func (v intervals) reaches(n uint64) bool {
	return slices.ContainsFunc(v, func(r interval) bool { return uint64(r.min) <= n })
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
	for _, s := range sides {
		c.Names = append(c.Names, s.title)
	}
	c.Holds = func(tags []tagvalue.Tag, _ tagvalue.Facts) bool {
		for i := range sides {
			if hasTitle(tagvalue.First(tags, sides[i].title), want) {
				return true
			}
		}
		return false
	}
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
