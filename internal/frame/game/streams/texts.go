package streams

import (
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// Texts reads the streams of texts of a frame.
type Texts struct {
	left  int            // number of values left
	of    *archive.Frame // the frame whose words are stored
	words [][]byte
}

// MaxValues returns the most values of all columns of a frame together. Each takes at
// least two bytes of the input, except in very odd inputs, which are stored as text.
func MaxValues(input int) int { return input/2 + 16 }

// Limits in bytes of predicted names of tags: a minimum, or a part of the input.
const (
	leastNames = 4 << 10
	namesPart  = 64
)

// MostNames returns the most bytes of names of tags, and of other texts in their
// heads, that may be predicted in a frame of so many bytes of input: the reader of
// any tag waits for them.
func MostNames(input int) int { return max(leastNames, input/namesPart) }

// cheapTexts: texts of at most this part of the input are packed with the best effort
// at every level.
const cheapTexts = 64

// Effort returns the effort of packing the texts of a stream in a frame of so many
// bytes of input; effort is that of other streams.
func Effort(kind uint16, values [][]byte, input int, effort text.Effort) text.Effort {
	length := 0
	for _, v := range values {
		length += len(v)
	}
	switch {
	case kind == KindNewTags && length > MostNames(input):
		return text.Quick // a reader would refuse them predicted
	case length <= input/cheapTexts:
		return text.Thorough // it takes no time
	case effort == text.Thorough && kind != KindNewLayout && kind != KindNewTags:
		return text.Prose
	}
	return effort
}

// Open begins a frame. Words stored by Keep for the same frame stay.
func (t *Texts) Open(f *archive.Frame) {
	if t.left = MaxValues(int(f.Input)); t.of != f {
		t.of, t.words = f, nil
	}
}

// Keep stores the words of the frame, so that they need not be decoded again.
func (t *Texts) Keep(words [][]byte) { t.words = words }

// Left returns the number of values left.
func (t *Texts) Left() int { return t.left }

// Take counts n values of other columns.
func (t *Texts) Take(n int) { t.left -= n }

// Values returns the values of a stream of f, or none if it has no such stream. The
// caller must not change them.
func (t *Texts) Values(f *archive.Frame, kind uint16, b *budget.Budget) (values [][]byte, err error) {
	data, ok := f.Stream(kind)
	if !ok {
		return nil, nil
	}
	if kind == KindWords && t.words != nil {
		values, t.words = t.words, nil
		err = text.Hold(values, b)
	} else {
		most := int(f.Input)
		if kind == KindNewTags {
			most = MostNames(most)
		}
		values, err = text.DecodeUpTo(data, -1, int(f.Input), most, b)
	}
	if t.left -= len(values); err == nil && t.left < 0 {
		err = corrupt.New("the columns have more values than their frame's input can")
	}
	return values, corrupt.In(Name(kind), err)
}
