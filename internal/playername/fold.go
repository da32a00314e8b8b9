package playername

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Letters of two blocks of Unicode without their accents; a dot is a letter that stays
// as it is. Ligatures are their first letter, as foldPairs makes of the two.
const (
	firstLatin = 0xc0 // Latin-1, Latin Extended-A and Latin Extended-B
	latin      = "aaaaaaaceeeeiiiidnooooo.ouuuuytsaaaaaaaceeeeiiiidnooooo.ouuuuyty" +
		"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll" +
		"lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs" +
		"...............e................oo.............uu..............." +
		"....dddlllnnnaaiioouuuuuuuuuu.aaaa....ggkkoooo..jdddgg..nnaa...." +
		"aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............" +
		"................"
	firstAdditional = 0x1e00 // Latin Extended Additional, with the letters of Vietnamese
	additional      = "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm" +
		"mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv" +
		"wwwwwwwwwwxxxxyyzzzzzzhtwyas..s.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee" +
		"eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......"
	asIs = '.'
)

// foldPairs makes one letter of the two that accents are spelled by: Mueller is
// Müller, and Grossmann is Großmann.
var foldPairs = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "ss", "s")

// decode returns a text as UTF-8.
func decode(value string) string {
	if utf8.ValidString(value) {
		return value
	}
	runes := make([]rune, len(value))
	for i := range len(value) {
		runes[i] = rune(value[i])
	}
	return string(runes)
}

// Fold returns the words of any text with one blank between them, without letter case
// and accents.
func Fold(text string) string {
	return strings.Join(appendWords(nil, strings.Fields(decode(text))), " ")
}

// fold returns a letter in lower case and without accents.
func fold(c rune) rune {
	c = unicode.ToLower(c)
	base := byte(asIs)
	switch {
	case c >= firstLatin && c < firstLatin+rune(len(latin)):
		base = latin[c-firstLatin]
	case c >= firstAdditional && c < firstAdditional+rune(len(additional)):
		base = additional[c-firstAdditional]
	}
	if base != asIs {
		return rune(base)
	}
	return c
}

// appendWords appends the words of fields: runs of letters and digits. Accents of their
// own, and apostrophes, are passed over.
func appendWords(dst, fields []string) []string {
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			dst = append(dst, foldPairs.Replace(word.String()))
			word.Reset()
		}
	}
	for _, field := range fields {
		for _, c := range field {
			switch {
			case unicode.IsLetter(c) || unicode.IsDigit(c):
				word.WriteRune(fold(c))
			case unicode.Is(unicode.Mn, c) || c == '\'' || c == '’' || c == '`':
			default:
				end()
			}
		}
		end()
	}
	return dst
}
