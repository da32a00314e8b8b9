// Package playername compares names of players in the spellings of files.
//
//	Carlsen, Magnus   Carlsen, M.   Magnus Carlsen   GM Carlsen,M   CARLSEN, MAGNUS (2850)
//
// are the same name. A name is its words, without letter case, accents, titles, and
// text in round brackets. Two names are the same if their words can be paired so that
// each pair is equal, or one is the initial of the other, and at least one pair is
// equal words of two letters or more. If both have a comma, words before it are
// paired with words before it. So names with different numbers of given names differ.
//
// A name of one word without a comma, as used online, is the same only as one that is
// equal except for letter case: DrNykterstein is not drnykterstein2, and Carlsen
// alone is not Carlsen, Magnus.
//
// Text that is not UTF-8 is read as Latin-1.
package playername

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is a name that can be compared. The zero Name is the empty one.
type Name struct {
	single string   // the name, if it is one word
	words  []string // before and after the comma
	front  int      // number of words before it
	comma  bool
}

// titles are the titles of a name, in these spellings.
var titles = map[string]bool{
	"GM": true, "IM": true, "FM": true, "CM": true, "NM": true, "LM": true,
	"WGM": true, "WIM": true, "WFM": true, "WCM": true, "WNM": true,
	"gm": true, "fm": true, "wgm": true, "wim": true, "wfm": true, // the others are also names
	"AGM": true, "AIM": true, "AFM": true, "ACM": true,
	"Dr": true, "Dr.": true, "DR": true, "DR.": true, "Prof": true, "Prof.": true, "BOT": true,
}

// parts are the parts of a name, without brackets and titles.
type parts struct {
	front, behind []string // before and after the first comma
	comma         bool
}

func partsOf(value string) (p parts) {
	text := withoutBrackets(string(Decode([]byte(value))))
	surname, given, comma := strings.Cut(text, ",")
	p.comma = comma
	p.front = withoutTitles(fieldsOf(surname), false)
	p.behind = withoutTitles(fieldsOf(strings.ReplaceAll(given, ",", " ")), len(p.front) > 0)
	return p
}

// Parse reads a name.
func Parse(value string) (n Name) {
	p := partsOf(value)
	if !p.comma && len(p.front) <= 1 {
		n.single = strings.ToLower(strings.Join(p.front, ""))
		return n
	}
	n.words = appendWords(n.words, p.front, true)
	n.front = len(n.words)
	n.words = appendWords(n.words, p.behind, true)
	n.comma = p.comma && n.front > 0 && n.front < len(n.words)
	if len(n.words) <= 1 {
		return Name{single: strings.Join(n.words, "")}
	}
	return n
}

// Same reports whether two names are the same.
func (n *Name) Same(o *Name) bool {
	switch {
	case len(n.words) != len(o.words):
		return false
	case len(n.words) == 0:
		return n.single == o.single
	case n.comma && o.comma:
		equal, ok := pair(n.words[:n.front], o.words[:o.front])
		equal2, ok2 := pair(n.words[n.front:], o.words[o.front:])
		return ok && ok2 && (equal || equal2)
	}
	equal, ok := pair(n.words, o.words)
	return ok && equal
}

// pair reports whether words can be paired, and whether a pair is equal words longer
// than initials, or all pairs are equal.
func pair(a, b []string) (equal, ok bool) {
	if len(a) != len(b) {
		return false, false
	}
	if slices.Equal(a, b) {
		return true, true
	}
	// Equal words are paired first, then words with initials, then initials with
	// initials: left is the count of those of a minus those of b.
	full := map[string]int{}
	left := map[rune]int{}
	for _, w := range a {
		if c, short := initial(w); short {
			left[c]++
		} else {
			full[w]++
		}
	}
	for _, w := range b {
		c, short := initial(w)
		switch {
		case short:
			left[c]--
		case full[w] > 0:
			full[w]--
			equal = true
		default:
			full[w]-- // it needs an initial of a
		}
	}
	return equal, fits(a, b, full, left)
}

// fits reports whether the words that are not equal in both have their initials.
func fits(a, b []string, full map[string]int, left map[rune]int) bool {
	for w, k := range full {
		c, _ := utf8.DecodeRuneInString(w)
		if k != 0 && !unicode.IsLetter(c) {
			return false
		}
		left[c] += k
	}
	for _, k := range left {
		if k != 0 {
			return false
		}
	}
	// The counts alone would pair a word of a with a word of b.
	need, have := map[rune]int{}, map[rune]int{}
	for _, side := range []struct {
		sign  int
		words []string
	}{{1, b}, {-1, a}} {
		clear(need)
		clear(have)
		for w, k := range full {
			if c, _ := utf8.DecodeRuneInString(w); k*side.sign > 0 {
				need[c] += k * side.sign
			}
		}
		for _, w := range side.words {
			if c, short := initial(w); short {
				have[c]++
			}
		}
		for c, k := range need {
			if have[c] < k {
				return false
			}
		}
	}
	return true
}

// initial returns the only letter of a word; ok is false if the word is longer.
func initial(word string) (c rune, ok bool) {
	c, size := utf8.DecodeRuneInString(word)
	return c, size == len(word) && unicode.IsLetter(c)
}

// AppendKey appends bytes that are equal for names that are the same.
func (n *Name) AppendKey(dst []byte) []byte {
	if len(n.words) == 0 {
		return append(append(dst, '='), n.single...)
	}
	initials := make([]rune, len(n.words))
	for i, w := range n.words {
		initials[i], _ = utf8.DecodeRuneInString(w)
	}
	slices.Sort(initials)
	return append(append(dst, '~'), string(initials)...)
}

// AppendSorting appends the sort key of a name: its words, the surname first. The
// surname is the words before a comma, or the last word.
func (n *Name) AppendSorting(dst []byte) []byte {
	words := n.words
	switch {
	case len(words) == 0:
		words = appendWords(nil, []string{n.single}, true)
	case !n.comma:
		words = append([]string{words[len(words)-1]}, words[:len(words)-1]...)
	}
	for i, w := range words {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, w...)
	}
	return dst
}

// fieldsOf cuts a part of a name at white space and after initials with a dot, such
// as those of M.Carlsen.
func fieldsOf(part string) (fields []string) {
	for _, f := range strings.Fields(part) {
		for {
			_, size := utf8.DecodeRuneInString(f)
			if _, letter := initial(f[:size]); !letter || len(f) < size+2 || f[size] != '.' {
				break
			}
			fields = append(fields, f[:size])
			f = f[size+1:]
		}
		fields = append(fields, f)
	}
	return fields
}

// withoutTitles removes titles from the words of a part of a name; it keeps all words
// if all are titles, unless all is set.
func withoutTitles(fields []string, all bool) []string {
	rest := slices.DeleteFunc(slices.Clone(fields), func(w string) bool { return titles[w] })
	if len(rest) == 0 && !all {
		return fields
	}
	return rest
}

// withoutBrackets removes text in round brackets from a name, unless that is all of
// it.
func withoutBrackets(text string) string {
	open := strings.IndexByte(text, '(')
	if open < 0 {
		return text
	}
	rest := strings.TrimSpace(text[:open])
	if _, behind, closed := strings.Cut(text[open:], ")"); closed {
		rest = strings.TrimSpace(rest + " " + behind)
	}
	if rest == "" {
		return text
	}
	return rest
}
