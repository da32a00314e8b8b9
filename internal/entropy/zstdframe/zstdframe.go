// Package zstdframe unpacks exactly one zstd frame. Further frames are not allowed,
// since the header of the first does not give their sizes.
package zstdframe

import (
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// decoder is used only through DecodeAll, which is safe for concurrent use.
var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		panic(err) // options are constants
	}
	return d
})

// maxUnpacked bounds the content of any frame, whatever the caller's limit.
const maxUnpacked = 64 << 20

// Unpack returns the content of src, exactly one zstd frame with a content size of at
// most limit bytes. The content is charged to b. The error is a *corrupt.Error.
func Unpack(src []byte, limit int, b *budget.Budget) ([]byte, error) {
	var h zstd.Header
	if err := h.Decode(src); err != nil || h.Skippable || !h.HasFCS {
		return nil, corrupt.New("a zstd frame should begin with a header that says its size")
	}
	if h.FrameContentSize > uint64(limit) {
		return nil, corrupt.Newf("a zstd frame should have at most %d bytes, not %d", limit, h.FrameContentSize)
	}
	if !isOneFrame(src, &h) {
		return nil, corrupt.New("there should be one zstd frame and nothing behind it")
	}
	if err := b.Hold(int(h.FrameContentSize)); err != nil {
		return nil, err
	}
	if !b.Look() {
		return nil, budget.ErrStopped
	}
	out, err := decoder().DecodeAll(src, nil)
	if err != nil {
		return nil, corrupt.Newf("a zstd frame should unpack: %v", err)
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
