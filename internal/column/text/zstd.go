package text

import (
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/internal/base/budget"
)

// packers are encoders of zstd, each used by one goroutine at a time. One takes 34
// MiB and packs some 30 MB/s, more than the columns of several threads need, so there
// is one for eight processors.
type packers struct {
	turns chan struct{} // its capacity is the number of encoders
	mu    sync.Mutex
	idle  []*zstd.Encoder // the last one used is the next
}

var zstdPackers = sync.OnceValue(func() *packers {
	return &packers{turns: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/8))}
})

// pack appends the zstd frame of a text to dst. Its bytes depend only on the text.
func (p *packers) pack(dst, text []byte, b *budget.Budget) []byte {
	p.turns <- struct{}{}
	defer func() { <-p.turns }()
	if !b.Look() { // waiting may have taken long
		return dst
	}
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
		panic(err) // the options are constants
	}
	return e
}

// window is zstd's window: a frame's input.
const window = 4 << 20

// pack appends the zstd frame of a text.
func pack(dst, text []byte, b *budget.Budget) []byte { return zstdPackers().pack(dst, text, b) }
