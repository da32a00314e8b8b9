package pgn

import "unicode/utf8"

// UTF8 returns a text of a game in UTF-8, for JSON and the like. Text that is not
// UTF-8 is read as Latin-1, which it nearly always is in PGN.
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
