package pgn

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// NextTag returns the next tag pair of a game's header. Call it where the game
// begins, see [Begin], or after another tag pair. If there is none, ok is false, and
// the next token is the first after the tags: movetext, or a comment before it.
//
// Movetext begins with a move number, a result or a word that looks like a move.
// After the first tag and before these, NextTag skips all text between tags:
// comments, and lines that are not tags, such as [White Team "E"], [Date “2024”],
// Round "1"] and <br />. If the first word of a line is none of the three, NextTag
// skips the whole line, up to the next tag.
func (s *Scanner) NextTag() (t Token, ok bool) {
	// Nearly always a tag follows.
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
	end := *s // after the last token read that is not a comment
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

// header tracks the tokens after a tag that are not tags; see NextTag. The zero
// header is the state after a tag.
type header struct {
	bad   bool // the rest of the line is not movetext
	angle bool // within <...> on a line
}

// between is the role of a token after a tag.
type between uint8

const (
	inBetween  between = iota // white space, a comment, or other text that may come before movetext
	astray                    // part of a line that is not a tag
	inMovetext                // the first token that certainly belongs to the movetext
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

// looksLikeMove reports whether a word names a square, castles, passes the turn, or
// is a number as in numeric notation.
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

// holdsTag reports whether the value of a tag holds the beginning of another tag:
// then a line was cut before its end, and the text after it may belong to another
// game.
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

// holdsName reports whether a text that begins with a bracket continues as a tag
// does: a name, then a blank or another sign except a bracket.
func holdsName(text []byte) bool {
	name := skipName(text)
	return name > 0 && name < len(text) && text[name] != ']' && text[name] != '['
}

// skipName returns the end of the name of a tag that follows the bracket with which a
// text begins, or 0.
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
