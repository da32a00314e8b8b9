package chesszip

import (
	"bufio"
	"bytes"
	"context"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
)

// Append compresses src as an addition to the archive of size bytes in r, the last
// where several lie end to end, and writes to dst what belongs behind its last
// byte: frames and a new index.
// Until all of that is there and safe, the archive is what it was if it is cut
// to size again; see TornError.
//
// Moves are coded by the level that the archive names; of the options, Model,
// Threads, Index and Progress count. Positions and numbers are indexed also if
// those of the last frame are. Games come out as if the inputs had been
// compressed one behind the other, but a game that src continues stays two.
// Where src is empty, nothing is written.
// The errors are those of Open and Compress, and *GapError where the file does not
// end with a whole archive, but with bytes of which Recover may save games.
func Append(ctx context.Context, dst io.Writer, r io.ReaderAt, size int64, src io.Reader, o *Options) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	return s.append(ctx, dst, r, size, src)
}

func (s *settings) append(ctx context.Context, dst io.Writer, r io.ReaderAt, size int64, src io.Reader) (Stats, error) {
	a, err := s.open(ctx, r, size)
	if err != nil {
		return Stats{}, err
	}
	last := a.members[len(a.members)-1]
	if n := len(a.gaps); last.Offset()+last.Size() != size && n > 0 {
		return Stats{}, &a.gaps[n-1].GapError
	}
	before, err := chunk.ParseChecksum(last.Summary())
	if err != nil {
		return Stats{}, corruptInput(err)
	}
	if n := len(a.segments); n > 0 && last.Len() > 0 {
		content, err := a.frames.View(a.segments[n-1]).Content()
		if err != nil {
			return Stats{}, err
		}
		s.Index |= Index(content)
	}
	in := bufio.NewReader(src)
	if _, err := in.Peek(1); err == io.EOF {
		return Stats{}, nil // a new index needs a frame before it
	}
	out := frameindex.NewAppender(archive.NewAppender(dst, last, nil), s.room, last)
	return s.addFrames(ctx, out, before, in, a.Model())
}

// Merge writes an archive of the games of several, one after the other, to
// dst, and so of the archives that lie end to end in a file. Where all of them
// code moves by one level, their frames are taken as they are; where not, or where the options ask for Repack or one of them is
// PGN, they are compressed anew with the options. The errors are those of
// Compress and Decompress, and *GapError where a file is not whole.
func Merge(ctx context.Context, dst io.Writer, from []*Archive, o *Options) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	return s.merge(ctx, dst, from)
}

func (s *settings) merge(ctx context.Context, dst io.Writer, from []*Archive) (Stats, error) {
	for _, a := range from {
		if err := a.firstGap(); err != nil {
			return Stats{}, err
		}
		s.sorted = s.sorted || a.Sorted()
	}
	params, same := commonParams(from)
	if !same || s.Repack {
		return s.repack(ctx, dst, from)
	}
	out, err := s.newArchive(dst, params)
	if err != nil {
		return Stats{}, err
	}
	var total chunk.Checksum
	var stats Stats
	for _, a := range from {
		for segments := a.segments; len(segments) > 0; {
			n := a.run(segments)
			if err := s.writeRun(out, a, segments[:n], &total, &stats); err != nil {
				return stats, err
			}
			segments = segments[n:]
		}
		stats.In += a.Size()
	}
	err = out.Close(total.Bytes())
	stats.Out = out.Size()
	return stats, err
}

// repack compresses what several archives give back.
func (s *settings) repack(ctx context.Context, dst io.Writer, from []*Archive) (Stats, error) {
	pr, pw := io.Pipe()
	go func() {
		for _, a := range from {
			if _, err := a.CopyAll(ctx, pw); err != nil {
				pw.CloseWithError(err)
				return
			}
		}
		pw.Close()
	}()
	stats, err := s.compress(ctx, dst, pr)
	pr.CloseWithError(errEnough)
	return stats, err
}

// run returns how many of the first segments are of one member.
func (a *Archive) run(segments []frameview.Segment) int {
	end := a.frames.Starts(a.frames.MemberOf(segments[0].Frame) + 1)
	for i, g := range segments {
		if g.Frame >= end {
			return i
		}
	}
	return len(segments)
}

// writeRun writes segments of one member as they are, and adds their input to the
// checksum of all.
func (s *settings) writeRun(out *frameindex.Writer, a *Archive, segments []frameview.Segment, total *chunk.Checksum, stats *Stats) error {
	var sum chunk.Checksum
	chunks := 0
	for _, g := range segments {
		n, err := a.writeSegment(out, g, &sum)
		if err != nil {
			return err
		}
		chunks += n
		stats.Frames += int64(n)
		stats.Games += a.frames.Entry(g.Frame).Games
		stats.Out = out.Size()
		s.report(stats)
	}
	if !a.part {
		var err error
		member := a.members[a.frames.MemberOf(segments[0].Frame)]
		if sum, err = chunk.ParseChecksum(member.Summary()); err != nil {
			return corruptInput(err)
		}
	}
	total.Join(sum, chunks)
	return nil
}

// commonParams returns the header's parameters that all archives have in
// common; there are none if one of them is PGN.
func commonParams(from []*Archive) (params []byte, same bool) {
	add := func(p []byte) bool {
		if params != nil && !bytes.Equal(p, params) {
			return false
		}
		params = p
		return true
	}
	for _, a := range from {
		if len(a.members) == 0 {
			return nil, false
		}
		if len(a.segments) == 0 && !add(a.members[0].Header().Params) {
			return nil, false
		}
		for segments := a.segments; len(segments) > 0; segments = segments[a.run(segments):] {
			if !add(a.members[a.frames.MemberOf(segments[0].Frame)].Header().Params) {
				return nil, false
			}
		}
	}
	return params, len(from) > 0
}

// writeSegment writes the frames of a segment as they are and returns how many
// of them have input. Of a part of an archive, it decodes them and adds to the
// checksum of the input.
func (a *Archive) writeSegment(w *frameindex.Writer, s frameview.Segment, sum *chunk.Checksum) (chunks int, err error) {
	v := a.frames.View(s)
	for piece := range v.Pieces() {
		if a.part {
			text, err := v.Piece(piece)
			if err != nil {
				return chunks, err
			}
			sum.Add(chunk.Hash(text))
		}
		f, err := a.frames.Frame(s.Frame + piece)
		if err != nil {
			return chunks, err
		}
		if err := w.Begin(f.Games, piece > 0); err != nil {
			return chunks, err
		}
		if err := w.WriteFrame(&f, a.frames.Statistics(s.Frame+piece)); err != nil {
			return chunks, err
		}
		chunks++
	}
	if s.Index < 0 {
		return chunks, nil
	}
	f, err := a.frames.Frame(s.Index)
	if err != nil || frameindex.IsOverflow(&f) { // it is of other frames, too
		return chunks, err
	}
	return chunks, w.WriteFrame(&f, nil)
}
