package terms

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/model/names"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// Hint is a sentence about a word of a query, and the query with the suggested word.
type Hint struct {
	Text  string
	Terms []Term
	At    int // the term
}

// maxDoubts is how many words of a query are compared with known ones: each takes some
// milliseconds.
const maxDoubts = 4

// Found returns those Hints whose queries find something: each alone or, if none does,
// all together, with one query.
func Found(terms []Term, finds func(terms []Term) bool) (found []Hint) {
	all := slices.Clone(terms)
	hints := Hints(terms)
	for _, h := range hints {
		all[h.At] = h.Terms[h.At]
		if finds(h.Terms) {
			found = append(found, h)
		}
	}
	if found == nil && len(hints) > 1 && finds(all) {
		for i := range hints {
			hints[i].Terms = all
		}
		return hints
	}
	return found
}

// Hints returns sentences about words of terms that look misspelt: unknown names of
// players and openings that are similar to a known one, titles, and names of tags. It
// examines the first few unknown words.
func Hints(terms []Term) (hints []Hint) {
	known := map[string]func() []string{
		fieldAny: func() []string { return slices.Concat(playerWords(), openingWords()) },
		"player": sync.OnceValue(playerWords), "opening": sync.OnceValue(openingWords),
		"title": func() []string { return knownTitles }, "tag": func() []string { return knownTags },
	}
	doubts := 0
	for i, t := range terms {
		kind, words := wordsIn(t)
		if t.Not || len(words) == 0 {
			continue
		}
		text := Format([]Term{t})
		for _, w := range words {
			same := func(known string) bool {
				return known == w || kind != "tag" && playername.Fold(known) == playername.Fold(w)
			}
			if doubts == maxDoubts || slices.ContainsFunc(known[kind](), same) {
				continue
			}
			doubts++
			if meant := nearest(w, known[kind]()...); meant != "" {
				other := slices.Clone(terms)
				other[i].Value = replaced(t.Value, w, meant)
				hints = append(hints, Hint{text + ": " + didYouMean(meant), other, i})
			}
		}
	}
	return hints
}

// wordsIn returns the words of a term that are worth comparing with known ones, and
// their kind: "player", "opening", "title" or "tag".
func wordsIn(t Term) (kind string, words []string) {
	least := 4
	value := t.Value
	switch t.Field {
	case "player", "opponent", "white", "black":
		kind = "player"
		value, _, _ = strings.Cut(value, "@")
	case "opening":
		kind = "opening"
	case fieldAny:
		kind = fieldAny
	case "title", "white-title", "black-title":
		kind, least = "title", 2
	case "has", "tag":
		name, _, _ := strings.Cut(value, "=")
		return "tag", []string{name}
	default:
		return "", nil
	}
	if value == "" || value[0] == '=' || value[0] == '/' || strings.Contains(value, "*") {
		return kind, nil
	}
	for _, w := range lowerWords(value) {
		if len(w) >= least {
			words = append(words, w)
		}
	}
	return kind, words
}

// playerWords are words of the names of known players, the most frequent first.
func playerWords() []string {
	var all [][]byte
	for _, group := range names.Groups() {
		all = append(all, group...)
	}
	return textWords(all)
}

// surnames are the surnames of known players, folded.
var surnames = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, group := range names.Groups() {
		for _, name := range group {
			surname, _, comma := strings.Cut(string(name), ",")
			if comma {
				all[playername.Fold(surname)] = true
			}
		}
	}
	return all
})

// IsSurname reports whether a word is the surname of a known player.
func IsSurname(word string) bool { return surnames()[playername.Fold(word)] }

// IsKnownName reports whether a known player has a name with these words in a row.
func IsKnownName(text string) bool {
	m, err := parseText(text)
	return err == nil && slices.ContainsFunc(names.Groups(), func(g names.Group) bool { return slices.ContainsFunc(g, m.match) })
}

// openingWords are words of the names of openings.
func openingWords() []string {
	all := slices.Clone(openings.Values(openingTags[0]))
	for _, name := range openings.Names() {
		all = append(all, []byte(name))
	}
	for code := range tagvalue.ECOCodes {
		for _, name := range openings.OtherNames(code) {
			all = append(all, []byte(name))
		}
	}
	return textWords(append(all, openings.Values(openingTags[1])...))
}

// textWords returns the words of some texts, each once.
func textWords(texts [][]byte) (words []string) {
	seen := map[string]bool{}
	for _, text := range texts {
		for _, word := range lowerWords(string(text)) {
			if !seen[word] {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	return words
}

// lowerWords returns the words of a text in lower case, with accents.
func lowerWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// replaced returns a value with a word, in any letter case, replaced by another.
func replaced(value, word, other string) string {
	if at := strings.Index(strings.ToLower(value), strings.ToLower(word)); at >= 0 && at+len(word) <= len(value) {
		return value[:at] + other + value[at+len(word):]
	}
	return value
}
