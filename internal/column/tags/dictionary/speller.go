package dictionary

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// speller codes new texts byte by byte, each as 8 binary digits, in the contexts of
// the bytes before it. A 0 ends a text; 0 and 1 inside it are written as 1 followed
// by 1 or 2.
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

// maxLetterCount limits the learning of the model of letters.
const maxLetterCount = 250

func newSpeller(room *contextmix.Memory, coder *contextmix.Coder, size uint) *speller {
	return &speller{room: room, coder: coder, size: size}
}

// begin returns the model, created for the first text.
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

// learn learns the spelling of a text.
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
	s.model.Use(choiceLetter, c.last&0xff, c.last&0xffff, c.last&0xffffff, c.word, c.kinds, c.place)
	b = byte(s.model.Index(int(b), 8))
	kind, small := kindOf(b)
	c.last = c.last<<8 | uint32(small)
	c.kinds = c.kinds<<2&0xff | kind
	c.place = min(c.place+1, lastPlace)
	return b
}

// letters is the context of a byte in a text; the zero letters are the start of a
// text.
type letters struct {
	last  uint32 // the last bytes, as written, but with small letters, the newest lowest
	word  uint32 // hash of the letters, all small, since the last byte that is not a letter
	kinds uint32 // of the last four bytes, the newest lowest
	place uint32 // number of bytes before, at most lastPlace
}

const (
	// between is the hash of no letters, after a byte that is not a letter.
	between = 1 << 16
	// wordPrime is the multiplier of FNV-1a.
	wordPrime = 16777619

	lastPlace = 31
)

// Kinds of bytes; all others have kind 0.
const (
	kindSmall = 1 + iota
	kindCapital
	kindDigit
)

// kindOf returns the kind of a byte, and the byte, or the small letter of a capital one.
func kindOf(b byte) (kind uint32, small byte) {
	switch {
	case b >= 'a' && b <= 'z':
		return kindSmall, b
	case b >= 'A' && b <= 'Z':
		return kindCapital, b + 'a' - 'A'
	case b >= '0' && b <= '9':
		return kindDigit, b
	}
	return 0, b
}

// addWord adds a byte of the text to the word.
func (c *letters) addWord(b byte) {
	if kind, small := kindOf(b); kind == kindSmall || kind == kindCapital || b >= 0x80 {
		c.word = (c.word ^ uint32(small)) * wordPrime
	} else {
		c.word = between
	}
}
