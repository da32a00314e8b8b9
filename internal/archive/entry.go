package archive

import (
	"encoding/binary"
	"io"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/base/binfmt"
)

// Entry is the index entry of a frame.
type Entry struct {
	Offset int64  `json:"offset"` // of the frame in the archive, in bytes
	Length int64  `json:"length"` // of the whole stored frame, in bytes
	Games  int64  `json:"games"`
	Input  int64  `json:"input"`
	Sum    uint32 `json:"sum"`  // lower half of the frame's checksum
	Meta   []byte `json:"meta"` // the caller's, to filter frames by
}

// end is where the frame ends in the archive.
func (e *Entry) end() int64 { return e.Offset + e.Length }

// footer is the index in memory.
type footer struct {
	entries []Entry
	note    []byte // the caller's
	// oneSum is the whole checksum of the frame if there is only one; the footer's
	// checksum covers it.
	oneSum uint64
}

// place is the place of an archive in its file: the start and the end of its header.
type place struct{ start, headEnd int64 }

// appendFooter appends the footer of the archive at the given place, whose header has
// checksum headSum.
func appendFooter(dst []byte, f *footer, in place, headSum uint64) ([]byte, error) {
	reach := in.headEnd - in.start
	if n := len(f.entries); n > 0 {
		reach = f.entries[n-1].end() - in.start
	}
	body := binfmt.AppendUvarint(nil, uint64(reach))
	body = binfmt.AppendUvarint(body, uint64(len(f.entries)))
	pos := in.headEnd
	for i := range f.entries {
		e := &f.entries[i]
		body = binfmt.AppendUvarint(body, uint64(e.Offset-pos))
		if len(f.entries) > 1 {
			body = appendFacts(body, e)
		}
		body = binfmt.AppendBytes(body, e.Meta)
		pos = e.end()
	}
	body = binfmt.AppendBytes(body, f.note)
	if len(body) > math.MaxInt32 {
		return dst, ErrLimit
	}
	start := len(dst)
	dst = append(dst, footerMagic[:]...)
	dst = binfmt.AppendBytes(dst, body)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(dst)-start))
	sum := footerSum(dst[start:], headSum, len(f.entries), f.oneSum)
	return binary.LittleEndian.AppendUint32(dst, sum), nil
}

// appendFacts appends the fields of an entry that can be checked against the frame:
// length, games, input, checksum.
func appendFacts(dst []byte, e *Entry) []byte {
	dst = binfmt.AppendUvarint(dst, uint64(e.Length))
	dst = binfmt.AppendUvarint(dst, uint64(e.Games))
	dst = binfmt.AppendUvarint(dst, uint64(e.Input))
	return binary.LittleEndian.AppendUint32(dst, e.Sum)
}

// footerSum is the checksum of a footer from its marker to its distance.
func footerSum(b []byte, headSum uint64, frames int, oneSum uint64) uint32 {
	d := xxhash.New()
	var pre [16]byte
	binary.LittleEndian.PutUint64(pre[:], headSum)
	binary.LittleEndian.PutUint64(pre[8:], oneSum)
	n := 8
	if frames == 1 {
		n = 16
	}
	// Writing to a Digest cannot fail.
	_, _ = d.Write(pre[:n])
	_, _ = d.Write(b)
	return uint32(d.Sum64())
}

// parseReach reads the front of a footer, from its marker on, and returns the front's
// length, the length of the body, and the distance from the header's first byte to
// the marker. src need not hold more than maxFootFront bytes.
func parseReach(src []byte) (front, length, reach uint64, err error) {
	if len(src) < len(footerMagic) || [4]byte(src) != footerMagic {
		return 0, 0, 0, binfmt.ErrForm
	}
	length, rest, err := binfmt.Uvarint(src[4:])
	if err == nil {
		front = uint64(len(src) - len(rest))
		reach, _, err = binfmt.Uvarint(rest)
	}
	return front, length, reach, err
}

// maxFootFront is the greatest length of a footer's front.
const maxFootFront = 4 + 10 + 10

// The memory of an index besides its bytes.
const (
	frameCost  = 96 // of a frame: its Entry, its first game, and the caller's data of it
	memberCost = 512
)

// indexCost returns the memory of an index of the given bytes and frames.
func indexCost(size, frames int64) int64 { return size + frames*frameCost + memberCost }

// parseFooter reads the footer b, from its marker to its checksum, at byte offset of
// the file. It does not verify the checksum: for one frame, the caller must read that
// frame first. The entry of a single frame has only its Length, which follows from
// the place of the footer. The error is ErrLimit if the index takes more than most
// bytes of memory.
func parseFooter(b []byte, offset int64, in place, most int64) (f footer, err error) {
	bad := func(msg string, cause error) (footer, error) {
		return footer{}, headCorrupt(offset, msg, cause)
	}
	if len(b) < minFoot || [4]byte(b) != footerMagic {
		return bad("no footer here", nil)
	}
	distance := len(b) - 8
	if int(binary.LittleEndian.Uint32(b[distance:])) != distance {
		return bad("footer's length and distance differ", nil)
	}
	body, rest, err := binfmt.Bytes(b[4:distance])
	if err != nil || len(rest) != 0 {
		return bad("footer's length and distance differ", nil)
	}
	reach, body, err := binfmt.Uvarint(body)
	if err != nil {
		return bad("index is malformed or cut", nil)
	}
	if reach != uint64(offset-in.start) {
		return bad("index is of an archive that begins elsewhere", nil)
	}
	n, body, err := binfmt.Uvarint(body)
	if err != nil {
		return bad("index is malformed or cut", nil)
	}
	if n > 1 && n > uint64(len(body))/minEntry {
		return bad("index claims more frames than it has entries", nil)
	}
	if err := checkSize("index in memory", indexCost(int64(len(b)), int64(n)), most); err != nil {
		return footer{}, err
	}
	f.entries = make([]Entry, n)
	pos := in.headEnd
	for i := range f.entries {
		var e Entry
		if e, body, err = parseEntry(body, pos, offset, n == 1); err != nil {
			return footer{}, headCorrupt(offset, "index is malformed or cut", nil)
		}
		f.entries[i] = e
		pos = e.end()
	}
	if pos != offset {
		return bad("frames of the index do not end where the footer begins", nil)
	}
	if f.note, body, err = binfmt.Bytes(body); err != nil || len(body) != 0 {
		return bad("index is malformed or cut", nil)
	}
	return f, nil
}

// parseEntry reads the entry of a frame between byte pos, the end of the previous
// frame, and limit, the start of the footer.
func parseEntry(src []byte, pos, limit int64, single bool) (e Entry, rest []byte, err error) {
	room := uint64(limit - pos)
	skip, rest, err := binfmt.Uvarint(src)
	if err != nil {
		return e, src, err
	}
	if skip > room {
		return e, src, io.ErrUnexpectedEOF
	}
	e.Offset = pos + int64(skip)
	if single {
		e.Length = limit - e.Offset
		e.Meta, rest, err = binfmt.Bytes(rest)
		return e, rest, err
	}
	var v [3]uint64
	for i := range v {
		if v[i], rest, err = binfmt.Uvarint(rest); err != nil {
			return e, src, err
		}
	}
	if v[0] > room-skip || v[0] < minFrame || v[1] > maxCount || v[2] > maxCount {
		return e, src, io.ErrUnexpectedEOF
	}
	e.Length, e.Games, e.Input = int64(v[0]), int64(v[1]), int64(v[2])
	if len(rest) < 4 {
		return e, src, binfmt.ErrShort
	}
	e.Sum = binary.LittleEndian.Uint32(rest)
	e.Meta, rest, err = binfmt.Bytes(rest[4:])
	return e, rest, err
}
