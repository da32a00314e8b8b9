package chesszip

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/ctxio"
)

// Cuts returns where src may be cut to be compressed by several machines: each place is
// a number of bytes from its beginning, between games where a frame ends, and the last
// is its length. Whatever of these places are taken, Merge of the archives that Compress
// makes of the pieces, in their order, is byte for byte what Compress makes of src. For
// that, WriterOptions.Sort is not set, and IndexOpenings for none of the pieces but by
// MergeOptions.Openings for the whole.
//
// It reads all of src and compresses nothing, some 30 times as fast. A list of positions
// or of records, or a game that is larger than a frame, is in one piece. The error is
// that of src or ctx, and nothing follows it.
func Cuts(ctx context.Context, src io.Reader) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		chunks := chunk.NewSplitter(ctx, ctxio.Reader(ctx, src))
		last, at := int64(0), int64(0)
		for {
			c, err := chunks.Next()
			if err == io.EOF {
				yield(at, nil)
				return
			}
			between := false
			if err == nil {
				at += int64(len(c.Text))
				between, err = chunks.Between()
			}
			switch {
			case err != nil:
				yield(0, ctxio.Instead(ctx, fmt.Errorf("chesszip: read: %w", err)))
				return
			case between && at-last >= chunk.Sniffed:
				// What is shorter would be looked at for records together with what follows.
				if last = at; !yield(at, nil) {
					return
				}
			}
		}
	}
}
