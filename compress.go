package chesszip

import (
	"context"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/ordered"
	"github.com/chesszip/chesszip/movelist/learned"
)

// featureSorted is the optional feature of archives whose lines were sorted.
const featureSorted = 1

// Compress reads src, PGN or any other bytes, and writes an archive to dst.
// Every frame has been decoded and compared with the input before it is
// written, unless Options.Unchecked is set. The error is that of src or dst,
// ErrOption, or ErrNoList.
func Compress(ctx context.Context, dst io.Writer, src io.Reader, o *Options) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	return s.compress(ctx, dst, src)
}

// compress writes an archive of src.
func (s *settings) compress(ctx context.Context, dst io.Writer, src io.Reader) (Stats, error) {
	model := s.model()
	if s.Sort {
		lines, err := chunk.NewSortedLines(src, model != nil)
		if err != nil {
			return Stats{}, err
		}
		src = lines
	}
	out, err := s.newArchive(dst, paramsOf(model))
	if err != nil {
		return Stats{}, err
	}
	stats, err := s.addFrames(ctx, out, 0, src, model)
	stats.Out, stats.Sorted = out.Size(), s.Sort || s.sorted
	return stats, err
}

// newArchive begins an archive with the given parameters in its header.
func (s *settings) newArchive(dst io.Writer, params []byte) (*frameindex.Writer, error) {
	header := archive.Header{Params: params}
	if s.Sort || s.sorted {
		header.Optional |= featureSorted
	}
	w, err := archive.NewWriter(dst, &header, nil)
	return frameindex.NewWriter(w, s.room), err
}

// addFrames adds the frames of src to an archive whose input so far has the given
// checksum, and ends it.
func (s *settings) addFrames(ctx context.Context, out *frameindex.Writer, total chunk.Checksum, src io.Reader, model *learned.Level) (Stats, error) {
	var stats Stats
	start := out.Size()
	chunks := chunk.NewSplitter(src)
	encoders := make([]*frameEncoder, s.Threads)
	for i := range encoders {
		encoders[i] = newFrameEncoder(s, model)
	}
	first, content := true, ContentEmpty
	next := func() (c chunk.Chunk, more bool, err error) {
		if c, err = chunks.Next(); err != nil && err != io.EOF {
			err = fmt.Errorf("chesszip: read: %w", err)
		}
		if first && len(c.Ends) == 0 {
			content = chunk.ContentOf(c.Text)
		}
		first = false
		return c, err == nil, unlessEnd(err)
	}
	encode := func(thread int, c chunk.Chunk) (encodedFrame, error) { return encoders[thread].encode(&c) }
	done := func(e encodedFrame) error {
		total.Add(e.hash)
		stats.In += int64(e.input)
		stats.Games += e.counts.Games
		stats.Plies += e.counts.Plies
		stats.MoveBits += 8 * e.counts.MoveBytes
		stats.Frames++
		if !e.counts.Columns {
			stats.TextFrames++
		}
		err := out.Begin(e.counts.Games, e.more)
		if err == nil {
			err = out.Write(e.frame, e.statistics)
		}
		if err == nil && e.index != nil {
			err = out.Write(e.index, nil)
		}
		stats.Out = out.Size() - start
		s.report(&stats)
		return err
	}
	if err := ordered.Run(ctx, s.Threads, next, encode, done); err != nil {
		return stats, err
	}
	if stats.Games == 0 {
		stats.Content = content
	}
	err := out.Close(total.Bytes())
	stats.Out = out.Size() - start
	return stats, err
}

// unlessEnd returns err, nil for io.EOF.
func unlessEnd(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// writeError says that err, if any, is that of the output.
func writeError(err error) error {
	if err != nil {
		err = fmt.Errorf("chesszip: write: %w", err)
	}
	return err
}

func isSorted(h *archive.Header) bool { return h.Optional&featureSorted != 0 }
