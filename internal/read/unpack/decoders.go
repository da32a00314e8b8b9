package unpack

import (
	"context"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/header"
)

// Decoders decode frames, each one frame after the other.
type Decoders []game.Decoder

// NewDecoders returns n decoders of frames.
func NewDecoders(n int) Decoders { return make(Decoders, n) }

// Decode decodes a frame by the decoder of a thread. Once ctx is done, the result is not valid. The errors are those of
// game.Decoder.Decode.
func (d Decoders) Decode(ctx context.Context, thread int, c header.Coding, f *archive.Frame) ([]byte, error) {
	d.ready(ctx, thread, c)
	return d[thread].Decode(nil, f)
}

// Whole decodes the games of a frame whose blocks are undamaged, as Decode does, and
// returns their number.
func (d Decoders) Whole(ctx context.Context, thread int, c header.Coding, f *archive.Frame) ([]byte, int64, error) {
	d.ready(ctx, thread, c)
	return d[thread].Whole(nil, f)
}

// ready makes the decoder of a thread one of a coding.
func (d Decoders) ready(ctx context.Context, thread int, c header.Coding) {
	if d[thread].Level != c.Level || d[thread].Missing != c.Missing {
		d[thread].Turn(c.Level, c.Missing)
	}
	d[thread].Until(ctx)
}
