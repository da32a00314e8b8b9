package frameview

import (
	"errors"
	"fmt"
	"sync"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/movelist/learned"
)

// File is what is looked into: an archive, or a PGN file. Its methods may be
// used by several goroutines at once if those of its Source may.
type File struct {
	Source
	model      *learned.Level
	decoders   sync.Pool
	statistics func() *frameindex.Table

	// The frame read last is kept, since games are often asked for in order.
	mu    sync.Mutex
	last  archive.Frame
	at    int
	known bool
}

// NewFile returns a File of a Source whose moves a model coded, nil standing for
// the fast level.
func NewFile(src Source, model *learned.Level) *File {
	f := &File{Source: src, model: model}
	f.decoders.New = func() any { return &gameframe.Decoder{Level: model} }
	f.statistics = sync.OnceValue(func() *frameindex.Table { return frameindex.ReadTable(src) })
	return f
}

// Model returns the model that coded the moves, nil for the fast level.
func (f *File) Model() *learned.Level { return f.model }

// plain returns the PGN file that f is, nil for an archive.
func (f *File) plain() *Plain {
	p, _ := f.Source.(*Plain)
	return p
}

// Statistics returns what the index says of the games of a frame, nil if it says
// nothing.
func (f *File) Statistics(frame int) []byte {
	if m := f.Entry(frame).Meta; len(m) > 0 {
		return m
	}
	return f.statistics().Statistics(frame)
}

// Overflow returns the number of the last index frame with frame statistics, -1
// if there is none.
func (f *File) Overflow() int { return f.statistics().Last() }

// Segment is a frame of items and what belongs to it.
type Segment struct {
	Frame int // its number
	More  int // frames that follow with other pieces of its only game
	Index int // number of its index frame, -1 if it has none
}

// Frames calls yield with the numbers of the frames of a segment: those of its
// items, and its index frame.
func (s Segment) Frames(yield func(frame int) bool) {
	for n := s.Frame; n <= s.Frame+s.More; n++ {
		if !yield(n) {
			return
		}
	}
	if s.Index >= 0 {
		yield(s.Index)
	}
}

// Segments returns the segments of all frames.
func (f *File) Segments() []Segment {
	var all []Segment
	for i := range f.Len() {
		e := f.Entry(i)
		n := len(all) - 1
		switch {
		case e.Games == 0 && e.Input == 0:
			if n >= 0 && all[n].Index < 0 {
				all[n].Index = i
			}
		case e.Games == 0 && n >= 0 && f.Entry(all[n].Frame).Games == 1 && all[n].Index < 0:
			all[n].More++
		default:
			all = append(all, Segment{i, 0, -1})
		}
	}
	return all
}

// frame reads a frame, or returns the one read last.
func (f *File) frame(n int) (archive.Frame, error) {
	f.mu.Lock()
	if f.known && f.at == n {
		defer f.mu.Unlock()
		return f.last, nil
	}
	f.mu.Unlock()
	frame, err := f.Frame(n)
	if err != nil {
		return frame, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last, f.at, f.known = frame, n, true
	return frame, nil
}

// decoder returns a decoder for a while; release takes it back.
func (f *File) decoder() *gameframe.Decoder  { return f.decoders.Get().(*gameframe.Decoder) }
func (f *File) release(d *gameframe.Decoder) { f.decoders.Put(d) }

// StreamSizes adds what the streams of a frame take to sizes, by what they hold.
// It decodes only which tags there are.
func (f *File) StreamSizes(frame int, sizes map[string]int64) error {
	read, err := f.Frame(frame)
	if err != nil {
		return err
	}
	d := f.decoder()
	defer f.release(d)
	names, err := d.StreamNames(&read)
	if err != nil {
		return placed(frame, err)
	}
	for i, s := range read.Streams {
		name := names[i]
		if name == "" {
			name = frameindex.StreamName(s.Kind)
		}
		sizes[name] += int64(len(s.Data))
	}
	return nil
}

// placed says in which frame err came up, and that it is damage.
func placed(frame int, err error) error {
	if err == nil || errors.Is(err, archive.ErrCorrupt) || errors.Is(err, archive.ErrLimit) {
		return err
	}
	return fmt.Errorf("%w: frame %d: %w", archive.ErrCorrupt, frame, err)
}
