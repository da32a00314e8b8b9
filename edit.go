package chesszip

import (
	"bufio"
	"bytes"
	"io"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
)

// Append compresses src as an addition to the archive of size bytes in r, and
// writes to dst what belongs behind its last byte: frames and a new index.
// Until all of that is there and safe, the archive is what it was if it is cut
// to size again; see TornError.
//
// Moves are coded by the level that the archive names; of the options, Model,
// Threads, Index and Progress count. Positions and numbers are indexed also if
// those of the last frame are. Games come out as if the inputs had been
// compressed one behind the other, but a game that src continues stays two.
// Where src is empty, nothing is written.
// The errors are those of Open and Compress.
func Append(dst io.Writer, r io.ReaderAt, size int64, src io.Reader, o *Options) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	return s.append(dst, r, size, src)
}

func (s *settings) append(dst io.Writer, r io.ReaderAt, size int64, src io.Reader) (Stats, error) {
	a, err := s.open(r, size)
	if err != nil {
		return Stats{}, err
	}
	before, err := chunk.ParseChecksum(a.file.Summary())
	if err != nil {
		return Stats{}, corruptInput(err)
	}
	if n := len(a.segments); n > 0 {
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
	out := frameindex.NewAppender(archive.NewAppender(dst, a.file, nil), s.room, a.frames)
	return s.addFrames(out, before, in, a.Model())
}

// Merge writes an archive of the games of several, one after the other, to
// dst. Where all of them code moves by one level, their frames are taken as
// they are; where not, or where the options ask for Repack or one of them is
// PGN, they are compressed anew with the options. The errors are those of
// Compress and Decompress.
func Merge(dst io.Writer, from []*Archive, o *Options) (Stats, error) {
	s, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	return s.merge(dst, from)
}

func (s *settings) merge(dst io.Writer, from []*Archive) (Stats, error) {
	for _, a := range from {
		s.sorted = s.sorted || a.Sorted()
	}
	params, same := commonParams(from)
	if !same || s.Repack {
		return s.repack(dst, from)
	}
	out, err := s.newArchive(dst, params)
	if err != nil {
		return Stats{}, err
	}
	var total chunk.Checksum
	var stats Stats
	for _, a := range from {
		var sum chunk.Checksum
		chunks := 0
		for _, g := range a.segments {
			n, err := a.writeSegment(out, g, &sum)
			if err != nil {
				return stats, err
			}
			chunks += n
			stats.Frames += int64(n)
			stats.Games += a.frames.Entry(g.Frame).Games
			stats.Out = out.Size()
			s.report(&stats)
		}
		if !a.part {
			if sum, err = chunk.ParseChecksum(a.file.Summary()); err != nil {
				return stats, corruptInput(err)
			}
		}
		total.Join(sum, chunks)
		stats.In += a.Size()
	}
	err = out.Close(total.Bytes())
	stats.Out = out.Size()
	return stats, err
}

// repack compresses what several archives give back.
func (s *settings) repack(dst io.Writer, from []*Archive) (Stats, error) {
	pr, pw := io.Pipe()
	go func() {
		for _, a := range from {
			if _, err := a.copyAll(pw); err != nil {
				pw.CloseWithError(err)
				return
			}
		}
		pw.Close()
	}()
	stats, err := s.compress(dst, pr)
	pr.CloseWithError(errEnough)
	return stats, err
}

// commonParams returns the header's parameters that all archives have in
// common; there are none if one of them is PGN.
func commonParams(from []*Archive) (params []byte, same bool) {
	for i, a := range from {
		if a.file == nil {
			return nil, false
		}
		p := a.file.Header().Params
		if i > 0 && !bytes.Equal(p, params) {
			return nil, false
		}
		params = p
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
