package openings

import (
	"strings"
	"unicode/utf8"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// NameInTags returns the name that the tags of a game give to its opening, "" if they give
// none.
func NameInTags(tag func(name string) string) string {
	said := func(name string) string {
		if value := tag(name); !tagvalue.Unknown([]byte(value)) {
			return value
		}
		return ""
	}
	name := said("Opening")
	if variation := said("Variation"); name != "" && variation != "" && !strings.Contains(name, variation) {
		return name + ": " + variation
	}
	if name == "" {
		address := said("ECOUrl")
		name = strings.ReplaceAll(address[strings.LastIndexByte(address, '/')+1:], "-", " ")
	}
	return name
}

// NameByMoves returns the name of the opening of a game whose tags give none: that of o,
// which its moves reach, or that of its own ECO code if it has one; "" for neither.
func NameByMoves(code int, o *Opening) string {
	if o != nil {
		return o.Name
	}
	if c := CodeOf(code); c != nil {
		return c.Name
	}
	return ""
}

// Short returns the name of an opening in at most so many characters. It leaves out what
// comes first: Sicilian Defense: Najdorf Variation, English Attack becomes English Attack.
func Short(name string, most int) string {
	for rest := name; ; {
		if utf8.RuneCountInString(rest) <= most {
			return rest
		}
		at := strings.IndexAny(rest, ":,")
		if at < 0 || strings.TrimSpace(rest[at+1:]) == "" {
			return string([]rune(rest)[:max(most-1, 0)]) + "…"
		}
		rest = strings.TrimSpace(rest[at+1:])
	}
}
