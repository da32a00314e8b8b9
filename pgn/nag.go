package pgn

import "bytes"

// MaxNAG is the highest numeric annotation glyph that NAGOf returns. The
// standard defines 0 to 139; programs have added some up to 255.
const MaxNAG = 255

// glyph is a spelling of an annotation in symbols instead of `$` and number.
type glyph struct {
	text string
	nag  uint8
}

// glyphs lists the spellings, longer ones before those they start with.
// Numbers up to 139 are those of the standard's section 10, the others those
// that ChessBase, Scid and Lichess use.
var glyphs = [...]glyph{
	{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2},
	{"+--", 20}, {"--+", 21},
	{"+/-", 16}, {"-/+", 17}, {"+/=", 14}, {"=/+", 15},
	{"+-", 18}, {"-+", 19}, {"+=", 14}, {"=+", 15},
	{"=/∞", 44}, {"=∞", 44}, {"=", 10},
	{"±", 16}, {"∓", 17}, {"⩲", 14}, {"⩱", 15}, {"∞", 13},
	{"□", 7}, {"⨀", 22}, {"⊙", 22}, {"⟳", 32}, {"↑", 36}, {"→", 40},
	{"⇆", 132}, {"⊕", 138}, {"∆", 140}, {"⌓", 142},
}

// ellipsis counts as dots behind a move number.
const ellipsis = "…"

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\uFEFF"

// glyphAt returns the length of the glyph other than `!` and `?` that b starts
// with, or 0.
func glyphAt(b []byte) int {
	for _, g := range glyphs[6:] {
		if len(b) >= len(g.text) && string(b[:len(g.text)]) == g.text {
			return len(g.text)
		}
	}
	return 0
}

// NAG returns the numeric annotation glyph that a token of kind NAG stands
// for. ok is false for other kinds, for glyphs that have no number, such as
// `!!!`, and for numbers over MaxNAG.
func (t Token) NAG() (n uint8, ok bool) {
	if t.Kind != NAG {
		return 0, false
	}
	if digits, isNumber := bytes.CutPrefix(t.Text, []byte("$")); isNumber {
		v := 0
		for _, c := range digits {
			if v = v*10 + int(c-'0'); v > MaxNAG {
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
	return 0, false
}
