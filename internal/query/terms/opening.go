package terms

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// openingTags are the tags that name an opening; the last, by its code, is used if the
// others are missing.
var openingTags = []string{"Opening", "Variation", "ECOUrl", "ECO"}

// opening parses a condition on the name of an opening: that of its tags or, if these
// are missing, that of the game's ECO code.
func opening(value string) (c Condition, err *Error) {
	m, err := parseText(value)
	if err != nil {
		return c, err
	}
	var codes [tagvalue.ECOCodes]bool
	for code := range codes {
		for _, name := range openings.NamesOf(code) {
			codes[code] = codes[code] || m.match([]byte(name))
		}
	}
	return Condition{
		Names: openingTags, Codes: true,
		Holds: func(tags []tagvalue.Tag, _ tagvalue.Facts) bool {
			opening, address := tagvalue.First(tags, openingTags[0]), tagvalue.First(tags, openingTags[2])
			switch {
			case m.match(opening), m.match(tagvalue.First(tags, openingTags[1])):
				return true
			case address != nil && m.match(address[bytes.LastIndexByte(address, '/')+1:]):
				return true
			case says(opening) || says(address):
				return false
			}
			code := tagvalue.ParseECO(tagvalue.First(tags, openingTags[3]))
			return code >= 0 && codes[code]
		},
	}, nil
}

// says reports whether a value is known: signs such as ? and - are not values.
func says(value []byte) bool {
	start, end := tagvalue.NextWord(value, 0)
	return start < end
}
