package query

import (
	"slices"
	"sync"

	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/facts"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Filter is a compiled query.
type Filter struct {
	conditions []terms.Condition // on tags
	places     []terms.Condition // on positions
	spellings  *terms.Spellings  // or nil
	asksIndex  bool
}

// Compile compiles the terms of a query; without terms, every game matches. The error is
// a *terms.Error.
func Compile(words []terms.Term) (*Filter, error) {
	conditions, err := terms.Compile(words)
	if err != nil {
		return nil, err
	}
	f := new(Filter)
	none := facts.New(nil)
	for i := range conditions {
		if conditions[i].Patterns != nil {
			f.places = append(f.places, conditions[i])
			continue
		}
		f.conditions = append(f.conditions, conditions[i])
		conditions[i].Test(none, false)
	}
	f.asksIndex = none.Asked()
	return f, nil
}

// Note counts in s the spellings of the names that the query asks for by several words.
func (f *Filter) Note(s *terms.Spellings) {
	if slices.ContainsFunc(f.conditions, func(c terms.Condition) bool { return c.AsksNames() }) {
		f.spellings = s
	}
}

// and returns the conditions of both filters.
func (f Filter) and(g *Filter) Filter {
	both := Filter{slices.Concat(f.conditions, g.conditions), slices.Concat(f.places, g.places), f.spellings, f.asksIndex || g.asksIndex}
	if g.spellings != nil {
		both.spellings = g.spellings
	}
	return both
}

// All reports whether every game matches.
func (f *Filter) All() bool { return len(f.conditions)+len(f.places) == 0 }

// AsksIndex reports whether an index, or statistics of frames, can have facts that the
// query needs.
func (f *Filter) AsksIndex() bool { return f.asksIndex }

// Excludes reports whether no game of a frame matches, according to its statistics, nil
// if there are none, and to its filter of names, which names returns.
func (f *Filter) Excludes(data []byte, names func() []byte) bool {
	s, known := f.statistics(data, names)
	return known && terms.All(f.conditions, s, false) == facts.No
}

// statistics parses the statistics of a frame; false if they are of no use.
func (f *Filter) statistics(data []byte, names func() []byte) (*facts.Statistics, bool) {
	if len(data) == 0 || !f.asksIndex {
		return nil, false
	}
	s, err := index.ParseStatistics(data)
	return &facts.Statistics{Statistics: s, Filter: sync.OnceValue(names)}, err == nil // the footer's checksum is right: from a later version
}

// candidates are the games of a view that may match a filter, and their facts.
type candidates struct {
	*facts.Games
	view   *view.View
	filter *Filter
	none   bool
	may    []bool            // the games, nil for all
	left   []terms.Condition // that are not decided for all of them
}

// candidates evaluates conditions by statistics and columns, of the items among, nil for
// all, and then those on positions, which take longer than tags.
func (f *Filter) candidates(v *view.View, among []int) (*candidates, error) {
	c, err := f.byTags(v, among)
	for i := range f.places {
		if err != nil || c.none {
			break
		}
		err = c.have(&f.places[i])
	}
	return c, err
}

// have keeps the candidates that match and have one of the patterns of a condition.
func (c *candidates) have(place *terms.Condition) error {
	items, err := c.matching()
	if err != nil {
		return err
	}
	c.left, c.may = nil, marked(items, c.view.Items())
	has := make([]bool, c.view.Items())
	for _, p := range place.Patterns {
		if len(items) == 0 {
			break
		}
		found, err := (&Matcher{p}).find(c, false)
		if err != nil {
			return err
		}
		for _, at := range found {
			has[at.Item] = true
		}
	}
	c.none = true
	for i := range has {
		has[i] = has[i] != place.Not && (c.may == nil || c.may[i])
		c.none = c.none && !has[i]
	}
	c.may = has
	return nil
}

// byTags evaluates the conditions on tags by statistics and columns.
func (f *Filter) byTags(v *view.View, among []int) (*candidates, error) {
	c := &candidates{Games: facts.New(v), view: v, filter: f}
	if among != nil {
		if err := v.CheckItems(); err != nil { // the number of items is a claim of the index
			return nil, err
		}
		c.settle(among)
	}
	s, known := f.statistics(v.Statistics(), v.Filter)
	for i := range f.conditions {
		condition, t := &f.conditions[i], facts.Maybe
		if known {
			t = condition.Test(s, c.near())
		}
		if t == facts.Maybe {
			var err error
			if c.may, t, err = c.Narrow(c.may, func() facts.Truth { return condition.Test(c, c.near()) }); err != nil {
				return nil, err
			}
		}
		if c.none = c.none || t == facts.No; c.none {
			break
		}
		if t == facts.Maybe || c.near() && condition.AsksNames() {
			c.left = append(c.left, *condition)
		}
	}
	return c, nil
}

// settle makes items the candidates, those that may match.
func (c *candidates) settle(items []int) {
	c.may = marked(items, c.view.Items())
	c.none = len(items) == 0
}

// near reports whether games with near names are candidates, since they are counted.
func (c *candidates) near() bool { return c.filter.spellings != nil }

// matching returns the candidates that match, in increasing order.
func (c *candidates) matching() (items []int, err error) {
	switch {
	case c.none:
		return nil, nil
	case len(c.left) == 0:
		if c.may == nil {
			if err := c.view.CheckItems(); err != nil { // the number of items is a claim of the index
				return nil, err
			}
		}
		return chosen(c.may, c.view.Items()), nil
	}
	err = c.Each(c.view.Items(), func(item int) bool { return c.may == nil || c.may[item] }, func(item int) facts.Truth {
		t := c.met()
		if t == facts.Yes {
			items = append(items, item)
		}
		return t
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(items)
	return items, nil
}

// met reports whether a game meets the conditions that are left, and counts the
// spellings of its names.
func (c *candidates) met() facts.Truth {
	t := terms.All(c.left, c, false)
	if !c.near() {
		return t
	}
	switch near := terms.All(c.left, c, true); {
	case near == facts.No:
		return facts.No
	case near == facts.Maybe || t == facts.Maybe || !c.filter.spellings.Note(c.left, c.Value, t == facts.Yes):
		return facts.Maybe
	}
	return t
}

// chosen returns the items of a set of n; a nil set has all.
func chosen(set []bool, n int) (items []int) {
	for i := range n {
		if set == nil || set[i] {
			items = append(items, i)
		}
	}
	return items
}

// marked returns a set of n items, nil if it has all.
func marked(items []int, n int) []bool {
	if len(items) == n {
		return nil
	}
	set := make([]bool, n)
	for _, i := range items {
		set[i] = true
	}
	return set
}
