package language

import "strings"

// pieceWords are the names of kinds of pieces.
var pieceWords = map[string]string{
	"king": "K", "queen": "Q", "queens": "Q", "rook": "R", "rooks": "R", "bishop": "B", "bishops": "B",
	"knight": "N", "knights": "N", "pawn": "P", "pawns": "P", "and": "", "pair": "=", "a": "", "one": "1",
	"two": "2", "three": "3", "four": "4",
}

// CutArmies cuts "KRPvKR" and "queen v two rooks" at the v.
func CutArmies(text string) (first, second string, ok bool) {
	words := strings.Fields(text)
	for i, w := range words {
		if lower := strings.ToLower(w); lower == "v" || lower == "vs" || lower == "versus" {
			return strings.Join(words[:i], " "), strings.Join(words[i+1:], " "), true
		}
	}
	at := strings.IndexAny(text, "vV")
	if at < 0 {
		return "", "", false
	}
	return text[:at], text[at+1:], true
}

// Words returns the words of a player's material: letters for kinds of pieces, "=" for a
// pair, and numbers before what they count.
func Words(text string) []string {
	var letters strings.Builder
	for _, word := range strings.Fields(text) {
		if meant, isWord := pieceWords[strings.ToLower(word)]; isWord {
			word = meant
		}
		letters.WriteString(word)
		if Digits(word) < len(word) {
			letters.WriteByte(' ') // a number belongs to the next word
		}
	}
	return strings.Fields(letters.String())
}

// Digits returns the number of digits at the beginning of a text.
func Digits(s string) (n int) {
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
