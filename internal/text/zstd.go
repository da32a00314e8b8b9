package text

import (
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/internal/corrupt"
)

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

// pack appends the zstd frame of a text.
func pack(dst, text []byte) []byte { return zstdEncoder().EncodeAll(text, dst) }

// unpack returns the text of src, which is one zstd frame of at most limit
// bytes.
func unpack(src []byte, limit int) ([]byte, error) {
	var h zstd.Header
	if err := h.Decode(src); err != nil || h.Skippable || !h.HasFCS {
		return nil, corrupt.New("a column's zstd frame should begin with a header that says its size")
	}
	if h.FrameContentSize > uint64(limit) {
		return nil, corrupt.Newf("a column's zstd frame should have at most %d bytes, not %d", limit, h.FrameContentSize)
	}
	// The header says nothing of what further frames would unpack to.
	if !isOneFrame(src, &h) {
		return nil, corrupt.New("a column should be one zstd frame and nothing behind it")
	}
	out, err := zstdDecoder().DecodeAll(src, nil)
	if err != nil {
		return nil, corrupt.Newf("a column's zstd frame should unpack: %v", err)
	}
	return out, nil
}

// isOneFrame reports whether src ends with the zstd frame that it begins with.
func isOneFrame(src []byte, h *zstd.Header) bool {
	const sameByte, reserved = 1, 3 // types of blocks
	rest := src[h.HeaderSize:]
	for last := false; !last; {
		if len(rest) < 3 {
			return false
		}
		head := int(rest[0]) | int(rest[1])<<8 | int(rest[2])<<16
		rest = rest[3:]
		size := head >> 3
		switch head >> 1 & 3 {
		case sameByte:
			size = 1
		case reserved:
			return false
		}
		if size > len(rest) {
			return false
		}
		rest, last = rest[size:], head&1 != 0
	}
	if h.HasCheckSum {
		return len(rest) == 4
	}
	return len(rest) == 0
}
