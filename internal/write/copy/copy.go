// Package copy writes the contents of files to other outputs, as text or into new
// archives. It copies frames that would be encoded equally, without decoding them.
//
//	Output   games of a file, and whole frames if the output is a write.Stream
//	Repack   an archive of the texts of several files
package copy

import (
	"context"
	"io"
	"math"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/internal/write"
)

// Repack writes an archive of the texts of all parts, one after the other, to dst. Stop
// cancels ctx, which must end the Writes of dst. Stats and errors are those of
// write.Compress; the first error of Output.Games is a read error.
func Repack(ctx context.Context, stop func(), dst io.Writer, from []walk.Part, o *write.Options) (stats chunk.Stats, err error) {
	err = ctxio.Piped(ctx, stop, func(w io.Writer) error {
		for _, p := range from {
			if _, err := NewOutput(ctx, w, nil, p.Frames).Games(p, math.MinInt64, math.MaxInt64); err != nil {
				return err
			}
		}
		return nil
	}, func(r io.Reader) (err error) {
		stats, err = write.Compress(ctx, stop, dst, r, o)
		return err
	})
	return stats, err
}
