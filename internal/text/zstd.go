package text

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// zstdEncoder is used through EncodeAll only, which is safe for concurrent use
// and deterministic.
var zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderCRC(false), zstd.WithWindowSize(window), zstd.WithZeroFrames(true), zstd.WithSingleSegment(true))
	if err != nil {
		panic(err) // options are constants
	}
	return e
})

// window is what zstd looks back on: a frame's input.
const window = 4 << 20

// pack appends the zstd frame of a text.
func pack(dst, text []byte) []byte { return zstdEncoder().EncodeAll(text, dst) }
