package attack

import (
	"bytes"
	"encoding/binary"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/attack/table"
)

// column is a column of texts, docs/spec/coding.md, section 6.
type column struct {
	method byte
	count  uint64
	packed []byte
}

// columnOf parses a stream as a column of texts; false if it is not one.
func columnOf(b []byte) (c column, ok bool) {
	if len(b) == 0 || b[0] >= table.FirstTagMethod {
		return c, false
	}
	n, k := binary.Uvarint(b[1:])
	return column{b[0], n, b[1+max(k, 0):]}, k > 0
}

func (c column) bytes() []byte {
	return append(binary.AppendUvarint([]byte{c.method}, c.count), c.packed...)
}

// isPacked reports whether the column is packed by zstd.
func (c column) isPacked() bool { return c.method == 1 || c.method == 2 }

var packer = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderCRC(false), zstd.WithZeroFrames(true), zstd.WithSingleSegment(true), zstd.WithEncoderConcurrency(1))
})

var unpacker = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderMaxMemory(16<<20), zstd.WithDecoderConcurrency(1))
})

// pack returns text as one zstd frame.
func pack(text []byte) []byte {
	z, err := packer()
	if err != nil {
		return text
	}
	return z.EncodeAll(text, nil)
}

// unpack returns the text of zstd frames; false if they are not valid.
func unpack(b []byte) ([]byte, bool) {
	z, err := unpacker()
	if err != nil {
		return nil, false
	}
	text, err := z.DecodeAll(b, nil)
	return text, err == nil
}

// isTexts reports whether streams of a kind may be columns of texts.
func isTexts(kind uint16) bool {
	switch kind {
	case 2, 4, 5, 6, 11:
		return true
	}
	return isTag(kind)
}

// isBlocks reports whether a stream is of blocks.
func isBlocks(s *archive.Stream) bool {
	return s.Kind >= archive.FirstBlocks && s.Kind <= archive.LastBlocks
}

// isTag reports whether streams of a kind hold the values of a tag.
func isTag(kind uint16) bool { return kind >= table.FirstTag && kind <= table.LastTag }

// alterText changes text: it repeats a part of it, removes or moves one, sets bytes, or
// overwrites a number.
func (a *alteration) alterText(b []byte) (out []byte, did string) {
	from, to := a.within(len(b))
	part := b[from:to]
	switch a.below(6) {
	case 0:
		n := a.times(len(part))
		return bytes.Join([][]byte{b[:from], bytes.Repeat(part, n), b[to:]}, nil), "a part repeated"
	case 1:
		return bytes.Join([][]byte{b[:from], b[to:]}, nil), "a part cut out"
	case 2:
		at := a.below(len(b) + 1)
		return bytes.Join([][]byte{b[:at], part, b[at:]}, nil), "a part spliced in"
	case 3:
		out := bytes.Clone(b)
		v := [...]byte{0, 1, 0x7f, 0x80, 0xff, '\n', a.byte(), a.byte()}[a.below(8)]
		for i := from; i < to; i++ {
			out[i] = v
		}
		return out, "bytes set"
	case 4:
		return setNumber(b, from, a.limit()), "a number at its limit"
	}
	return b[:from:from], "cut off"
}

// setNumber replaces the uvarint at an offset by v.
func setNumber(b []byte, at int, v uint64) []byte {
	end := at
	for end < len(b) && b[end]&0x80 != 0 {
		end++
	}
	end = min(end+1, len(b))
	return append(binary.AppendUvarint(bytes.Clone(b[:at]), v), b[end:]...)
}
