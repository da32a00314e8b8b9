package query

import (
	"strings"
)

// meanings are words that are no fields, and the fields that are meant by them.
var meanings = map[string]string{
	"name": "player", "rating": "elo", "ratings": "elo", "year": "date", "day": "date", "month": "date",
	"plies": "ply", "length": "ply", "moves": "ply", "time": "tc", "timecontrol": "tc", "speed": "tc",
	"whiteelo": "white-elo", "blackelo": "black-elo", "whitetitle": "white-title", "blacktitle": "black-title",
	"code": "eco", "tournament": "event", "place": "site", "difference": "diff", "missing": "-has", "variation": "opening",
}

// hintFor returns a hint at the field that a word is meant for.
func hintFor(word string) string {
	name, value, colon := strings.Cut(strings.TrimPrefix(word, "-"), ":")
	name = strings.ToLower(name)
	if !colon {
		if fieldOf(name) == nil && near(name, fieldNames()...) == "" {
			return "a value with blanks is quoted: player:\"magnus carlsen\""
		}
		value = "..."
	}
	if field, ok := meanings[name]; ok {
		return "did you mean " + field + ":" + value + "?"
	}
	if fieldOf(name) != nil {
		return "did you mean " + name + ":" + value + "?"
	}
	return near(name, fieldNames()...)
}

func fieldNames() []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return names
}

// near returns a hint at that of some words which a word is most like, "" if it is
// like none.
func near(word string, words ...string) string {
	best, least := "", 1+len(word)/3
	for _, w := range words {
		if d := distance(strings.ToLower(word), w, least); d <= least && (best == "" || d < least) {
			best, least = w, d
		}
	}
	if best == "" || word == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// distance is how many letters are to be added, left out, changed, or exchanged with
// the next, to make b of a; more than most where it is more than that.
func distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most || len(a) > 64 {
		return most + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// Hints returns sentences about words of terms that look misspelt.
func Hints(terms []Term) (hints []string) { return nil }
