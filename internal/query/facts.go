package query

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/query/terms"
)

// statistics give the facts that all games of a frame share.
type statistics struct {
	index.Statistics
	names func() []byte // returns the filter of names
}

// Number returns a range, or the ranges of a set.
func (s *statistics) Number(k open.Column) terms.Number {
	of, has, set, step := s.Ratings, terms.Maybe, uint64(0), 1
	switch k {
	case open.Plies:
		of, has = s.Plies, terms.Yes
	case open.Result:
		set, has = uint64(s.Results), terms.Yes
	case open.ECO:
		set, step = s.ECO, 10
	}
	var in []terms.Range
	if set == 0 && of.Known && k != open.Result && k != open.ECO {
		in = append(in, terms.Range{Min: limited(of.Min), Max: limited(of.Max)})
	}
	for ; set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set) * step
		in = append(in, terms.Range{Min: n, Max: n + step - 1})
	}
	if in == nil {
		has = terms.No
	}
	return terms.Number{In: in, Has: has}
}

// Days returns the ranges of the first and the last possible days of the games.
func (s *statistics) Days() terms.Days {
	if !s.Dates.Known {
		return terms.Days{}
	}
	return terms.Days{First: terms.Range{Max: limited(s.Dates.Max)}, Last: terms.Range{Min: limited(s.Dates.Min), Max: terms.MaxInt}, Has: terms.Maybe}
}

// Match reports No for names that no player has.
func (s *statistics) Match(tag string, m *terms.Matcher) terms.Truth {
	if !slices.Contains(players[:], tag) {
		return terms.Maybe
	}
	if s.Names == nil {
		s.Names = s.names()
	}
	if m.Excludes(&s.Statistics) {
		return terms.No
	}
	return terms.Maybe
}

// limited returns a number for a terms.Range.
func limited(n uint64) int { return int(min(n, terms.MaxInt)) }

// games gives the facts of one game of a view after the other: by the columns that the
// view has and by the tags that were read.
type games struct {
	columns
	game int // or every, for facts that all games share
	read tagSet
	want tagSet // that was asked for and no column has, with read
	tags []tagvalue.Tag
	base tagvalue.Facts

	exact [open.NumColumns][1]terms.Range // memory of Number
}

// every stands for every game of a view.
const every = -1

// tagSet is names of tags and, if plies is set, the number of half-moves.
type tagSet struct {
	names []string
	plies bool
}

func (s *tagSet) add(name string) {
	if !slices.Contains(s.names, name) {
		s.names = append(s.names, name)
	}
}

// unknown is a number about which nothing is known.
var unknown = terms.Number{In: []terms.Range{{Max: terms.MaxInt}}, Has: terms.Maybe}

// numberTags are the tags of numeric columns.
var numberTags = [open.NumColumns]string{open.WhiteElo: "WhiteElo", open.BlackElo: "BlackElo", open.Result: "Result", open.ECO: "ECO"}

// Number returns the number of a game or, of every game, the range of all.
func (g *games) Number(k open.Column) terms.Number {
	if values := g.number(k); values != nil {
		if g.game == every {
			return spanOf(values)
		}
		return g.one(k, limited(values[g.game])-1)
	}
	if k == open.Plies {
		if g.want.plies = true; !g.read.plies {
			return unknown
		}
		return g.one(k, g.base.Plies)
	}
	value, known := g.tag(numberTags[k])
	if !known {
		return unknown
	}
	n := -1
	switch k {
	case open.Result:
		n = int(g.base.Result)
	case open.ECO:
		n = tagvalue.ParseECO(value)
	default:
		if rating, ok := tagvalue.ParseRating(value); ok {
			n = rating
		}
	}
	return g.one(k, n)
}

// one returns the number n of a column, or none if it is negative.
func (g *games) one(k open.Column, n int) terms.Number {
	if n < 0 {
		return terms.Number{}
	}
	g.exact[k][0] = terms.Range{Min: n, Max: n}
	return terms.Number{In: g.exact[k][:], Has: terms.Yes}
}

// spanOf returns the range of the values of a numeric column.
func spanOf(values []uint64) terms.Number {
	var r index.Range
	has := terms.Yes
	for _, v := range values {
		if v == 0 {
			has = terms.Maybe
		} else {
			r.Add(v - 1)
		}
	}
	if !r.Known {
		return terms.Number{}
	}
	return terms.Number{In: []terms.Range{{Min: limited(r.Min), Max: limited(r.Max)}}, Has: has}
}

// Days returns the days of a game or, of every game, their ranges.
func (g *games) Days() terms.Days {
	if g.number(open.Day) != nil {
		first, more := g.Number(open.Day), g.Number(open.Days) // each is a number minus 1
		if min(first.Has, more.Has) == terms.No {
			return terms.Days{}
		}
		from, to := first.In[0].Min+1, first.In[0].Max+1
		return terms.Days{
			First: terms.Range{Min: from, Max: to}, Last: terms.Range{Min: from + more.In[0].Min, Max: to + more.In[0].Max},
			Has: min(first.Has, more.Has),
		}
	}
	_, known := g.tag("Date")
	if _, also := g.tag("UTCDate"); !known || !also {
		return terms.Days{First: unknown.In[0], Last: unknown.In[0], Has: terms.Maybe}
	}
	d := open.DaysOf(g.tags)
	first, last := int(d.First), int(d.Last)
	return terms.Days{First: terms.Range{Min: first, Max: first}, Last: terms.Range{Min: last, Max: last}, Has: terms.TruthOf(d.Known())}
}

// Match tests the value of a tag.
func (g *games) Match(tag string, m *terms.Matcher) terms.Truth {
	if l := g.list(tag); l != nil {
		return l.match(m, g.game)
	}
	value, known := g.tag(tag)
	if !known {
		return terms.Maybe
	}
	return terms.TruthOf(m.Match(value))
}

// value returns the value of a tag of a game, nil if it has none, and whether it is known.
func (g *games) value(tag string) (value []byte, known bool) {
	if l := g.list(tag); l != nil {
		return l.value(g.game), true
	}
	return g.tag(tag)
}

func (g *games) tag(name string) (value []byte, known bool) {
	if !slices.Contains(g.read.names, name) {
		g.want.add(name)
		return nil, false
	}
	return tagvalue.First(g.tags, name), true
}

// each calls decide for the games of a set, nil for all, until it has answered Yes or No
// for each. If columns do not have all facts that it wants, each reads the tags, and
// again if it then wants more.
func (g *games) each(set []bool, decide func(item int) terms.Truth) error {
	var done []bool
	for {
		unsure := false
		look := func(item int) (more bool) {
			for len(done) <= item {
				done = append(done, false)
			}
			if g.game = item; !done[item] && (set == nil || item < len(set) && set[item]) {
				done[item] = decide(item) != terms.Maybe
				unsure = unsure || !done[item]
			}
			return g.err == nil && (set == nil || item+1 < len(set))
		}
		g.read = tagSet{append([]string{}, g.want.names...), g.want.plies} // nil would mean all tags
		if len(g.read.names) == 0 && !g.read.plies {
			for item := 0; item < g.view.Items() && look(item); item++ {
			}
		} else if err := g.view.Tags(g.read.names, g.read.plies, func(item int, tags []tagvalue.Tag, base tagvalue.Facts) bool {
			g.tags, g.base = tags, base
			return look(item)
		}); err != nil {
			return err
		}
		if g.err != nil || !unsure || len(g.want.names) == len(g.read.names) && g.want.plies == g.read.plies {
			return g.err
		}
	}
}
