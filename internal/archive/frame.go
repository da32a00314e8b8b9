package archive

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// Frame is the unit of storage and of damage. The zero Frame is empty and
// valid.
type Frame struct {
	// Games is the number of games in the frame.
	Games int64 `json:"games"`
	// Input is the number of bytes of the original that the frame holds, and Check
	// the caller's checksum of them.
	Input int64  `json:"input"`
	Check uint32 `json:"check"`
	// Streams are at most 256 streams, by increasing kind.
	Streams []Stream `json:"streams"`
}

// Stream is one column of a frame.
type Stream struct {
	Kind uint16 `json:"kind"` // the caller's number for its content
	Data []byte `json:"data"`
}

// Stream returns the data of the stream of the given kind, and whether there is one.
func (f *Frame) Stream(kind uint16) ([]byte, bool) {
	for _, s := range f.Streams {
		if s.Kind == kind {
			return s.Data, true
		}
	}
	return nil, false
}

// Checksum returns the checksums of a frame of AppendFrame, its last eight bytes: the
// lower half is that of the stored frame, the upper half Check. It is 0 for fewer
// bytes.
func Checksum(frame []byte) uint64 {
	if len(frame) < sumLen {
		return 0
	}
	return binary.LittleEndian.Uint64(frame[len(frame)-sumLen:])
}

// AppendFrame appends the bytes of a frame with its checksum. It is a pure function:
// frames may be built in any goroutine and given to Writer.WriteEncoded in order. The
// error is ErrLimit, or names a stream that is out of order or has kind 16,383, which
// is reserved.
func AppendFrame(dst []byte, f *Frame) ([]byte, error) {
	if n := len(f.Streams); n > 0 && f.Streams[n-1].Kind == sealKind {
		return dst, fmt.Errorf("archive: stream of kind %d: it is the container's own", sealKind)
	}
	return appendFrame(dst, f)
}

// appendFrame appends a frame that may have a seal.
func appendFrame(dst []byte, f *Frame) ([]byte, error) {
	switch {
	case f.Games < 0 || f.Games > maxCount || f.Input < 0 || f.Input > maxCount:
		return dst, fmt.Errorf("%w: frame of %d games and %d input bytes, the limit 0 to %d", ErrLimit, f.Games, f.Input, int64(maxCount))
	case len(f.Streams) > maxStreams:
		return dst, fmt.Errorf("%w: %d streams, the limit %d", ErrLimit, len(f.Streams), maxStreams)
	}
	start := len(dst)
	out := append(dst, frameMagic[:]...)
	out = binfmt.AppendUvarint(out, uint64(f.Games))
	out = binfmt.AppendUvarint(out, uint64(f.Input))
	out = binfmt.AppendUvarint(out, uint64(len(f.Streams)))
	for i, s := range f.Streams {
		if i > 0 && s.Kind <= f.Streams[i-1].Kind {
			return dst, fmt.Errorf("archive: stream of kind %d after kind %d: kinds must increase", s.Kind, f.Streams[i-1].Kind)
		}
		out = binfmt.AppendUvarint(out, uint64(s.Kind))
		out = binfmt.AppendUvarint(out, uint64(len(s.Data)))
	}
	d := xxhash.New()
	_, _ = d.Write(out[start:]) // cannot fail
	for _, s := range f.Streams {
		covered := s.Data
		if hasBlocks(s.Kind) {
			b, err := ParseBlocks(s.Kind, f.Games, s.Data)
			if err != nil {
				return dst, fmt.Errorf("archive: stream of kind %d: %w", s.Kind, err)
			}
			covered = s.Data[:b.front]
		}
		_, _ = d.Write(covered)
		out = append(out, s.Data...)
	}
	var check [4]byte
	binary.LittleEndian.PutUint32(check[:], f.Check)
	_, _ = d.Write(check[:])
	out = binary.LittleEndian.AppendUint32(out, uint32(d.Sum64()))
	return append(out, check[:]...), nil
}

// DecodeFrame reads a frame from the front of src and returns the bytes after it. The
// streams are subslices of src. The error is ErrLimit, by the limits of o, or a
// *CorruptError whose offset is from the start of src.
func DecodeFrame(src []byte, o *Options) (f Frame, rest []byte, err error) {
	opt := o.withDefaults()
	h, err := parseFrameHead(src, &opt)
	if err != nil {
		return Frame{}, src, at(err, 0, 0)
	}
	if int64(len(src)) < h.length {
		return Frame{}, src, &CorruptError{Offset: int64(len(src)), Msg: "ends inside the frame", Err: io.ErrUnexpectedEOF}
	}
	if f, err = h.open(src[:h.length]); err != nil {
		return Frame{}, src, at(err, 0, 0)
	}
	return f, src[h.length:], nil
}

// frameHead is the front of a frame, read and within the limits, with its checksum
// not yet verified.
type frameHead struct {
	games, input int64
	size         int   // bytes before the data of the streams
	length       int64 // bytes of the whole frame
	kinds        []uint16
	lengths      []int64
}

// parseFrameHead reads the front of a frame. src need not hold more than
// maxFrameHeader bytes. Offsets in its errors count from the frame's marker.
func parseFrameHead(src []byte, o *Options) (h frameHead, err error) {
	bad := func(rest []byte, msg string, cause error) (frameHead, error) {
		return frameHead{}, &CorruptError{Offset: int64(len(src) - len(rest)), Msg: msg, Err: cause}
	}
	if len(src) < len(frameMagic) {
		return bad(nil, "ends inside the frame's header", io.ErrUnexpectedEOF)
	}
	if [4]byte(src) != frameMagic {
		return bad(src, "no frame begins here", nil)
	}
	rest := src[len(frameMagic):]
	var v [3]uint64
	for i := range v {
		if v[i], rest, err = binfmt.Uvarint(rest); err != nil {
			return bad(rest, "frame's header is malformed or cut", cutCause(err))
		}
	}
	games, input, streams := v[0], v[1], v[2]
	switch {
	case games > maxCount:
		return bad(rest, "frame claims more games than the format allows", corrupt.ErrClaim)
	case input > maxCount:
		return bad(rest, "frame claims more input than the format allows", corrupt.ErrClaim)
	case streams > maxStreams:
		return bad(rest, "frame claims more streams than the format allows", corrupt.ErrClaim)
	}
	h.games, h.input = int64(games), int64(input)
	if err := checkSize("input of a frame", h.input, o.MaxInput); err != nil {
		return frameHead{}, err
	}
	if 2*streams > uint64(len(rest)) {
		return bad(rest, "ends inside the frame's header", io.ErrUnexpectedEOF)
	}
	h.kinds = make([]uint16, streams)
	h.lengths = make([]int64, streams)
	last := -1
	for i := range h.kinds {
		var kind, n uint64
		if kind, rest, err = binfmt.Uvarint(rest); err == nil {
			n, rest, err = binfmt.Uvarint(rest)
		}
		if err != nil {
			return bad(rest, "frame's header is malformed or cut", cutCause(err))
		}
		if kind > maxKind || int(kind) <= last {
			return bad(rest, "kinds of streams do not increase", nil)
		}
		if n > maxCount {
			return bad(rest, "stream is longer than the format allows", corrupt.ErrClaim)
		}
		if kind == sealKind && n < sealSize {
			return bad(rest, "seal is too short", nil)
		}
		last = int(kind)
		h.kinds[i], h.lengths[i] = uint16(kind), int64(n)
		h.length += int64(n)
	}
	h.size = len(src) - len(rest)
	h.length += int64(h.size) + sumLen
	if err := checkSize("stored frame", h.length, o.MaxFrame); err != nil {
		return frameHead{}, err
	}
	return h, nil
}

// cutCause returns io.ErrUnexpectedEOF for a number that is cut off, nil for one that
// is malformed.
func cutCause(err error) error {
	if err == binfmt.ErrShort {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// check returns an error unless the checksum of the whole frame b is right. The data of
// blocks is not covered.
func (h *frameHead) check(b []byte) error {
	body, sums := b[:h.length-sumLen], b[h.length-sumLen:]
	d := xxhash.New()
	_, _ = d.Write(body[:h.size]) // cannot fail
	rest := body[h.size:]
	for i, n := range h.lengths {
		covered := rest[:n]
		if hasBlocks(h.kinds[i]) {
			blocks, size, err := parseFront(covered)
			if err != nil || int64(size) != n {
				return &CorruptError{Msg: "the front of a stream of blocks is malformed", Err: corrupt.ErrSum}
			}
			covered = covered[:blocks.front]
		}
		_, _ = d.Write(covered)
		rest = rest[n:]
	}
	_, _ = d.Write(sums[4:])
	if uint32(d.Sum64()) != binary.LittleEndian.Uint32(sums) {
		return &CorruptError{Msg: "checksum of the frame is wrong", Err: corrupt.ErrSum}
	}
	return nil
}

// open checks the checksums of the whole frame b and returns its streams, without the
// seal. If only blocks are damaged, it returns the frame and the error of the first.
func (h *frameHead) open(b []byte) (Frame, error) {
	if err := h.check(b); err != nil {
		return Frame{}, err
	}
	body := b[:h.length-sumLen]
	check := binary.LittleEndian.Uint32(b[len(body)+4:])
	f := Frame{Games: h.games, Input: h.input, Check: check, Streams: make([]Stream, len(h.kinds))}
	rest := body[h.size:]
	var damaged error
	for i, k := range h.kinds {
		n := h.lengths[i]
		f.Streams[i] = Stream{k, rest[:n:n]}
		if hasBlocks(k) {
			if err := checkBlocks(f.Streams[i], h.games); err != nil && damaged == nil {
				damaged = &CorruptError{Offset: h.length - sumLen - int64(len(rest)), Msg: err.Error(), Err: err}
			}
		}
		rest = rest[n:]
	}
	if h.sealed() {
		f.Streams = f.Streams[:len(f.Streams)-1]
	}
	return f, damaged
}

// sealed reports whether the frame's last stream is a seal.
func (h *frameHead) sealed() bool {
	n := len(h.kinds)
	return n > 0 && h.kinds[n-1] == sealKind
}

// at converts an error with an offset from the frame's marker into one with an offset
// in the archive.
func at(err error, frame int, offset int64) error {
	if e, ok := err.(*CorruptError); ok {
		return &CorruptError{Frame: frame, Offset: offset + e.Offset, Msg: e.Msg, Err: e.Err}
	}
	if frame < 0 {
		return fmt.Errorf("archive: read at byte %d: %w", offset, err)
	}
	return fmt.Errorf("archive: frame %d at byte %d: %w", frame+1, offset, err)
}
