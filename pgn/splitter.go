package pgn

import "bytes"

// Splitter finds where each game of a stream of bytes ends. The zero Splitter is
// ready to use.
//
// A game's text goes from its beginning, see [Begin], to the beginning of the next
// game, with white space and stray text; text before the first game belongs to the
// first game. So the concatenated texts of all games are the input. Input without a
// game is one text. Lines before the first tag of a game that look like tags, such as
// [Event 'x'], belong to that game. The next game starts
//
//  1. before a tag pair that is first on its line, after moves;
//  2. before any tag pair after the game's result;
//  3. before a tag pair that is first on its line and has the name of
//     the game's first tag, even if there was no move and no result;
//  4. before the move number 1 with its dot after the game's result, or a move
//     there that is first on its line, if a game begins with them.
//
// Tag pairs are those with which a game may begin. Only a result outside variations
// counts. [Scanner.NextTag] finds where the moves begin after a tag. Tokens are those
// of [Scanner]: a game's text alone gives the same tokens as the whole. The rules
// depend only on the bytes, not on how they were buffered.
type Splitter struct {
	pos     int // where the next token starts
	state   stage
	depth   int // open variations
	opening opening
	header  header // inTags, and after lead
	// lead is 1 + the start of lines, before the first tag of the next game, that
	// look like tags but are not; 0 if there are none.
	lead int
	// tag and tagEnd are the start and end of the first tag's name in the text; equal
	// if none. passed is that name once Pass has removed it from the text.
	tag, tagEnd int
	passed      []byte
	none        bool // the text returned last is not a game
	// want is the length of text below which Next need not look again. The last token
	// was not complete; to look at it again only when the text has doubled keeps the
	// time linear.
	want int
	// closed is the end of the search for the ends of comments: there is none between
	// pos and closed. Text after the game is not searched again, so that many open
	// comments take linear time.
	closed int
	looked int // as Scanner.looked, over all games
}

// stage is the part of a game that a Splitter is in.
type stage uint8

const (
	beforeGame stage = iota
	inTags
	inMoves
	afterResult
)

// Next returns the length in bytes of the first game's text in buf. If it needs more
// bytes, ok is false: call Next again with the same bytes and more after them, about
// twice as many if possible. After ok, call it with the bytes after the game. atEOF
// means that nothing follows buf: then the last game is the rest of buf, and an empty
// buf gives 0 and false.
func (s *Splitter) Next(buf []byte, atEOF bool) (n int, ok bool) {
	return s.next(buf, atEOF, true)
}

// next is Next that passes plain text as a whole or, for tests, reads every token.
func (s *Splitter) next(buf []byte, atEOF, pass bool) (n int, ok bool) {
	if !atEOF && len(buf) < s.want {
		return 0, false
	}
	in := Scanner{src: buf, pos: s.pos, brace: -1, closed: s.closed, looked: s.looked}
	again := 0
	for {
		if pass && in.pos >= again {
			again = s.pass(&in)
		}
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

// last returns the length of the first text if no token follows.
func (s *Splitter) last(buf []byte, in *Scanner) (n int, ok bool) {
	n = len(buf)
	ends := s.opening.ends()
	if s.state == afterResult && ends {
		n = s.opening.at
	}
	*s = Splitter{none: s.state == beforeGame && !ends, closed: closedFrom(in, n, len(buf)), looked: in.looked}
	return n, n > 0
}

// closedFrom returns how many bytes from at on were searched for the ends of
// comments. The last token begins at last; the tokens from at on will be read again.
func closedFrom(in *Scanner, at, last int) int {
	if bytes.IndexByte(in.src[at:last], '}') >= 0 {
		return 0
	}
	return max(in.closed-at, 0)
}

// IsGame reports whether the text that Next returned last is a game's. It is false
// only for a stream without a game.
func (s *Splitter) IsGame() bool { return !s.none }

// Begun is for use after Next has returned false. It reports whether a game has begun
// in buf, with at 0; if not, no game begins before at.
func (s *Splitter) Begun() (at int, begun bool) {
	if s.state > beforeGame {
		return 0, true
	}
	if s.opening.state != nothing {
		return s.opening.at, false
	}
	return s.pos, false
}

// Pass removes the first n bytes of buf, the last argument of Next. The next call of
// Next gets the rest, which is still of the same text.
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

// cutsBefore reports whether the next game starts with t, or at an offset before it;
// if not, it records t.
func (s *Splitter) cutsBefore(buf []byte, t Token) (at int, cut bool) {
	if t.Kind == Space && s.state == inTags && s.header == (header{}) {
		return 0, false // as most tokens do
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

// follow records lines that look like tags of the next game but are not.
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

// start returns where the text of a game that begins at at, with t, starts: at the
// lines before its first tag that look like tags.
func (s *Splitter) start(at int, t Token) int {
	if t.Kind == TagPair && s.lead > 0 {
		return s.lead - 1
	}
	return at
}

// begin records the token at which it is certain that a game has begun.
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

// firstOnLine reports whether only blanks and a byte order mark come before pos on
// its line.
func firstOnLine(src []byte, pos int) bool {
	b := bytes.TrimRight(src[:pos], " \t")
	b = bytes.TrimSuffix(b, []byte(byteOrderMark))
	return startsLine(b, len(b))
}
