// Package text stores a column of texts, one kind of value of many games: the
// values of a tag, the comments, the words that are not moves.
//
// # Format
//
//	| method | count uvarint | packed |
//
//	method 0   one value:     the value, count times
//	       1   lines:         zstd of the values, each followed by a line feed
//	       2   lengths:       zstd of the lengths as uvarints, then the values
//	       3   lines, plain   the same two without zstd
//	       4   lengths, plain
//	       5   predicted      package textmodel of the values
//	       6   prose          the same, after a text of English notes
//
// Zstd data is one frame with its content's size. The same values always give the
// same bytes.
package text

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/textmodel"
	"github.com/chesszip/chesszip/internal/entropy/zstdframe"
)

// method is how a column is packed.
type method byte

const (
	oneValue method = iota
	lines
	lengths
	plainLines
	plainLengths
	predicted
	prose
)

// names are the names of the methods.
var names = [...]string{
	oneValue: "one value", lines: "lines", lengths: "lengths", plainLines: "plain lines", plainLengths: "plain lengths",
	predicted: "predicted", prose: "prose",
}

// NumMethods is the number of methods: a column begins with a byte below it.
const NumMethods = len(names)

// MethodName returns the name of a method.
func MethodName(number int) string { return names[number] }

// Effort is the effort of Append to save bytes.
type Effort uint8

const (
	// Quick packs with zstd.
	Quick Effort = iota
	// Thorough also packs with package textmodel, at about 1.5 MB/s each way, and
	// keeps the smaller result.
	Thorough
	// Prose is Thorough for text of people: text that looks like English is predicted
	// as English notes from the start.
	Prose
	// Swift packs with a lower level of zstd than Quick: in half the time, for some percent
	// more.
	Swift
)

// Append appends the column of the given values to dst. Of b only the context is
// used: once it is done, the result is meaningless.
func Append(dst []byte, values [][]byte, effort Effort, b *budget.Budget) []byte {
	body, m := layOut(values)
	head := len(dst)
	dst = append(dst, byte(m))
	dst = binary.AppendUvarint(dst, uint64(len(values)))
	if m == oneValue {
		return append(dst, body...)
	}
	at := len(dst)
	dst = pack(dst, body, effort, b)
	if len(dst)-at >= len(body) {
		m += plainLines - lines
		dst = append(dst[:at], body...)
	}
	if effort == Thorough || effort == Prose {
		by := predicted
		if effort == Prose && looksEnglish(body) {
			by = prose
		}
		if small := textmodel.Append(nil, values, by == prose, b); len(small) < len(dst)-at {
			m = by
			dst = append(dst[:at], small...)
		}
	}
	dst[head] = byte(m)
	return dst
}

// looksEnglish reports whether a text has as many blanks and small letters as prose,
// and of the most frequent letter.
func looksEnglish(body []byte) bool {
	blanks, small, e := 0, 0, 0
	for _, c := range body {
		switch {
		case c == ' ' || c == '\n':
			blanks++
		case c >= 'a' && c <= 'z':
			small++
			if c == 'e' {
				e++
			}
		}
	}
	return small*2 > len(body) && blanks*16 > len(body) && e*20 > small
}

// maxSingle is the greatest length in bytes of a column's only value that is not
// packed: below it zstd gains nothing.
const maxSingle = 32

// layOut joins the values into one text.
func layOut(values [][]byte) ([]byte, method) {
	// A single value could be method 0, but a long one packs better.
	same, feeds, total := len(values) > 1 || len(values) == 1 && len(values[0]) <= maxSingle, false, 0
	for _, v := range values {
		same = same && bytes.Equal(v, values[0])
		feeds = feeds || bytes.IndexByte(v, '\n') >= 0
		total += len(v) + 2
	}
	if same {
		return values[0], oneValue
	}
	body := make([]byte, 0, total)
	if !feeds {
		for _, v := range values {
			body = append(append(body, v...), '\n')
		}
		return body, lines
	}
	for _, v := range values {
		body = binary.AppendUvarint(body, uint64(len(v)))
	}
	for _, v := range values {
		body = append(body, v...)
	}
	return body, lengths
}

// ValueBytes is the memory of a value besides its bytes: the slice.
const ValueBytes = 24

// Hold charges the most memory and work that decoding a column of values takes.
func Hold(values [][]byte, b *budget.Budget) error {
	length := len(values)
	for _, v := range values {
		length += len(v)
	}
	return corrupt.First(b.HoldEach(len(values), ValueBytes), b.Text(length))
}

// Decode returns the values of a column of n values, or any number if n is negative.
// Their lengths sum to at most limit bytes, and their number is at most limit + 1.
// Their memory is charged to b. The caller must not change them.
func Decode(src []byte, n, limit int, b *budget.Budget) ([][]byte, error) {
	return DecodeUpTo(src, n, limit, limit, b)
}

// DecodeUpTo is Decode that refuses predicted values of more than most bytes
// together, or all predicted ones if most is 0: to read them takes much longer than
// to unpack zstd.
func DecodeUpTo(src []byte, n, limit, most int, b *budget.Budget) ([][]byte, error) {
	m, count, body, err := parseHead(src, n, limit, b)
	if err != nil {
		return nil, err
	}
	if m == oneValue {
		if count > 0 && len(body) > limit/count {
			return nil, corrupt.Newf("the values of a column should have at most the %d bytes of its frame's input", limit)
		}
		return slices.Repeat([][]byte{body}, count), nil
	}
	switch m {
	case lines, lengths:
		// Lengths take at most 4 bytes a value, line feeds one.
		if body, err = zstdframe.Unpack(body, limit+4*count, b); err != nil {
			return nil, err
		}
	case predicted, prose:
		if most == 0 {
			return nil, corrupt.Newf("a column that is not to be predicted should be packed by method 0 to %d, not %d", predicted-1, m)
		}
		return textmodel.Decode(body, count, min(limit, most), m == prose, b)
	case plainLines, plainLengths:
		m -= plainLines - lines
	}
	if m == lines {
		return cutLines(body, count)
	}
	return cutLengths(body, count)
}

// Head returns the first bytes, at most most, of the value of a column with one
// value. Of a predicted text it decodes hardly more, and does not check the rest.
// Otherwise it is like Decode.
func Head(src []byte, limit, most int, b *budget.Budget) ([]byte, error) {
	m, _, body, err := parseHead(src, 1, limit, b)
	if err != nil {
		return nil, err
	}
	if m == predicted || m == prose {
		return textmodel.Head(body, limit, most, m == prose, b)
	}
	values, err := Decode(src, 1, limit, b)
	if err != nil {
		return nil, err
	}
	return values[0][:min(most, len(values[0]))], nil
}

// parseHead reads method and number of values of a column.
func parseHead(src []byte, n, limit int, b *budget.Budget) (m method, count int, body []byte, err error) {
	if len(src) == 0 {
		return 0, 0, nil, corrupt.New("a column should begin with its method, it is empty")
	}
	if m = method(src[0]); int(m) >= NumMethods {
		return 0, 0, nil, corrupt.Newf("a column should be packed by method 0 to %d, not %d", NumMethods-1, m)
	}
	c, body, err := binfmt.Uvarint(src[1:])
	if err != nil || c > uint64(limit)+1 || n >= 0 && c != uint64(n) {
		return 0, 0, nil, corrupt.New("a column should have as many values as are asked for, and no more than its frame's input has bytes")
	}
	return m, int(c), body, b.HoldEach(int(c), ValueBytes)
}

func cutLines(body []byte, count int) ([][]byte, error) {
	if count > len(body) {
		return nil, corrupt.Newf("a column should have %d lines, it has fewer", count)
	}
	values := make([][]byte, count)
	for i := range values {
		end := bytes.IndexByte(body, '\n')
		if end < 0 {
			return nil, corrupt.Newf("a column should have %d lines, it has fewer", count)
		}
		values[i], body = body[:end:end], body[end+1:]
	}
	if len(body) > 0 {
		return nil, corrupt.Newf("a column should have %d lines, it has more", count)
	}
	return values, nil
}

func cutLengths(body []byte, count int) ([][]byte, error) {
	if count > len(body) {
		return nil, corrupt.Newf("a column should have %d lengths, it has fewer", count)
	}
	sizes := body
	for range count {
		var err error
		if _, body, err = binfmt.Uvarint(body); err != nil {
			return nil, corrupt.Newf("a column should have %d lengths, each in its shortest form", count)
		}
	}
	values := make([][]byte, count)
	for i := range values {
		n, k := binary.Uvarint(sizes)
		sizes = sizes[k:]
		if n > uint64(len(body)) {
			return nil, corrupt.New("a column should hold all of its values, it ends inside one")
		}
		values[i], body = body[:n:n], body[n:]
	}
	if len(body) > 0 {
		return nil, corrupt.New("a column should end behind its last value, it goes on")
	}
	return values, nil
}
