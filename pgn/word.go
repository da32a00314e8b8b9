package pgn

import "bytes"

// wordAt reads a word that starts with a letter. Check marks end it, and an
// "e.p." belongs to it; glyphs do not.
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
			i++
		default:
			return Move, i
		}
	}
	return Move, i
}

// enPassantRemark is what old books write behind a move, with or without a
// blank before it.
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
		// Most check marks end the word; spare them the search for a glyph.
		if next := i + 1; next < len(src) && (src[next] == '-' || src[next] == '/' || src[next] == '=' || src[next] == symbolByte) &&
			glyphAt(src[i:]) > 0 {
			return i
		}
		i++
	}
	return i
}

// specialAt reports whether a glyph, an ellipsis or a byte order mark starts
// at i.
func specialAt(src []byte, i int) bool {
	return glyphAt(src[i:]) > 0 ||
		bytes.HasPrefix(src[i:], []byte(ellipsis)) ||
		bytes.HasPrefix(src[i:], []byte(byteOrderMark))
}

// highAt reads the token at a byte of 0x80 or above.
func highAt(src []byte, pos int) (Kind, int) {
	if !wordByte[src[pos]] {
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

// numberAt reads what starts with a digit: a move number, a result, castling
// with zeros, or some other word.
func numberAt(src []byte, pos int) (Kind, int) {
	i := pos + 1
	for i < len(src) && src[i]-'0' <= 9 {
		i++
	}
	if i == len(src) {
		return MoveNumber, i
	}
	switch src[i] {
	case '.':
		return MoveNumber, dotsEnd(src, i)
	case '-', '/':
		for _, r := range [...]string{"1-0", "0-1", "1/2-1/2", "1/2"} {
			end := pos + len(r)
			if end <= len(src) && string(src[pos:end]) == r && !goesOn(src, end) {
				return Result, end
			}
		}
		if i+1 == len(src) || !wordByte[src[i+1]] {
			return MoveNumber, i // before a glyph or a stray dash
		}
		return wordAt(src, pos)
	case ellipsis[0]:
		return MoveNumber, dotsEnd(src, i)
	}
	return MoveNumber, i // 12 or, as in 1e4, a number that lost its dot
}

// goesOn reports whether the word before i goes on there.
func goesOn(src []byte, i int) bool {
	if i < len(src) && (src[i] == '-' || src[i] == '/') {
		i++
	}
	return i < len(src) && wordByte[src[i]]
}

// symbolAt reads what starts with + - or =: a glyph, a null move or junk.
func symbolAt(src []byte, pos int) (Kind, int) {
	if n := glyphAt(src[pos:]); n > 0 {
		return NAG, pos + n
	}
	if src[pos] == '-' && pos+1 < len(src) && src[pos+1] == '-' {
		return Move, pos + 2
	}
	return Junk, junkEnd(src, pos+1)
}
