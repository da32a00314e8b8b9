package vectors_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/column/textmodel"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// columnVector returns the vector of a column that is decoded with a limit and, if count
// is not negative, for a number of values. The values, or the reason of a refusal, are
// the reader's.
func columnVector(t *testing.T, name string, column []byte, limit, count int, refused bool) *vectors.Vector {
	t.Helper()
	v := vectors.New("%s", name)
	v.Add("column", "%x", column)
	if limit != 1<<20 {
		v.Add("limit", "%d", limit)
	}
	if count >= 0 {
		v.Add("count", "%d", count)
	}
	values, err := text.Decode(column, count, limit, budget.New(1<<22))
	require.Equal(t, refused, err != nil, "%s: %v", name, err)
	for _, value := range values {
		v.Add("value", "%s", vectors.Quote(value))
	}
	if refused {
		v.Add("refused", "%s", class(t, err))
	}
	return v
}

// moreTexts returns columns at their limits, frames of zstd of each form, and longer
// predicted texts.
func moreTexts(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	plain := func(method byte, count int, body string) []byte { return append([]byte{method, byte(count)}, body...) }
	escaped := append([]byte{5, 2}, textmodel.Append(nil, [][]byte{[]byte("\n\x0b\n"), []byte("\x0b\x0b\n\n\n")}, false, budget.New(1<<20))...)
	for _, c := range []struct {
		name         string
		column       []byte
		limit, count int
		refused      bool
	}{
		{"a method that is not known, with values as of method 4", plain(7, 1, "\x01a"), 20, 1, true},
		{"one value as often as the limit allows", plain(0, 10, "ab"), 20, 10, false},
		{"one value once more than the limit allows", plain(0, 10, "ab"), 19, 10, true},
		{"no value at all, of two bytes", plain(0, 0, "ab"), 0, 0, false},
		{"one more value than the limit has bytes", plain(3, 5, "\n\n\n\n\n"), 4, -1, false},
		{"two more values than the limit has bytes", plain(3, 5, "\n\n\n\n\n"), 3, -1, true},
		{"more values than the reader needs", plain(3, 5, "\n\n\n\n\n"), 4, 4, true},
		{"escapes as long as the limit allows", escaped, 8, 2, false},
		{"escapes longer than the limit allows", escaped, 7, 2, true},
		{"a packed text that is shorter than its values are many", append([]byte{5, 3, 2}, escaped[3:]...), 8, 3, true},
		{"a packed text that is longer than escapes are", append([]byte{5, 2, 19}, escaped[3:]...), 8, 2, true},
		{"a packed text without its last line feed", append([]byte{5, 1, 1}, textmodel.Append(nil, [][]byte{[]byte("a")}, false, budget.New(1<<20))[1:]...), 8, 1, true},
		{"lines by zstd that are as long as the limit allows", append([]byte{1, 2}, zstdRaw(0x20, "abcd\nefghijkl\n", 14)...), 6, 2, false},
		{"lines by zstd that are longer than the limit allows", append([]byte{1, 2}, zstdRaw(0x20, "abcd\nefghijklm\n", 15)...), 6, 2, true},
	} {
		list = append(list, columnVector(t, c.name, c.column, c.limit, c.count, c.refused))
	}
	list = append(list, zstdForms(t)...)
	for _, c := range []struct {
		name   string
		values [][]byte
	}{
		{"predicted, 255 bytes of which none is alike", everyByte()},
		{"predicted, matches of all lengths", matches()},
		{"predicted, long lines below one another", longLines()},
		{"predicted, words in any order", chatter(330)},
		{"predicted, a period that is broken now and then", [][]byte{periods()}},
	} {
		column := append([]byte{5, byte(len(c.values))}, textmodel.Append(nil, c.values, false, budget.New(1<<22))...)
		list = append(list, columnVector(t, c.name, column, 1<<20, -1, false))
	}
	for _, n := range []int{1, 2048} {
		body := bytes.Join(chatter(700), nil)[:n]
		if n > 1 {
			copy(body[900:], bytes.Repeat(body[:20], 50)) // long parts of it are quickly read
		}
		stream := textmodel.AppendColumns(nil, body)
		v := vectors.New("stream 13 of %d bytes, words", len(body))
		v.Add("stream", "%x", stream)
		v.Add("body", "%x", body)
		list = append(list, v)
	}
	return list
}

// zstdRaw returns a frame of zstd with a header of the given first byte: its content in
// two uncompressed blocks, and a third block for a run of one byte.
func zstdRaw(head byte, content string, size int) []byte {
	b := []byte{0x28, 0xb5, 0x2f, 0xfd, head}
	if head&0x20 == 0 {
		b = append(b, 0x58) // a window of 2 MiB
	}
	b = append(b, make([]byte, [...]int{0, 1, 2, 4}[head&3])...)
	switch head >> 6 {
	case 0:
		if head&0x20 != 0 {
			b = append(b, byte(size))
		}
	case 1:
		b = binary.LittleEndian.AppendUint16(b, uint16(size-256))
	case 2:
		b = binary.LittleEndian.AppendUint32(b, uint32(size))
	default:
		b = binary.LittleEndian.AppendUint64(b, uint64(size))
	}
	block := func(kind, size int, last int, data string) {
		n := last | kind<<1 | size<<3
		b = append(append(b, byte(n), byte(n>>8), byte(n>>16)), data...)
	}
	run := len(content) - len(strings.TrimRight(content, content[len(content)-1:]))
	half := (len(content) - run) / 2
	block(0, half, 0, content[:half])
	block(0, len(content)-run-half, 0, content[half:len(content)-run])
	block(1, run, 1, content[len(content)-1:])
	if head&4 != 0 {
		b = binary.LittleEndian.AppendUint32(b, uint32(xxhash.Sum64String(content)))
	}
	return b
}

// zstdForms returns columns whose zstd has a header of each form, or one that must be
// refused.
func zstdForms(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	content := strings.Repeat("line after line\n", 17) + strings.Repeat("\n", 300)
	column := func(b []byte) []byte { return append([]byte{1, 0xbd, 2}, b...) }
	for _, head := range []byte{0x60, 0xa0, 0xe0, 0x40, 0x80, 0xc0, 0x44, 0x81, 0x42, 0x83, 0x67, 0xe5} {
		list = append(list, columnVector(t, fmt.Sprintf("zstd whose header begins with %02x", head), column(zstdRaw(head, content, len(content))), 1<<20, -1, false))
	}
	reserved := zstdRaw(0x60, content, len(content))
	kind := bytes.Clone(reserved)
	kind[7] |= 6
	for _, c := range []struct {
		name string
		b    []byte
	}{
		{"zstd without the size of its content", zstdRaw(0, content, 0)},
		{"zstd with the reserved bit", append(append(bytes.Clone(reserved[:4]), 0x68), reserved[5:]...)},
		{"zstd with a block of the reserved kind", kind},
		{"zstd with another size than its content has", zstdRaw(0x60, content, len(content)+1)},
		{"zstd with a wrong checksum", append(zstdRaw(0x60, content, len(content)), 1, 2, 3, 4)},
		{"zstd whose checksum is cut off", zstdRaw(0x64, content, len(content))[:len(reserved)+3]},
		{"a skippable frame of zstd", []byte("\x50\x2a\x4d\x18\x02\x00\x00\x00ab")},
	} {
		list = append(list, columnVector(t, c.name, column(c.b), 1<<20, -1, true))
	}
	return list
}

// everyByte returns a value with almost all bytes once.
func everyByte() [][]byte {
	var b []byte
	for i := range 245 {
		b = append(b, byte(i*89+40))
	}
	b = bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\n"), nil), []byte("\x0b"), nil)
	return [][]byte{b}
}

// matches returns values that repeat parts of the first one, of growing length.
func matches() (list [][]byte) {
	r := numbers(5)
	first := make([]byte, 330)
	for i := range first {
		first[i] = "etaoinshrdlu ,.-0123456789ETAOINSHRDLU"[r(38)]
	}
	list = append(list, first)
	for i, n := range []int{4, 5, 6, 7, 8, 11, 15, 16, 18, 19, 20, 23, 27, 31, 32, 33, 48, 79, 80, 81, 120, 330, 330} {
		from := 0
		if n < 300 {
			from = 3 * i
		}
		list = append(list, append([]byte{'a' + byte(i)}, first[from:from+min(n, 330-from)]...))
	}
	// After a long match that ends, the text continues as it did the time before last.
	for i := range 6 {
		list = append(list, append(append([]byte{}, first[100:200]...), "xz"[i%2], 'A'+byte(i)))
	}
	for range 5 {
		list = append(list, []byte("\x00\x00a zero \x80f\x80 \x00in it, 1\x801 and 0\x800\x00"))
	}
	return list
}

// longLines returns lines with aligned columns, longer than 255 bytes.
func longLines() (list [][]byte) {
	r := numbers(8)
	for i := range 4 {
		var s strings.Builder
		for k := range 40 {
			fmt.Fprintf(&s, "%02d;%c%c;", k, 'a'+k%26, "xyz"[r(uint32(1+i))%3])
			if i > 1 && k > 35 {
				s.WriteByte(byte('0' + r(10)))
			}
		}
		list = append(list, []byte(s.String()))
	}
	return list
}

// chatter returns lines of words in any order.
func chatter(words int) (list [][]byte) {
	r := numbers(12)
	known := strings.Fields("White Black plays the a better move, and but knight bishop on e4 d5 c6 Qh5+ wins loses draw. 12 2024 3-0 Zürich attack: defence; pawn! rook? mate, file rank with without after before 0:59 +1.25 -0.30")
	var line []string
	for range words {
		line = append(line, known[r(uint32(1+r(uint32(len(known)))))])
		if r(12) == 0 {
			list = append(list, []byte(strings.Join(line, " ")))
			line = nil
		}
	}
	return append(list, []byte(strings.Join(line, " ")))
}

// periods returns a text whose predictions are mostly right, and then wrong.
func periods() (b []byte) {
	for i := range 90 {
		b = append(b, "the same words again and again, "...)
		if i > 40 && i%5 == 0 {
			b[len(b)-3-i%20] ^= 1
		}
	}
	return b
}
