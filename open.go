package chesszip

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/ordered"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TornError says that an archive does not end with an index, but that one
// lies before its last bytes: something was being appended when the program
// or the machine died, or other bytes came behind. Open with Size as size
// gives the archive as it was before.
type TornError struct {
	Size int64 // bytes up to the end of the last index
	Tail int64 // bytes behind it
}

// Error returns a sentence such as
//
//	chesszip: 1234 bytes lie behind the last index, at byte 5678: an append that was cut off?
func (e *TornError) Error() string {
	return fmt.Sprintf("chesszip: %d bytes lie behind the last index, at byte %d: an append that was cut off?", e.Tail, e.Size)
}

// Unwrap returns ErrCorrupt.
func (e *TornError) Unwrap() error { return ErrCorrupt }

// Archive gives out what is in an archive, without unpacking the rest. Games
// are numbered from 0. Its methods may be used by several goroutines at once
// if the io.ReaderAt allows that.
//
// A part of an archive, which Shard and Parts return, is an Archive of its
// frames alone: its games have the numbers that they have in the whole, those of
// Span, and every method answers for these.
//
// A damaged frame is an error of the games in it, which unwraps to ErrCorrupt;
// the others can be had nevertheless.
type Archive struct {
	set      settings
	file     *archive.Reader // nil for PGN
	frames   *frameview.File
	segments []frameview.Segment
	part     bool // segments are not all of the file
}

// Open opens an archive of size bytes and reads its index. Of the options,
// Model and Threads count. The errors are those of r, ErrCorrupt, ErrVersion,
// ErrModel, ErrLimit, and *TornError for an archive that can still be read
// without its last bytes.
func Open(r io.ReaderAt, size int64, o *Options) (*Archive, error) {
	s, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	return s.open(r, size)
}

func (s *settings) open(r io.ReaderAt, size int64) (*Archive, error) {
	file, err := archive.NewReader(r, size, nil)
	if err != nil {
		if !errors.Is(err, ErrCorrupt) {
			return nil, err
		}
		if end, lost := archive.LastFooter(r, size, nil); lost == nil && end < size {
			return nil, &TornError{Size: end, Tail: size - end}
		}
		return nil, err
	}
	model, err := s.modelOf(file.Header().Params)
	if err != nil {
		return nil, err
	}
	frames := frameview.NewFile(file, model)
	return &Archive{set: *s, file: file, frames: frames, segments: frames.Segments()}, nil
}

// OpenPGN reads a PGN file of size bytes as if it were an archive, so that
// what can be asked of one can be asked of the other. It reads all of r once,
// to find where its games are, and parts of it again when they are asked for.
// Of the options, Threads counts. The error is that of r.
func OpenPGN(r io.ReaderAt, size int64, o *Options) (*Archive, error) {
	s, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	plain := frameview.NewPlain(r)
	chunks := chunk.NewSplitter(io.NewSectionReader(r, 0, size))
	for {
		c, err := chunks.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("chesszip: read: %w", err)
		}
		plain.Add(int64(len(c.Text)), c.Ends)
	}
	frames := frameview.NewFile(plain, nil)
	return &Archive{set: s, frames: frames, segments: frames.Segments()}, nil
}

// Games returns the number of games.
func (a *Archive) Games() int64 {
	from, to := a.Span()
	return to - from
}

// Span returns the numbers of the first game and of the one behind the last: 0
// and Games, but for a part of an archive.
func (a *Archive) Span() (from, to int64) {
	if len(a.segments) == 0 {
		return 0, 0
	}
	last := a.segments[len(a.segments)-1].Frame
	return a.frames.FirstGame(a.segments[0].Frame), a.frames.FirstGame(last) + a.frames.Entry(last).Games
}

// Input returns the number of bytes that Decompress gives back.
func (a *Archive) Input() int64 {
	if !a.part {
		return a.frames.Input()
	}
	return a.sum(func(e *archive.Entry) int64 { return e.Input })
}

// Size returns the number of bytes of the archive; of a part, those of its
// frames.
func (a *Archive) Size() int64 {
	if !a.part {
		return a.frames.Size()
	}
	return a.sum(func(e *archive.Entry) int64 { return e.Length })
}

// sum adds up something of all frames.
func (a *Archive) sum(of func(e *archive.Entry) int64) (total int64) {
	for _, s := range a.segments {
		for n := range s.Frames {
			e := a.frames.Entry(n)
			total += of(&e)
		}
	}
	return total
}

// Sorted reports whether the lines of the archive, or of some of it, are in
// another order than those of the files that it was made of: see Options.Sort.
func (a *Archive) Sorted() bool {
	if a.file == nil {
		return false
	}
	h := a.file.Header()
	return isSorted(&h)
}

// Model returns the learned level that its moves were coded by, nil for those
// of the level Fast.
func (a *Archive) Model() *learned.Level { return a.frames.Model() }

// Shard returns the part of number i, from 0, of n parts of about as many
// frames. The parts of all i have each game once, in order.
func (a *Archive) Shard(i, n int) *Archive {
	k := len(a.segments)
	return a.slice(k*i/n, k*(i+1)/n)
}

// Parts cuts an archive into parts of at most the given number of games, or of
// one frame where that has more: cuts are between frames, which hold up to
// 4,000 games. Each can be looked into, or be written by Merge.
func (a *Archive) Parts(games int64) ([]*Archive, error) {
	if games < 1 {
		return nil, fmt.Errorf("%w: parts of %d games", ErrOption, games)
	}
	var parts []*Archive
	start, held := 0, int64(0)
	for i, s := range a.segments {
		n := a.frames.Entry(s.Frame).Games
		if i > start && held+n > games {
			parts = append(parts, a.slice(start, i))
			start, held = i, 0
		}
		held += n
	}
	return append(parts, a.slice(start, len(a.segments))), nil
}

// slice returns the part of some of the segments of a.
func (a *Archive) slice(from, to int) *Archive {
	return &Archive{set: a.set, file: a.file, frames: a.frames, segments: a.segments[from:to], part: true}
}

// FrameInfo says where games lie. A game that is larger than a frame has
// several; they count as one here.
type FrameInfo struct {
	First  int64 // number of the first game, from 0
	Games  int64
	Input  int64 // bytes of the games' texts
	Stored int64 // bytes of the frame in the archive
	Offset int64 // of the frame in the archive
	// Statistics is what the index says to pass over the frame, Index what its
	// index frame takes; in bytes.
	Statistics, Index int64
}

// Frames returns where the games lie.
func (a *Archive) Frames() []FrameInfo {
	all := make([]FrameInfo, len(a.segments))
	for i, s := range a.segments {
		e := a.frames.Entry(s.Frame)
		all[i] = FrameInfo{
			First: a.frames.FirstGame(s.Frame), Games: e.Games, Input: e.Input,
			Stored: e.Length, Offset: e.Offset, Statistics: int64(len(a.frames.Statistics(s.Frame))),
		}
		for n := s.Frame + 1; n <= s.Frame+s.More; n++ {
			e := a.frames.Entry(n)
			all[i].Input += e.Input
			all[i].Stored += e.Length
		}
		if s.Index >= 0 {
			all[i].Index = a.frames.Entry(s.Index).Length
		}
	}
	return all
}

// StreamInfo says what one kind of stream takes in all frames together.
type StreamInfo struct {
	Name  string // what it holds, such as "moves"
	Bytes int64
}

// Streams returns what the streams of an archive take, the largest first, tags
// by their names in brackets. It reads all frames, and decodes only which tags
// there are.
func (a *Archive) Streams() ([]StreamInfo, error) {
	sizes := map[string]int64{}
	last := a.frames.Overflow()
	for _, s := range a.segments {
		for n := range s.Frames {
			if err := a.frames.StreamSizes(n, sizes); err != nil {
				return nil, err
			}
		}
		if s.Index == last {
			last = -1
		}
	}
	if last >= 0 && !a.part {
		if err := a.frames.StreamSizes(last, sizes); err != nil {
			return nil, err
		}
	}
	var all []StreamInfo
	for name, n := range sizes {
		all = append(all, StreamInfo{name, n})
	}
	slices.SortFunc(all, func(x, y StreamInfo) int {
		return cmp.Or(cmp.Compare(y.Bytes, x.Bytes), cmp.Compare(x.Name, y.Name))
	})
	return all, nil
}

// errEnough ends a walk whose taker wants no more.
var errEnough = errors.New("chesszip: enough")

// each works on the views of segments, several at once, and yields what they
// give in order, up to the first error.
func each[T any](a *Archive, segments []frameview.Segment, work func(*frameview.View) ([]T, error), yield func(T, error) bool) {
	var none T
	next := func() (v *frameview.View, more bool, err error) {
		if len(segments) == 0 {
			return nil, false, nil
		}
		v, segments = a.frames.View(segments[0]), segments[1:]
		return v, true, nil
	}
	done := func(all []T) error {
		for _, t := range all {
			if !yield(t, nil) {
				return errEnough
			}
		}
		return nil
	}
	threads := min(a.set.Threads, max(1, len(segments)))
	look := func(_ int, v *frameview.View) ([]T, error) { return work(v) }
	if err := ordered.Run(threads, next, look, done); err != nil && err != errEnough {
		yield(none, err)
	}
}
