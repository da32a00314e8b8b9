package attack

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/internal/archive"

	"github.com/chesszip/chesszip/internal/test/attack/table"
)

func (a *alteration) claimColumn() string {
	_, s := a.stream(isColumn)
	if s == nil {
		return ""
	}
	c, _ := columnOf(s.Data)
	c.count = a.limit()
	s.Data = c.bytes()
	return fmt.Sprintf("kind %d: %d values", s.Kind, c.count)
}

func (a *alteration) changeMethod() string {
	_, s := a.stream(func(s *archive.Stream) bool { return isTexts(s.Kind) && len(s.Data) > 0 })
	if s == nil {
		return ""
	}
	m := table.AllMethods()[a.below(len(table.AllMethods()))]
	s.Data = append([]byte{m}, s.Data[1:]...)
	return fmt.Sprintf("kind %d: %d", s.Kind, m)
}

// alterDecoded changes the unpacked content of a column.
func (a *alteration) alterDecoded() string {
	_, s := a.stream(func(s *archive.Stream) bool {
		c, ok := columnOf(s.Data)
		return ok && isTexts(s.Kind) && c.isPacked()
	})
	if s == nil {
		return ""
	}
	c, _ := columnOf(s.Data)
	text, ok := unpack(c.packed)
	if !ok {
		return ""
	}
	text, did := a.alterText(text)
	c.packed = pack(text)
	if c.method == 1 {
		c.count = uint64(bytes.Count(text, []byte("\n")))
	}
	s.Data = c.bytes()
	return fmt.Sprintf("kind %d: %s", s.Kind, did)
}

// alterBlock changes a block of an open column: a column of texts and its unpacked content,
// or any bytes.
func (a *alteration) alterBlock() string {
	f, s := a.stream(isBlocks)
	if s == nil {
		return ""
	}
	b, err := archive.ParseBlocks(s.Kind, f.Games, mendBlocks(s.Kind, f.Games, s.Data))
	if err != nil || b.Len() == 0 {
		return ""
	}
	parts := make([][]byte, b.Len())
	for i := range parts {
		parts[i], _ = b.Block(i) // whose checksum was mended
	}
	at, did := a.below(len(parts)), "repeated"
	c, isColumn := columnOf(parts[at])
	text, isPacked := unpack(c.packed)
	switch how := a.below(4); {
	case how == 0 && isColumn:
		c.count = a.limit()
		parts[at], did = c.bytes(), fmt.Sprintf("%d values", c.count)
	case how == 1 && isColumn && isPacked:
		text, did = a.alterText(text)
		c.packed = pack(text)
		parts[at] = c.bytes()
	case how == 2:
		parts = slices.Insert(parts, at, slices.Repeat(parts[at:at+1], a.few(len(parts[at])+5))...)
	default:
		parts[at], did = a.alterText(parts[at])
	}
	s.Data = archive.AppendBlocks(nil, s.Kind, f.Games, b.Head, parts)
	return fmt.Sprintf("kind %d, block %d: %s", s.Kind, at, did)
}

// repeatZstd repeats the zstd frame of a column.
func (a *alteration) repeatZstd() string {
	_, s := a.stream(isColumn)
	if s == nil {
		return ""
	}
	c, _ := columnOf(s.Data)
	if !c.isPacked() {
		c.method, c.packed = 1, pack(bytes.Repeat([]byte{'\n'}, a.times(1)))
	}
	n := a.times(len(c.packed))
	c.packed = bytes.Repeat(c.packed, n)
	s.Data = c.bytes()
	return fmt.Sprintf("kind %d: %d times", s.Kind, n)
}

// repeatColumn stores a column under all kinds of tags, or some.
func (a *alteration) repeatColumn() string {
	f, s := a.stream(func(s *archive.Stream) bool { return isTag(s.Kind) })
	if s == nil {
		return ""
	}
	kind, data := s.Kind, s.Data
	n := 1 + a.below(table.LastTag-table.FirstTag+1)
	for i := range n {
		f.put(table.FirstTag+uint16(i), data)
	}
	return fmt.Sprintf("kind %d, %d times", kind, n)
}

// sameValues makes all columns of a frame columns of one value, repeated up to a limit.
func (a *alteration) sameValues() string {
	f := a.frame()
	if f == nil {
		return ""
	}
	count := a.limit()
	value := []byte("x")[:a.below(2)]
	for i := range f.Streams {
		if isColumn(&f.Streams[i]) {
			f.Streams[i].Data = column{0, count, value}.bytes()
		}
	}
	return fmt.Sprintf("%d values", count)
}

// claimColumns sets the counts of all columns of a frame.
func (a *alteration) claimColumns() string {
	f := a.frame()
	if f == nil {
		return ""
	}
	count := a.limit()
	for i := range f.Streams {
		if c, ok := columnOf(f.Streams[i].Data); ok && isTexts(f.Streams[i].Kind) {
			c.count = count
			f.Streams[i].Data = c.bytes()
		}
	}
	return fmt.Sprintf("%d values", count)
}

// eachColumn replaces all columns of a frame, or mostly those of tags, by those of make
// for a number of values, and sets the frame's claimed input to the maximum.
func (a *alteration) eachColumn(make func(count uint64) column) string {
	f := a.frame()
	if f == nil {
		return ""
	}
	a.trusted = false
	f.Input = maxClaim
	n, all := 0, a.byte()&3 == 1
	for i := range f.Streams {
		s := &f.Streams[i]
		if !isTexts(s.Kind) || !all && !isTag(s.Kind) {
			continue
		}
		count := uint64(f.Games)
		if c, ok := columnOf(s.Data); ok {
			count = c.count
		}
		s.Data = make(count).bytes()
		n++
	}
	return fmt.Sprintf("%d columns", n)
}

// largeValues makes the first value of every column as long as the input, or nearly, and
// the others empty.
func (a *alteration) largeValues() string {
	size := [...]int{1 << 10, 1 << 16, 1 << 20, maxClaim - 64}[a.below(4)]
	return a.eachColumn(func(count uint64) column {
		body := binary.AppendUvarint(nil, uint64(size))
		body = append(body, make([]byte, min(count, 1<<16)-min(count, 1))...)
		return column{2, count, pack(append(body, make([]byte, size)...))}
	})
}

// predictedColumns makes every column one of the text model, with meaningless bytes.
func (a *alteration) predictedColumns() string {
	size, fill, method := a.times(1), a.byte(), 5+a.byte()&1
	return a.eachColumn(func(count uint64) column {
		return column{method, count, bytes.Repeat([]byte{fill}, size)}
	})
}

// numberInIndex sets a number of the index.
func (a *alteration) numberInIndex() string {
	at, v := a.below(64), a.limit()
	a.footer = append(a.footer, func(b []byte) []byte {
		if len(b) == 0 {
			return b
		}
		return setNumber(b, at%len(b), v)
	})
	return fmt.Sprintf("at byte %d: %d", at, v)
}

func (a *alteration) alterIndex() string {
	program := a.rest[:min(len(a.rest), 8)]
	a.rest = a.rest[len(program):]
	a.footer = append(a.footer, func(b []byte) []byte {
		b, _ = (&alteration{choices: &choices{program}}).alterText(b)
		return b
	})
	return "changed"
}

func (a *alteration) alterMeta() string {
	f := a.frame()
	if f == nil {
		return ""
	}
	f.meta, _ = a.alterText(f.meta)
	f.meta = f.meta[:min(len(f.meta), 1<<18)]
	return "changed"
}

// alterNote changes what the footer says of index frames.
func (a *alteration) alterNote() (did string) {
	a.note, did = a.alterText(a.note)
	return did
}

// repeatFooter appends the footer, or the front of one with another length, many times.
func (a *alteration) repeatFooter() string {
	n, how, broken := a.times(24), a.below(3), a.byte()
	a.raw = append(a.raw, func(b []byte) []byte {
		at := bytes.LastIndex(b, []byte(footerMarker))
		if at < 0 {
			return b
		}
		part := bytes.Clone(b[at:])
		switch how {
		case 1: // with a wrong checksum
			part[len(part)-1] ^= 1 + broken&0x7f
		case 2: // false footers that end within what follows
			part = append([]byte(footerMarker), binary.AppendUvarint(nil, uint64(n)*4)...)
			part = append(part, broken, broken)
		}
		times := min(n, maxCase/len(part))
		if how != 2 { // with all frames after the footer
			for _, f := range a.frames[max(0, len(a.frames)-a.appended):] {
				a.behind += int64(times) * min(f.Input, maxClaim)
				a.framesBehind += int64(times)
			}
		}
		return append(b, bytes.Repeat(part, times)...)
	})
	return fmt.Sprintf("%d times, way %d", n, how)
}

func (a *alteration) repeatPart() string {
	at, size, n := a.below(1<<16), 1+a.below(64), a.times(32)
	a.raw = append(a.raw, func(b []byte) []byte {
		if len(b) == 0 {
			return b
		}
		at := at % len(b)
		end := min(len(b), at+size)
		part := bytes.Clone(b[at:end])
		a.framesBehind += int64(n * bytes.Count(append(part, part[:min(len(part), len(frameMarker)-1)]...), []byte(frameMarker)))
		return bytes.Join([][]byte{b[:end], bytes.Repeat(b[at:end], n), b[end:]}, nil)
	})
	return fmt.Sprintf("%d bytes, %d times", size, n)
}

func (a *alteration) endToEnd() string {
	other := &a.seeds[a.below(len(a.seeds))]
	src, err := other.archive()
	if err != nil {
		return ""
	}
	n := a.few(len(src))
	a.behind += int64(n * len(other.Text))
	a.framesBehind += 2 * int64(n) // a frame, and perhaps its index frame
	a.raw = append(a.raw, func(b []byte) []byte { return append(b, bytes.Repeat(src, n)...) })
	return fmt.Sprintf("with %s, %d times", other.Name, n)
}

func (a *alteration) cutFile() string {
	at := a.below(1 << 16)
	a.raw = append(a.raw, func(b []byte) []byte { return b[:at%(len(b)+1)] })
	return fmt.Sprint("at byte ", at)
}
