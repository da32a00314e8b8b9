package pgn

import "bytes"

// Splitter says where in a stream of bytes each game ends. The zero Splitter
// is ready to use.
//
// A game's text goes from where it begins, see [Begin], to where the next one
// does, white space and stray text included; what comes before the first game
// belongs to it. So the texts of all games, one after the other, are the input,
// and text that holds no game is one text of no game. Lines before the first tag of a
// game that look like tags, such as [Event 'x'], belong to that game. A next game starts
//
//  1. before a tag pair that stands first on its line, after moves;
//  2. before any tag pair after the game's result;
//  3. before a tag pair that stands first on its line and has the name of
//     the game's first tag, even if there was no move and no result;
//  4. before the move number 1 with its dot after the game's result, or a move
//     there that stands first on its line, if a game begins with them.
//
// Tag pairs are those with which a game may begin. A result counts outside
// variations only. [Scanner.NextTag] says where the moves begin after a tag. Tokens
// are those of [Scanner]: a game's text alone gives the same ones as the whole. The
// rules look only at the bytes: how they were buffered makes no difference.
type Splitter struct {
	pos     int // where the next token starts, all before it being done
	state   stage
	depth   int // open variations
	opening opening
	header  header // inTags, and after lead
	// lead is 1 + where lines begin, before the first tag of the next game, that look
	// like tags and are none; 0 if there are no such lines.
	lead int
	// tag is where the first tag's name is in the text; empty if none. Passed is
	// that name once Pass has taken the text away.
	tag, tagEnd int
	passed      []byte
	none        bool // the text returned last is no game
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
	beforeGame stage = iota
	inTags
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
			return s.last(buf, &in)
		}
		if at, cut := s.cutsBefore(buf, t); cut {
			*s = Splitter{closed: closedFrom(&in, at, t.Offset), looked: in.looked}
			return at, true
		}
		s.pos = in.pos
	}
}

// last returns the length of the first text where no token follows.
func (s *Splitter) last(buf []byte, in *Scanner) (n int, ok bool) {
	n = len(buf)
	ends := s.opening.ends()
	if s.state == afterResult && ends {
		n = s.opening.at
	}
	*s = Splitter{none: s.state == beforeGame && !ends, closed: closedFrom(in, n, len(buf)), looked: in.looked}
	return n, n > 0
}

// closedFrom returns how far the text from at on was searched for the ends of
// comments. The last token begins at last: the tokens before it, from at on, will
// be read again.
func closedFrom(in *Scanner, at, last int) int {
	if bytes.IndexByte(in.src[at:last], '}') >= 0 {
		return 0
	}
	return max(in.closed-at, 0)
}

// IsGame reports whether the text that Next returned last is a game's. Only that
// of a whole stream is not.
func (s *Splitter) IsGame() bool { return !s.none }

// Begun reports whether a game has begun in the text that Next was given last,
// and returned nothing of. If none has, none begins before at.
func (s *Splitter) Begun() (at int, begun bool) {
	if s.state > beforeGame {
		return 0, true
	}
	if s.opening.state != nothing {
		return s.opening.at, false
	}
	return s.pos, false
}

// Pass says that the first n bytes of buf, what Next was given last, will not be
// there in the next call, though they are of the same text as what follows.
func (s *Splitter) Pass(buf []byte, n int) {
	s.passed = bytes.Clone(s.firstTag(buf))
	s.pos, s.want, s.closed = max(s.pos-n, 0), 0, max(s.closed-n, 0)
	s.opening.at = max(s.opening.at-n, 0)
	if s.lead > 0 {
		s.lead = max(s.lead-n, 1)
	}
}

// firstTag returns the name of the first tag of the text, empty if there is none.
func (s *Splitter) firstTag(buf []byte) []byte {
	if s.passed != nil {
		return s.passed
	}
	return buf[s.tag:s.tagEnd]
}

// cutsBefore reports whether the next game starts with t, or at starts before it,
// and takes note of t if not.
func (s *Splitter) cutsBefore(buf []byte, t Token) (at int, cut bool) {
	if t.Kind == Space && s.state == inTags && s.header == (header{}) {
		return 0, false // as most are
	}
	switch s.state {
	case beforeGame:
		if s.opening.next(buf, t) {
			s.begin(t)
		}
		return 0, false
	case afterResult:
		if s.lead > 0 || t.Kind == Junk {
			s.follow(buf, t)
		}
		cut = s.opening.next(buf, t)
		return s.start(s.opening.at, t), cut
	case inMoves:
		if s.lead > 0 || t.Kind == Junk {
			s.follow(buf, t)
		}
	}
	if t.Kind == TagPair {
		if s.state == inMoves {
			return s.start(t.Offset, t), firstOnLine(buf, t.Offset) && beginsGame(t)
		}
		s.header = header{}
		name, _ := t.Tag()
		return t.Offset, bytes.Equal(name, s.firstTag(buf)) && firstOnLine(buf, t.Offset)
	}
	if s.state == inTags {
		if s.header.next(t) != inMovetext {
			return 0, false
		}
		s.state = inMoves
	}
	switch t.Kind {
	case Result:
		if s.depth == 0 {
			s.state, s.opening = afterResult, opening{onlyOne: true}
		}
	case Open:
		s.depth++
	case Close:
		s.depth = max(s.depth-1, 0)
	}
	return 0, false
}

// follow takes note of lines that look like tags of the next game and are none.
func (s *Splitter) follow(buf []byte, t Token) {
	switch {
	case s.lead > 0:
		if s.header.next(t) == inMovetext {
			s.lead = 0
		}
	case t.Kind == Junk && t.Text[0] == '[' && holdsName(t.Text) && firstOnLine(buf, t.Offset):
		s.lead, s.header = t.Offset+1, header{}
		s.header.next(t)
	}
}

// start returns where the next game starts that begins at a place, with t: with the lines
// before its first tag that were to be tags.
func (s *Splitter) start(at int, t Token) int {
	if t.Kind == TagPair && s.lead > 0 {
		return s.lead - 1
	}
	return at
}

// begin takes note of the token with which it is certain that a game has begun.
func (s *Splitter) begin(t Token) {
	switch t.Kind {
	case TagPair:
		name, _ := t.Tag()
		s.tag = t.Offset + bytes.Index(t.Text, name)
		s.tagEnd = s.tag + len(name)
		s.state = inTags
	case Result:
		s.state, s.opening = afterResult, opening{onlyOne: true}
	default:
		s.state = inMoves
	}
}

// firstOnLine reports whether only blanks and a byte order mark stand before
// pos on its line.
func firstOnLine(src []byte, pos int) bool {
	b := bytes.TrimRight(src[:pos], " \t")
	b = bytes.TrimSuffix(b, []byte(byteOrderMark))
	return startsLine(b, len(b))
}
