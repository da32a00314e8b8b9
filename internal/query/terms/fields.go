package terms

import (
	"strings"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
)

// field is the name of a term.
type field struct {
	name  string
	parse parser
}

// fields are all fields, the most used first. The table is not built by a function call,
// so that a program without queries does not link it.
var fields = []field{
	{"player", func(v string) (Condition, *Error) { return player(v, white, black) }},
	{"opponent", func(v string) (Condition, *Error) { return player(v, white, black) }},
	{"white", func(v string) (Condition, *Error) { return player(v, white) }},
	{"black", func(v string) (Condition, *Error) { return player(v, black) }},
	{"elo", func(v string) (Condition, *Error) { return elo(v, white, black) }},
	{"white-elo", func(v string) (Condition, *Error) { return elo(v, white) }},
	{"black-elo", func(v string) (Condition, *Error) { return elo(v, black) }},
	{"diff", func(v string) (Condition, *Error) { return diff(v, -1) }},
	{"white-diff", func(v string) (Condition, *Error) { return diff(v, 0) }},
	{"black-diff", func(v string) (Condition, *Error) { return diff(v, 1) }},
	{"title", func(v string) (Condition, *Error) { return titles(v, white, black) }},
	{"white-title", func(v string) (Condition, *Error) { return titles(v, white) }},
	{"black-title", func(v string) (Condition, *Error) { return titles(v, black) }},
	{"date", date},
	{"eco", eco},
	{"opening", opening},
	{"result", result},
	{"event", func(v string) (Condition, *Error) { return text(v, "Event") }},
	{"site", func(v string) (Condition, *Error) { return text(v, "Site") }},
	{"round", round},
	{"tc", timeControl},
	{"ply", plies},
	{"tag", anyTag},
	{"has", has},
}

func fieldOf(name string) *field {
	for i := range fields {
		if fields[i].name == name {
			return &fields[i]
		}
	}
	return nil
}

// text parses a condition on the text of a tag.
func text(value, tag string) (c Condition, err *Error) {
	m, err := parseText(value)
	return tagMatching(tag, &m), err
}

func tagMatching(tag string, m *textMatcher) Condition {
	return Condition{
		Names: []string{tag},
		Holds: func(tags []tagvalue.Tag, _ tagvalue.Facts) bool { return m.match(tagvalue.First(tags, tag)) },
	}
}

// round parses a condition on the first words of a round: 4 also matches 4.1, but not
// 1.4.
func round(value string) (c Condition, err *Error) {
	m, err := parseText(value)
	m.first = true
	return tagMatching("Round", &m), err
}

// anyTag parses a condition on the tag that the value names.
func anyTag(value string) (c Condition, err *Error) {
	name, want, ok := strings.Cut(value, "=")
	if !ok || !isTagName(name) {
		return c, &Error{Want: "the name of a tag and its text, such as Termination=forfeit"}
	}
	m, err := parseText(want)
	c = tagMatching(name, &m)
	if err == nil && (name == white.name || name == black.name) {
		c.none, c.ByNames = lacksNames(&m), true
	}
	return c, err
}

// has parses a condition that a game has a tag with a known value.
func has(value string) (c Condition, err *Error) {
	if !isTagName(value) {
		return c, &Error{Want: "the name of a tag, such as WhiteTitle"}
	}
	return Condition{
		Names: []string{value},
		Holds: func(tags []tagvalue.Tag, _ tagvalue.Facts) bool { return tagvalue.First(tags, value) != nil },
	}, nil
}

// isTagName reports whether a name is a valid PGN tag name.
func isTagName(name string) bool {
	for i := range len(name) {
		if c := name[i]; !(tagvalue.InWord(c) && c < 0x80 || strings.IndexByte("_+#:-", c) >= 0) {
			return false
		}
	}
	return name != ""
}

func date(value string) (c Condition, err *Error) {
	var spans []tagvalue.Days
	for part := range strings.SplitSeq(value, ",") {
		span, ok := parseDates(strings.TrimSpace(part))
		if !ok {
			return c, &Error{Want: "days, months or years such as 2013, 2013-01-31, 2013-01..2013-06 or 2010+, or several separated by commas"}
		}
		spans = append(spans, span)
	}
	holds := func(d tagvalue.Days) bool {
		for _, s := range spans {
			if d.Known() && d.First >= s.First && d.Last <= s.Last {
				return true
			}
		}
		return false
	}
	return Condition{
		Names:   []string{"Date", "UTCDate"},
		Holds:   func(tags []tagvalue.Tag, _ tagvalue.Facts) bool { return holds(open.DaysOf(tags)) },
		Columns: []open.Column{open.Day, open.Days},
		Fits:    func(a, b uint64) bool { return a > 0 && holds(tagvalue.Days{First: a, Last: a + b - 1}) },
		Decides: true,
		none: func(f *index.Statistics) bool {
			for _, s := range spans {
				if f.Dates.Known && f.Dates.Max >= s.First && f.Dates.Min <= s.Last {
					return false
				}
			}
			return true
		},
	}, nil
}

func eco(value string) (c Condition, err *Error) {
	var v intervals
	var groups uint64
	for part := range strings.SplitSeq(value, ",") {
		r, ok := parseCodes(strings.TrimSpace(part))
		if !ok {
			return c, &Error{Want: "codes such as B20, B20-B99, C4 or E, or several separated by commas"}
		}
		v = append(v, r)
		for g := r.min / 10; g <= r.max/10; g++ {
			groups |= 1 << g
		}
	}
	return Condition{
		Names: []string{"ECO"},
		Holds: func(tags []tagvalue.Tag, _ tagvalue.Facts) bool {
			return v.has(tagvalue.ParseECO(tagvalue.First(tags, "ECO")))
		},
		Columns: []open.Column{open.ECO},
		Fits:    func(a, _ uint64) bool { return v.holdsBefore(a) },
		Decides: true,
		none:    func(s *index.Statistics) bool { return s.ECO&groups == 0 },
	}, nil
}

// resultNames are the names of results in a query.
var resultNames = []struct {
	name   string
	result tagvalue.Result
}{
	{"1-0", tagvalue.WhiteWins}, {"white", tagvalue.WhiteWins},
	{"0-1", tagvalue.BlackWins}, {"black", tagvalue.BlackWins},
	{"1/2-1/2", tagvalue.Draw}, {"1/2", tagvalue.Draw}, {"draw", tagvalue.Draw},
	{"*", tagvalue.Unfinished}, {"unfinished", tagvalue.Unfinished},
}

func result(value string) (c Condition, err *Error) {
	var want uint8
	for part := range strings.SplitSeq(value, ",") {
		part = strings.TrimSpace(part)
		found := false
		for _, r := range resultNames {
			if strings.EqualFold(part, r.name) {
				want |= index.ResultBit(r.result)
				found = true
			}
		}
		if !found {
			return c, &Error{Want: "1-0 or white, 0-1 or black, 1/2-1/2 or draw, * or unfinished, or several separated by commas", Hint: near(part, "white", "black", "draw", "unfinished")}
		}
	}
	return Condition{
		Names: []string{"Result"},
		Holds: func(_ []tagvalue.Tag, facts tagvalue.Facts) bool {
			return index.ResultBit(facts.Result)&want != 0
		},
		Columns: []open.Column{open.Result},
		Fits:    func(a, _ uint64) bool { return a > 0 && want>>(a-1)&1 != 0 },
		Decides: true,
		none:    func(s *index.Statistics) bool { return s.Results&want == 0 },
		all:     func(s *index.Statistics) bool { return s.Results&^want == 0 && s.Results != 0 },
	}, nil
}

func plies(value string) (c Condition, err *Error) {
	v, ok := parseIntervals(value)
	if !ok {
		return c, &Error{Want: wantNumbers}
	}
	return Condition{
		Counts:  true,
		Holds:   func(_ []tagvalue.Tag, facts tagvalue.Facts) bool { return v.has(facts.Plies) },
		Columns: []open.Column{open.Plies},
		Fits:    func(a, _ uint64) bool { return v.holdsBefore(a) },
		Decides: true,
		none:    func(s *index.Statistics) bool { return v.misses(&s.Plies) },
		all:     func(s *index.Statistics) bool { return v.covers(&s.Plies) },
	}, nil
}

func timeControl(value string) (c Condition, err *Error) {
	var classes intervals
	var exact []string
	for part := range strings.SplitSeq(value, ",") {
		part = strings.TrimSpace(part)
		from, class := 0, false
		for _, s := range tagvalue.Speeds {
			if strings.EqualFold(part, s.Name) {
				classes, class = append(classes, interval{from, s.Below - 1}), true
			}
			from = s.Below
		}
		literal, isLiteral := strings.CutPrefix(part, "=")
		switch {
		case class:
		case part == "" || !isLiteral && strings.Trim(part, titleLetters) == "":
			return c, &Error{Want: "180+2 or another value of the tag, or bullet, blitz, rapid or classical, or several separated by commas", Hint: near(part, "bullet", "blitz", "rapid", "classical")}
		default:
			exact = append(exact, literal)
		}
	}
	c = Condition{
		Names: []string{"TimeControl"},
		Holds: func(tags []tagvalue.Tag, _ tagvalue.Facts) bool {
			value := tagvalue.First(tags, "TimeControl")
			for _, e := range exact {
				if value != nil && string(value) == e {
					return true
				}
			}
			if len(classes) == 0 {
				return false
			}
			seconds, ok := tagvalue.FortyMoves(value)
			if m, may := inMinutes(value); may && m.names(tagvalue.First(tags, "Event")) {
				seconds = m.seconds
			}
			return ok && classes.has(seconds)
		},
	}
	if len(classes) > 0 {
		c.More = []string{"Event"}
		c.Unsure = func(tags []tagvalue.Tag) bool {
			value := tagvalue.First(tags, "TimeControl")
			m, may := inMinutes(value)
			seconds, _ := tagvalue.FortyMoves(value)
			return may && classes.has(m.seconds) != classes.has(seconds)
		}
	}
	return c, nil
}

// minutes is a time control such as 3+2 whose base may be minutes.
type minutes struct {
	seconds int // for 40 moves, the base being minutes
	speed   string
}

// mostMinutes is the longest base that may be minutes: Lichess has bases of 15 seconds,
// and asking for the event of each such game would make its files slow to search.
const mostMinutes = 14

// inMinutes parses a time control with a base in minutes, as some programs write it. May
// is false if the base is too long for that, or if the speed is the same either way.
func inMinutes(value []byte) (m minutes, may bool) {
	base, increment, ok := tagvalue.ParseTimeControl(value)
	if !ok || base > mostMinutes {
		return m, false
	}
	m.seconds = 60*base + 40*increment
	m.speed = tagvalue.SpeedOf(m.seconds)
	return m, m.speed != tagvalue.SpeedOf(base+40*increment)
}

// names reports whether an event, such as "Club blitz", has the speed in its name.
func (m minutes) names(event []byte) bool {
	speed := textMatcher{words: [2][]word{{{folded: []byte(m.speed)}}}}
	return speed.match(event)
}
