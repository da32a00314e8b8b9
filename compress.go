package chesszip

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/internal/text"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Compress reads src, PGN or any other bytes, and writes an archive to dst.
// Every frame has been decoded and compared with the input before it is
// written, unless Options.Unchecked is set. The error is that of src or dst,
// ErrOption, or ErrNoList.
func Compress(dst io.Writer, src io.Reader, o *Options) (Stats, error) {
	opt, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	model := opt.model()
	header := archive.Header{Params: paramsOf(model)}
	if opt.Sort || opt.sorted {
		header.Optional |= featureSorted
	}
	if opt.Sort {
		if src, err = newSortedLines(src, model != nil, sortedBytes); err != nil {
			return Stats{}, err
		}
	}
	w, err := archive.NewWriter(dst, &header, nil)
	if err != nil {
		return Stats{}, err
	}
	stats, err := opt.compress(newSummaries(w, opt.metaRoom()), 0, src, model)
	stats.Out, stats.Sorted = w.Size(), isSorted(header)
	return stats, err
}

// paramsOf returns the header's parameters of an archive whose moves are coded
// by model.
func paramsOf(model *learned.Level) []byte {
	params := []byte{formatVersion}
	if model != nil {
		params = binary.LittleEndian.AppendUint32(params, nameOf(model))
	}
	return params
}

// compress adds the frames of src to out, whose frames so far have the given sum,
// and ends the archive.
func (o *Options) compress(out *summaries, before sum, src io.Reader, model *learned.Level) (Stats, error) {
	type coded struct {
		frame  []byte
		meta   []byte
		index  []byte // the frame that indexes it, if any
		hash   uint64
		counts gameframe.Counts
		input  int
	}
	var stats Stats
	w := out.w
	start := w.Size()
	cut := cutter{r: src}
	encoders := make([]gameframe.Encoder, o.Threads)
	for i := range encoders {
		encoders[i].Unchecked = o.Unchecked
	}
	if model != nil {
		for i := range encoders {
			encoders[i].Effort = text.Thorough
			encoders[i].Level = model
		}
	}
	next := func() (piece, bool, error) {
		p, err := cut.next()
		if err == io.EOF {
			return p, false, nil
		}
		if err != nil {
			return p, false, fmt.Errorf("chesszip: read: %w", err)
		}
		return p, true, nil
	}
	work := func(thread int, p piece) (coded, error) {
		e := &encoders[thread]
		var f archive.Frame
		var c gameframe.Counts
		if p.torn {
			f, c = e.EncodeText(p.text, len(p.ends))
		} else {
			f, c = e.Encode(p.text, p.ends)
		}
		b, err := archive.AppendFrame(nil, &f)
		if err != nil {
			return coded{}, err
		}
		meta, index, err := indexOf(encoded{e}, &f, b, &p, o.Index)
		return coded{b, meta, index, xxhash.Sum64(p.text), c, len(p.text)}, err
	}
	total := before
	done := func(c coded) error {
		total.add(c.hash)
		stats.In += int64(c.input)
		stats.Games += c.counts.Games
		stats.Plies += c.counts.Plies
		stats.MoveBits += 8 * c.counts.MoveBytes
		stats.Frames++
		if !c.counts.Columns {
			stats.TextFrames++
		}
		err := out.write(c.frame, c.meta)
		if err == nil && c.index != nil {
			err = out.write(c.index, nil)
		}
		stats.Out = w.Size() - start
		o.report(&stats)
		return err
	}
	if err := inOrder(o.Threads, next, work, done); err != nil {
		return stats, err
	}
	err := out.close(total.bytes())
	stats.Out = w.Size() - start
	return stats, err
}

func (o *Options) report(s *Stats) {
	if o.Progress != nil {
		o.Progress(Progress{In: s.In, Out: s.Out, Games: s.Games})
	}
}

// Decompress reads an archive from src up to its end and writes the bytes that
// were compressed to dst. Whole frames are written before a later damage is
// found. The error is that of src or dst, ErrCorrupt, ErrVersion or ErrLimit.
func Decompress(dst io.Writer, src io.Reader, o *Options) (Stats, error) {
	opt, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	in := &countingReader{r: src}
	s, err := archive.NewScanner(in, nil)
	if err != nil {
		return Stats{In: in.n}, err
	}
	level, err := opt.levelOf(s.Header().Params)
	if err != nil {
		return Stats{In: in.n}, err
	}
	type text struct {
		bytes []byte
		hash  uint64
		games int64
		read  int64
	}
	type numbered struct {
		archive.Frame
		number int
		read   int64
	}
	stats := Stats{Sorted: isSorted(s.Header())}
	var total sum
	decoders := make([]gameframe.Decoder, opt.Threads)
	for i := range decoders {
		decoders[i].Level = level
	}
	frames := 0
	next := func() (numbered, bool, error) {
		for {
			f, err := s.Next()
			if err != nil {
				if err == io.EOF {
					err = nil
				}
				return numbered{}, false, err
			}
			frames++
			if !isIndex(&f) {
				return numbered{f, frames - 1, in.n}, true, nil
			}
		}
	}
	work := func(thread int, f numbered) (text, error) {
		b, err := decoders[thread].Decode(nil, &f.Frame)
		if err != nil {
			return text{}, fmt.Errorf("%w: frame %d: %w", ErrCorrupt, f.number, err)
		}
		return text{b, xxhash.Sum64(b), f.Games, f.read}, nil
	}
	done := func(t text) error {
		total.add(t.hash)
		n, err := dst.Write(t.bytes)
		stats.Out += int64(n)
		stats.In = t.read
		stats.Games += t.games
		stats.Frames++
		opt.report(&stats)
		if err != nil {
			return fmt.Errorf("chesszip: write: %w", err)
		}
		return nil
	}
	if err := inOrder(opt.Threads, next, work, done); err != nil {
		return stats, err
	}
	stats.In = in.n
	return stats, total.check(s.Summary())
}

// levelOf returns the learned level that an archive with the given parameters
// needs, nil if none.
func (o *Options) levelOf(params []byte) (*learned.Level, error) {
	if len(params) == 0 || params[0] != formatVersion {
		return nil, fmt.Errorf("%w: the frames are of version %d, this program reads version %d", ErrVersion, params[:min(len(params), 1)], formatVersion)
	}
	if len(params) == 1 {
		return nil, nil
	}
	if len(params) != 5 {
		return nil, fmt.Errorf("%w: parameters of %d bytes", ErrCorrupt, len(params))
	}
	id := binary.LittleEndian.Uint32(params[1:])
	for _, l := range []*learned.Level{o.Model, learned.Default, learned.Max} {
		if l != nil && nameOf(l) == id {
			return l, nil
		}
	}
	if o.Model != nil {
		return nil, fmt.Errorf("%w of number %08x, and the one given is %08x", ErrModel, id, nameOf(o.Model))
	}
	return nil, fmt.Errorf("%w of number %08x", ErrModel, id)
}

// nameOf returns the number by which archives name a model: half of its ID is
// enough to tell a few models apart, and every frame has a checksum.
func nameOf(l *learned.Level) uint32 { return uint32(l.ID()) }

// countingReader counts the bytes read.
type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
