package pgn

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/notation"
)

// Begin returns the offset at which the game in a text begins; ok is false if there
// is no game. A game has at least one tag pair or one move that can be played. It
// begins with
//
//  1. a tag pair whose name is made of letters, digits, underscores and hyphens,
//     and does not begin with a digit or hyphen; or
//  2. the move number 1 with its dot, separate from other text, followed by a move
//     that White can play from the start position, in English or another language of
//     package notation, with or without one of Black's glued to it; or by a null move
//     and a move that Black can play; or
//  3. such a move that is first on its line or follows another move number, if
//     a move that Black can play to it, a result, a comment in braces or the end of
//     the text follows.
//
// Comments, glyphs and white space may stand between these; text in brackets, such as
// variations, is skipped. Text before the beginning, such as lines of escapes,
// comments or prose, is only text: moves and tags in it do not count.
func Begin(text []byte) (at int, ok bool) {
	in := Scanner{src: text, brace: -1}
	var o opening
	for t, more := in.Next(); more; t, more = in.Next() {
		if o.next(text, t) {
			return o.at, true
		}
	}
	return o.at, o.ends()
}

// opening finds the beginning of a game, token by token. The zero opening is ready to
// use.
type opening struct {
	at      int // the possible or certain beginning
	state   openingState
	depth   int  // open brackets
	joined  bool // the next token directly follows the last
	onlyOne bool // the only move number that counts is 1
}

// openingState is the part of a game's beginning that was seen.
type openingState uint8

const (
	nothing openingState = iota
	numberOne
	otherNumber
	nullMove
	oneMove
)

// next takes the next token of src, and reports whether a game has begun.
func (o *opening) next(src []byte, t Token) (begun bool) {
	joined := o.joined
	o.joined = t.Kind == Move || t.Kind == Junk || t.Kind == MoveNumber || t.Kind == NAG
	switch t.Kind {
	case Comment:
		return o.state == oneMove && !joined
	case Space, BOM, LineComment, EscapeLine, NAG:
		return false
	case TagPair:
		o.at, o.state = t.Offset, nothing
		return beginsGame(t)
	case Open:
		o.depth++
	case Close:
		o.depth = max(o.depth-1, 0)
	case Result:
		begun, o.state = o.state == oneMove, nothing
		return begun
	case MoveNumber:
		o.state = nothing
		switch n, dots := t.Number(); {
		case joined || o.depth > 0:
		case n == 1 && dots > 0:
			o.at, o.state = t.Offset, numberOne
		case !o.onlyOne:
			o.at, o.state = t.Offset, otherNumber
		}
		return false
	case Move:
		return o.move(src, t)
	}
	o.state = nothing
	return false
}

// move takes a word.
func (o *opening) move(src []byte, t Token) (begun bool) {
	switch {
	case o.depth > 0:
		return false
	case o.state >= nullMove && playsFirst(t.Text, board.Black):
		return true
	case o.state == numberOne && (string(t.Text) == "--" || string(t.Text) == "Z0"):
		o.state = nullMove
		return false
	case o.state == numberOne && begins(t.Text):
		return true
	case o.state == otherNumber && playsFirst(t.Text, board.White):
		o.state = oneMove
		return false
	}
	if o.state = nothing; firstOnLine(src, t.Offset) && playsFirst(t.Text, board.White) {
		o.at, o.state = t.Offset, oneMove
	}
	return false
}

// ends reports whether a game has begun if the text ends here.
func (o *opening) ends() bool { return o.state == oneMove }

// beginsGame reports whether a game may begin with a tag pair. Scripts and style
// sheets have other pairs, such as [ -n "$1" ].
func beginsGame(t Token) bool {
	name, _ := t.Tag()
	for i, c := range name {
		k := classes[c]
		if c == '@' || k != letterClass && k != highClass && (i == 0 || k != digitClass && c != '-') {
			return false
		}
	}
	return len(name) > 0
}

// begins reports whether a word after the first move number is a first move of White
// in any language, or a first move of White glued to one of Black.
func begins(word []byte) bool {
	if playsFirst(word, board.White) || inAnyLanguage(word, board.White) {
		return true
	}
	// The letter of a piece that can move first has at most four bytes.
	for n := 2; n < len(word) && n <= longestFirst; n++ {
		if first := word[:n]; playsFirst(first, board.White) || inAnyLanguage(first, board.White) {
			rest := word[n:]
			for n := 2; n <= min(len(rest), longestFirst); n++ {
				if second := rest[:n]; playsFirst(second, board.Black) || inAnyLanguage(second, board.Black) {
					return true
				}
			}
		}
	}
	return false
}

// longestFirst is the length in bytes of the longest first move that may be glued to
// another: a figurine, its selector and a square.
const longestFirst = 8

// inAnyLanguage reports whether a word is a first move of a knight in a language
// other than English.
func inAnyLanguage(word []byte, side board.Color) bool {
	in := notation.SpelledIn(word)
	if len(word) > longestFirst || in == 0 || in == notation.AllLanguages {
		return false
	}
	var room [longestFirst]byte
	for l := range notation.Languages {
		if !in.Has(l) || l == notation.English {
			continue
		}
		if english, ok := l.AppendEnglish(room[:0], word); ok && playsFirst(english, side) {
			return true
		}
	}
	return false
}

// longestMove is the length in bytes of the longest word that is tried as a first
// move.
const longestMove = 12

// playsFirst reports whether a word is a first move of one side. Each side has the
// same twenty first moves, whatever the other has played.
func playsFirst(word []byte, side board.Color) bool {
	word, _ = withDashes(nil, word)
	// Every spelling of one names its target's rank, one of two.
	ranks := "34"
	if side == board.Black {
		ranks = "56"
	}
	if len(word) > longestMove || !bytes.ContainsAny(word, ranks) {
		return false
	}
	p := board.Start()
	p.Turn = side
	m, err := notation.ParseSAN(word, &p)
	return err == nil && m != board.NullMove
}
