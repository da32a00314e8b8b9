package terms

import "strings"

// near returns a hint about the most similar of some words, "" if none is similar.
func near(word string, words ...string) string { return didYouMean(nearest(word, words...)) }

func didYouMean(word string) string {
	if word == "" {
		return ""
	}
	return "did you mean " + word + "?"
}

// nearest returns the most similar of some words, "" if none is similar: one letter may
// be wrong, two of ten.
func nearest(word string, words ...string) string {
	best, least := "", max(1, len(word)/5)
	for _, w := range words {
		if d := distance(strings.ToLower(word), strings.ToLower(w), least); d <= least && w != "" && (best == "" || d < least) {
			best, least = w, d
		}
	}
	if len(word) < 2 {
		return ""
	}
	return best
}

// distance returns the number of letters to insert, delete, change or exchange with the
// next to turn a into b; more than most if it is greater than most.
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

// knownTitles are the titles of FIDE and of servers.
var knownTitles = []string{"gm", "im", "fm", "cm", "nm", "wgm", "wim", "wfm", "wcm", "wnm", "lm", "bot", "sim", "any"}

// knownTags are usual tags.
var knownTags = []string{
	"Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle", "ECO", "Opening", "Variation",
	"TimeControl", "Termination", "UTCDate", "UTCTime", "EventDate", "Annotator", "PlyCount", "FEN", "SetUp", "Variant", "WhiteTeam", "BlackTeam",
	"WhiteFideId", "BlackFideId", "WhiteRatingDiff", "BlackRatingDiff", "ECOUrl", "Mode", "Section", "Stage", "Board", "Time", "EndTime", "Link", "GameId",
}
