package tags

import (
	"github.com/chesszip/chesszip/internal/contextmix"
)

// speller codes new texts letter by letter, each as 8 binary digits, in the
// contexts of the letters before it. A 0 ends a text; 0 and 1 inside it are
// written as 1 and then 1 or 2.
type speller struct {
	room *contextmix.Room
	c    *contextmix.Coder
	size uint
	m    *contextmix.Model // nil before the first text
}

const (
	endOfText = 0
	escaped   = 1
)

func newSpeller(room *contextmix.Room, c *contextmix.Coder, size uint) *speller {
	return &speller{room: room, c: c, size: size}
}

func (s *speller) model() *contextmix.Model {
	if s.m == nil {
		s.m = s.room.NewModel(s.c, s.size, 250)
	}
	return s.m
}

// code codes a text, of at most limit bytes; false if it is longer, or than the
// string of the range coder.
func (s *speller) code(text []byte, limit int) ([]byte, bool) {
	var last uint32 // letters
	word := uint32(0)
	reading := text == nil
	var out []byte
	for i := 0; ; {
		c := byte(endOfText)
		if !reading && i < len(text) {
			c = text[i]
		}
		write := c
		extra := byte(0)
		if !reading && i < len(text) && c <= escaped {
			write, extra = escaped, c+1
		}
		got := s.byte(write, last, word, i)
		last = last<<8 | uint32(got)
		if got == endOfText {
			if reading {
				return out, true
			}
			return text, true
		}
		if got == escaped {
			v := s.byte(extra, last, word, i)
			if got = v - 1; v == 0 || v > 2 {
				return nil, false
			}
			last = last<<8 | uint32(v)
		}
		if got >= 'a' && got <= 'z' || got >= 'A' && got <= 'Z' || got >= 0x80 {
			word = contextmix.Hash(word, uint32(got))
		} else {
			word = 0
		}
		if reading {
			if out = append(out, got); len(out) > limit || s.c.Dec.Err() != nil {
				return nil, false
			}
		}
		i++
	}
}

// learn learns how a text is spelled.
func (s *speller) learn(text []byte) {
	s.model().Learn(func() { s.code(text, len(text)) })
}

func (s *speller) byte(c byte, last, word uint32, i int) byte {
	m := s.model()
	m.Begin(1, contextmix.Hash(2, last&0xff), contextmix.Hash(3, last&0xffff), contextmix.Hash(4, last&0xffffff), contextmix.Hash(5, last), contextmix.Hash(6, word^uint32(min(i, 1))))
	return byte(m.Index(int(c), 8))
}
