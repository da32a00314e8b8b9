package playername

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Letters of two blocks of Unicode without their accents; a dot is a letter that stays
// as it is. Ligatures are their first letter, as a pair of letters is.
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

// bases are small letters of Greek and Cyrillic, each followed by the one that it is
// without its accent, or at the end of a word.
const bases = "άαέεήηίιόούυώωϊιϋυΐιΰυςσёейиїіўуѓгќкѐеѝи"

// class is what a character is in a text.
type class uint8

const (
	mark       class = iota // parts words
	letter                  // or digit
	apostrophe              // parts two words that are one, too: O'Kelly
	accent                  // passed over
)

// classOf returns the class of a character. Only these ranges part words, whatever
// version of Unicode a program knows.
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

// baseOf returns the letter that a Latin letter is without its accent, else c.
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

// appendLetter appends a letter to a word that begins at from. Two letters that spell one
// are the first of them, as a letter without its accent is: ä and ae are a.
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

// Decode returns a text as UTF-8: one that is not is Latin-1.
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
// accents, and returns where it stands; both are len(text) if there is none. Letters on
// both sides of an apostrophe are one word if joined is set, else two. The text is UTF-8.
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

// Pass returns where in a text, from at on, which is not within a word, the first word
// begins that may begin with one of some letters, folded: every word with other letters
// than those of ASCII may. It is len(text) if there is none. So most words are passed over
// faster than NextWord reads them; apostrophes part words.
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

// lower are the letters and digits of ASCII in lower case, 0 for everything else.
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

// appendFolded appends a letter that is not of ASCII.
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

// EachWord calls yield with the words of a text as NextWord has them: those that
// apostrophes part, then those that they join. A word is valid until yield returns.
// EachWord works in buf, and returns it for the next call.
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
