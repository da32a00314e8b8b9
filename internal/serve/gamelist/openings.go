package gamelist

import (
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// Opening is an opening with its ECO code, or a range of two with a minus between them.
type Opening struct{ ECO, Name string }

// OpeningName returns the name of an ECO code, "" for none.
func OpeningName(eco string) string {
	if c := openings.CodeOf(tagvalue.ParseECO([]byte(eco))); c != nil {
		return c.Name
	}
	return ""
}

// Openings returns at most most openings: those whose code begins with text, those
// known by another name that has words that begin with its words, and those with such a
// name, the shortest first and without their own lines.
func Openings(text string, most int) (found []Opening) {
	wanted := strings.Fields(playername.Fold(text))
	if len(wanted) == 0 {
		return nil
	}
	add := func(name string, from, to int) {
		first, last := string(tagvalue.AppendECO(nil, from)), string(tagvalue.AppendECO(nil, to))
		if k := len(found) - 1; k >= 0 && found[k].Name == name && strings.HasSuffix(found[k].ECO, string(tagvalue.AppendECO(nil, from-1))) {
			found[k].ECO = found[k].ECO[:len(first)] + "-" + last
			return
		}
		if from < to {
			first += "-" + last
		}
		if len(found) < most {
			found = append(found, Opening{first, name})
		}
	}
	for code := range tagvalue.ECOCodes {
		if eco := string(tagvalue.AppendECO(nil, code)); len(text) > 1 && len(text) <= len(eco) && strings.EqualFold(text, eco[:len(text)]) {
			add(openings.CodeOf(code).Name, code, code)
		}
	}
	for code := range tagvalue.ECOCodes {
		for _, name := range openings.OtherNames(code) {
			if beginsWords(" "+playername.Fold(name), wanted) {
				add(name, code, code)
			}
		}
	}
	for _, name := range openings.Names() {
		if len(found) == most {
			break
		}
		isLine := func(o Opening) bool { return strings.HasPrefix(name, o.Name) }
		if beginsWords(" "+playername.Fold(name), wanted) && !slices.ContainsFunc(found, isLine) {
			from, to := openings.CodesOf(name)
			add(name, from, to)
		}
	}
	return found
}

// beginsWords reports whether every wanted word begins a word of a text in which each
// word follows a blank.
func beginsWords(text string, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(text, " "+w) })
}
