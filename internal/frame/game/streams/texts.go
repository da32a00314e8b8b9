package streams

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// Texts reads the streams of texts of a frame.
type Texts struct {
	left  int            // values that they may still have
	of    *archive.Frame // whose words are kept
	words [][]byte
}

// MaxValues is how many values all columns of a frame may have together. Each
// takes two bytes of the input at least, but for the oddest of inputs, which
// are kept as text.
func MaxValues(input int) int { return input/2 + 16 }

// What names of tags may have if they are predicted, in bytes: so many, or a part of the
// input.
const (
	leastNames = 4 << 10
	namesPart  = 64
)

// MostNames is how many bytes of names of tags, and of what else their heads spell, may
// be predicted in a frame of so many bytes of input: who reads any tag waits for them.
func MostNames(input int) int { return max(leastNames, input/namesPart) }

// cheapTexts is the part of the input that texts may be and be packed as well
// as can be at every level.
const cheapTexts = 64

// Effort returns how hard the texts of a stream are packed in a frame of so many bytes of
// input, of which effort says how hard others are.
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

// Open goes to a frame. Words that Keep was given of the same one stay.
func (t *Texts) Open(f *archive.Frame) {
	if t.left = MaxValues(int(f.Input)); t.of != f {
		t.of, t.words = f, nil
	}
}

// Keep keeps the words of the frame, which are asked for once more, instead of decoding
// them again.
func (t *Texts) Keep(words [][]byte) { t.words = words }

// Left returns how many values there may still be.
func (t *Texts) Left() int { return t.left }

// Take counts n values of other columns.
func (t *Texts) Take(n int) { t.left -= n }

// Values returns the values of a stream of f, none if it has no such stream. They must
// not be changed.
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
