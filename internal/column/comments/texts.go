package comments

import "github.com/chesszip/chesszip/internal/base/corrupt"

// errShort is returned if the string of the range coder is cut off.
var errShort = corrupt.New("the comments should go on to the last one, they end before")

// texts are the comments, and rests of lines, that are spelled out, in order.
type texts struct {
	values [][]byte
	next   int // index of the next to read
}

func (t *texts) add(text []byte) { t.values = append(t.values, text) }

// take returns the next text.
func (t *texts) take() ([]byte, error) {
	if t.next >= len(t.values) {
		return nil, corrupt.New("a comment should be the next of the texts, there is no more")
	}
	t.next++
	return t.values[t.next-1], nil
}

// done reports whether all texts were read.
func (t *texts) done() bool { return t.next == len(t.values) }
