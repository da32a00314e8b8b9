package pgn

import "bytes"

// Splitter says where in a stream of bytes each game ends. The zero Splitter
// is ready to use.
//
// A game's text goes from its first tag, or where it has none its first move,
// to where the next game starts, white space and stray text included; what
// comes before the first game belongs to it. So the texts of all games, one
// after the other, are the input. A next game starts
//
//  1. before a tag pair that stands first on its line, after moves;
//  2. before any tag pair after the game's result;
//  3. before a tag pair that stands first on its line and has the name of
//     the game's first tag, even if there was no move and no result;
//  4. before the move number 1 with its dot after the game's result, or before
//     what looks like a move there if it stands first on its line.
//
// A result counts outside variations only. Move numbers, words, glyphs and
// brackets count as moves, but as long as the game has no tag only move
// numbers with dots and words that look like moves do, so that a preface is no
// game. Tokens are those of [Scanner], and it makes the same of a game's text
// alone as of the whole. The rules look at nothing but the bytes: how they
// were buffered makes no difference.
type Splitter struct {
	pos   int // where the next token starts, all before it being done
	state stage
	depth int // open variations
	// tag is where the first tag's name is in the text; empty if none.
	tag, tagEnd int
	// want is the length of text below which another look is no use: the
	// last token was not complete, and looking at it again only when it has
	// doubled keeps the time linear.
	want int
	// closed is how far the text was searched for the ends of comments: none is
	// between pos and closed. What follows the game is not searched again, so
	// that many open comments take linear time, too.
	closed int
	looked int // as Scanner.looked, in all games
}

// stage is how far into a game a Splitter is.
type stage uint8

const (
	beforeMoves stage = iota
	inMoves
	afterResult
)

// Next returns the length of the first game's text in buf. ok is false if more
// bytes are needed to say: then call Next again with the same bytes and more
// behind them, about twice as many where there is a choice. After ok, call it
// with the bytes behind the game. atEOF says that nothing follows buf; then
// the last game is what is left, and an empty buf gives 0 and false.
func (s *Splitter) Next(buf []byte, atEOF bool) (n int, ok bool) {
	if !atEOF && len(buf) < s.want {
		return 0, false
	}
	in := Scanner{src: buf, pos: s.pos, brace: -1, closed: s.closed, looked: s.looked}
	for {
		t, more := in.Next()
		if !atEOF && (!more || in.touched || in.pos+reach > len(buf)) {
			s.want, s.closed, s.looked = s.pos+2*(len(buf)-s.pos), in.closed, in.looked
			return 0, false
		}
		if !more {
			*s = Splitter{looked: in.looked}
			return len(buf), len(buf) > 0
		}
		if s.cutsBefore(buf, t) {
			*s = Splitter{closed: max(in.closed-t.Offset, 0), looked: in.looked}
			return t.Offset, true
		}
		s.pos = in.pos
	}
}

// cutsBefore reports whether t starts the next game, and takes note of t if it
// does not.
func (s *Splitter) cutsBefore(buf []byte, t Token) bool {
	switch t.Kind {
	case TagPair:
		name, _ := t.Tag()
		switch s.state {
		case afterResult:
			return true
		case inMoves:
			return firstOnLine(buf, t.Offset)
		}
		if s.tag == s.tagEnd {
			s.tag = t.Offset + bytes.Index(t.Text, name)
			s.tagEnd = s.tag + len(name)
			return false
		}
		return bytes.Equal(name, buf[s.tag:s.tagEnd]) && firstOnLine(buf, t.Offset)
	case Result:
		if s.depth == 0 {
			s.state = afterResult
		} else {
			s.state = max(s.state, inMoves)
		}
	case MoveNumber:
		if s.state == inMoves {
			return false
		}
		n, dots := t.Number()
		if s.state == afterResult {
			return n == 1 && dots > 0
		}
		if dots > 0 || s.tagged() {
			s.state = inMoves
		}
	case Move:
		switch {
		case s.state == inMoves:
		case s.state == afterResult:
			return looksLikeMove(t.Text) && firstOnLine(buf, t.Offset)
		case s.tagged() || looksLikeMove(t.Text):
			s.state = inMoves
		}
	case Open:
		if s.state == inMoves {
			s.depth++
		}
	case Close:
		s.depth = max(s.depth-1, 0)
	}
	return false
}

func (s *Splitter) tagged() bool { return s.tagEnd > s.tag }

// firstOnLine reports whether only blanks and a byte order mark stand before
// pos on its line.
func firstOnLine(src []byte, pos int) bool {
	b := bytes.TrimRight(src[:pos], " \t")
	b = bytes.TrimSuffix(b, []byte(byteOrderMark))
	return startsLine(b, len(b))
}

// looksLikeMove reports whether a word ends as moves in English SAN do: with a
// square, perhaps a promotion and perhaps check marks; or whether it is
// castling.
func looksLikeMove(word []byte) bool {
	b := bytes.TrimRight(word, "+#")
	switch string(b) {
	case "O-O", "O-O-O", "0-0", "0-0-0":
		return true
	}
	if n := len(b); n >= 4 && b[n-2] == '=' {
		b = b[:n-2]
	}
	n := len(b)
	return n >= 2 && b[n-1]-'1' < 8 && b[n-2]-'a' < 8 && (n == 2 || bytes.IndexByte([]byte("KQRBNabcdefgh"), b[0]) >= 0)
}
