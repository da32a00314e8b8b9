package text

import (
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/internal/corrupt"
)

// packers are encoders of zstd, each used by one goroutine at a time. One takes
// 34 MiB and makes some 30 MB/s, which is more than the columns of several threads
// need, so there is one for eight processors.
type packers struct {
	turns chan struct{} // as many as there may be
	mu    sync.Mutex
	idle  []*zstd.Encoder // the one used last is the next
}

var zstdPackers = sync.OnceValue(func() *packers {
	return &packers{turns: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/8))}
})

// pack appends the zstd frame of a text to dst. Its bytes depend on nothing else.
func (p *packers) pack(dst, text []byte) []byte {
	p.turns <- struct{}{}
	defer func() { <-p.turns }()
	e := p.take()
	defer p.put(e)
	return e.EncodeAll(text, dst)
}

func (p *packers) take() *zstd.Encoder {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle) - 1; n >= 0 {
		e := p.idle[n]
		p.idle = p.idle[:n]
		return e
	}
	return newPacker()
}

func (p *packers) put(e *zstd.Encoder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, e)
}

func newPacker() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true),
		zstd.WithEncoderCRC(false), zstd.WithWindowSize(window), zstd.WithZeroFrames(true), zstd.WithSingleSegment(true))
	if err != nil {
		panic(err) // options are constants
	}
	return e
}

// zstdDecoder is used through DecodeAll only, which is safe for concurrent use.
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
func pack(dst, text []byte) []byte { return zstdPackers().pack(dst, text) }

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
