package chesszip

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/internal/unframing"
)

// Decompress reads an archive, or several that lie end to end, from src up to its
// end and writes the bytes that were compressed to dst. Whole frames are written
// before a later damage is found; damage ends its archive, and the next that lies
// behind it is written nevertheless. The error is that of src or dst, *LevelError, or
// the first ErrCorrupt, ErrVersion or ErrLimit.
func Decompress(ctx context.Context, dst io.Writer, src io.Reader, o *ReaderOptions) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	stats, err := unframing.Decompress(ctx, dst, src, s.unframing())
	return returned(&stats), err
}

// unframing returns how archives are given back with these settings.
func (s *settings) unframing() *unframing.Options {
	o := &unframing.Options{Threads: s.Threads, FullCheck: s.FullCheck, Coding: s.codingOf}
	if s.Progress != nil {
		o.Progress = func(stats *unframing.Stats) {
			s.Progress(Progress{In: stats.In, Out: stats.Out, Games: stats.Games})
		}
	}
	return o
}

// returned returns what a Decompress did.
func returned(s *unframing.Stats) Stats {
	return Stats{In: s.In, Out: s.Out, Games: s.Games, Frames: s.Frames, Sorted: s.Sorted}
}

// keepFirst returns the first of two errors.
func keepFirst(first, err error) error { return cmp.Or(first, err) }

// writeError says that err, if any, is that of the output.
func writeError(err error) error {
	if err != nil {
		err = fmt.Errorf("chesszip: write: %w", err)
	}
	return err
}
