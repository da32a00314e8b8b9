package pgn

import "unicode/utf8"

// UTF8 returns a text of a game as JSON and the like can hold it: bytes that are no UTF-8
// are taken for Latin-1, which they nearly always are in PGN.
func UTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	b := make([]rune, 0, len(text))
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			r = rune(text[i])
		}
		b = append(b, r)
		i += n
	}
	return string(b)
}
