package index

import (
	"context"
	"encoding/binary"
	"slices"
	"sort"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// filters are the filters of names of consecutive frames.
type filters struct {
	first int      // number of the first of these frames
	each  [][]byte // empty for a frame without a filter
}

// append appends the encoding of f.
func (f *filters) append(dst []byte) []byte {
	dst = binfmt.AppendUvarint(dst, uint64(f.first))
	dst = binfmt.AppendUvarint(dst, uint64(len(f.each)))
	for _, b := range f.each {
		dst = binfmt.AppendBytes(dst, b)
	}
	return dst
}

// parseFilters parses the filters that are all of src, in frame n. They refer to src.
func parseFilters(src []byte, n int) (f filters, err error) {
	first, rest, err := binfmt.Uvarint(src)
	if err == nil {
		var count uint64
		if count, rest, err = binfmt.Uvarint(rest); err == nil && (first > uint64(n) || count > uint64(n)-first) {
			err = binfmt.ErrForm
		}
		f.first = int(first)
		for ; err == nil && count > 0; count-- {
			var b []byte
			b, rest, err = binfmt.Bytes(rest)
			f.each = append(f.each, b)
		}
	}
	if err != nil || len(rest) > 0 || len(f.each) == 0 {
		return filters{}, corrupt.New("filters of names are cut off, or are of other frames than those before them")
	}
	return f, nil
}

func (f *filters) holds(n int) bool { return n >= f.first && n < f.first+len(f.each) }

// Frames are the frames of a container.
type Frames interface {
	Len() int
	Entry(i int) archive.Entry
	Frame(ctx context.Context, i int) (archive.Frame, error)
	// Note returns the note of the last footer, and the number of frames before it.
	Note() (note []byte, frames int)
}

// Directory finds what index frames hold about the frames of a container. It reads them on
// demand, and keeps at most two with filters, so that memory does not grow with the
// container. Several goroutines may use it at once if they may use its Frames.
type Directory struct {
	frames Frames
	note   Note

	mu   sync.Mutex
	kept [2]filters // the last two read, latest first
}

// NewDirectory returns the Directory of a container. A note that is not one says nothing.
func NewDirectory(frames Frames) *Directory {
	b, n := frames.Note()
	note, _ := ParseNote(b, n)
	return &Directory{frames: frames, note: note}
}

// Note returns the note of the container, the zero Note if there is none.
func (d *Directory) Note() *Note { return &d.note }

// Filter returns the filter of names of frame n, nil if there is none, or if it is damaged
// or cannot be read.
func (d *Directory) Filter(n int) []byte {
	// The last filters that begin at or before the frame have it.
	list := d.note.Filters
	i := sort.Search(len(list), func(i int) bool { return list[i].First > n }) - 1
	if i < 0 {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.kept[0].holds(n):
	case d.kept[1].holds(n):
		d.kept[0], d.kept[1] = d.kept[1], d.kept[0]
	default:
		f, err := readFilters(d.frames, list[i].Frame)
		if err != nil || f.first != list[i].First || !f.holds(n) {
			return nil
		}
		d.kept[0], d.kept[1] = f, d.kept[0]
	}
	if f := d.kept[0].each[n-d.kept[0].first]; validNames(f) {
		return f
	}
	return nil
}

// readFilters reads the filters in frame n.
func readFilters(frames Frames, n int) (filters, error) {
	f, err := frames.Frame(context.Background(), n)
	if err != nil {
		return filters{}, err
	}
	return filtersOf(frames, n, &f)
}

// filtersOf returns the filters in frame n, if they are of frames before it.
func filtersOf(frames Frames, n int, f *archive.Frame) (all filters, err error) {
	data, _ := f.Stream(kindFilters)
	if all, err = parseFilters(data, n); err == nil && !isOf(f, frames, all.first, all.first+len(all.each)) {
		err = corrupt.New("filters of names are of other frames")
	}
	return all, err
}

// isOf reports whether f is an index frame of the frames from <= number < to.
func isOf(f *archive.Frame, frames Frames, from, to int) bool {
	d := xxhash.New()
	for i := from; i < to; i++ {
		addChecksum(d, frames.Entry(i).Sum)
	}
	sum, _ := f.Stream(kindChecksum)
	return string(sum) == string(d.Sum(nil))
}

// CheckFilters returns an error unless the filters in f, frame number n, are of the frames
// before it. Whether they have the names of their frames is checked with these.
func CheckFilters(frames Frames, n int, f *archive.Frame) error {
	_, err := filtersOf(frames, n, f)
	return err
}

// HasFilters reports whether f is an index frame with filters of names.
func HasFilters(f *archive.Frame) bool {
	_, ok := f.Stream(kindFilters)
	return ok
}

// addChecksum adds the lower half of a frame's checksum to d.
func addChecksum(d *xxhash.Digest, low uint32) {
	_, _ = d.Write(binary.LittleEndian.AppendUint32(nil, low)) // cannot fail
}

// Place is where filters stand: in an index frame, for frames from First on.
type Place struct{ Frame, First int }

// Note is the note of an archive's footer: where its index frames are. Numbers of frames
// count from 0. The zero Note says nothing.
type Note struct {
	Filters []Place // ascending
	// Openings is the number of the frame with the directory of the opening table, or -1.
	Openings int
	// Covers is the number of the first frames that lists and summary cover, 0 if there are
	// none.
	Covers int
	// Lists are the frames of the lists of names: the front, and the blocks behind it.
	Lists [NumListings]ListPlace
	// Summary is the encoding of a Summary.
	Summary []byte
}

// ListPlace is where a list of names stands.
type ListPlace struct{ Front, Blocks int }

// Append appends the encoding of n; nothing if it says nothing.
func (n *Note) Append(dst []byte) []byte {
	if len(n.Filters) == 0 && n.Openings < 0 && n.Covers == 0 {
		return dst
	}
	dst = binfmt.AppendUvarint(dst, uint64(n.Openings+1))
	dst = binfmt.AppendUvarint(dst, uint64(len(n.Filters)))
	frame := 0
	for _, p := range n.Filters {
		dst = binfmt.AppendUvarint(dst, uint64(p.Frame-frame))
		dst = binfmt.AppendUvarint(dst, uint64(p.Frame-p.First))
		frame = p.Frame
	}
	if dst = binfmt.AppendUvarint(dst, uint64(n.Covers)); n.Covers == 0 {
		return dst
	}
	for _, l := range n.Lists {
		dst = binfmt.AppendUvarint(binfmt.AppendUvarint(dst, uint64(l.Front)), uint64(l.Blocks))
	}
	return append(dst, n.Summary...)
}

// ParseNote parses the note of a footer behind so many frames. The result refers to src.
func ParseNote(src []byte, frames int) (n Note, err error) {
	none := Note{Openings: -1}
	if len(src) == 0 {
		return none, nil
	}
	number := func() (v int) {
		var u uint64
		if err == nil {
			u, src, err = binfmt.Uvarint(src)
		}
		if err == nil && u > uint64(frames) {
			err = binfmt.ErrForm
		}
		return int(min(u, uint64(frames)))
	}
	n.Openings = number() - 1
	count, frame := number(), 0
	for i := 0; i < count && err == nil; i++ {
		gap, back := number(), number()
		if frame += gap; frame >= frames || back > frame || back == 0 || i > 0 && gap == 0 {
			err = binfmt.ErrForm
		}
		n.Filters = append(n.Filters, Place{frame, frame - back})
	}
	if n.Covers = number(); n.Covers > 0 {
		for i := range n.Lists {
			n.Lists[i] = ListPlace{number(), number()}
			if n.Lists[i].Front+n.Lists[i].Blocks >= frames && err == nil {
				err = binfmt.ErrForm
			}
		}
		n.Summary, src = src, nil
	}
	if err != nil || len(src) > 0 ||
		!slices.IsSortedFunc(n.Filters, func(a, b Place) int { return a.First - b.First }) {
		return none, corrupt.New("the note of the footer is not one")
	}
	return n, nil
}
