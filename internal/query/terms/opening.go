package terms

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/read/facts"
)

// openingTags are the tags that name an opening. If the first and the last are missing,
// the ECO code does.
var openingTags = [...]string{"Opening", "Variation", "ECOUrl"}

// openingName is a condition on the name of an opening: texts that are all in it. Colons
// separate them, as in "sicilian: najdorf".
type openingName []textMatcher

func parseOpening(value string) (n openingName, err *Error) {
	parts := []string{value}
	if named := strings.FieldsFunc(value, func(c rune) bool { return c == ':' }); len(named) > 1 && value[0] != '=' && value[0] != '/' {
		parts = named
	}
	for _, part := range parts {
		m, err := parseText(part)
		if err != nil {
			return nil, err
		}
		n = append(n, m)
	}
	return n, nil
}

// match reports whether a name has all texts.
func (n openingName) match(name string) bool {
	return !slices.ContainsFunc(n, func(m textMatcher) bool { return !m.match([]byte(name)) })
}

// FullOpening returns the shortest name of an opening that the value of the field
// opening matches, "" if there is none.
func FullOpening(value string) string {
	n, err := parseOpening(value)
	if err != nil {
		return ""
	}
	names := openings.Names()
	if i := slices.IndexFunc(names, n.match); i >= 0 {
		return names[i]
	}
	return ""
}

// opening parses a condition on the name of an opening. The tags of a game that name it
// go first, then its own ECO code, as far as its lines agree on the name, and last the
// position that its moves reach.
func opening(value string) (c Condition, err *Error) {
	n, err := parseOpening(value)
	if err != nil {
		return c, err
	}
	names := openings.Names()
	matching := make([]bool, len(names))
	for i, name := range names {
		matching[i] = n.match(name)
	}
	var codes [tagvalue.ECOCodes]facts.Truth // of games with the code
	var others [tagvalue.ECOCodes]bool       // another name of the code matches
	for code := range codes {
		lines, some := openings.CodeOf(code).Lines, 0
		for _, name := range lines {
			if matching[name] {
				some++
			}
		}
		others[code] = slices.ContainsFunc(openings.OtherNames(code), n.match)
		switch {
		case others[code] || some == len(lines):
			codes[code] = facts.Yes
		case some > 0:
			codes[code] = facts.Maybe
		}
	}
	byMoves := func(f facts.Source, _ bool) facts.Truth {
		code := -1
		switch eco := f.Number(open.ECO); {
		case eco.Has == facts.Maybe || eco.Has == facts.Yes && (len(eco.In) > 1 || eco.In[0].Min != eco.In[0].Max):
			return facts.Maybe
		case eco.Has == facts.Yes:
			if code = eco.In[0].Min; code >= len(codes) {
				return facts.No
			}
			if codes[code] != facts.Maybe {
				return codes[code]
			}
		}
		o, known := f.Opening(code, matching)
		switch {
		case !known:
			return facts.Maybe
		case o == nil && code < 0:
			return facts.No
		case o == nil:
			return facts.TruthOf(n.match(openings.CodeOf(code).Name))
		}
		return facts.TruthOf(matching[o.Number] || others[tagvalue.ParseECO([]byte(o.ECO))])
	}
	unnamed := not(anyOf(valueIs(openingTags[0], says), valueIs(openingTags[2], says)))
	named := func(facts.Source, bool) facts.Truth { return facts.Yes }
	for _, m := range n {
		inAddress := func(value []byte) bool { return value != nil && m.match(value[bytes.LastIndexByte(value, '/')+1:]) }
		named = both(named, anyOf(valueIs(openingTags[0], m.match), valueIs(openingTags[1], m.match), valueIs(openingTags[2], inAddress)))
	}
	c.test = func(f facts.Source, near bool) facts.Truth {
		t := named(f, near)
		if t == facts.Yes {
			return t
		}
		if without := unnamed(f, near); without != facts.Yes {
			return max(t, without)
		}
		return max(t, byMoves(f, near))
	}
	return c, nil
}

// says reports whether a value is known: signs such as ? and - are not values.
func says(value []byte) bool {
	start, end := tagvalue.NextWord(value, 0)
	return start < end
}
