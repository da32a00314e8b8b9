package chesszip

import (
	"context"
	"io"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/framing"
	"github.com/chesszip/chesszip/internal/openinggames"
)

// Compress reads src, PGN or any other bytes, and writes an archive to dst.
// Every frame has been decoded and compared with the input before it is
// written, unless WriterOptions.Unchecked is set; WriterOptions.FullCheck says what
// decoding need not find out again. The error is that of src or dst,
// ErrOption, or ErrNoList.
func Compress(ctx context.Context, dst io.Writer, src io.Reader, o *WriterOptions) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	work, stop := context.WithCancel(ctx)
	defer stop()
	s.journalUntil(work)
	stats, err := s.compress(work, stop, ctxio.Writer(work, dst), ctxio.Reader(work, src))
	return stats, ctxio.Instead(ctx, err)
}

// journalUntil ends Writes of the journal once ctx is done.
func (s *settings) journalUntil(ctx context.Context) {
	if s.Journal != nil {
		s.Journal = ctxio.Writer(ctx, s.Journal)
	}
}

// compress writes an archive of src; stop cancels ctx, which ends Reads and Writes.
func (s *settings) compress(ctx context.Context, stop func(), dst io.Writer, src io.Reader) (Stats, error) {
	stats, err := framing.Compress(ctx, stop, dst, src, s.framing())
	return statsOf(&stats), err
}

// framing returns how frames are made with these settings.
func (s *settings) framing() *framing.Options {
	o := &framing.Options{
		Level: s.level, Threads: s.Threads, Content: frameindex.Content(s.Index), Room: s.room,
		Unchecked: s.Unchecked, FullCheck: s.FullCheck, Sort: s.Sort, Sorted: s.sorted, Journal: s.Journal, Limits: s.openings,
	}
	if s.Index&IndexOpenings != 0 {
		o.Openings = func() *openinggames.Games { return new(openinggames.Games) }
	}
	if s.Progress != nil {
		o.Progress = func(stats *framing.Stats) {
			s.Progress(Progress{In: stats.In, Out: stats.Out, Games: stats.Games})
		}
	}
	return o
}

// statsOf returns what a Compress did.
func statsOf(s *framing.Stats) Stats {
	return Stats{
		In: s.In, Out: s.Out, Games: s.Games, Frames: s.Frames, Copied: s.Copied,
		Plies: s.Plies, MoveBits: s.MoveBits, Sorted: s.Sorted, TextFrames: s.TextFrames, Content: Content(s.Content),
	}
}
