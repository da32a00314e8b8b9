package pgn

// Looked returns how many bytes s searched for the ends of comments and tags.
func (s *Scanner) Looked() int { return s.looked }

// Tries returns how many words l has tried as moves, or looked at to do so.
func (l *Line) Tries() int { return l.words.tries }

// ParseTries returns how many ParseGame tries of a text.
func ParseTries(text []byte) int {
	var r resolver
	r.game(text, 0)
	return r.words.tries
}

// Looked is the same for all games that s has split.
func (s *Splitter) Looked() int { return s.looked }

// NextByTokens is Next that passes no text without reading its tokens.
func (s *Splitter) NextByTokens(buf []byte, atEOF bool) (n int, ok bool) {
	return s.next(buf, atEOF, false)
}

// PlainTag returns the length of the tag that plainTag and anyBracket find where a text
// begins, 0 for none.
func PlainTag(text []byte) (plain, tag int) {
	in := Scanner{src: text, brace: -1}
	kind, end := in.anyBracket()
	if kind != TagPair {
		end = 0
	}
	return plainTag(text), end
}

// Commands returns the names and values of the commands in a comment.
func Commands(comment string) (all []string) {
	for c, ok := nextCommand(comment, 0); ok; c, ok = nextCommand(comment, c.end) {
		all = append(all, c.name+" "+c.value)
	}
	return all
}
