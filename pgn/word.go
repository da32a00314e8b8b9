package pgn

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// wordAt reads a word that starts with a letter. It ends with its check marks or
// "e.p.", before any glyph.
func wordAt(src []byte, pos int) (Kind, int) {
	i := pos
	for i < len(src) {
		c := src[i]
		if wordByte[c] {
			i++
			continue
		}
		switch {
		case c == '+' || c == '#':
			return Move, checkEnd(src, i)
		case c == '=':
			// e8=Q and e8=♕, but Nf3= and Nf3=/+ end before the glyph.
			if i+1 == len(src) || classes[src[i+1]] != letterClass && !isForeign(src[i+1:]) {
				return Move, i
			}
			i++
		case c == '-' || c == '/':
			// O-O, e2-e4 and e8/Q, but Nf3-+ ends before the glyph.
			if i+1 == len(src) || !wordByte[src[i+1]] {
				return Move, i
			}
			i++
		case c == '.':
			if e := i - 1; !bytes.HasPrefix(src[e:], []byte(enPassantRemark)) {
				return Move, i
			} else if i = e + len(enPassantRemark); e == pos {
				return Junk, i
			}
			return Move, checkEnd(src, i)
		case c == ' ':
			if rank := src[i-1]; (rank == '3' || rank == '6') && bytes.HasPrefix(src[i+1:], []byte(enPassantRemark)) {
				return Move, checkEnd(src, i+1+len(enPassantRemark))
			}
			return Move, i
		case c == '(':
			return Move, parensEnd(src, i)
		case c >= 0x80:
			if specialAt(src, i) {
				return Move, i
			}
			n := max(tagvalue.DashLen(src[i:]), 1)
			if n > 1 && i > pos && (i+n == len(src) || !wordByte[src[i+n]]) {
				return Move, i
			}
			i += n
		default:
			return Move, i
		}
	}
	return Move, i
}

// enPassantRemark may follow a move in old books, with or without a blank before it.
const enPassantRemark = "e.p."

// isForeign reports whether b begins with a letter of a piece that is not ASCII:
// Cyrillic or a figurine.
func isForeign(b []byte) bool { return b[0] == 0xD0 || isFigurine(b) }

// parensEnd returns the end of the promotion in parentheses, as in e8(Q), that
// starts at i, or i if there is none.
func parensEnd(src []byte, i int) int {
	if rank := src[i-1]; (rank == '1' || rank == '8') && i+2 < len(src) && src[i+2] == ')' &&
		src[i+1] >= 'A' && src[i+1] <= 'Z' {
		return checkEnd(src, i+3)
	}
	return i
}

// checkEnd returns the end of the check marks at i, up to a glyph.
func checkEnd(src []byte, i int) int {
	for i < len(src) && (src[i] == '+' || src[i] == '#') {
		// Most check marks end the word; so avoid the search for a glyph.
		if next := i + 1; next < len(src) && (src[next] == '-' || src[next] == '/' || src[next] == '=' || src[next] == symbolByte) &&
			glyphAt(src[i:]) > 0 {
			return i
		}
		i++
	}
	return i
}

// specialAt reports whether a glyph, an ellipsis, a byte order mark or half a point
// starts at i.
func specialAt(src []byte, i int) bool {
	return glyphAt(src[i:]) > 0 ||
		bytes.HasPrefix(src[i:], []byte(halfPoint)) ||
		bytes.HasPrefix(src[i:], []byte(ellipsis)) ||
		bytes.HasPrefix(src[i:], []byte(byteOrderMark))
}

// halfPoint is half a point in one letter, in UTF-8 and in Latin-1.
const halfPoint, halfLatin = "½", 0xBD

// highAt reads the token at a byte of 0x80 or above.
func highAt(src []byte, pos int) (Kind, int) {
	if src[pos] == halfPoint[0] || src[pos] == halfLatin {
		if end := resultEnd(src, pos); end > 0 {
			return Result, end
		}
	}
	if !wordByte[src[pos]] {
		if bytes.HasPrefix(src[pos:], []byte(halfPoint)) {
			return Junk, pos + len(halfPoint)
		}
		if n := glyphAt(src[pos:]); n > 0 {
			return NAG, pos + n
		}
		if bytes.HasPrefix(src[pos:], []byte(ellipsis)) {
			return MoveNumber, dotsEnd(src, pos)
		}
		if bytes.HasPrefix(src[pos:], []byte(byteOrderMark)) {
			return BOM, pos + len(byteOrderMark)
		}
	}
	return wordAt(src, pos)
}

// numberAt reads a token that starts with a digit: a move number, a result, castling
// with zeros, or some other word.
func numberAt(src []byte, pos int) (Kind, int) {
	i := pos + 1
	for i < len(src) && src[i]-'0' <= 9 {
		i++
	}
	if i == len(src) {
		if isNumeric(src[pos:]) {
			return Move, i
		}
		return MoveNumber, i
	}
	switch src[i] {
	case '.':
		return MoveNumber, dotsEnd(src, i)
	case '-', '/', ':', ' ', '\t', ellipsis[0]:
		if i == pos+1 && src[pos] <= '1' {
			if end := resultEnd(src, pos); end > 0 {
				return Result, end
			}
		}
	case halfPoint[0]:
		if bytes.HasPrefix(src[i:], []byte(halfPoint)) {
			return Junk, i + len(halfPoint)
		}
	}
	if n := joinLen(src[i:]); n > 0 && i+n < len(src) && wordByte[src[i+n]] {
		return wordAt(src, pos)
	}
	end := dotsEnd(src, i)
	if end == i && isNumeric(src[pos:i]) {
		return Move, i
	}
	// 12 or, as in 1e4, a number that lost its dot, or one before an ellipsis, a glyph or
	// a stray dash.
	return MoveNumber, end
}

// isNumeric reports whether a number is a move in numeric notation, such as 5254,
// with the number of a piece after it for a promotion.
func isNumeric(digits []byte) bool {
	if len(digits) != 4 && len(digits) != 5 {
		return false
	}
	for _, c := range digits[:4] {
		if c < '1' || c > '8' {
			return false
		}
	}
	return len(digits) == 4 || digits[4]-'1' < 4
}

// resultEnd returns the end of the result at pos, or 0 if there is none or the word
// continues.
func resultEnd(src []byte, pos int) int {
	if _, n := tagvalue.CutResult(src[pos:]); n > 0 && !goesOn(src, pos+n) {
		return pos + n
	}
	return 0
}

// goesOn reports whether the word before i continues there.
func goesOn(src []byte, i int) bool {
	i += joinLen(src[i:])
	return i < len(src) && wordByte[src[i]]
}

// joinLen returns the length of the dash or slash with which a text begins, or 0.
func joinLen(text []byte) int {
	if len(text) > 0 && text[0] == '/' {
		return 1
	}
	return tagvalue.DashLen(text)
}

// symbolAt reads a token that starts with + - or =: a glyph, a null move or junk.
func symbolAt(src []byte, pos int) (Kind, int) {
	if n := glyphAt(src[pos:]); n > 0 {
		return NAG, pos + n
	}
	if src[pos] == '-' && pos+1 < len(src) && src[pos+1] == '-' {
		return Move, pos + 2
	}
	return Junk, junkEnd(src, pos+1)
}
