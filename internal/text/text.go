// Package column stores one kind of value of many games: the values of a tag,
// the comments, the words that are no moves.
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
//	       5   mixed          package text of the values
//	       6   prose          the same, after a text of English notes
//
// The same values always give the same bytes.
package text

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/internal/text/textmodel"
)

// ErrCorrupt says that bytes are no column, or a larger one than allowed.
var ErrCorrupt = errors.New("column: corrupt input")

func corrupt(msg string) error { return fmt.Errorf("%w: %s", ErrCorrupt, msg) }

// method is how a column is packed.
type method byte

const (
	oneValue method = iota
	lines
	lengths
	plainLines
	plainLengths
	mixed
	prose
)

// Effort is how hard Append tries.
type Effort uint8

const (
	// Quick packs by zstd.
	Quick Effort = iota
	// Thorough packs by mixed predictions too, about 1.5 MB/s each way, and
	// keeps what is smaller.
	Thorough
	// Prose is Thorough for what people write: where it looks like English,
	// predictions begin with what English looks like.
	Prose
)

// Append appends the column of the given values to dst.
func Append(dst []byte, values [][]byte, effort Effort) []byte {
	body, m := layOut(values)
	dst = append(dst, byte(m))
	dst = binary.AppendUvarint(dst, uint64(len(values)))
	if m == oneValue {
		return append(dst, body...)
	}
	at := len(dst)
	dst = zstdEncoder().EncodeAll(body, dst)
	if len(dst)-at >= len(body) {
		dst[at-1-uvarintLen(len(values))] += byte(plainLines - lines)
		dst = append(dst[:at], body...)
	}
	if effort == Quick {
		return dst
	}
	m = mixed
	if effort == Prose && looksEnglish(body) {
		m = prose
	}
	if small := textmodel.Append(nil, values, m == prose); len(small) < len(dst)-at {
		dst[at-1-uvarintLen(len(values))] = byte(m)
		dst = append(dst[:at], small...)
	}
	return dst
}

// looksEnglish reports whether a text has as many blanks and small letters as
// prose, and as many of the commonest letter.
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

func uvarintLen(n int) int {
	return len(binary.AppendUvarint(nil, uint64(n)))
}

// maxSingle is the length in bytes from which on the only value of a column is
// packed: below it zstd gains nothing.
const maxSingle = 32

// layOut joins the values to one text.
func layOut(values [][]byte) ([]byte, method) {
	// A single value is one value throughout, but a long one packs better.
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

// Decode gives back the values of a column of n values, any number if n is
// negative, whose lengths sum to at most limit bytes and whose number is at
// most limit + 1. The values must not be changed.
func Decode(src []byte, n, limit int) ([][]byte, error) {
	if len(src) == 0 {
		return nil, corrupt("a column is empty")
	}
	m := method(src[0])
	c, k := binary.Uvarint(src[1:])
	if k <= 0 || c > uint64(limit)+1 || n >= 0 && c != uint64(n) {
		return nil, corrupt("the number of a column's values is out of range")
	}
	count, body := int(c), src[1+k:]
	if m == oneValue {
		if count > 0 && len(body) > limit/count {
			return nil, corrupt("a column is longer than its frame's input")
		}
		values := make([][]byte, count)
		for i := range values {
			values[i] = body
		}
		return values, nil
	}
	switch m {
	case lines, lengths:
		var err error
		// Lengths take at most 4 bytes a value, line feeds one.
		if body, err = unpack(body, limit+4*count); err != nil {
			return nil, err
		}
	case mixed, prose:
		return textmodel.Decode(body, count, limit, m == prose)
	case plainLines, plainLengths:
		m -= plainLines - lines
	default:
		return nil, corrupt("a column is packed in an unknown way")
	}
	if m == lines {
		return cutLines(body, count)
	}
	return cutLengths(body, count)
}

func cutLines(body []byte, count int) ([][]byte, error) {
	if count > len(body) {
		return nil, corrupt("a column has too few lines")
	}
	values := make([][]byte, count)
	for i := range values {
		end := bytes.IndexByte(body, '\n')
		if end < 0 {
			return nil, corrupt("a column has too few lines")
		}
		values[i], body = body[:end:end], body[end+1:]
	}
	if len(body) > 0 {
		return nil, corrupt("a column has too many lines")
	}
	return values, nil
}

func cutLengths(body []byte, count int) ([][]byte, error) {
	if count > len(body) {
		return nil, corrupt("a column has too few lengths")
	}
	sizes := body
	for range count {
		_, k := binary.Uvarint(body)
		if k <= 0 {
			return nil, corrupt("a column has too few lengths")
		}
		body = body[k:]
	}
	values := make([][]byte, count)
	for i := range values {
		n, k := binary.Uvarint(sizes)
		sizes = sizes[k:]
		if n > uint64(len(body)) {
			return nil, corrupt("a column ends inside a value")
		}
		values[i], body = body[:n:n], body[n:]
	}
	if len(body) > 0 {
		return nil, corrupt("a column goes on after its last value")
	}
	return values, nil
}

// zstdEncoder and zstdDecoder are used through EncodeAll and DecodeAll only,
// which are safe for concurrent use and deterministic.
var zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderCRC(false), zstd.WithWindowSize(window), zstd.WithZeroFrames(true), zstd.WithSingleSegment(true))
	if err != nil {
		panic(err) // options are constants
	}
	return e
})

var zstdDecoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		panic(err) // options are constants
	}
	return d
})

// window is what zstd looks back on: a frame's input.
const window = 4 << 20

// maxUnpacked bounds the text of any column.
const maxUnpacked = 64 << 20

// unpack undoes zstd, up to limit bytes.
func unpack(src []byte, limit int) ([]byte, error) {
	var h zstd.Header
	if err := h.Decode(src); err != nil || !h.HasFCS || h.FrameContentSize > uint64(limit) {
		return nil, corrupt("a column's packed text is longer than its frame's input, or no text")
	}
	out, err := zstdDecoder().DecodeAll(src, nil)
	if err != nil {
		return nil, corrupt(err.Error())
	}
	return out, nil
}
