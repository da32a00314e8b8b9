package terms

import (
	"errors"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/query/pattern"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
	"github.com/chesszip/chesszip/internal/read/facts"
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
	{fieldMoves, func(v string) (Condition, *Error) { return placed(fieldMoves, v) }},
	{fieldFEN, func(v string) (Condition, *Error) { return placed(fieldFEN, v) }},
	{fieldAny, anywhere},
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
	c.test = valueIs(tag, m.match)
	return c, err
}

// round parses a condition on the first words of a round: 4 also matches 4.1, but not
// 1.4.
func round(value string) (c Condition, err *Error) {
	m, err := parseText(value)
	m.first = true
	c.test = valueIs("Round", m.match)
	return c, err
}

// anyTag parses a condition on the tag that the value names.
func anyTag(value string) (c Condition, err *Error) {
	name, want, ok := strings.Cut(value, "=")
	if !ok || !isTagName(name) {
		return c, &Error{Want: "the name of a tag and its text, such as Termination=forfeit"}
	}
	m, err := parseText(want)
	c.test = matching(name, &facts.Matcher{Match: m.match, Words: m.hashes()})
	return c, err
}

// has parses a condition that a game has a tag with a known value.
func has(value string) (c Condition, err *Error) {
	if !isTagName(value) {
		return c, &Error{Want: "the name of a tag, such as WhiteTitle"}
	}
	c.test = valueIs(value, func(value []byte) bool { return value != nil })
	return c, nil
}

// placed parses a condition on the positions of a game, as the same field of a pattern.
func placed(field, value string) (c Condition, err *Error) {
	p, failed := pattern.Parse(Format([]Term{{Field: field, Value: value}}))
	var malformed *language.Error
	if errors.As(failed, &malformed) {
		return c, &Error{Text: malformed.Text, Want: malformed.Want}
	}
	c.Patterns = []*pattern.Pattern{p}
	return c, nil
}

// anywhere parses a condition that some word is in a player's name, the event, the site
// or the name of the opening.
func anywhere(value string) (c Condition, err *Error) {
	var tests []test
	for _, parse := range []parser{
		func(v string) (Condition, *Error) { return player(v, white, black) },
		func(v string) (Condition, *Error) { return text(v, "Event") },
		func(v string) (Condition, *Error) { return text(v, "Site") },
		opening,
	} {
		one, err := parse(value)
		if err != nil {
			return c, err
		}
		tests = append(tests, one.test)
	}
	c.test = anyOf(tests...)
	return c, nil
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
	var spans []facts.Range
	for part := range strings.SplitSeq(value, ",") {
		span, ok := parseDates(strings.TrimSpace(part))
		if !ok {
			return c, &Error{Want: "days, months or years such as 2013, 2013-01-31, 2013-01..2013-06 or 2010+, or several separated by commas"}
		}
		spans = append(spans, span)
	}
	c.test = func(f facts.Source, _ bool) facts.Truth {
		d, t := f.Days(), facts.No
		for _, s := range spans {
			if d.First.Min >= s.Min && d.Last.Max <= s.Max {
				return d.Has
			}
			if d.First.Max >= s.Min && d.Last.Min <= s.Max {
				t = min(d.Has, facts.Maybe)
			}
		}
		return t
	}
	return c, nil
}

func eco(value string) (c Condition, err *Error) {
	var v intervals
	for part := range strings.SplitSeq(value, ",") {
		r, ok := parseCodes(strings.TrimSpace(part))
		if !ok {
			return c, &Error{Want: "codes such as B20, B20-B99, C4 or E, or several separated by commas"}
		}
		v = append(v, r)
	}
	c.test = numberIn(open.ECO, v)
	return c, nil
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

// scores are the names of results as a player sees them, with those of White.
var scores = []struct {
	name   string
	result tagvalue.Result
}{
	{"win", tagvalue.WhiteWins}, {"won", tagvalue.WhiteWins},
	{"loss", tagvalue.BlackWins}, {"lost", tagvalue.BlackWins},
}

// result parses a condition on the result; with the names of scores, on that of a
// player.
func result(value string) (c Condition, err *Error) {
	var want intervals
	var own [2]intervals // if the player has White, and Black
	for part := range strings.SplitSeq(value, ",") {
		part = strings.TrimSpace(part)
		found := false
		for _, s := range scores {
			if strings.EqualFold(part, s.name) {
				other := tagvalue.WhiteWins + tagvalue.BlackWins - s.result
				own[0] = append(own[0], facts.Range{Min: int(s.result), Max: int(s.result)})
				own[1] = append(own[1], facts.Range{Min: int(other), Max: int(other)})
				found = true
			}
		}
		for _, r := range resultNames {
			if strings.EqualFold(part, r.name) {
				want = append(want, facts.Range{Min: int(r.result), Max: int(r.result)})
				found = true
			}
		}
		if !found {
			return c, &Error{Want: "1-0 or white, 0-1 or black, 1/2-1/2 or draw, * or unfinished, win or loss of a player, or several separated by commas", Hint: near(part, "white", "black", "draw", "unfinished")}
		}
	}
	for k := range own {
		c.sides[k] = numberIn(open.Result, append(own[k], want...))
	}
	c.ofPlayer = own[0] != nil
	c.test = numberIn(open.Result, append(slices.Concat(own[0], own[1]), want...))
	return c, nil
}

func plies(value string) (c Condition, err *Error) {
	v, ok := parseIntervals(value)
	if !ok {
		return c, &Error{Want: wantNumbers}
	}
	c.test = numberIn(open.Plies, v)
	return c, nil
}

func timeControl(value string) (c Condition, err *Error) {
	var classes []string
	var exact []string
	for part := range strings.SplitSeq(value, ",") {
		part = strings.TrimSpace(part)
		class := false
		for _, s := range tagvalue.Speeds {
			if strings.EqualFold(part, s.Name) {
				classes, class = append(classes, s.Name), true
			}
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
	isExact := func(value []byte) bool { return value != nil && slices.Contains(exact, string(value)) }
	stated := &facts.Matcher{Match: func(value []byte) bool {
		seconds, ok := tagvalue.FortyMoves(value)
		return isExact(value) || ok && slices.Contains(classes, tagvalue.SpeedOf(seconds))
	}}
	// unsure returns the speed that a time control has if its base is in minutes, "" if
	// that makes no difference.
	unsure := func(value []byte) string {
		speed := speedInMinutes(value)
		if speed == "" || isExact(value) || slices.Contains(classes, speed) == stated.Match(value) {
			return ""
		}
		return speed
	}
	isUnsure := &facts.Matcher{Match: func(value []byte) bool { return unsure(value) != "" }}
	var speeds, events [len(tagvalue.Speeds)]*facts.Matcher
	for k, s := range tagvalue.Speeds {
		name := textMatcher{words: [2][]word{{{folded: []byte(s.Name)}}}}
		speeds[k] = &facts.Matcher{Match: func(value []byte) bool { return unsure(value) == s.Name }}
		events[k] = &facts.Matcher{Match: name.match} // such as "Club blitz"
	}
	c.test = func(f facts.Source, _ bool) facts.Truth {
		t := f.Match("TimeControl", stated)
		if t == facts.Maybe || f.Match("TimeControl", isUnsure) == facts.No {
			return t
		}
		for k := range speeds {
			switch f.Match("TimeControl", speeds[k]) {
			case facts.Maybe:
				return facts.Maybe
			case facts.Yes:
				switch f.Match("Event", events[k]) {
				case facts.Maybe:
					return facts.Maybe
				case facts.Yes:
					return t.Not()
				}
			}
		}
		return t
	}
	return c, nil
}

// mostMinutes is the longest base that may be minutes: Lichess has bases of 15 seconds,
// and asking for the event of each such game would make its files slow to search.
const mostMinutes = 14

// speedInMinutes returns the speed of a time control such as 3+2 if its base is in
// minutes, as some programs write it; "" if the base is too long for that, or if the
// speed is the same in seconds.
func speedInMinutes(value []byte) string {
	base, increment, ok := tagvalue.ParseTimeControl(value)
	if _, valid := tagvalue.FortyMoves(value); !ok || !valid || base > mostMinutes {
		return ""
	}
	speed := tagvalue.SpeedOf(60*base + 40*increment)
	if speed == tagvalue.SpeedOf(base+40*increment) {
		return ""
	}
	return speed
}
