package unpack

import (
	"context"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
)

// maxIndex is the greatest length of an index frame, in bytes, that is held with its
// frame.
const maxIndex = game.MaxInput

// Decoders decode frames, each one frame after the other.
type Decoders []game.Decoder

// NewDecoders returns n decoders of frames.
func NewDecoders(n int) Decoders { return make(Decoders, n) }

// Decode decodes a frame by the decoder of a thread, with its index frame entry, or nil.
// Once ctx is done, the result is not valid. The errors are those of
// game.Decoder.Decode.
func (d Decoders) Decode(ctx context.Context, thread int, c header.Coding, f, entry *archive.Frame) ([]byte, error) {
	if d[thread].Level != c.Level || d[thread].Missing != c.Missing {
		d[thread] = game.Decoder{Level: c.Level, Missing: c.Missing}
	}
	d[thread].Until(ctx)
	d[thread].Tell(nil)
	if entry != nil && f.Games <= game.MaxGames {
		d[thread].Tell(index.NewKnown(ctx, entry, int(f.Games), int(min(f.Input, game.MaxInput))))
	}
	return d[thread].Decode(nil, f)
}
