package archive

import (
	"bytes"
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/base/binfmt"
)

// sealKind is the kind of the stream that a sealed frame ends with.
const sealKind = 1<<14 - 1

// Limits in bytes of the frames after a footer before another footer follows: the
// size of the footer, but at least leastRoom and at most mostRoom.
const (
	leastRoom = 64 << 10
	mostRoom  = 4 << 20
)

// sealSize is the length in bytes of a seal without metas: distance and checksum.
const sealSize = 8

// tail are the frames after the last footer of an archive, which it does not name.
type tail struct {
	footAt, footEnd int64         // place of that footer in the file
	facts           xxhash.Digest // hash of header, footer and frames so far, for the next seal
	unsealed        int           // frames after the last seal
	metas           int64         // bytes of all metas
}

// newTail returns the empty tail after the footer foot at byte offset.
func newTail(foot []byte, offset int64, headSum uint64) tail {
	t := tail{footAt: offset, footEnd: offset + int64(len(foot))}
	t.facts.Reset()
	b := binary.LittleEndian.AppendUint64(nil, headSum)
	_, _ = t.facts.Write(append(b, foot[len(foot)-4:]...)) // cannot fail
	return t
}

// room returns the number of bytes that the tail may have before a footer must
// follow.
func (t *tail) room() int64 { return min(max(t.footEnd-t.footAt, leastRoom), mostRoom) }

// end returns the greatest offset at which the last sealed frame can end.
func (t *tail) end() int64 { return t.footEnd + 2*t.room() }

// add adds a frame to the hash of the next seal.
func (t *tail) add(e *Entry) {
	b := binfmt.AppendUvarint(make([]byte, 0, 48), uint64(e.Offset-t.footAt))
	_, _ = t.facts.Write(appendFacts(b, e)) // cannot fail
}

// sum returns the checksum of a seal whose distance field is that many bytes after
// the footer's marker.
func (t *tail) sum(distance uint32) uint32 {
	d := t.facts
	_, _ = d.Write(binary.LittleEndian.AppendUint32(nil, distance)) // cannot fail
	return uint32(d.Sum64())
}

// seal returns a frame with a seal after its streams. The seal holds the metas of all
// frames after the last seal, its own last. ok is false if there is no room.
func (t *tail) seal(frame []byte, offset int64, metas [][]byte, o *Options) (sealed []byte, ok bool) {
	f, _, err := DecodeFrame(frame, o)
	if err != nil || len(f.Streams) >= maxStreams {
		return nil, false
	}
	data := append(appendMetas(nil, metas), make([]byte, sealSize)...)
	f.Streams = append(f.Streams, Stream{sealKind, data})
	if sealed, err = appendFrame(nil, &f); err != nil { // to get its length
		return nil, false
	}
	end := offset + int64(len(sealed))
	if end > t.end() || int64(len(sealed)) > o.MaxFrame {
		return nil, false
	}
	distance := uint32(end - sumLen - sealSize - t.footAt)
	at := data[len(data)-sealSize:]
	binary.LittleEndian.PutUint32(at, distance)
	binary.LittleEndian.PutUint32(at[4:], t.sum(distance))
	sealed, err = appendFrame(sealed[:0], &f)
	return sealed, err == nil
}

// appendMetas appends the metas of a seal: nothing if all are empty.
func appendMetas(dst []byte, metas [][]byte) []byte {
	n := 0
	for _, m := range metas {
		n += len(m)
	}
	for _, m := range metas {
		if n > 0 {
			dst = binfmt.AppendBytes(dst, m)
		}
	}
	return dst
}

// unseal checks the seal of the frame b at byte offset, the last of the given number
// of frames after the last seal, and returns their metas, or nil.
func (t *tail) unseal(h *frameHead, b []byte, offset int64, frames int) (metas [][]byte, ok bool) {
	end := h.length - sumLen
	s := b[end-h.lengths[len(h.lengths)-1] : end]
	src, s := s[:len(s)-sealSize], s[len(s)-sealSize:]
	distance := binary.LittleEndian.Uint32(s)
	if int64(distance) != offset+end-sealSize-t.footAt || offset+h.length > t.end() ||
		binary.LittleEndian.Uint32(s[4:]) != t.sum(distance) {
		return nil, false
	}
	if len(src) == 0 {
		return nil, true
	}
	if frames > len(src) {
		return nil, false
	}
	metas = make([][]byte, frames)
	n := 0
	for i := range metas {
		var err error
		if metas[i], src, err = binfmt.Bytes(src); err != nil {
			return nil, false
		}
		n += len(metas[i])
	}
	return metas, n > 0 && len(src) == 0
}

// walk reads the bytes b after the footer up to the last valid seal, appends their
// frames to entries, and returns where they end. The last append must be complete
// there; damage before it is an error of the damaged frame only. The error is
// ErrLimit for an index that takes more than most bytes of memory.
func (t *tail) walk(b []byte, entries []Entry, o *Options, most int64) (all []Entry, end int64, err error) {
	all, end = entries, t.footEnd
	now, whole := *t, true
	for pos := now.footEnd; len(b) > 0; {
		h, err := parseFrameHead(b, o)
		if err != nil || h.length > int64(len(b)) {
			break
		}
		frame := b[:h.length]
		whole = whole && h.check(frame) == nil
		e := Entry{Offset: pos, Length: h.length, Games: h.games, Input: h.input, Sum: uint32(Checksum(frame))}
		entries = append(entries, e)
		now.unsealed++
		holds := false
		if h.sealed() {
			var metas [][]byte
			metas, holds = now.unseal(&h, frame, pos, now.unsealed)
			for i, m := range metas {
				if holds && len(m) > 0 {
					entries[len(entries)-now.unsealed+i].Meta = bytes.Clone(m)
					now.metas += int64(len(m))
				}
			}
			now.unsealed = 0
		}
		if err := checkSize("index in memory", int64(len(entries))*frameCost+now.metas, most); err != nil {
			return nil, 0, err
		}
		now.add(&e)
		pos, b = pos+h.length, b[h.length:]
		if holds && whole {
			*t, all, end = now, entries, pos
		}
		whole = whole || h.sealed()
	}
	return all, end, nil
}
