package terms

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/read/facts"
)

// openingTags are the tags that name an opening. If the first and the last are missing,
// the ECO code does.
var openingTags = [...]string{"Opening", "Variation", "ECOUrl"}

// opening parses a condition on the name of an opening: that of its tags or, if these
// are missing, that of the game's ECO code.
func opening(value string) (c Condition, err *Error) {
	m, err := parseText(value)
	if err != nil {
		return c, err
	}
	var codes intervals
	for code := range tagvalue.ECOCodes {
		means := slices.ContainsFunc(openings.NamesOf(code), func(name string) bool { return m.match([]byte(name)) })
		switch last := len(codes) - 1; {
		case !means:
		case last >= 0 && codes[last].Max == code-1:
			codes[last].Max = code
		default:
			codes = append(codes, facts.Range{Min: code, Max: code})
		}
	}
	named := &facts.Matcher{Match: m.match}
	inAddress := func(value []byte) bool { return value != nil && m.match(value[bytes.LastIndexByte(value, '/')+1:]) }
	unnamed := not(anyOf(valueIs(openingTags[0], says), valueIs(openingTags[2], says)))
	c.test = anyOf(matching(openingTags[0], named), matching(openingTags[1], named), valueIs(openingTags[2], inAddress),
		both(unnamed, numberIn(open.ECO, codes)))
	return c, nil
}

// says reports whether a value is known: signs such as ? and - are not values.
func says(value []byte) bool {
	start, end := tagvalue.NextWord(value, 0)
	return start < end
}
