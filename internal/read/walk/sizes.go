package walk

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Input returns the number of decompressed bytes of the items of p.
func (p Part) Input() (total int64) {
	for _, s := range p.Segments {
		for n := range s.Frames {
			total += p.Frames.Entry(n).Input
		}
	}
	return total
}

// Size returns the number of bytes of the frames of p; if p is all of the file, the size
// of the file.
func (p Part) Size() (total int64) {
	if p.Cut {
		for _, s := range p.Segments {
			for n := range s.Frames {
				total += p.Frames.Entry(n).Length
			}
		}
		return total
	}
	for i := range p.Frames.Members() {
		total += p.Frames.Member(i).Size()
	}
	for _, g := range p.Gaps {
		total += g.Length
	}
	return total
}

// Place is the place and the size of the items of a segment.
type Place struct {
	Number int   // of the first frame in the file, from 0
	First  int64 // number of the first game, from 0
	Games  int64
	Input  int64 // bytes of the items' texts
	Stored int64 // bytes of the frames in the archive, without the index frame
	Offset int64 // of the first frame in the archive
	// Statistics is the size of the frame's statistics in bytes.
	Statistics int64
	// Open are the frame's open columns.
	Open open.Set
}

// Place returns where the items of a segment of p lie.
func (p Part) Place(s view.Segment) Place {
	e := p.Frames.Entry(s.Frame)
	at := Place{
		Number: s.Frame, First: p.Frames.FirstGame(s.Frame), Games: e.Games, Input: e.Input,
		Stored: e.Length, Offset: e.Offset, Statistics: int64(len(p.Frames.Statistics(s.Frame))),
		Open: p.Frames.Open(s.Frame),
	}
	for n := s.Frame + 1; n <= s.Frame+s.More; n++ {
		e := p.Frames.Entry(n)
		at.Input += e.Input
		at.Stored += e.Length
	}
	return at
}

// StreamSize is the size of the streams of a kind, in bytes.
type StreamSize struct {
	Name  string // such as "moves"
	Bytes int64
}

// StreamSizes returns the sizes of the streams of the frames of p, the largest first; if
// p is all of the file, also those of opening tables and of filters of names. It reads all these frames, and decodes only the names of tags.
func (p Part) StreamSizes(ctx context.Context) ([]StreamSize, error) {
	sizes := map[string]int64{}
	add := func(frame int) error {
		err := p.Frames.StreamSizes(ctx, frame, sizes)
		return cmp.Or(ctxio.Err(ctx), err)
	}
	for _, s := range p.Segments {
		for n := range s.Frames {
			if err := add(n); err != nil {
				return nil, err
			}
		}
	}
	for n := range p.openings {
		if err := add(n); err != nil {
			return nil, err
		}
	}
	for i := range p.Frames.Members() {
		for _, at := range p.Frames.Directory(i).Note().Filters {
			if p.Cut {
				break
			}
			if err := add(p.Frames.Starts(i) + at.Frame); err != nil {
				return nil, err
			}
		}
	}
	names := slices.Collect(maps.Keys(sizes))
	slices.SortFunc(names, func(x, y string) int { return cmp.Or(cmp.Compare(sizes[y], sizes[x]), cmp.Compare(x, y)) })
	all := make([]StreamSize, len(names))
	for i, name := range names {
		all[i] = StreamSize{name, sizes[name]}
	}
	return all, nil
}

// openings calls yield with the frames of the readable opening tables, if p is all of
// the file.
func (p Part) openings(yield func(frame int) bool) {
	if p.Cut {
		return
	}
	for i := range p.Frames.Members() {
		t, err := p.Frames.Openings(context.Background(), i)
		if err != nil || t == nil {
			continue
		}
		for n := t.BlockFrame(0); n <= t.Frame(); n++ {
			if !yield(n) {
				return
			}
		}
	}
}

// Open returns which columns are open in at least one frame of p, by what its archives
// say of them.
func (p Part) Open() (set open.Set) {
	for _, s := range p.Segments {
		set |= p.Frames.Open(s.Frame)
	}
	return set
}

// Index returns a stream of an index frame.
func Index(ctx context.Context, f *view.File, frame int, kind uint16) ([]byte, error) {
	read, err := f.Frame(ctx, frame)
	if err != nil {
		return nil, err
	}
	data, ok := read.Stream(kind)
	if !ok || !index.IsIndex(&read) {
		return nil, view.Damaged(frame, errors.New("the frame is not the index frame that the footer names"))
	}
	return data, nil
}
