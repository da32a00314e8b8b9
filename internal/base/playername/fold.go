package playername

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Letters of two blocks of Unicode without their accents; a dot is a letter that
// stays as it is. A ligature becomes its first letter, as a pair of letters does.
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

// bases are pairs of small Greek and Cyrillic letters: a letter with an accent or in
// the form for the end of a word, and its base letter.
const bases = "άαέεήηίιόούυώωϊιϋυΐιΰυςσёейиїіўуѓгќкѐеѝи"

// class is what a character is in a text.
type class uint8

const (
	mark       class = iota // separates words
	letter                  // or digit
	apostrophe              // separates two words that also count as one: O'Kelly
	accent                  // ignored
)

// classOf returns the class of a character. Only these ranges separate words,
// whatever the program's version of Unicode.
func classOf(c rune) class {
	switch {
	case c < utf8.RuneSelf:
		switch {
		case c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			return letter
		case c == '\'' || c == '`':
			return apostrophe
		}
		return mark
	case c == '´' || c == '‘' || c == '’' || c == 'ʼ':
		return apostrophe
	case c == 0xad || c >= 0x300 && c < 0x370 || c >= 0x200b && c < 0x2010: // soft hyphen, accents, zero width
		return accent
	case c < firstLatin, c == '×', c == '÷', c >= 0x2000 && c < 0x2070, c >= 0x3000 && c < 0x3040, c >= 0xff00 && c < 0xff10:
		return mark
	}
	return letter
}

// fold returns a letter in lower case and without accents.
func fold(c rune) rune {
	if base := baseOf(c); base != c {
		return base
	}
	c = baseOf(unicode.ToLower(c)) // of the sign for Ångström, too
	takes := false
	for i, b := range bases {
		if takes {
			return b
		}
		takes = b == c && i%4 == 0 // all of them have two bytes
	}
	return c
}

// baseOf returns a Latin letter without its accent, or else c.
func baseOf(c rune) rune {
	base := byte(asIs)
	switch {
	case c >= firstLatin && c < firstLatin+rune(len(latin)):
		base = latin[c-firstLatin]
	case c >= firstAdditional && c < firstAdditional+rune(len(additional)):
		base = additional[c-firstAdditional]
	}
	if base == asIs {
		return c
	}
	return rune(base)
}

// appendLetter appends a letter to a word that begins at from. A pair of letters that
// spells one letter becomes the first, as a letter loses its accent: ä and ae are a.
func appendLetter(dst []byte, from int, c byte) []byte {
	if len(dst) > from {
		last := dst[len(dst)-1]
		switch c {
		case 'e':
			if last == 'a' || last == 'o' || last == 'u' {
				return dst
			}
		case 'a', 's':
			if last == c {
				return dst
			}
		case 'j':
			if last == 'd' {
				return dst
			}
		}
	}
	return append(dst, c)
}

// Decode returns a text as UTF-8. Text that is not UTF-8 is read as Latin-1.
func Decode(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	out := make([]byte, 0, 2*len(text))
	for _, c := range text {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// NextWord appends the first word of a text from at on to dst, without letter case and
// accents, and returns its start and end; both are len(text) if there is none. Letters on
// both sides of an apostrophe are one word if joined is set, otherwise two. The text is
// UTF-8.
func NextWord(dst, text []byte, at int, joined bool) (word []byte, start, end int) {
	from := len(dst)
	start = len(text)
	for at < len(text) {
		c, size := rune(text[at]), 1
		if low := lower[text[at]]; low != 0 {
			start = min(start, at)
			dst = appendLetter(dst, from, low)
			at++
			end = at
			continue
		}
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRune(text[at:])
		}
		switch kind := classOf(c); {
		case kind == letter:
			start = min(start, at)
			dst = appendFolded(dst, from, c)
			end = at + size
		case start == len(text):
		case kind == accent:
			end = at + size
		case kind == mark || !joined:
			return dst, start, end
		}
		at += size
	}
	return dst, start, max(start, end)
}

// Pass returns the start of the first word, from at on, that may begin with one of the
// folded letters, or len(text): every word with letters that are not ASCII may. at must
// not be within a word; apostrophes separate words. Pass skips most words faster than
// NextWord reads them.
func Pass(text []byte, at int, letters []byte) int {
	for at < len(text) {
		start := at
		for at < len(text) && lower[text[at]] != 0 {
			at++
		}
		if at < len(text) && text[at] >= utf8.RuneSelf || at > start && bytes.IndexByte(letters, lower[text[start]]) >= 0 {
			return start
		}
		if at == start {
			at++
		}
	}
	return at
}

// lower are the letters and digits of ASCII in lower case, 0 for all other bytes.
var lower = func() (t [256]byte) {
	for c := range byte(utf8.RuneSelf) {
		if classOf(rune(c)) == letter {
			t[c] = c
			if c >= 'A' && c <= 'Z' {
				t[c] |= 0x20
			}
		}
	}
	return t
}()

// appendFolded appends a letter that is not ASCII.
func appendFolded(dst []byte, from int, c rune) []byte {
	if c == 'þ' || c == 'Þ' {
		return append(dst, 't', 'h')
	}
	if c = fold(c); c < utf8.RuneSelf {
		return appendLetter(dst, from, byte(c))
	}
	return utf8.AppendRune(dst, c)
}

// HasApostrophe reports whether a text, which is UTF-8, has an apostrophe.
func HasApostrophe(text []byte) bool {
	for _, c := range text {
		switch {
		case c == '\'' || c == '`':
			return true
		case c >= utf8.RuneSelf:
			return bytes.ContainsFunc(text, func(c rune) bool { return classOf(c) == apostrophe })
		}
	}
	return false
}

// EachWord calls yield with the words of a text by NextWord: first those separated by
// apostrophes, then those joined by them. A word is valid until yield returns.
// EachWord uses buf, and returns it for the next call.
func EachWord(buf, text []byte, yield func(word []byte)) []byte {
	text = Decode(text)
	for _, joined := range [...]bool{false, true} {
		if joined && !HasApostrophe(text) {
			break
		}
		at := 0
		for {
			var start int
			if buf, start, at = NextWord(buf[:0], text, at, joined); start == at {
				break
			}
			yield(buf)
		}
	}
	return buf
}

// Fold returns the words of any text with one blank between them, without letter case
// and accents.
func Fold(value string) string {
	var out []byte
	text := Decode([]byte(value))
	for at := 0; ; {
		before := len(out)
		if before > 0 {
			out = append(out, ' ')
		}
		var start int
		if out, start, at = NextWord(out, text, at, true); start == at {
			return string(out[:before])
		}
	}
}

// appendWords appends the words of fields.
func appendWords(dst, fields []string, joined bool) []string {
	for _, field := range fields {
		text := []byte(field)
		for at := 0; ; {
			word, start, end := NextWord(nil, text, at, joined)
			if start == end {
				break
			}
			dst = append(dst, string(word))
			at = end
		}
	}
	return dst
}
