package facts

import (
	"cmp"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Games gives the facts of the games of a view, of one after the other: by the columns
// that the view has and by the tags that Each has read.
type Games struct {
	columns
	game  int // or every
	read  tagSet
	want  tagSet // that was asked for and no column has, with read
	given bool   // all tags are known
	tags  []tagvalue.Tag
	base  tagvalue.Facts

	lacks bool                      // a fact of the game that was asked for is not known
	line  *openings.Line            // of which the opening was asked for and is not known, or nil
	lines map[lineKey]openings.Line // by the moves of their frame
	texts map[string]*Values        // of the tags that were read
	exact [open.NumColumns][1]Range
}

// New returns the Games of a view; of none, Narrow only notes what is asked for.
func New(v *view.View) *Games { return &Games{columns: columns{view: v}} }

// Give makes g, the Games of no view, those of a game with the given tags, which are all.
func (g *Games) Give(tags []tagvalue.Tag, base tagvalue.Facts) {
	g.tags, g.base, g.given = tags, base, true
}

// lineKey is a game, and the question about its opening: the first element of what is
// matched, or nil.
type lineKey struct {
	game  int
	match *bool
}

func keyOf(game int, match []bool) (k lineKey) {
	if k.game = game; len(match) > 0 {
		k.match = &match[0]
	}
	return k
}

// every stands for every game of a view.
const every = -1

// Asked reports whether a column may have a fact that was asked for.
func (g *Games) Asked() bool { return g.asked }

// Known reports whether all facts that were asked of this game are known.
func (g *Games) Known() bool { return !g.lacks }

// Err returns the error of reading a column.
func (g *Games) Err() error { return g.err }

// Forget makes the next Each read only tags that are asked for from now on.
func (g *Games) Forget() { g.read, g.want = tagSet{}, tagSet{} }

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
var unknown = Number{In: []Range{{Max: MaxInt}}, Has: Maybe}

// numberTags are the tags of numeric columns.
var numberTags = [open.NumColumns]string{open.WhiteElo: "WhiteElo", open.BlackElo: "BlackElo", open.Result: "Result", open.ECO: "ECO"}

// Number returns the number of a game or, of every game, the range of all.
func (g *Games) Number(k open.Column) Number {
	if values := g.number(k); values != nil {
		if g.game == every {
			return spanOf(values)
		}
		return g.one(k, limited(values[g.game])-1)
	}
	if k == open.Plies {
		if g.want.plies = true; !g.read.plies && !g.given {
			g.lacks = true
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
func (g *Games) one(k open.Column, n int) Number {
	if n < 0 {
		return Number{}
	}
	g.exact[k][0] = Range{Min: n, Max: n}
	return Number{In: g.exact[k][:], Has: Yes}
}

// spanOf returns the range of the values of a column of numbers.
func spanOf(values []uint64) Number {
	var r index.Range
	has := Yes
	for _, v := range values {
		if v == 0 {
			has = Maybe
		} else {
			r.Add(v - 1)
		}
	}
	if !r.Known {
		return Number{}
	}
	return Number{In: []Range{{Min: limited(r.Min), Max: limited(r.Max)}}, Has: has}
}

// Days returns the days of a game or, of every game, their ranges.
func (g *Games) Days() Days {
	if g.number(open.Day) != nil {
		first, more := g.Number(open.Day), g.Number(open.Days) // each is a number minus 1
		if min(first.Has, more.Has) == No {
			return Days{}
		}
		from, to := first.In[0].Min+1, first.In[0].Max+1
		return Days{
			First: Range{Min: from, Max: to}, Last: Range{Min: from + more.In[0].Min, Max: to + more.In[0].Max},
			Has: min(first.Has, more.Has),
		}
	}
	_, known := g.tag("Date")
	if _, also := g.tag("UTCDate"); !known || !also {
		return Days{First: unknown.In[0], Last: unknown.In[0], Has: Maybe}
	}
	d := open.DaysOf(g.tags)
	first, last := int(d.First), int(d.Last)
	return Days{First: Range{Min: first, Max: first}, Last: Range{Min: last, Max: last}, Has: TruthOf(d.Known())}
}

// Match tests the value of a tag.
func (g *Games) Match(tag string, m *Matcher) Truth {
	if l := g.list(tag); l != nil {
		return l.match(m, g.game)
	}
	value, known := g.tag(tag)
	if !known {
		return Maybe
	}
	return TruthOf(m.Match(value))
}

// Int returns the number of a game, none if it has none or if that is not known.
func (g *Games) Int(k open.Column, none int) int {
	if values := g.number(k); values != nil {
		if v := values[max(g.game, 0)]; v > 0 {
			return limited(v) - 1
		}
		return none
	}
	if n := g.Number(k); n.Has == Yes {
		return n.In[0].Min
	}
	return none
}

// Rating returns the rating of a player, 0 for none.
func (g *Games) Rating(k open.Column) int { return min(g.Int(k, 0), tagvalue.MaxNumber) }

// Result returns the result of a game.
func (g *Games) Result() tagvalue.Result {
	return tagvalue.Result(min(g.Int(open.Result, MaxInt), int(tagvalue.OtherResult)))
}

// Date returns the possible days of a game.
func (g *Games) Date() tagvalue.Days {
	if d := g.Days(); d.Has == Yes {
		return tagvalue.Days{First: uint64(d.First.Min), Last: uint64(d.Last.Max)}
	}
	return tagvalue.Days{}
}

// Value returns the value of a tag as written in the file, nil if the game has none, and
// false if it is not known.
func (g *Games) Value(tag string) (value []byte, known bool) {
	if l := g.list(tag); l != nil {
		return l.value(g.game), true
	}
	return g.tag(tag)
}

// Text returns the number of the value of a tag among the values that all games have; 0
// if the game has none.
func (g *Games) Text(tag string) (n int, of *Values) {
	if l := g.list(tag); l != nil {
		if g.game != every {
			n = int(l.games[g.game])
		}
		return n, l.Values
	}
	value, known := g.tag(tag)
	if !known {
		return 0, nil
	}
	of = g.texts[tag]
	if of == nil {
		if g.texts == nil {
			g.texts = map[string]*Values{}
		}
		of = &Values{numbers: map[string]int{}}
		g.texts[tag] = of
	}
	return of.number(value), of
}

func (g *Games) tag(name string) (value []byte, known bool) {
	if !g.given && !slices.Contains(g.read.names, name) {
		g.want.add(name)
		g.lacks = true
		return nil, false
	}
	return tagvalue.First(g.tags, name), true
}

// Opening implements Source. Without open moves, it is known once Each has gone through
// those of the frame.
func (g *Games) Opening(code int, match []bool) (o *openings.Opening, known bool) {
	if l, ok := g.lines[keyOf(g.game, match)]; ok {
		return l.Opening(), true
	}
	if g.view == nil {
		return nil, true
	}
	if g.hear(nil); g.game == every { // moves are read once a game needs them
		return nil, false
	}
	moves, err := g.view.Replay()
	l := openings.NewLine(code, match)
	if g.err = cmp.Or(g.err, err); g.err != nil || moves == nil {
		g.lacks, g.line = true, &l
		return nil, false
	}
	g.err = moves.Each(g.game, func(p *board.Position, _ board.Move) bool { return l.See(p) && g.view.Step() })
	return l.Opening(), g.err == nil
}

// readLines goes through the moves of the frame for the openings of some games.
func (g *Games) readLines(of map[int]openings.Line) error {
	if g.lines == nil {
		g.lines = map[lineKey]openings.Line{}
	}
	wanted := make([]bool, g.view.Items())
	for item, l := range of {
		wanted[item], g.lines[keyOf(item, l.Match())] = true, l
	}
	var l openings.Line
	keep := func(item int) { g.lines[keyOf(item, l.Match())] = l }
	return g.view.Search(wanted, &view.Walk{
		See: func(item, ply int, p *board.Position, _ board.Move) bool {
			if ply == 0 {
				l = of[item]
			}
			more := l.See(p)
			if !more {
				keep(item)
			}
			return more
		},
		End: keep,
	})
}

// Every calls ask for every game at once, so that Each reads the tags that it asks for,
// and no column has, the first time. It reports whether columns have everything.
func (g *Games) Every(ask func()) bool {
	g.game, g.lacks = every, false
	ask()
	return !g.lacks
}

// Narrow tests games by columns: all at once, and then, unless that decides, each game
// of a set, nil for all. It returns the set without the games that do not pass, and
// whether the others do.
func (g *Games) Narrow(set []bool, test func() Truth) (_ []bool, t Truth, err error) {
	want := g.want
	g.game, g.heard = every, false
	if t = test(); t == Maybe && g.heard && g.err == nil {
		if set == nil {
			set = slices.Repeat([]bool{true}, g.view.Items())
		}
		t = g.narrow(set, test)
	}
	if t != Maybe {
		g.want = want
	}
	return set, t, g.err
}

func (g *Games) narrow(set []bool, test func() Truth) Truth {
	all, any := Yes, No
	list, tested := g.only, map[uint64]Truth{} // if only one list has facts, each different value is tested once
	for i, is := range set {
		if !is {
			continue
		}
		t, known := No, false
		if list != nil {
			t, known = tested[list.games[i]]
		}
		if !known {
			g.game, g.heard = i, false
			t = test()
			if list != nil && g.only == list {
				tested[list.games[i]] = t
			}
		}
		set[i] = t != No
		if any = max(any, t); t != No {
			all = min(all, t)
		}
	}
	return min(any, all)
}

// Each calls decide for the games in a set with numbers below to, until it has answered
// Yes or No for each. If columns do not have all facts that it asks for, Each reads the
// tags, and again if it then asks for more; for openings, it goes through moves.
func (g *Games) Each(to int, in func(item int) bool, decide func(item int) Truth) error {
	var done []bool
	to = min(to, g.view.Items())
	for g.err == nil {
		unsure, lines := false, map[int]openings.Line{}
		look := func(item int) (more bool) {
			for len(done) <= item {
				done = append(done, false)
			}
			if g.game, g.lacks, g.line = item, false, nil; !done[item] && in(item) {
				done[item] = decide(item) != Maybe
				unsure = unsure || !done[item]
				if !done[item] && g.line != nil {
					lines[item] = *g.line
				}
			}
			return g.err == nil && item+1 < to
		}
		g.read = tagSet{append([]string{}, g.want.names...), g.want.plies} // nil would mean all tags
		if len(g.read.names) == 0 && !g.read.plies {
			for item := 0; item < to && look(item); item++ {
			}
		} else if err := g.view.Tags(g.read.names, g.read.plies, func(item int, tags []tagvalue.Tag, base tagvalue.Facts) bool {
			g.tags, g.base = tags, base
			return item < to && look(item)
		}); err != nil {
			return err
		}
		switch {
		case len(lines) > 0 && g.err == nil:
			g.err = g.readLines(lines)
		case !unsure || len(g.want.names) == len(g.read.names) && g.want.plies == g.read.plies:
			return g.err
		}
	}
	return g.err
}
