package query

import (
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/model/names"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/tagvalue"
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
		if name, value, ok := strings.Cut(name, "="); ok && fieldOf(name) != nil {
			return "did you mean " + name + ":" + value + "?"
		}
		if fieldOf(name) == nil && near(name, fieldNames()...) == "" {
			return "did you mean player:" + name + "? A value with blanks is quoted: player:\"magnus carlsen\""
		}
		value = "..."
	}
	if field, ok := meanings[name]; ok {
		return "did you mean " + field + ":" + value + "?"
	}
	if fieldOf(name) != nil {
		return "did you mean " + name + ":" + value + "?"
	}
	for _, tag := range knownTags {
		if strings.EqualFold(tag, name) {
			return "did you mean tag:" + tag + "=" + value + "?"
		}
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
// like none: one letter may be wrong, of ten two.
func near(word string, words ...string) string {
	best, least := "", max(1, len(word)/5)
	for _, w := range words {
		if d := distance(strings.ToLower(word), strings.ToLower(w), least); d <= least && w != "" && (best == "" || d < least) {
			best, least = w, d
		}
	}
	if best == "" || len(word) < 2 {
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

// Hints returns sentences about words of terms that look misspelt: names of players
// and openings that are not known but like one that is, titles, and names of tags.
func Hints(terms []Term) (hints []string) {
	for _, t := range terms {
		if t.Not {
			continue
		}
		for _, word := range doubtful(t) {
			if hint := near(word.text, word.known()...); hint != "" {
				hints = append(hints, Format([]Term{t})+": "+hint)
			}
		}
	}
	return hints
}

// doubt is a word that is not among those known.
type doubt struct {
	text  string
	known func() []string
}

// doubtful returns the words of a term that are not known.
func doubtful(t Term) (words []doubt) {
	known, least := func() []string { return nil }, 4
	value := t.Value
	switch t.Field {
	case "player", "white", "black":
		known = playerWords
		value, _, _ = strings.Cut(value, "@")
	case "opening":
		known = openingWords
	case "title", "white-title", "black-title":
		known, least = func() []string { return knownTitles }, 2
	case "has", "tag":
		name, _, _ := strings.Cut(value, "=")
		if !slices.Contains(knownTags, name) {
			words = append(words, doubt{name, func() []string { return knownTags }})
		}
		return words
	}
	if value == "" || value[0] == '=' || value[0] == '/' {
		return nil
	}
	for _, w := range tagvalue.Words(value) {
		if word := string(w); !strings.Contains(value, word+"*") && len(word) >= least {
			words = append(words, doubt{word, known})
		}
	}
	return slices.DeleteFunc(words, func(d doubt) bool { return slices.Contains(d.known(), d.text) })
}

// knownTitles are those of the world federation, and of servers.
var knownTitles = []string{"gm", "im", "fm", "cm", "nm", "wgm", "wim", "wfm", "wcm", "wnm", "lm", "bot", "sim", "any"}

// knownTags are usual tags.
var knownTags = []string{
	"Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle", "ECO", "Opening", "Variation",
	"TimeControl", "Termination", "UTCDate", "UTCTime", "EventDate", "Annotator", "PlyCount", "FEN", "SetUp", "Variant", "WhiteTeam", "BlackTeam",
	"WhiteFideId", "BlackFideId", "WhiteRatingDiff", "BlackRatingDiff", "ECOUrl", "Mode", "Section", "Stage", "Board", "Time", "EndTime", "Link", "GameId",
}

// playerWords are words of the names of players who are known, the usual ones first.
func playerWords() []string {
	var all [][]byte
	for _, group := range names.Groups() {
		all = append(all, group...)
	}
	return wordsOf(all)
}

// openingWords are words of the names of openings.
func openingWords() []string {
	all := slices.Clone(openings.Values(openingTags[0]))
	for code := range 500 {
		for _, name := range openings.NamesOf(code) {
			all = append(all, []byte(name))
		}
	}
	return wordsOf(append(all, openings.Values(openingTags[1])...))
}

// wordsOf returns the words of some texts, each once.
func wordsOf(texts [][]byte) (words []string) {
	seen := map[string]bool{}
	for _, text := range texts {
		for _, w := range tagvalue.Words(string(text)) {
			if word := string(w); !seen[word] {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	return words
}
