package dictionary

import (
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/corrupt"
)

// speller codes new texts byte by byte, each as 8 binary digits, in the
// contexts of the bytes before it. A 0 ends a text; 0 and 1 inside it are
// written as 1 and then 1 or 2.
type speller struct {
	room  *contextmix.Memory
	coder *contextmix.Coder
	size  uint
	model *contextmix.Model // nil before the first text
}

const (
	endOfText = 0
	escape    = 1
)

// maxLetterCount bounds how slowly the model of letters learns.
const maxLetterCount = 250

func newSpeller(room *contextmix.Memory, coder *contextmix.Coder, size uint) *speller {
	return &speller{room: room, coder: coder, size: size}
}

// begin makes the model for the first text.
func (s *speller) begin() *contextmix.Model {
	if s.model == nil {
		s.model = s.room.New(s.coder, spellingTable, s.size, maxLetterCount)
	}
	return s.model
}

// code codes a text of at most limit bytes.
func (s *speller) code(text []byte, limit int) ([]byte, error) {
	s.begin()
	if s.coder.Dec == nil {
		s.write(text)
		return text, nil
	}
	return s.read(limit)
}

// learn learns how a text is spelled.
func (s *speller) learn(text []byte) {
	s.begin().Learn(func() { s.write(text) })
}

func (s *speller) write(text []byte) {
	var c letters
	for _, b := range text {
		if b <= escape {
			s.byte(escape, &c)
			s.byte(b+1, &c)
		} else {
			s.byte(b, &c)
		}
		c.addWord(b)
	}
	s.byte(endOfText, &c)
}

func (s *speller) read(limit int) (text []byte, err error) {
	var c letters
	for {
		b := s.byte(0, &c)
		if b == endOfText {
			return text, nil
		}
		if b == escape {
			v := s.byte(0, &c)
			if v == 0 || v > 2 {
				return nil, corrupt.Newf("a value has the escape %d, which is neither 1 nor 2", v)
			}
			b = v - 1
		}
		c.addWord(b)
		if text = append(text, b); len(text) > limit {
			return nil, corrupt.New("a value is longer than its frame's input")
		}
		if s.coder.Dec.Err() != nil {
			return nil, corrupt.New("a value is cut off")
		}
	}
}

// byte codes a byte as it is written.
func (s *speller) byte(b byte, c *letters) byte {
	s.model.Use(choiceLetter, c.last&0xff, c.last&0xffff, c.last&0xffffff, c.last, c.word)
	b = byte(s.model.Index(int(b), 8))
	c.last = c.last<<8 | uint32(b)
	return b
}

// letters are the bytes before one; the zero letters are those before a text.
type letters struct {
	last uint32 // the last four, as written, the newest lowest
	word uint32 // hash of the letters since the last byte that is none
}

const (
	// between is the hash of no letters behind a byte that is none.
	between = 1 << 16
	// wordPrime is the multiplier of FNV-1a.
	wordPrime = 16777619
)

// addWord adds a byte of the text to the word.
func (c *letters) addWord(b byte) {
	if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80 {
		c.word = (c.word ^ uint32(b)) * wordPrime
	} else {
		c.word = between
	}
}
