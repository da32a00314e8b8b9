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
