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

// opening parses a condition on the name of an opening: that of its tags or, if these
// are missing, that of the game's ECO code.
func opening(value string) (c Condition, err *Error) {
	n, err := parseOpening(value)
	if err != nil {
		return c, err
	}
	var codes intervals
	for code := range tagvalue.ECOCodes {
		means := slices.ContainsFunc(openings.NamesOf(code), n.match)
		switch last := len(codes) - 1; {
		case !means:
		case last >= 0 && codes[last].Max == code-1:
			codes[last].Max = code
		default:
			codes = append(codes, facts.Range{Min: code, Max: code})
		}
	}
	unnamed := not(anyOf(valueIs(openingTags[0], says), valueIs(openingTags[2], says)))
	named := func(facts.Source, bool) facts.Truth { return facts.Yes }
	for _, m := range n {
		inAddress := func(value []byte) bool { return value != nil && m.match(value[bytes.LastIndexByte(value, '/')+1:]) }
		named = both(named, anyOf(valueIs(openingTags[0], m.match), valueIs(openingTags[1], m.match), valueIs(openingTags[2], inAddress)))
	}
	c.test = anyOf(named, both(unnamed, numberIn(open.ECO, codes)))
	return c, nil
}

// says reports whether a value is known: signs such as ? and - are not values.
func says(value []byte) bool {
	start, end := tagvalue.NextWord(value, 0)
	return start < end
}
