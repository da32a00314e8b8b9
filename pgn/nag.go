package pgn

import (
	"bytes"
	"unicode/utf8"
)

// maxNAG is the highest numeric annotation glyph that NAGOf returns. The standard
// defines 0 to 139; programs have added others up to 255.
const maxNAG = 255

// glyph is a spelling of an annotation in symbols instead of `$` and number.
type glyph struct {
	text string
	nag  uint8
}

// glyphs lists the spellings, longer ones before those they start with: ASCII, and
// the signs of the Informator in Unicode. Numbers up to 139 are those of the
// standard's section 10, the others those that ChessBase, ChessPad, Scid and Lichess
// use. Of a pair for both sides, White's is listed.
var glyphs = [...]glyph{
	{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2},
	{"+--", 20}, {"--+", 21},
	{"+/-", 16}, {"-/+", 17}, {"+/=", 14}, {"=/+", 15},
	{"+-", 18}, {"-+", 19}, {"+=", 14}, {"=+", 15},
	{"+−", 18}, {"−+", 19}, {"+–", 18}, {"–+", 19}, // minus sign, en dash
	{"=/∞", 44}, {"=∞", 44}, {"⯹", 44}, {"=", 10},
	{"±", 16}, {"∓", 17}, {"⩲", 14}, {"⩱", 15}, {"∞", 13},
	{"‼", 3}, {"⁇", 4}, {"⁉", 5}, {"⁈", 6}, {"□", 7}, {"■", 8},
	{"⨀", 22}, {"⊙", 22}, {"○", 26}, {"⟳", 32}, {"↻", 32}, {"↑", 36}, {"→", 40},
	{"⇆", 132}, {"⇄", 132}, {"⊕", 138}, {"⨁", 138}, {"∆", 140}, {"△", 140}, {"∇", 141},
	{"⌓", 142}, {"≤", 143}, {"⇔", 239}, {"⇗", 240}, {"⊞", 241}, {"⟫", 242}, {"⟪", 243},
	{"✕", 244}, {"⊥", 245},
}

// signs is the index of the first glyph that is not made of `!` and `?`.
const signs = 6

// wordSigns are signs that a Scanner reads as words. After a move they are not moves.
var wordSigns = [...]glyph{{"N", 146}, {"TN", 146}, {"RR", 145}, {"D", 220}}

// isSign reports whether a word after a move is a sign: one of wordSigns, or symbols
// of Unicode that have no number.
func isSign(word []byte) bool {
	for _, g := range wordSigns {
		if string(word) == g.text {
			return true
		}
	}
	if len(word) == 0 || word[0] != symbolByte {
		return false
	}
	for rest := word; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if r < 0x2000 || r > 0x2BFF || isFigurine(rest) {
			return false
		}
		rest = rest[n:]
	}
	return true
}

// symbolByte begins symbols of Unicode, U+2000 to U+2FFF, in UTF-8.
const symbolByte = 0xE2

// isFigurine reports whether b begins with the symbol of a piece, U+2654 to U+265F.
func isFigurine(b []byte) bool {
	return len(b) > 2 && b[0] == symbolByte && b[1] == 0x99 && b[2] >= 0x94 && b[2] <= 0x9F
}

// ellipsis counts as dots after a move number.
const ellipsis = "…"

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\uFEFF"

// chains lead to the glyphs other than `!` and `?` by their keys: first holds the
// index in glyphs of the first one, next the index of the one after each; 0 means
// none.
var chains = func() (c struct {
	first [256]uint8
	next  [len(glyphs)]uint8
}) {
	for i := len(glyphs) - 1; i >= signs; i-- {
		first := &c.first[glyphKey(glyphs[i].text)]
		c.next[i], *first = *first, uint8(i)
	}
	return c
}()

// glyphKey is the first byte of a text if that is ASCII, otherwise the second.
func glyphKey[T string | []byte](text T) byte {
	if text[0] >= utf8.RuneSelf && len(text) > 1 {
		return text[1]
	}
	return text[0]
}

// glyphAt returns the length of the glyph other than `!` and `?` that b, which is
// not empty, starts with, or 0.
func glyphAt(b []byte) int {
	for i := chains.first[glyphKey(b)]; i > 0; i = chains.next[i] {
		if text := glyphs[i].text; len(b) >= len(text) && string(b[:len(text)]) == text {
			return len(text)
		}
	}
	return 0
}

// NAG returns the numeric annotation glyph of a token of kind NAG. ok is false for
// other kinds, for glyphs without a number, such as `!!!`, and for numbers over
// maxNAG. The token may be a word, such as N for a novelty: a Scanner reads that as a
// Move, an Element has it as a NAG.
func (t Token) NAG() (n uint8, ok bool) {
	if t.Kind != NAG {
		return 0, false
	}
	if digits, isNumber := bytes.CutPrefix(t.Text, []byte("$")); isNumber {
		v := 0
		for _, c := range digits {
			if v = v*10 + int(c-'0'); v > maxNAG {
				return 0, false
			}
		}
		return uint8(v), true
	}
	for _, g := range glyphs {
		if string(t.Text) == g.text {
			return g.nag, true
		}
	}
	for _, g := range wordSigns {
		if string(t.Text) == g.text {
			return g.nag, true
		}
	}
	return 0, false
}
