package archive

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// Gap is a range of a file before, between or after its archives.
type Gap struct {
	Offset int64 `json:"offset"`
	Length int64 `json:"length"`
	// Err is the reason, at its first byte or at its last.
	Err error `json:"-"`
}

// Members opens the concatenated archives of a file of size bytes: its members. It
// finds them from the end of the file, each from the start of the next; if none ends
// there, the last footer before that place counts. It returns the bytes between as
// gaps: a damaged archive, an interrupted append, or other bytes. Members and gaps
// are in the order of the file.
//
// The errors are those of r, ErrLimit, and, if there is no archive, the reason.
func Members(r io.ReaderAt, size int64, o *Options) ([]*Reader, []Gap, error) {
	f := newFinder(r, size, o)
	var all []*Reader
	var gaps []Gap
	for end := size; end > 0; {
		m, err := f.open(end)
		if f.full {
			return nil, nil, err
		}
		if err != nil {
			if !refused(err) {
				return nil, nil, err
			}
			if m, err = f.gap(end, err, &gaps); err != nil {
				return nil, nil, err
			}
			if m == nil {
				break
			}
		}
		all = append(all, m)
		f.opt.MaxIndex -= m.cost()
		end = m.in.start
	}
	if len(all) == 0 {
		return nil, nil, f.nothing(gaps)
	}
	slices.Reverse(all)
	slices.Reverse(gaps)
	for i, m := range all[1:] {
		m.before = all[i].before + all[i].Len()
		m.others = all[i].others + all[i].cost()
	}
	return all, gaps, nil
}

// refused reports whether err means that there is no archive at a place, and not that
// reading failed.
func refused(err error) bool {
	return errors.Is(err, ErrCorrupt) || errors.Is(err, ErrLimit) || errors.Is(err, ErrVersion)
}

// gap records that no archive ends at byte end, and returns the last one that ends
// before, or nil. why is the error of opening one at end.
func (f *finder) gap(end int64, why error, gaps *[]Gap) (*Reader, error) {
	m, err := f.last(end)
	if err != nil && !errors.Is(err, ErrLimit) {
		return nil, err
	}
	g := Gap{Length: end, Err: why}
	if err != nil {
		g.Err = err
	}
	if m != nil {
		g.Offset, g.Length = m.end, end-m.end
	}
	if g.Err == why {
		// An archive without its end still has its header.
		if _, head := f.header(g.Offset); errors.Is(head, ErrVersion) {
			g.Err = head
		}
	}
	*gaps = append(*gaps, g)
	return m, nil
}

// nothing returns the reason why a file holds no archive.
func (f *finder) nothing(gaps []Gap) error {
	if _, err := f.header(0); err != nil {
		return err
	}
	return gaps[0].Err
}

// finder finds archives from their ends.
type finder struct {
	r        io.ReaderAt
	opt      Options // MaxIndex is what the archives found so far leave of it
	full     bool    // an index exceeded MaxIndex
	patience int64   // bytes that may still be read without a result
	spent    int64   // bytes read

	base int64 // of buf in the file
	buf  []byte

	// The header read last; many footers may lead to it.
	known   bool
	in      place
	head    Header
	headSum uint64
	headErr error
}

func newFinder(r io.ReaderAt, size int64, o *Options) *finder {
	return &finder{r: r, opt: o.withDefaults(), patience: newPatience(size)}
}

// Bytes read at once at the end of an archive, and at most in search of a footer.
const (
	nearEnd   = 4 << 10
	mostAhead = windowSize
)

// endSize is the number of bytes at the end of an archive that lead to its last
// footer.
const endSize = sumLen + sealSize

// at returns n bytes from byte pos on, valid until the next load.
func (f *finder) at(pos, n int64) ([]byte, error) {
	f.spent += n
	if i := pos - f.base; i >= 0 && i+n <= int64(len(f.buf)) {
		return f.buf[i : i+n], nil
	}
	f.spent += falseMarker
	return readAt(f.r, pos, n)
}

// load reads the n bytes before byte end into the buffer, or as many as there are.
func (f *finder) load(end, n int64) error {
	from := max(0, end-n)
	f.spent += end - from
	b, err := readAt(f.r, from, end-from)
	if err == nil {
		f.base, f.buf = from, b
	}
	return err
}

// header reads the header at byte start.
func (f *finder) header(start int64) (Header, error) {
	if f.known && f.in.start == start {
		return f.head, f.headErr
	}
	h, sum, n, err := f.readHeader(start)
	if err != nil && !refused(err) {
		return h, err
	}
	if c, ok := err.(*CorruptError); ok {
		err = headCorrupt(start+c.Offset, c.Msg, c.Err)
	}
	h.Params = bytes.Clone(h.Params)
	f.known, f.in, f.head, f.headSum, f.headErr = true, place{start, start + n}, h, sum, err
	return h, err
}

// readHeader reads the header at byte start, and its length.
func (f *finder) readHeader(start int64) (h Header, sum uint64, length int64, err error) {
	// Parameters are usually short, so read more only if needed.
	for _, n := range [...]int64{32, 128, maxHeader} {
		var b, rest []byte
		if b, err = f.upTo(start, n); err != nil {
			return h, 0, 0, err
		}
		h, sum, rest, err = decodeHeader(b, f.opt.Features)
		if err == nil || !errors.Is(err, io.ErrUnexpectedEOF) || int64(len(b)) < n {
			return h, sum, int64(len(b) - len(rest)), err
		}
	}
	return h, 0, 0, err
}

// upTo returns up to n bytes from byte pos on, fewer where the file ends.
func (f *finder) upTo(pos, n int64) ([]byte, error) {
	if i := pos - f.base; i >= 0 && i+n <= int64(len(f.buf)) {
		return f.at(pos, n)
	}
	f.spent += n + falseMarker
	b, err := ctxio.ReadAt(context.Background(), f.r, n, pos)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("archive: read at byte %d: %w", pos, err)
	}
	return b, nil
}

// open opens the archive that ends at byte end of the file.
func (f *finder) open(end int64) (*Reader, error) {
	f.full = false
	if end < endSize {
		return nil, headCorrupt(end, "archive ends without a footer", io.ErrUnexpectedEOF)
	}
	if end-endSize < f.base || end > f.base+int64(len(f.buf)) {
		if err := f.load(end, nearEnd); err != nil {
			return nil, err
		}
	}
	before := f.spent
	a, err := f.openEnd(end)
	if n := f.spent - before; err != nil && n > nearEnd {
		f.patience -= n
	}
	return a, err
}

// openEnd is open if the end of the archive is in the buffer.
func (f *finder) openEnd(end int64) (*Reader, error) {
	a := &Reader{r: f.r, opt: f.opt, end: end}
	if err := f.place(a); err != nil {
		return nil, err
	}
	foot, behind := f.slice(a.tail.footAt, a.tail.footEnd), f.slice(a.tail.footEnd, end)
	var oneSum uint64 // of the last frame before the footer
	if a.tail.footAt >= sumLen {
		oneSum = binary.LittleEndian.Uint64(f.slice(a.tail.footAt-sumLen, a.tail.footAt))
	}
	if err := checkSize("index in memory", indexCost(int64(len(foot)), 0), f.opt.MaxIndex); err != nil {
		f.full = true
		return nil, err
	}
	if 2*len(foot) < len(f.buf) {
		foot = bytes.Clone(foot) // the index keeps it
	}
	// Read a header near the front together with the end of the previous archive.
	if start := a.in.start; start < f.base && !(f.known && f.in.start == start) {
		if err := f.load(min(start+nearEnd/2, end), nearEnd); err != nil {
			return nil, err
		}
	}
	var err error
	if a.header, err = f.header(a.in.start); err != nil {
		return nil, err
	}
	if a.in, a.headSum = f.in, f.headSum; a.in.headEnd > a.tail.footAt {
		return nil, headCorrupt(a.tail.footAt, "index begins inside the header", nil)
	}
	if err := f.footer(a, foot, oneSum); err != nil {
		f.full = f.full || errors.Is(err, ErrLimit)
		return nil, err
	}
	if err := a.complete(f.front); err != nil {
		return nil, err
	}
	a.tail = newTail(foot, a.tail.footAt, a.headSum)
	if err := a.walk(behind); err != nil {
		f.full = f.full || errors.Is(err, ErrLimit)
		return nil, err
	}
	if a.end != end {
		return nil, headCorrupt(a.end, "what was appended is cut off or damaged", nil)
	}
	return a, nil
}

// place finds the start of the archive that ends at a.end, and of its last footer,
// and loads the footer and the bytes after it. The distance of a footer is at another
// place than that of a seal; either may lead to a footer by chance.
func (f *finder) place(a *Reader) error {
	last := f.slice(a.end-endSize, a.end)
	most := f.opt.MaxIndex + 2*mostRoom + endSize
	var from [2]int64 // possible starts of a footer
	need, over := int64(endSize), false
	for i, at := range [...]int64{a.end - sumLen, a.end - endSize} {
		distance := int64(binary.LittleEndian.Uint32(last[at-(a.end-endSize):]))
		from[i] = at - distance
		if distance < minFoot-8 || from[i] < 0 {
			from[i] = -1
			continue
		}
		if a.end-from[i] > most {
			over = over || i == 0
			from[i] = -1
			continue
		}
		need = max(need, a.end-max(0, from[i]-sumLen))
	}
	if a.end-need < f.base {
		if f.patience < 0 {
			return fmt.Errorf("%w: too many false footers behind byte %d", ErrLimit, a.end)
		}
		if err := f.load(a.end, need); err != nil {
			return err
		}
	}
	for i, at := range from {
		if at < 0 {
			continue
		}
		b := f.slice(at, min(at+maxFootFront, a.end))
		front, length, reach, err := parseReach(b)
		if err != nil || reach > uint64(at) || length > uint64(a.end-at) {
			continue
		}
		t := tail{footAt: at, footEnd: at + int64(front+length) + 8}
		behind := a.end - t.footEnd
		if i == 0 && behind != 0 || i == 1 && (behind < minFrame+sealSize || a.end > t.end()) {
			continue
		}
		a.tail, a.in.start = t, at-int64(reach)
		return nil
	}
	if over && f.isFooter(a.end) {
		f.full = true
		return checkSize("index in memory", most+1, most)
	}
	return headCorrupt(a.end-8, "archive does not end with a footer: it is cut off or damaged", nil)
}

// isFooter reports whether a footer ends at byte end, without reading more than its
// front.
func (f *finder) isFooter(end int64) bool {
	distance := int64(binary.LittleEndian.Uint32(f.slice(end-sumLen, end)))
	b, err := f.at(end-sumLen-distance, maxFootFront)
	if err != nil {
		return false
	}
	front, length, _, err := parseReach(b)
	return err == nil && front+length == uint64(distance)
}

// slice returns the bytes from one place to another, which are in the buffer.
func (f *finder) slice(from, to int64) []byte {
	return f.buf[from-f.base : to-f.base : to-f.base]
}

// footer checks the footer b of a. oneSum is the checksum of the previous frame.
func (f *finder) footer(a *Reader, b []byte, oneSum uint64) (err error) {
	at := a.tail.footAt
	if a.foot, err = parseFooter(b, at, a.in, f.opt.MaxIndex-int64(len(a.header.Params))); err != nil {
		return err
	}
	if len(a.foot.entries) == 1 {
		if a.foot.entries[0].Length < minFrame {
			return headCorrupt(at, "frames of the index do not end where the footer begins", nil)
		}
		a.foot.oneSum = oneSum
	}
	return checkFooterSum(b, at, a.headSum, len(a.foot.entries), a.foot.oneSum)
}

// extend adds to a, which ends with its last footer, the sealed frames after it that
// are complete before byte end.
func (f *finder) extend(a *Reader, end int64) (*Reader, error) {
	b, err := f.at(a.end, min(end, a.tail.end())-a.end)
	if err != nil {
		return nil, err
	}
	if err := a.walk(b); err != nil {
		f.full = errors.Is(err, ErrLimit)
		return nil, err
	}
	return a, nil
}

// front reads the front of the only frame of an archive.
func (f *finder) front(e *Entry) (h frameHead, err error) {
	for _, n := range [...]int64{256, maxFrameHeader} {
		n = min(n, e.Length)
		var b []byte
		if b, err = f.at(e.Offset, n); err != nil {
			return h, err
		}
		h, err = parseFrameHead(b, &f.opt)
		if err == nil || n == e.Length || !errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
	}
	return h, err
}

// last returns the archive whose footer or seal is the last before byte end, or nil.
// The error is that of the reader, or ErrLimit.
func (f *finder) last(end int64) (*Reader, error) {
	ahead := int64(nearEnd)
	for to := end; to > 0; {
		from := max(0, to-ahead)
		// Three more bytes are for a marker that straddles two loads.
		top := min(to+3, end)
		if err := f.load(top, top-from); err != nil {
			return nil, err
		}
		base, block := f.base, f.buf
		for b := block; ; {
			i := bytes.LastIndex(b, footerMagic[:])
			if i < 0 {
				break
			}
			b = b[:i+3]
			pos := base + int64(i)
			m, err := f.candidate(pos, end)
			if m != nil || err != nil {
				return m, err
			}
			if f.patience < 0 {
				return nil, fmt.Errorf("%w: too many false footers behind byte %d", ErrLimit, pos)
			}
			f.base, f.buf = base, block
		}
		to, ahead = from, min(2*ahead, mostAhead)
	}
	return nil, nil
}

// candidate opens the archive whose last footer begins at byte pos and ends by byte
// end, with the complete frames after it; or returns nil. Bytes read without a result
// reduce patience.
func (f *finder) candidate(pos, end int64) (*Reader, error) {
	before, patience := f.spent, f.patience
	m, err := f.openFooter(pos, end)
	if err == nil && m != nil {
		return m, nil
	}
	f.full = false
	f.patience = patience - max(f.spent-before, falseMarker)
	if err != nil && !refused(err) {
		return nil, err
	}
	return nil, nil
}

// openFooter opens the archive whose last footer begins at byte pos, if one may and
// it ends by byte end.
func (f *finder) openFooter(pos, end int64) (*Reader, error) {
	b, err := f.at(pos, min(4+10, end-pos))
	if err != nil {
		return nil, err
	}
	n, rest, err := binfmt.Uvarint(b[4:])
	if err != nil || n > uint64(end) {
		return nil, nil
	}
	stop := pos + int64(len(b)-len(rest)) + int64(n) + 8
	if stop > end {
		return nil, nil
	}
	tail, err := f.at(stop-8, 4)
	if err != nil || int64(binary.LittleEndian.Uint32(tail)) != stop-8-pos {
		return nil, err
	}
	m, err := f.open(stop)
	if err != nil || m.tail.footAt != pos {
		return nil, err
	}
	return f.extend(m, end)
}
