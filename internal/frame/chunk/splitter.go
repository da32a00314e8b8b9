package chunk

import (
	"bytes"
	"context"
	"io"

	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

// Splitter cuts a stream of bytes into chunks.
type Splitter struct {
	limits Limits
	in     input
	begun  bool         // whether the form of the input is determined
	form   records.Form // of a list of records, or 0
	// games is the Splitter of the text whose piece was the last chunk, and inGame
	// reports that a game had begun there.
	games  pgn.Splitter
	inGame bool
	// between reports that the last chunk ended where a game may begin.
	between bool
	part    part
}

// part is a chunk of games that is being built.
type part struct {
	begun  bool
	games  pgn.Splitter
	chunk  Chunk
	length int
	tags   int
}

// NewSplitter returns a Splitter of r with the limits of ctx.
func NewSplitter(ctx context.Context, r io.Reader) *Splitter {
	return &Splitter{limits: LimitsOf(ctx), in: input{r: r}}
}

// NewScan returns a Splitter of r as NewSplitter does, whose chunks are valid until the
// next call of Next.
func NewScan(ctx context.Context, r io.Reader) *Splitter {
	return &Splitter{limits: LimitsOf(ctx), in: input{r: r, shared: true}}
}

// NewFed returns a Splitter of the bytes of Feed, with the limits of ctx.
func NewFed(ctx context.Context) *Splitter { return &Splitter{limits: LimitsOf(ctx)} }

// Reset prepares a Splitter of NewFed for another input. It keeps its memory, unless
// that is more than a chunk of usual games needs.
func (s *Splitter) Reset() {
	buf, fed := s.in.buf[:0], s.in.fed[:0]
	if cap(buf) > maxKept {
		buf = nil
	}
	*s = Splitter{limits: s.limits, in: input{buf: buf, fed: fed}}
}

// maxKept is the largest buffer that a Splitter keeps for another input, in bytes.
const maxKept = 1 << 20

// Feed adds bytes of the input and returns their number. If not all were added, call
// Next until it returns ErrMore.
func (s *Splitter) Feed(p []byte) int { return s.in.feed(p) }

// End ends the input.
func (s *Splitter) End() { s.in.ended = true }

// Empty reports whether all bytes fed have been cut: the next byte begins a chunk.
func (s *Splitter) Empty() bool {
	return len(s.in.buf) == 0 && len(s.in.fed) == 0 && !s.inGame && !s.part.begun && s.form == 0
}

// Passed means that whole chunks of games came before the next bytes fed.
func (s *Splitter) Passed() { s.begun = true }

// Between reports whether a new Splitter would cut the rest after the last chunk as
// this one does. It is false at the end of the input. It is only for a Splitter of a
// reader.
func (s *Splitter) Between() (bool, error) {
	if s.form != 0 || !s.between {
		return false, nil
	}
	form, err := formOf(&s.in)
	return form == 0 && len(s.in.buf) > 0, err
}

// Next returns the next chunk, or io.EOF, or ErrMore. The caller owns the chunk, unless
// the Splitter is one of NewScan.
func (s *Splitter) Next() (Chunk, error) {
	s.in.release()
	if !s.begun {
		form, err := formOf(&s.in)
		if err != nil {
			return Chunk{}, err
		}
		s.form, s.begun = form, true
	}
	if s.form != 0 {
		return nextRecords(&s.in, s.form, s.limits.Bytes)
	}
	return s.nextGames()
}

// nextGames returns the next chunk of games, or io.EOF.
func (s *Splitter) nextGames() (Chunk, error) {
	if !s.part.begun {
		s.part = part{begun: true, games: s.games}
	}
	games, p := &s.part.games, &s.part.chunk
	n, tags := s.part.length, s.part.tags
	limits := s.limits
	for n < limits.Bytes && len(p.Ends) < limits.Games && tags < limits.Tags {
		k, ok := games.Next(s.in.buf[n:], s.in.eof)
		if ok {
			if n > 0 && n+k > limits.Bytes {
				break // the game begins the next chunk
			}
			if n+k > limits.Bytes {
				s.part.begun = false
				return s.cutText(), nil
			}
			tags += tagLines(s.in.buf[n : n+k])
			n += k
			if s.inGame || !games.IsGame() {
				// The end of a game that was already counted, or not a game.
				p.Piece, p.More = true, s.inGame
				break
			}
			p.Ends = append(p.Ends, n)
			continue
		}
		if s.in.eof {
			break
		}
		if len(s.in.buf) >= n+2*limits.Bytes { // pgn.Splitter may need twice what it saw
			if n > 0 {
				break
			}
			s.part.begun = false
			return s.cutText(), nil
		}
		if err := s.in.fill(); err != nil {
			s.part.length, s.part.tags = n, tags
			return Chunk{}, err
		}
	}
	s.part.begun = false
	if n == 0 {
		return Chunk{}, io.EOF
	}
	s.games, s.inGame, s.between = pgn.Splitter{}, false, true
	p.Text = s.in.take(n)
	return *p, nil
}

// tagLines returns the number of lines after the first that begin with a bracket.
func tagLines(text []byte) (n int) {
	for {
		i := 1 + bytes.IndexByte(text, '\n')
		if i == 0 || i == len(text) {
			return n
		}
		if text = text[i:]; text[0] == '[' {
			n++
		}
	}
}

// cutText cuts a chunk off a larger text, a game or the text before the first one, at
// the end of a line if possible.
func (s *Splitter) cutText() Chunk {
	head := s.in.buf[:s.limits.Bytes]
	s.games.Next(head, false) // it does not end there
	at, game := s.games.Begun()
	n := len(head)
	if !game {
		if at > 0 {
			n = at
		}
		if end := 1 + bytes.LastIndexByte(head[max(0, n-maxLine):n], '\n'); end > 0 {
			n = max(0, n-maxLine) + end
		}
	}
	s.games.Pass(head, n)
	p := Chunk{Text: s.in.take(n), Piece: true, More: s.inGame}
	if game && !s.inGame {
		p.Ends = []int{n}
	}
	s.inGame, s.between = game, false
	return p
}

// maxLine is the longest line at whose end text is cut.
const maxLine = 64 << 10
