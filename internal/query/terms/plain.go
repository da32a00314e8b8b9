package terms

import (
	"strings"
	"unicode"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// Names of the fields that words without a field have by their form, or else.
const (
	fieldAny   = "any"
	fieldMoves = "moves"
	fieldFEN   = "fen"
)

// isJoining reports whether a word only stands between names: vs, or signs.
func isJoining(word string) bool {
	switch strings.ToLower(word) {
	case "vs", "vs.", "v", "v.", "versus", "against":
		return true
	}
	return !strings.ContainsFunc(word, func(c rune) bool {
		return unicode.IsLetter(c) || unicode.IsNumber(c) || c == '"' || c == '*'
	})
}

// IsPlain reports whether t is a word without a field that must be there.
func (t Term) IsPlain() bool { return t.Field == fieldAny && !t.Not }

// plainTerms returns what the words without a field at the beginning of a text mean by
// their form: a position, moves, a result, a code, a date, ratings, or else any field.
func plainTerms(text string) (found []Term, rest string, err error) {
	if fen, rest, ok := cutFEN(text); ok {
		return []Term{{Field: fieldFEN, Value: fen}}, rest, nil
	}
	if moves, rest, err := cutMoves(text); moves != "" || err != nil {
		return []Term{{Field: fieldMoves, Value: moves}}, rest, err
	}
	after, negated := strings.CutPrefix(text, "-")
	value, rest, ok := cutValue(after)
	if !ok {
		return nil, "", &Error{Text: text, Want: "a quote at its end"}
	}
	word := after[:len(after)-len(rest)]
	if isJoining(text[:len(text)-len(rest)]) {
		return nil, rest, nil
	}
	t := Term{Field: fieldAny, Value: value, Not: negated}
	if field := fieldByForm(value); field != "" && value == word {
		t.Field = field
		if field == "result" {
			t.Value = resultOf(value)
		}
	}
	return []Term{t}, rest, nil
}

// fieldByForm returns the field of a word whose form alone tells it, or "".
func fieldByForm(word string) string {
	_, isDate := parseDates(word)
	_, isNumber := parseIntervals(word)
	_, isCode := parseCodes(word)
	switch {
	case resultOf(word) != "":
		return "result"
	case isDate && inYears(word):
		return "date"
	case isNumber && len(word) > 4 && inYears(word[:4]) != inYears("2013"):
		return "elo"
	case isCode && len(strings.TrimRight(word, "+-")) >= 3 && tagvalue.ParseECO([]byte(strings.ToUpper(word[:3]))) >= 0:
		return "eco"
	}
	return ""
}

// inYears reports whether a text begins with a year in which chess was played and
// written down, and not with a rating.
func inYears(text string) bool { return len(text) >= 4 && text[:4] >= "1400" && text[:4] < "2100" }

// resultOf returns the result that a word means, or "".
func resultOf(word string) string {
	switch strings.ToLower(word) {
	case "1-0", "0-1", "1/2-1/2", "*":
		return word
	case "1/2", "½-½", "½", "draw", "draws", "drawn", "remis":
		return "1/2-1/2"
	}
	return ""
}

// cutFEN cuts a FEN, or only its board, off the beginning of a text.
func cutFEN(text string) (fen, rest string, ok bool) {
	placed, rest := cutWord(text)
	if strings.Count(placed, "/") != 7 || strings.Trim(placed, "pnbrqkPNBRQK12345678/") != "" {
		return "", text, false
	}
	fen = placed
	for _, letters := range []string{"wb", "KQkqABCDEFGHabcdefgh-", "abcdefgh36-", "0123456789", "0123456789"} {
		word, after := cutWord(rest)
		if word == "" || strings.Trim(word, letters) != "" || len(word) == 4 && inYears(word) {
			break
		}
		fen, rest = fen+" "+word, after
	}
	return fen, rest, true
}

// cutMoves cuts moves from the start position off the beginning of a text: "" if it does
// not begin with any. It is an error if what looks like a move cannot be played.
func cutMoves(text string) (moves, rest string, err error) {
	p := board.Start()
	var played []string
	for rest = text; ; {
		word, after := cutWord(rest)
		san := strings.TrimLeft(strings.TrimLeft(word, "0123456789"), ".…")
		numbered := len(san) < len(word) && strings.ContainsAny(word[:len(word)-len(san)], ".…")
		switch {
		case numbered && san == "":
			if rest = after; rest == "" {
				return strings.Join(played, " "), "", nil
			}
			continue
		case !numbered:
			san = word
		}
		m, failed := notation.ParseSAN(san, &p)
		switch {
		case !looksPlayed(san):
			if len(played) == 0 {
				return "", text, nil
			}
			return strings.Join(played, " "), rest, nil
		case failed != nil:
			want := "a move that is legal "
			if len(played) == 0 {
				want += "in the start position"
			} else {
				want += "after " + strings.Join(played, " ")
			}
			return "", "", &Error{Field: fieldMoves, Text: san, Want: want}
		}
		played = append(played, notation.SAN(&p, m))
		movegen.Make(&p, m)
		rest = after
	}
}

// looksPlayed reports whether a word has the form of a move: e4, Nf3, exd5, O-O, e8=Q.
func looksPlayed(word string) bool {
	word = strings.TrimRight(word, "+#!?")
	if word == "O-O" || word == "O-O-O" || word == "0-0" || word == "0-0-0" {
		return true
	}
	if at := len(word) - 2; at > 1 && word[at] == '=' {
		word = word[:at]
	}
	n := len(word)
	if n < 2 || n > 6 || word[n-2] < 'a' || word[n-2] > 'h' || word[n-1] < '1' || word[n-1] > '8' {
		return false
	}
	from := strings.TrimSuffix(word[:n-2], "x")
	if from != "" && strings.IndexByte("NBRQK", from[0]) >= 0 {
		from = from[1:]
	}
	return len(from) <= 2 && strings.Trim(from, "abcdefgh12345678") == ""
}

// cutWord cuts the first word off a text, and the blanks around it.
func cutWord(text string) (word, rest string) {
	text = strings.TrimLeft(text, blanks)
	if end := strings.IndexAny(text, blanks); end >= 0 {
		return text[:end], strings.TrimLeft(text[end:], blanks)
	}
	return text, ""
}
