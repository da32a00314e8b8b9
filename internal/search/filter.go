package search

import (
	"bytes"
	"strings"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Filter is a Query that was understood.
type Filter struct {
	conditions []condition
	// excludes say of a frame's statistics that no game of it can be meant.
	excludes []func(s *frameindex.Statistics) bool
}

// condition is what the value of one of some tags must be, nil where there is
// none; or what all of these tags together must be. Where it follows from
// numbers, it is said of those, too.
type condition struct {
	names []string
	holds func(value []byte) bool
	all   func(tags []tagvalue.Tag) bool
	plies func(n int) bool // instead of a tag
	// fits says it of the values of one or two numeric columns of an index.
	columns []frameindex.Column
	fits    func(numbers []uint64) bool
}

func (c *condition) met(tags []tagvalue.Tag, plies int) bool {
	switch {
	case c.all != nil:
		return c.all(tags)
	case c.plies != nil:
		return c.plies(plies)
	}
	for _, name := range c.names {
		if c.holds(tagvalue.First(tags, name)) {
			return true
		}
	}
	return false
}

// Compile understands a query; nil asks nothing.
func Compile(q *Query) (*Filter, error) {
	f := &Filter{}
	if q == nil {
		return f, nil
	}
	for _, s := range [...]struct {
		text string
		tags []string
		name bool
	}{
		{q.White, []string{"White"}, true},
		{q.Black, []string{"Black"}, true},
		{q.Player, []string{"White", "Black"}, true},
		{q.Event, []string{"Event"}, false},
		{q.Site, []string{"Site"}, false},
		{q.Opening, []string{"Opening", "Variation"}, false},
	} {
		if s.text != "" {
			f.words(s.text, s.name, s.tags...)
		}
	}
	for tag, text := range q.Tags {
		f.words(text, tag == "White" || tag == "Black", tag)
	}
	for _, add := range []func(*Query) error{f.elo, f.date, f.eco, f.result, f.timeControl, f.length} {
		if err := add(q); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// words asks for a name in one of some tags, which are players' or not.
func (f *Filter) words(text string, players bool, tags ...string) {
	want := tagvalue.Words(text)
	exact, isExact := strings.CutPrefix(text, "=")
	holds := func(v []byte) bool { return hasWords(v, want) }
	if isExact || len(want) == 0 {
		holds = func(v []byte) bool { return v != nil && bytes.EqualFold(v, []byte(exact)) }
	}
	f.conditions = append(f.conditions, condition{names: tags, holds: holds})
	if !players {
		return
	}
	hashes := make([]uint64, len(want))
	for i, w := range want {
		hashes[i] = frameindex.HashName(w)
	}
	f.excludes = append(f.excludes, func(s *frameindex.Statistics) bool {
		for _, h := range hashes {
			if !s.MayHaveName(h) {
				return true
			}
		}
		return false
	})
}

func (f *Filter) elo(q *Query) error {
	for _, s := range [...]struct {
		field, text string
		columns     []frameindex.Column
	}{
		{"Elo", q.Elo, []frameindex.Column{frameindex.WhiteElo, frameindex.BlackElo}},
		{"WhiteElo", q.WhiteElo, []frameindex.Column{frameindex.WhiteElo}},
		{"BlackElo", q.BlackElo, []frameindex.Column{frameindex.BlackElo}},
	} {
		if s.text == "" {
			continue
		}
		v, err := parseInterval(s.field, s.text)
		if err != nil {
			return err
		}
		for _, column := range s.columns {
			f.conditions = append(f.conditions, condition{
				names: []string{ratingTags[column]},
				holds: func(value []byte) bool {
					n := tagvalue.ParseNumber(value)
					return n > 0 && v.has(n)
				},
				columns: []frameindex.Column{column},
				fits:    func(n []uint64) bool { return n[0] > 0 && v.holds(n[0]) },
			})
		}
		f.excludes = append(f.excludes, func(s *frameindex.Statistics) bool { return v.misses(&s.Ratings) })
	}
	return nil
}

func (f *Filter) date(q *Query) error {
	if q.Date == "" {
		return nil
	}
	low, high := cutRange(q.Date)
	from, ok1 := dateBound(low, tagvalue.Days{})
	to, ok2 := dateBound(high, tagvalue.Days{Last: ^uint64(0)})
	if !ok1 || !ok2 || low == "" && high == "" || to.Last < from.First {
		return &Error{"Date", q.Date, "days, months or years such as 2013, 2013.01-2013.06 or 2013.01.31-"}
	}
	holds := func(d tagvalue.Days) bool { return d.Known() && d.First >= from.First && d.Last <= to.Last }
	f.conditions = append(f.conditions, condition{
		names:   []string{"Date", "UTCDate"},
		all:     func(tags []tagvalue.Tag) bool { return holds(frameindex.DaysOf(tags)) },
		columns: []frameindex.Column{frameindex.Day, frameindex.Days},
		fits:    func(n []uint64) bool { return n[0] > 0 && holds(tagvalue.Days{First: n[0], Last: n[0] + n[1] - 1}) },
	})
	f.excludes = append(f.excludes, func(s *frameindex.Statistics) bool {
		return !s.Dates.Known || s.Dates.Max < from.First || s.Dates.Min > to.Last
	})
	return nil
}

func (f *Filter) eco(q *Query) error {
	if q.ECO == "" {
		return nil
	}
	low, high := cutRange(q.ECO)
	from, ok1 := ecoBound(low, "A00", '0')
	to, ok2 := ecoBound(high, "E99", '9')
	if !ok1 || !ok2 || to < from {
		return &Error{"ECO", q.ECO, "codes such as B20, B20-B99, C4 or E"}
	}
	v := interval{from, to}
	f.conditions = append(f.conditions, condition{
		names:   []string{"ECO"},
		holds:   func(value []byte) bool { return v.has(tagvalue.ParseECO(value)) },
		columns: []frameindex.Column{frameindex.ECO},
		fits:    func(n []uint64) bool { return n[0] > 0 && v.holds(n[0]-1) },
	})
	var groups uint64
	for g := from / 10; g <= to/10; g++ {
		groups |= 1 << g
	}
	f.excludes = append(f.excludes, func(s *frameindex.Statistics) bool { return s.ECO&groups == 0 })
	return nil
}

func (f *Filter) result(q *Query) error {
	if q.Result == "" {
		return nil
	}
	var want uint8
	for _, r := range strings.Split(q.Result, ",") {
		result := tagvalue.ParseAnyResult([]byte(strings.TrimSpace(r)))
		if result == tagvalue.OtherResult {
			return &Error{"Result", q.Result, "1-0, 0-1, 1/2-1/2 or *, or several by commas"}
		}
		want |= frameindex.ResultBit(result)
	}
	f.conditions = append(f.conditions, condition{
		names:   []string{"Result"},
		holds:   func(v []byte) bool { return frameindex.ResultBit(tagvalue.ParseAnyResult(v))&want != 0 },
		columns: []frameindex.Column{frameindex.Result},
		fits:    func(n []uint64) bool { return n[0] > 0 && want>>(n[0]-1)&1 != 0 },
	})
	f.excludes = append(f.excludes, func(s *frameindex.Statistics) bool { return s.Results&want == 0 })
	return nil
}

// ratingTags are the tags of columns that are ratings.
var ratingTags = [...]string{frameindex.WhiteElo: "WhiteElo", frameindex.BlackElo: "BlackElo"}

// speeds are the classes of time controls: seconds that base and 40 increments
// must be below.
var speeds = []struct {
	name  string
	below int
}{{"bullet", 180}, {"blitz", 480}, {"rapid", 1500}, {"classical", maxInt}}

func (f *Filter) timeControl(q *Query) error {
	if q.TimeControl == "" {
		return nil
	}
	want := condition{names: []string{"TimeControl"}, holds: func(v []byte) bool { return string(v) == q.TimeControl }}
	from := 0
	for _, s := range speeds {
		if s.name == strings.ToLower(q.TimeControl) {
			want.holds = func(v []byte) bool {
				n := fortyMoves(v)
				return n >= from && n < s.below && n >= 0
			}
			break
		}
		from = s.below
	}
	f.conditions = append(f.conditions, want)
	return nil
}

func (f *Filter) length(q *Query) error {
	if q.Plies == "" {
		return nil
	}
	v, err := parseInterval("Plies", q.Plies)
	if err != nil {
		return err
	}
	f.conditions = append(f.conditions, condition{
		plies:   v.has,
		columns: []frameindex.Column{frameindex.Plies},
		fits:    func(n []uint64) bool { return n[0] > 0 && v.holds(n[0]-1) },
	})
	f.excludes = append(f.excludes, func(s *frameindex.Statistics) bool { return v.misses(&s.Plies) })
	return nil
}

// All reports whether every game is meant.
func (f *Filter) All() bool { return len(f.conditions) == 0 }

// Excludes reports whether statistics of a frame, nil if there are none, say
// that none of its games is meant.
func (f *Filter) Excludes(statistics []byte) bool {
	if len(statistics) == 0 || len(f.excludes) == 0 {
		return false
	}
	s, err := frameindex.ParseStatistics(statistics)
	if err != nil {
		return false // the footer's checksum holds: made by a later version
	}
	for _, excludes := range f.excludes {
		if excludes(&s) {
			return true
		}
	}
	return false
}

// AsksStatistics reports whether statistics of frames can exclude any.
func (f *Filter) AsksStatistics() bool { return len(f.excludes) > 0 }
