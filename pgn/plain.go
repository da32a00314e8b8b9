package pgn

import "bytes"

// This file lets a Splitter pass text whose tokens cannot end a game, without cutting
// it into tokens: tags as programs write them, and movetext without signs that are
// rare there. It ends where a token begins, in the state in which tokens would leave
// the Splitter there, so the rules of cutsBefore are the only ones. At anything odd it
// stops, and tokens follow.

// plainByte holds the bytes that may stand in plain movetext outside comments and
// brackets. Tokens of these bytes alone are moves, move numbers, glyphs and white
// space. A result also has a dash, a colon, a slash, a star or a byte of 0x80 or above;
// "e.p.", which may be in one token with the word before it, has a p.
var plainByte = func() (t [256]bool) {
	for c, k := range classes {
		switch k {
		case letterClass, digitClass, spaceClass, dotClass, markClass, dollarClass:
			t[c] = c != 'p'
		}
	}
	t['+'], t['='], t['#'] = true, true, true
	return t
}()

// pass moves in over plain text, if the state allows that. It returns the offset from
// which on to try again.
func (s *Splitter) pass(in *Scanner) (again int) {
	end := len(in.src) - reach
	switch {
	case s.state == inTags && s.header == header{}:
		again = s.passTags(in, end)
	case s.state == inMoves && s.lead == 0:
		again = s.passMoves(in, end)
	default:
		return in.pos + 1
	}
	s.pos = in.pos
	return again
}

// passTags passes tags and white space.
func (s *Splitter) passTags(in *Scanner, end int) (again int) {
	src, first := in.src, s.firstTag(in.src)
	for {
		at := in.pos
		for at < end && classes[src[at]] == spaceClass {
			at++
		}
		if at >= end {
			return end
		}
		in.pos = at
		n := plainTag(src[at:end])
		if n == 0 || len(first) > 0 && bytes.HasPrefix(src[at+1:], first) && src[at+1+len(first)] == ' ' {
			return at + 1
		}
		in.pos += n
	}
}

// plainTag returns the length of the tag at the start of a text, if it is one as
// programs write it, with no backslash and no other quote, or 0.
func plainTag(text []byte) int {
	i := 1
	for i < len(text) && classes[text[i]] == letterClass {
		i++
	}
	if i == 1 || i+1 >= len(text) || text[0] != '[' || text[i] != ' ' || text[i+1] != '"' {
		return 0
	}
	for i += 2; i < len(text) && !valueEnd[text[i]]; i++ {
	}
	if i+1 < len(text) && text[i] == '"' && text[i+1] == ']' {
		return i + 2
	}
	return 0
}

// valueEnd holds the bytes that a value does not have in a plain tag.
var valueEnd = [256]bool{'"': true, '\\': true, '\n': true, '\r': true}

// passMoves passes plain movetext with its comments and variations.
func (s *Splitter) passMoves(in *Scanner, end int) (again int) {
	src, i := in.src, in.pos // no token begins before in.pos and ends after it
	for i < end {
		c := src[i]
		if plainByte[c] {
			i++
			continue
		}
		switch {
		case c == '-' && i > in.pos && src[i-1] == 'O' && src[i+1] == 'O':
			i++
			continue
		case c == '{':
			from := in.pos
			in.pos = i
			if kind, after := in.comment(); kind == Comment && after < end {
				i, in.pos = after, after
				continue
			}
			in.pos = from
		case c == '(' && (i == in.pos || src[i-1] != '1' && src[i-1] != '8'): // not e8(Q)
			s.depth++
			i++
			in.pos = i
			continue
		case c == ')':
			s.depth = max(s.depth-1, 0)
			i++
			in.pos = i
			continue
		}
		break
	}
	in.pos = twoWordsBefore(src, in.pos, i)
	return i + 1
}

// twoWordsBefore returns the start of the second word before the end of a text, but not
// an offset before start. The token at the end may begin that early, as in 1 - 0 and
// exd6 e.p.
func twoWordsBefore(src []byte, start, end int) int {
	for range 2 {
		for end > start && classes[src[end-1]] == spaceClass {
			end--
		}
		for end > start && classes[src[end-1]] != spaceClass {
			end--
		}
	}
	return end
}
