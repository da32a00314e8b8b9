package attack

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/test/attack/table"
	"github.com/chesszip/chesszip/movelist/learned"
)

// parts are the parts of an archive, which may be changed.
type parts struct {
	header archive.Header
	frames []storedFrame
	// trusted reports that no claim must be refused by a decoder, so that the checksums
	// of inputs can be repaired by decoding.
	trusted bool
	// appended is the number of last frames that are appended, each alone.
	appended int
	note     []byte
	// footer changes the footer's body before its checksums are repaired; raw changes
	// the bytes of the finished archive.
	footer, raw []func(b []byte) []byte
}

// storedFrame is a frame with its meta in the footer.
type storedFrame struct {
	archive.Frame
	meta []byte
}

// unlimited are the limits for archives made here.
var unlimited = archive.Options{MaxFrame: 1 << 40, MaxInput: 1 << 40, MaxIndex: 1 << 31}

// open splits an archive into its parts.
func open(src []byte) (*parts, error) {
	r, err := archive.NewReader(bytes.NewReader(src), int64(len(src)), nil)
	if err != nil {
		return nil, err
	}
	c := &parts{header: r.Header(), trusted: true}
	for i := range r.Len() {
		f, err := r.Frame(context.Background(), i)
		if err != nil {
			return nil, err
		}
		c.frames = append(c.frames, storedFrame{Frame: f, meta: bytes.Clone(r.Entry(i).Meta)})
	}
	note, _ := r.Note()
	c.note = bytes.Clone(note)
	return c, nil
}

// claim returns the claimed decompressed size of the frames.
func (c *parts) claim() (n int64) {
	for i := range c.frames {
		n += min(c.frames[i].Input, maxClaim)
	}
	return n
}

// bytes assembles the archive, with right checksums.
func (c *parts) bytes() ([]byte, error) {
	var out bytes.Buffer
	w, err := archive.NewWriter(&out, &c.header, &unlimited)
	if err != nil {
		return nil, err
	}
	head := bytes.Clone(out.Bytes())
	var before uint64
	ids := newIdentities()
	first := max(0, len(c.frames)-c.appended)
	for i := range c.frames[:first] {
		f := &c.frames[i]
		ids.name(f)
		c.mend(&f.Frame)
		stored, err := archive.AppendFrame(nil, &f.Frame)
		if err != nil {
			return nil, fmt.Errorf("frame %d: %w", i, err)
		}
		before = archive.Checksum(stored)
		ids.wrote(f, before)
		if err := w.WriteEncoded(stored, f.meta); err != nil {
			return nil, err
		}
	}
	w.SetNote(c.note)
	footerAt := out.Len()
	if err := w.Close(); err != nil {
		return nil, err
	}
	b := out.Bytes()
	for _, change := range c.footer {
		b = mendFooter(head, b[:footerAt:footerAt], change(footerBody(b[footerAt:])), before, first == 1)
	}
	for i := first; i < len(c.frames); i++ {
		b = c.appendFrame(b, &c.frames[i])
	}
	for _, change := range c.raw {
		b = change(b)
	}
	return b[:min(len(b), maxCase)], nil
}

// identities names the frames that index frames are of, as package index does.
type identities struct {
	all, held *xxhash.Digest // of all frames, and of those since the last filters
	count     int            // of held
	index     uint16         // what the frame before belongs to
	covered   []byte         // the frames that this is of
}

func newIdentities() *identities { return &identities{all: xxhash.New(), held: xxhash.New()} }

// name makes an index frame name the frames before it.
func (n *identities) name(f *storedFrame) {
	index := f.index()
	switch {
	case index == table.KindFilters:
		n.covered = n.held.Sum(nil)
	case index != n.index:
		n.covered = n.all.Sum(nil)
	}
	if n.index = index; index != 0 {
		f.put(table.KindIndexed, n.covered)
	}
}

// wrote counts a frame with a checksum.
func (n *identities) wrote(f *storedFrame, checksum uint64) {
	sum := binary.LittleEndian.AppendUint32(nil, uint32(checksum))
	_, _ = n.all.Write(sum) // cannot fail
	switch index := f.index(); {
	case index == table.KindFilters:
		n.held.Reset()
		n.count = 0
	case index == 0 || n.count > 0:
		_, _ = n.held.Write(sum) // cannot fail
		n.count++
	}
}

// index returns a kind of stream for what an index frame belongs to, 0 for others: its
// filters, an opening table, the lists of names, or nothing.
func (f *storedFrame) index() uint16 {
	if sum, ok := f.Stream(table.KindIndexed); !ok || len(sum) != 8 || f.Input > 0 {
		return 0
	}
	for _, of := range [...][]uint16{{table.KindFilters}, {table.KindOpenings, table.KindDirectory}, {table.KindFront, table.KindNames}} {
		for _, kind := range of {
			if _, ok := f.Stream(kind); ok {
				return of[0]
			}
		}
	}
	return table.KindIndexed
}

// openings reports whether f belongs to an opening table.
func (f *storedFrame) openings() bool { return f.index() == table.KindOpenings }

// appendFrame appends a frame to an archive as Append does, with its seal, or without
// one if nothing can be appended.
func (c *parts) appendFrame(b []byte, f *storedFrame) []byte {
	c.mend(&f.Frame)
	o := unlimited
	o.Features = ^uint64(0)
	r, err := archive.NewReader(bytes.NewReader(b), int64(len(b)), &o)
	if err != nil {
		stored, _ := archive.AppendFrame(nil, &f.Frame)
		return append(b, stored...)
	}
	var more bytes.Buffer
	w := archive.NewAppender(&more, r, &o)
	if err := w.WriteFrame(&f.Frame, f.meta); err != nil || w.Close() != nil {
		return b
	}
	return append(b, more.Bytes()...)
}

// mend sets the checksums of a frame's blocks, and of its decoded input.
func (c *parts) mend(f *archive.Frame) {
	for i, s := range f.Streams {
		if isBlocks(&s) {
			f.Streams[i].Data = mendBlocks(s.Kind, f.Games, s.Data)
		}
	}
	if !c.trusted || f.Input == 0 {
		return
	}
	d := game.Decoder{Level: levelOf(c.header.Params)}
	text, _ := d.Decode(nil, f) // no reader checks a frame that fails
	f.Check = game.Check(text)
}

// mendBlocks makes any bytes a stream of blocks with right checksums: it reads numbers and
// lengths as far as there are bytes for them.
func mendBlocks(kind uint16, games int64, b []byte) []byte {
	number := func() int {
		n, size := binary.Uvarint(b)
		b = b[max(size, 0):]
		return int(min(n, uint64(len(b))))
	}
	take := func(n int) (part []byte) {
		n = min(n, len(b))
		part, b = b[:n:n], b[n:]
		return part
	}
	n := number()
	head := take(number())
	sizes := make([]int, min(n, len(b)/5))
	for i := range sizes {
		sizes[i] = number()
	}
	take(4*n + 4) // checksums
	blocks := make([][]byte, len(sizes))
	for i := range blocks {
		blocks[i] = take(sizes[i])
	}
	return archive.AppendBlocks(nil, kind, games, head, blocks)
}

// levelOf returns the level that the parameters of a header name.
func levelOf(params []byte) *learned.Level {
	for _, l := range []*learned.Level{learned.V1, learned.V1Max} {
		if len(params) >= 4 && uint32(l.ID()) == binary.LittleEndian.Uint32(params[len(params)-4:]) {
			return l
		}
	}
	return nil
}

// footerMarker begins a footer.
const footerMarker = "\xc7IX\xe2"

// footerBody returns the body of a footer, between its length and its distance.
func footerBody(footer []byte) []byte {
	n, k := binary.Uvarint(footer[len(footerMarker):])
	return bytes.Clone(footer[len(footerMarker)+k:][:n])
}

// mendFooter appends a footer with the given body to an archive with the header head; if
// single is set, the archive has one frame, whose checksum is only.
func mendFooter(head, dst, body []byte, only uint64, single bool) []byte {
	at := len(dst)
	dst = append(dst, footerMarker...)
	dst = append(binary.AppendUvarint(dst, uint64(len(body))), body...)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(dst)-at))
	pre := binary.LittleEndian.AppendUint64(nil, xxhash.Sum64(head[:len(head)-4]))
	if single {
		pre = binary.LittleEndian.AppendUint64(pre, only)
	}
	return binary.LittleEndian.AppendUint32(dst, uint32(xxhash.Sum64(append(pre, dst[at:]...))))
}

// frameMarker begins a frame.
const frameMarker = "\xc7FR\xe1"

// mendSeal changes a bit of the last bytes of the last frame, where its seal is if it
// has one, and repairs its checksum.
func mendSeal(b []byte, at, bit int) []byte {
	start, end := bytes.LastIndex(b, []byte(frameMarker)), len(b)-8
	if start < 0 || end-16 <= start {
		return b
	}
	b = bytes.Clone(b)
	b[end-1-at] ^= 1 << bit
	d := xxhash.New()
	_, _ = d.Write(b[start:end]) // cannot fail
	_, _ = d.Write(b[end+4:])
	binary.LittleEndian.PutUint32(b[end:], uint32(d.Sum64()))
	return b
}
