package text

import (
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/internal/base/budget"
)

// packers are encoders of zstd, each used by one goroutine at a time.
type packers struct {
	level zstd.EncoderLevel
	turns chan struct{} // its capacity is the number of encoders
	mu    sync.Mutex
	idle  []*zstd.Encoder // the last one used is the next
}

// quickPackers are those of Quick. One takes 34 MiB and packs some 30 MB/s, more than the
// columns of several threads need, so there is one for eight processors.
var quickPackers = sync.OnceValue(func() *packers {
	return newPackers(zstd.SpeedBestCompression, max(1, runtime.GOMAXPROCS(0)/8))
})

// swiftPackers are those of Swift, which take 6 MiB each.
var swiftPackers = sync.OnceValue(func() *packers {
	return newPackers(zstd.SpeedBetterCompression, runtime.GOMAXPROCS(0))
})

func newPackers(level zstd.EncoderLevel, n int) *packers {
	return &packers{level: level, turns: make(chan struct{}, n)}
}

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
	return newPacker(p.level)
}

func (p *packers) put(e *zstd.Encoder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, e)
}

func newPacker(level zstd.EncoderLevel) *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true),
		zstd.WithEncoderCRC(false), zstd.WithWindowSize(window), zstd.WithZeroFrames(true), zstd.WithSingleSegment(true))
	if err != nil {
		panic(err) // the options are constants
	}
	return e
}

// window is zstd's window: a frame's input.
const window = 4 << 20

// pack appends the zstd frame of a text.
func pack(dst, text []byte, effort Effort, b *budget.Budget) []byte {
	if effort == Swift {
		return swiftPackers().pack(dst, text, b)
	}
	return quickPackers().pack(dst, text, b)
}
