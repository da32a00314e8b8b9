package pgn

import "bytes"

// Scanner cuts bytes into tokens. The zero Scanner has an empty input.
type Scanner struct {
	src []byte
	pos int
	// brace is the offset of the first '}' at or after the last search's start
	// (len(src) if none), so that many open comments do not each search the whole
	// input.
	brace int
	// closed is the end of that search: no '}' is between its start and closed.
	closed int
	// touched reports that the last token might differ if more bytes followed the
	// input.
	touched bool
	// tagged reports that NextTag has returned a tag.
	tagged bool
	// looked counts the bytes searched for the ends of comments and tags, which may
	// be in later tokens. Tests check that it grows linearly.
	looked int
}

// NewScanner returns a Scanner that reads src, which must not change while
// the Scanner or its tokens are in use.
func NewScanner(src []byte) *Scanner { return &Scanner{src: src, brace: -1} }

// Reset makes s read src from its start.
func (s *Scanner) Reset(src []byte) { *s = Scanner{src: src, brace: -1} }

// Seek makes s continue at an offset where a token begins.
func (s *Scanner) Seek(offset int) { s.pos, s.brace = offset, -1 }

// Offset returns the offset of the next token: the number of bytes in all
// tokens so far.
func (s *Scanner) Offset() int { return s.pos }

// class is what a byte can begin.
type class uint8

const (
	junkClass class = iota
	spaceClass
	letterClass
	highClass // 0x80 and above: mostly letters, some start glyphs
	digitClass
	dotClass
	markClass  // ! ?
	glyphClass // + - =
	braceClass
	semicolonClass
	percentClass
	bracketClass
	dollarClass
	starClass
	openClass
	closeClass
)

// classes gives the class of each byte.
var classes = func() (t [256]class) {
	for _, c := range "\t\n\v\f\r " {
		t[c] = spaceClass
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = letterClass, letterClass
	}
	t['_'], t['@'] = letterClass, letterClass
	for c := '0'; c <= '9'; c++ {
		t[c] = digitClass
	}
	for c := 0x80; c < 0x100; c++ {
		t[c] = highClass
	}
	for c, k := range map[byte]class{
		'.': dotClass, '!': markClass, '?': markClass, '+': glyphClass,
		'-': glyphClass, '=': glyphClass, '{': braceClass,
		';': semicolonClass, '%': percentClass, '[': bracketClass,
		'$': dollarClass, '*': starClass, '(': openClass, ')': closeClass,
	} {
		t[c] = k
	}
	return t
}()

// wordByte holds the bytes that continue a word whatever follows them. Bytes that
// start a glyph in UTF-8 are not among them.
var wordByte = func() (t [256]bool) {
	for c, k := range classes {
		t[c] = k == letterClass || k == digitClass || k == highClass
	}
	t[':'] = true
	for _, g := range glyphs {
		t[g.text[0]] = false
	}
	t[ellipsis[0]], t[byteOrderMark[0]] = false, false
	return t
}()

// tagNameByte holds the bytes that a tag's name may have. The standard has only
// letters, digits and underscore.
var tagNameByte = func() (t [256]bool) {
	for c, k := range classes {
		t[c] = k == letterClass || k == digitClass || k == highClass
	}
	for _, c := range "+-#=:./@" {
		t[c] = true
	}
	return t
}()

// reach is the most bytes after the end of a token that decide where it ends, for all
// kinds except TagPair, Junk and OpenComment.
const reach = 16

// Next returns the next token; ok is false at the end of the input.
func (s *Scanner) Next() (t Token, ok bool) {
	src, pos := s.src, s.pos
	if pos >= len(src) {
		return Token{}, false
	}
	var kind Kind
	end := pos + 1
	s.touched = false
	switch classes[src[pos]] {
	case spaceClass:
		kind, end = Space, spaceEnd(src, end)
	case letterClass:
		kind, end = wordAt(src, pos)
	case digitClass:
		kind, end = numberAt(src, pos)
	case highClass:
		kind, end = highAt(src, pos)
	case dotClass:
		kind, end = MoveNumber, dotsEnd(src, pos)
	case markClass:
		kind = NAG
		for end < len(src) && classes[src[end]] == markClass {
			end++
		}
	case glyphClass:
		kind, end = symbolAt(src, pos)
	case braceClass:
		kind, end = s.comment()
	case semicolonClass:
		kind, end = LineComment, lineEnd(src, pos)
	case percentClass:
		kind = Junk
		if startsLine(src, pos) {
			kind, end = EscapeLine, lineEnd(src, pos)
		} else {
			end = junkEnd(src, end)
		}
	case bracketClass:
		kind, end = s.bracket()
	case dollarClass:
		for end < len(src) && src[end]-'0' <= 9 {
			end++
		}
		kind = NAG
		if end == pos+1 {
			kind = Junk
		}
	case starClass:
		kind = Result
	case openClass:
		kind = Open
	case closeClass:
		kind = Close
	default:
		kind, end = Junk, junkEnd(src, end)
	}
	s.pos = end
	return Token{Kind: kind, Text: src[pos:end:end], Offset: pos}, true
}

// startsLine reports whether a line starts at pos, ignoring a byte order mark.
func startsLine(src []byte, pos int) bool {
	if pos == len(byteOrderMark) && string(src[:pos]) == byteOrderMark {
		return true
	}
	return pos == 0 || src[pos-1] == '\n' || src[pos-1] == '\r'
}

// spaceEnd returns the end of the white space at pos.
func spaceEnd(src []byte, pos int) int {
	for pos < len(src) && classes[src[pos]] == spaceClass {
		pos++
	}
	return pos
}

// lineEnd returns the offset of the first CR or LF at or after pos.
func lineEnd(src []byte, pos int) int {
	for pos < len(src) && src[pos] != '\n' && src[pos] != '\r' {
		pos++
	}
	return pos
}

// dotsEnd returns the end of the dots and ellipses at pos.
func dotsEnd(src []byte, pos int) int {
	for pos < len(src) {
		switch {
		case src[pos] == '.':
			pos++
		case bytes.HasPrefix(src[pos:], []byte(ellipsis)):
			pos += len(ellipsis)
		default:
			return pos
		}
	}
	return pos
}

func junkEnd(src []byte, pos int) int {
	for pos < len(src) && classes[src[pos]] == junkClass {
		pos++
	}
	return pos
}

// eventTag, at the start of a line, ends an open comment, unless the comment's end
// follows soon.
const eventTag = `[Event "`

// comment reads the comment at s.pos.
func (s *Scanner) comment() (Kind, int) {
	src, pos := s.src, s.pos
	if s.brace < pos {
		s.brace = len(src)
		from := max(pos, s.closed)
		if i := bytes.IndexByte(src[from:], '}'); i >= 0 {
			s.brace = from + i
		}
		s.looked += s.brace - from
		s.closed = s.brace
	}
	for from := pos + 1; ; {
		i := bytes.Index(src[from:s.brace], []byte(eventTag))
		if i < 0 {
			s.looked += s.brace - from
			break
		}
		s.looked += i + len(eventTag)
		if from += i; !startsLine(src, from) {
			from++
			continue
		}
		if !s.goesOn(from) {
			return OpenComment, from
		}
		break
	}
	if s.brace == len(src) {
		s.touched = true
		return OpenComment, len(src)
	}
	return Comment, s.brace + 1
}

// goesOn reports whether the comment at s.pos continues after a line like a tag at
// from: its end comes soon, before another comment begins.
func (s *Scanner) goesOn(from int) bool {
	after := s.src[from:min(from+soon, len(s.src))]
	i := bytes.IndexAny(after, "{}")
	if i < 0 {
		s.looked += len(after)
		s.touched = len(after) < soon
		return false
	}
	s.looked += i + 1
	return after[i] == '}'
}

// soon is the number of bytes after a line like a tag that are searched for the end
// of a comment.
const soon = 4096

// bracket reads the tag pair or the junk at s.pos.
func (s *Scanner) bracket() (Kind, int) {
	if n := plainTag(s.src[s.pos:]); n > 0 {
		return TagPair, s.pos + n
	}
	return s.anyBracket()
}

// anyBracket is bracket for tags in any form.
func (s *Scanner) anyBracket() (Kind, int) {
	src := s.src
	i := skipBlanks(src, s.pos+1)
	name := i
	for i < len(src) && tagNameByte[src[i]] {
		i++
	}
	named := i > name
	i = skipBlanks(src, i)
	if !named || i == len(src) || src[i] != '"' {
		for i < len(src) && src[i] != '[' && src[i] != '\n' && src[i] != '\r' {
			if i++; src[i-1] == ']' {
				return Junk, i
			}
		}
		s.touched = i == len(src)
		return Junk, i
	}
	last := 0
	for i++; i < len(src); i++ {
		switch src[i] {
		case '\\':
			// An escaped quote ends the value only as the last resort. A line end is
			// not escaped.
			if i+1 < len(src) && src[i+1] == '"' {
				i++
				if j := skipBlanks(src, i+1); j < len(src) && src[j] == ']' {
					last = j + 1
				}
			} else if i+1 < len(src) && src[i+1] == '\\' {
				i++
			}
		case '"':
			if j := skipBlanks(src, i+1); j < len(src) && src[j] == ']' {
				return TagPair, j + 1
			} else {
				i = j - 1
			}
		case '\n', '\r':
			if last > 0 {
				s.looked += i - s.pos
				return TagPair, last
			}
			return Junk, i
		}
	}
	s.touched = true
	if last > 0 {
		s.looked += i - s.pos
		return TagPair, last
	}
	return Junk, i
}
