package unframing

import (
	"context"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frame/game/gameframe"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
)

// maxIndex is how long an index frame may be in bytes that is held beside its frame.
const maxIndex = gameframe.MaxInput

// Decoders give back the chunks of frames, each one after the other.
type Decoders []gameframe.Decoder

// NewDecoders returns n decoders of frames.
func NewDecoders(n int) Decoders { return make(Decoders, n) }

// Decode gives back the chunk of a frame by the decoder of a thread, and by its index
// frame if that is not nil. Once ctx is done, what it returns is of no use. The errors are
// those of gameframe.Decoder.Decode.
func (d Decoders) Decode(ctx context.Context, thread int, c coding.Coding, f, index *archive.Frame) ([]byte, error) {
	if d[thread].Level != c.Level || d[thread].Missing != c.Missing {
		d[thread] = gameframe.Decoder{Level: c.Level, Missing: c.Missing}
	}
	d[thread].Until(ctx)
	d[thread].Tell(nil)
	if index != nil && f.Games <= gameframe.MaxGames {
		d[thread].Tell(frameindex.NewKnown(ctx, index, int(f.Games), int(min(f.Input, gameframe.MaxInput))))
	}
	return d[thread].Decode(nil, f)
}
