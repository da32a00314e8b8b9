package terms

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// Meaning describes what terms select, in one line:
//
//	player Carlsen, opening Sicilian Defense
func Meaning(terms []Term) string {
	var parts []string
	done := make([]bool, len(terms))
	for i, t := range terms {
		if done[i] {
			continue
		}
		said := meaningOf(t)
		for k := i + 1; k < len(terms) && t.Field != fieldAny; k++ {
			if terms[k].Field == t.Field && terms[k].Not == t.Not && t.Field != "tag" && t.Field != "has" {
				said += " or " + valueSaid(terms[k])
				done[k] = true
			}
		}
		if t.Not {
			said = "not " + said
		}
		parts = append(parts, said)
	}
	return strings.Join(parts, ", ")
}

func meaningOf(t Term) string {
	value := valueSaid(t)
	switch t.Field {
	case fieldAny:
		return "“" + t.Value + "” in players, events, sites or openings"
	case "white", "black":
		return strings.ToUpper(t.Field[:1]) + t.Field[1:] + " " + value
	case "elo":
		return "ratings " + value
	case "eco":
		return "ECO " + value
	case fieldFEN:
		return "position " + value
	case "date":
		if _, isYear := digits(t.Value); isYear {
			return "year " + value
		}
	}
	return strings.ReplaceAll(t.Field, "-", " ") + " " + value
}

// valueSaid returns the value of a term as people write it.
func valueSaid(t Term) string {
	switch t.Field {
	case "player", "opponent", "white", "black", "event", "site":
		return capitalized(t.Value)
	case "opening":
		return openingSaid(t.Value)
	case "eco":
		return strings.ToUpper(t.Value)
	case "result":
		if resultOf(t.Value) == "1/2-1/2" {
			return "draw"
		}
	}
	return t.Value
}

// openingSaid returns the name of the opening that some words mean: one that is exactly
// these words or, if only one begins with them, one that half of the names with these
// words begin with. Otherwise it returns the words.
func openingSaid(value string) string {
	n, err := parseOpening(value)
	if err != nil {
		return value
	}
	words, begins := playername.Fold(value)+" ", 0
	var all []string
	for _, name := range openings.Names() {
		folded := playername.Fold(name) + " "
		switch {
		case folded == words:
			return name
		case !strings.Contains(name, ":") && strings.HasPrefix(folded, words):
			begins++
		}
		if n.match(name) {
			all = append(all, name)
		}
	}
	for _, name := range all {
		longer := 0
		for _, other := range all {
			if strings.HasPrefix(other, name) {
				longer++
			}
		}
		if begins < 2 && 2*longer >= len(all) {
			return name
		}
	}
	return capitalized(value)
}

// capitalized returns a text with capitals at the beginning of its words, if it has none.
func capitalized(text string) string {
	if strings.ContainsFunc(text, unicode.IsUpper) || text != "" && (text[0] == '=' || text[0] == '/') {
		return text
	}
	words := strings.Fields(text)
	for i, w := range words {
		c, size := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToTitle(c)) + w[size:]
	}
	return strings.Join(words, " ")
}
