package pgn

import "bytes"

// mainWords yields the words of a game's main line that should be moves, one after
// the other.
type mainWords struct {
	in     Scanner
	plain  bool // signs are also words, and nothing is reserved
	number int  // the last move number before the word, 0 if there is none
	depth  int
	moved  bool // a word came before
}

// next returns the next word outside brackets, up to a result.
func (w *mainWords) next() (t Token, ok bool) {
	w.number = 0
	for {
		if w.depth == 0 {
			if t, ok = w.usual(); ok && !(w.moved && !w.plain && mayBeSign(t.Text) && isSign(t.Text)) {
				w.moved = true
				return t, true
			} else if ok {
				continue
			}
		}
		t, ok = w.in.Next()
		if !ok {
			return t, false
		}
		switch t.Kind {
		case Open:
			w.depth++
		case Close:
			w.depth = max(w.depth-1, 0)
		case Result:
			if w.depth == 0 {
				return t, false
			}
		case MoveNumber:
			if n, _ := t.Number(); w.depth == 0 && n > 0 {
				w.number = n
			}
		case Junk:
			if !w.plain {
				w.in.reserved(t)
			}
		case Move:
			if w.depth > 0 || w.moved && !w.plain && isSign(t.Text) {
				continue
			}
			w.moved = true
			return t, true
		}
	}
}

// usual reads white space, move numbers with one dot or three, and then a word of ASCII
// letters and digits with a check mark, if any, up to white space: a Move, as most of a
// text is. It is a short cut for tokens: before anything else it stops, ok is false, and
// the tokens up to there are read.
func (w *mainWords) usual() (t Token, ok bool) {
	src, at := w.in.src, w.in.pos
	for at < len(src) {
		i := at + 1
		switch classes[src[at]] {
		case spaceClass:
			at = i
			continue
		case digitClass:
			n := int(src[at] - '0')
			for i < len(src) && src[i]-'0' <= 9 && n < 10_000_000/10 {
				n = 10*n + int(src[i]-'0')
				i++
			}
			dots := i
			for i < len(src) && src[i] == '.' {
				i++
			}
			if i == dots || i == len(src) || src[i] == ellipsis[0] {
				w.in.pos = at
				return t, false
			}
			if at = i; n > 0 {
				w.number = n
			}
			continue
		case letterClass:
			for i < len(src) && (classes[src[i]] == letterClass || classes[src[i]] == digitClass) {
				i++
			}
			if i < len(src) && (src[i] == '+' || src[i] == '#') {
				i++
			}
			// After a blank "e.p." might follow.
			if i+1 < len(src) && classes[src[i]] == spaceClass && (src[i] != ' ' || src[i+1] != enPassantRemark[0] || i+2 < len(src) && src[i+2] != '.') {
				w.in.pos = i
				return Token{Kind: Move, Text: src[at:i:i], Offset: at}, true
			}
		}
		break
	}
	w.in.pos = at
	return t, false
}

// mayBeSign reports whether isSign need be asked about a word: nearly all moves end
// with a digit or a check mark, and no sign does.
func mayBeSign(word []byte) bool { return classes[word[len(word)-1]] == letterClass }

// longestReserved is the most bytes of text reserved by <...>.
const longestReserved = 256

// reserved skips text that the standard reserves for later, <...> on one line, if the
// last token read begins it, and returns its length, or 0.
func (s *Scanner) reserved(t Token) int {
	if t.Text[0] != '<' {
		return 0
	}
	rest := s.src[t.Offset:]
	rest = rest[:min(len(rest), longestReserved)]
	n := bytes.IndexByte(rest, '>') + 1
	if n == 0 || lineEnd(rest, 0) < n {
		return 0
	}
	// Junk such as <>, may go on after the end.
	s.pos = t.Offset + n
	return n
}
