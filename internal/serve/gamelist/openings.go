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

// OpeningName returns the first of the usual names of an ECO code, "" if it has none.
func OpeningName(eco string) string {
	if names := openings.NamesOf(tagvalue.ParseECO([]byte(eco))); len(names) > 0 {
		return names[0]
	}
	return ""
}

// Openings returns at most most openings: those whose code begins with text, or whose
// name has words that begin with its words. Consecutive codes with one name are one
// opening.
func Openings(text string, most int) (found []Opening) {
	wanted := strings.Fields(playername.Fold(text))
	if len(wanted) == 0 {
		return nil
	}
	last := ""
	for n := range tagvalue.ECOCodes {
		code := string(tagvalue.AppendECO(nil, n))
		before := last
		last = code
		names := openings.NamesOf(n)
		i := slices.IndexFunc(names, func(name string) bool { return beginsWords(" "+playername.Fold(name), wanted) })
		if byCode := len(text) <= len(code) && strings.EqualFold(text, code[:len(text)]); len(names) == 0 || !byCode && i < 0 {
			continue
		}
		name := names[max(i, 0)]
		if k := len(found) - 1; k >= 0 && found[k].Name == name && strings.HasSuffix(found[k].ECO, before) {
			found[k].ECO = found[k].ECO[:len(code)] + "-" + code
			continue
		}
		if len(found) < most {
			found = append(found, Opening{code, name})
		}
	}
	return found
}

// beginsWords reports whether every wanted word begins a word of a text in which each
// word follows a blank.
func beginsWords(text string, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(text, " "+w) })
}
