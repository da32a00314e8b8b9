package pgn

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// NextTag returns the next of the tag pairs with which a game begins. Call it where the
// game begins, see [Begin], or after another tag pair. If there is none, ok is false, and
// s stands after the tags, before the movetext or a comment before that.
//
// Movetext begins with a move number, a result or a word that looks like a move. Before
// these, after the first tag, whatever stands between tags is passed over: comments, and
// lines that are not tags, such as [White Team "E"], [Date “2024”], Round "1"] and <br />.
// All of a line belongs to it whose first word is none of the three, up to the next tag.
func (s *Scanner) NextTag() (t Token, ok bool) {
	// Nearly always a tag is what follows.
	if at := spaceEnd(s.src, s.pos); at < len(s.src) && s.src[at] == '[' {
		from := s.pos
		s.pos = at
		if t, _ = s.Next(); t.Kind == TagPair {
			s.tagged = true
			return t, true
		}
		s.pos = from
	}
	var h header
	end := *s // after what was read last that is no comment
	for t, ok = s.Next(); ok; t, ok = s.Next() {
		if t.Kind == TagPair {
			s.tagged = true
			return t, true
		}
		what := h.next(t)
		if what == inMovetext || !end.tagged && what != inBetween {
			break
		}
		if what == astray {
			end = *s
		}
	}
	*s = end
	return Token{}, false
}

// blank reports whether nothing but white space and byte order marks follows.
func (s *Scanner) blank() bool {
	in := *s
	for {
		t, ok := in.Next()
		if !ok || t.Kind != Space && t.Kind != BOM {
			return !ok
		}
	}
}

// header follows the tokens after a tag that are no tags, as NextTag says. The zero
// header follows a tag.
type header struct {
	bad   bool // the rest of the line is not movetext
	angle bool // within <...> on a line
}

// between is what a token is that stands after a tag.
type between uint8

const (
	inBetween  between = iota // white space, a comment, or what may be before movetext too
	astray                    // part of a line that is not a tag
	inMovetext                // the first token that is certainly of the movetext
)

func (h *header) next(t Token) between {
	switch t.Kind {
	case Space:
		if (h.bad || h.angle) && bytes.ContainsAny(t.Text, "\n\r") {
			*h = header{}
		}
		return inBetween
	case BOM, Comment, OpenComment, LineComment, EscapeLine:
		return inBetween
	case TagPair:
		*h = header{}
		return inBetween
	case Junk:
		if i := max(bytes.LastIndexByte(t.Text, '<'), bytes.LastIndexByte(t.Text, '>')); i >= 0 {
			h.angle = t.Text[i] == '<'
		}
		h.bad = h.bad || t.Text[0] == '[' && t.Text[len(t.Text)-1] != ']'
		return astray
	}
	switch {
	case h.bad || h.angle:
		return astray
	case t.Kind == Open || t.Kind == Close || t.Kind == NAG:
		return inBetween
	case t.Kind == Move && !looksLikeMove(t.Text):
		h.bad = true
		return astray
	}
	return inMovetext
}

// looksLikeMove reports whether a word names a square or castles or passes the turn, or is
// a number, as in numeric notation.
func looksLikeMove(word []byte) bool {
	if word[0]-'0' <= 9 {
		return true
	}
	switch string(word) {
	case "--", "Z0", "@@@@", "null":
		return true
	}
	for i := range len(word) - 1 {
		if squareOrCastling(word[i:]) {
			return true
		}
	}
	return false
}

// squareOrCastling reports whether a text begins with a square, or with a letter of
// castling and a dash.
func squareOrCastling(text []byte) bool {
	c := text[0]
	return c-'a' < 8 && text[1]-'1' < 8 || (c == 'O' || c == '0' || c == 'o') && tagvalue.DashLen(text[1:]) > 0
}

// holdsTag reports whether the value of a tag holds the beginning of another tag: then a
// line was cut before its end, and what followed it is perhaps of another game.
func holdsTag(value []byte) bool {
	for i := bytes.IndexByte(value, '['); i >= 0; i = bytes.IndexByte(value, '[') {
		value = value[i:]
		name := skipName(value)
		if quote := skipBlanks(value, name); name > 0 && quote < len(value) && value[quote] == '"' {
			return true
		}
		value = value[1:]
	}
	return false
}

// holdsName reports whether a text that begins with a bracket goes on as a tag does, with
// a name and a blank or another sign, but no end of the bracket.
func holdsName(text []byte) bool {
	name := skipName(text)
	return name > 0 && name < len(text) && text[name] != ']' && text[name] != '['
}

// skipName returns the end of the name of a tag that follows the bracket with which a text
// begins, 0 if there is none.
func skipName(text []byte) int {
	name := skipBlanks(text, 1)
	i := name
	for i < len(text) && tagNameByte[text[i]] {
		i++
	}
	if i == name {
		return 0
	}
	return i
}
