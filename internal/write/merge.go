package write

import (
	"context"
	"errors"
	"io"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/openings"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// ErrRepack reports that the frames of files cannot be copied, since they are coded
// differently, or since a file is PGN.
var ErrRepack = errors.New("chesszip: what is merged is not of one level: it must be compressed anew")

// Merge copies the frames of parts of files, one after the other, to a new archive in
// dst; gaps are skipped. Of the options it uses Sort, Sorted, Threads, Limits,
// Progress, and whether there is an opening table. Stop cancels ctx, which
// must end the Writes of dst. Stats has In, the bytes of the parts, Out, Games and
// Frames. The errors are ErrRepack, before anything is written, and those of reading, of
// dst and of making the table.
func Merge(ctx context.Context, stop func(), dst io.Writer, from []walk.Part, o *Options) (stats chunk.Stats, err error) {
	params, same := commonParams(from)
	if !same {
		return stats, ErrRepack
	}
	m := merging{opt: o}
	if m.out, err = NewArchive(dst, header.WithOpenings(params, o.Openings), opened(from), o.Sort || o.Sorted); err != nil {
		return stats, err
	}
	if m.openings = o.openings(); m.openings != nil {
		defer m.openings.Close()
	}
	for _, p := range from {
		for _, run := range p.Runs {
			if err := m.write(ctx, run); err != nil {
				return m.stats, err
			}
		}
		m.stats.In += p.Size()
	}
	if m.openings != nil {
		err = m.openings.Write(ctx, stop, o.Threads, o.Limits, m.out)
	}
	if err == nil {
		err = m.out.Close()
	}
	m.stats.Out = m.out.Size()
	return m.stats, err
}

// merging is a running Merge.
type merging struct {
	opt      *Options
	out      *index.Writer
	openings *openings.Games // for the table, or nil
	stats    chunk.Stats
}

// write copies segments of one member.
func (m *merging) write(ctx context.Context, run walk.Part) error {
	run.Reads = walk.ReadsAll
	for s := range run.OneByOne {
		first, n, err := writeSegment(ctx, m.out, run.Frames, s)
		if err != nil {
			return err
		}
		if m.openings != nil {
			m.openings.AddSegment(first, run.Frames, s)
		}
		m.stats.Frames += int64(n)
		m.stats.Games += run.Frames.Entry(s.Frame).Games
		m.stats.Out = m.out.Size()
		m.stats.Report(m.opt.Progress)
	}
	return nil
}

// commonParams returns the header's parameters that the members of all parts share,
// those of the fast level if there is no part. Same is false if they differ or one is
// PGN.
func commonParams(from []walk.Part) (params []byte, same bool) {
	if len(from) == 0 {
		return header.Params(new(header.Form)), true
	}
	add := func(p walk.Part, member int) bool {
		r, ok := p.Frames.Member(member).Source.(*archive.Reader)
		if !ok {
			return false
		}
		if h := r.Header(); params == nil {
			params = h.Params
		} else if !header.SameLevel(h.Params, params) {
			return false
		}
		return true
	}
	for _, p := range from {
		if len(p.Segments) == 0 && !add(p, 0) {
			return nil, false
		}
		for member := range p.Runs {
			if !add(p, member) {
				return nil, false
			}
		}
	}
	return params, true
}

// opened returns the columns that are open in a part.
func opened(from []walk.Part) (set open.Set) {
	for _, p := range from {
		set |= p.Open()
	}
	return set
}
