package chesszip

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe"
)

// Merge writes an archive of the games of several, one after the other, to
// dst. Where all of them code moves by one level, their frames are taken as
// they are; where not, or where the options ask for Repack or one of them is
// PGN, they are compressed anew with the options. The errors are those of
// Compress and Decompress.
func Merge(dst io.Writer, from []*Archive, o *Options) (Stats, error) {
	opt, err := o.withDefaults()
	if err != nil {
		return Stats{}, err
	}
	for _, a := range from {
		opt.sorted = opt.sorted || a.Sorted()
	}
	params, same := commonParams(from)
	if !same || opt.Repack {
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
		stats, err := Compress(dst, pr, &opt)
		pr.CloseWithError(errEnough)
		return stats, err
	}
	header := archive.Header{Params: params}
	if opt.sorted {
		header.Optional |= featureSorted
	}
	w, err := archive.NewWriter(dst, &header, nil)
	if err != nil {
		return Stats{}, err
	}
	out := newSummaries(w, opt.metaRoom())
	var total sum
	var stats Stats
	for _, a := range from {
		c := a.r.(*archive.Reader)
		var part sum
		frames := 0
		for _, g := range a.groups {
			n, err := a.writeGroup(out, g, &part, a.part)
			if err != nil {
				return stats, err
			}
			frames += n
			stats.Frames += int64(n)
			stats.Games += a.r.Entry(g.frame).Games
			stats.Out = w.Size()
			opt.report(&stats)
		}
		if !a.part {
			if part, err = sumOf(c.Summary()); err != nil {
				return stats, err
			}
		}
		total.join(part, frames)
		stats.In += a.Size()
	}
	err = out.close(total.bytes())
	stats.Out = w.Size()
	return stats, err
}

// commonParams returns the header's parameters that all archives have in
// common.
func commonParams(from []*Archive) (params []byte, same bool) {
	for i, a := range from {
		c, ok := a.r.(*archive.Reader)
		if !ok {
			return nil, false
		}
		p := c.Header().Params
		if i > 0 && !bytes.Equal(p, params) {
			return nil, false
		}
		params = p
	}
	return params, len(from) > 0
}

// copyAll writes the games of a, a part if Shard made it.
func (a *Archive) copyAll(w io.Writer) (int64, error) {
	from, to := a.Span()
	return a.Copy(w, from, to)
}

// writeGroup writes the frames of a group as they are and returns how many of
// them have input. Where wanted, it decodes them and adds to the sum.
func (a *Archive) writeGroup(w *summaries, g group, s *sum, wanted bool) (frames int, err error) {
	for n := g.frame; n <= g.frame+g.more; n++ {
		f, err := a.r.Frame(n)
		if err != nil {
			return frames, err
		}
		if wanted {
			text, err := a.decode(&f)
			if err != nil {
				return frames, frameError(n, err)
			}
			s.add(xxhash.Sum64(text))
		}
		if err := w.writeFrame(&f, a.meta(n)); err != nil {
			return frames, err
		}
		frames++
	}
	if g.index >= 0 {
		f, err := a.r.Frame(g.index)
		if err != nil {
			return frames, err
		}
		if _, ok := f.Stream(kindMetas); ok {
			return frames, nil // it is of other frames, too
		}
		if err := w.writeFrame(&f, nil); err != nil {
			return frames, err
		}
	}
	return frames, nil
}

func (a *Archive) decode(f *archive.Frame) ([]byte, error) {
	d := a.decoder()
	defer a.decoders.Put(d)
	return d.Decode(nil, f)
}

// Parts cuts an archive into archives of at most the given number of games, or
// of one frame where that has more: cuts are between frames, which hold up to
// 4,000 games. Each can be looked into, or be written by Merge.
func (a *Archive) Parts(games int64) ([]*Archive, error) {
	if games < 1 {
		return nil, fmt.Errorf("%w: parts of %d games", ErrOption, games)
	}
	var parts []*Archive
	start, held := 0, int64(0)
	for i, g := range a.groups {
		n := a.r.Entry(g.frame).Games
		if i > start && held+n > games {
			parts = append(parts, a.slice(start, i))
			start, held = i, 0
		}
		held += n
	}
	return append(parts, a.slice(start, len(a.groups))), nil
}

// slice returns the archive of some of the groups of a.
func (a *Archive) slice(from, to int) *Archive {
	s := &Archive{r: a.r, opt: a.opt, level: a.level, summaries: a.summaries, groups: a.groups[from:to], part: true}
	s.decoders.New = func() any { return &gameframe.Decoder{Level: a.level} }
	return s
}

// errPlain says that what only archives can do was asked of PGN.
var errPlain = errors.New("chesszip: this is PGN, not an archive")
