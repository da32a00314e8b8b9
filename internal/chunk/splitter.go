package chunk

import (
	"bytes"
	"io"

	"github.com/chesszip/chesszip/internal/records"
	"github.com/chesszip/chesszip/pgn"
)

// Splitter cuts a stream of bytes into chunks.
type Splitter struct {
	in    input
	begun bool         // whether the input was looked at
	form  records.Form // of a list of records, else 0
	tail  bool         // the last chunk ended inside a game
}

// NewSplitter returns a Splitter of r.
func NewSplitter(r io.Reader) *Splitter { return &Splitter{in: input{r: r}} }

// Next returns the next chunk, or io.EOF. The chunk is its caller's.
func (s *Splitter) Next() (Chunk, error) {
	if !s.begun {
		form, err := formOf(&s.in)
		if err != nil {
			return Chunk{}, err
		}
		s.form, s.begun = form, true
	}
	if s.form != 0 {
		return nextRecords(&s.in, s.form)
	}
	return s.nextGames()
}

// nextGames returns the next chunk of games, or io.EOF.
func (s *Splitter) nextGames() (Chunk, error) {
	var games pgn.Splitter
	var p Chunk
	n, tags := 0, 0
	for n < MaxBytes && len(p.Ends) < MaxGames && tags < MaxTags {
		k, ok := games.Next(s.in.buf[n:], s.in.eof)
		if ok {
			if n > 0 && n+k > MaxBytes {
				break // the game begins the next chunk
			}
			if n+k > MaxBytes {
				return s.cutGame(), nil
			}
			tags += bytes.Count(s.in.buf[n:n+k], []byte("\n["))
			n += k
			if s.tail {
				// The end of a game that was counted already.
				s.tail = false
				return Chunk{Text: s.in.take(n), Piece: true}, nil
			}
			p.Ends = append(p.Ends, n)
			continue
		}
		if s.in.eof {
			break
		}
		if len(s.in.buf) >= n+MaxBytes+lookahead {
			if n > 0 {
				break
			}
			return s.cutGame(), nil
		}
		if err := s.in.fill(); err != nil {
			return Chunk{}, err
		}
	}
	if n == 0 {
		return Chunk{}, io.EOF
	}
	p.Text = s.in.take(n)
	return p, nil
}

// lookahead is how many bytes beyond a chunk's size are read before a game
// counts as larger: pgn.Splitter may ask for twice what it saw.
const lookahead = MaxBytes

// cutGame cuts a chunk off a game that is larger.
func (s *Splitter) cutGame() Chunk {
	p := Chunk{Text: s.in.take(MaxBytes), Piece: true}
	if !s.tail {
		p.Ends = []int{MaxBytes}
		s.tail = true
	}
	return p
}
