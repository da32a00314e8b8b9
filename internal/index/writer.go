package index

import (
	"context"
	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
)

// maxFilters is the size of the filters of an index frame in bytes.
const maxFilters = 1 << 20

// Writer writes frames, and what index frames hold about them.
type Writer struct {
	w    *archive.Writer
	held filters        // of the frames since the last index frame with filters
	sums *xxhash.Digest // of these frames
	size int            // of held
	next int            // number of the next frame
	all  *xxhash.Digest // of all frames
	note Note
	// derived is what the archive's lists and summary are made of, nil if it has none; fresh
	// is set if a new frame is counted in it, and before are the frames before those of the
	// Writer, or nil.
	derived *Derived
	fresh   bool
	before  Frames
	open    bool // a frame without games would continue the last game
}

// NewWriter returns a Writer of the first frames of w. If the columns that are open in the
// archive allow it, it makes lists of names and a summary.
func NewWriter(w *archive.Writer, set open.Set) *Writer {
	a := &Writer{w: w, sums: xxhash.New(), all: xxhash.New(), note: Note{Openings: -1}}
	if Counts(set) {
		a.derived = NewDerived()
	}
	return a
}

// NewAppender returns a Writer of the frames of w that follow those of a container.
func NewAppender(w *archive.Writer, frames Frames, set open.Set) *Writer {
	a := NewWriter(w, set)
	a.next, a.before = frames.Len(), frames
	for i := range a.next {
		addChecksum(a.all, frames.Entry(i).Sum)
	}
	a.held.first, a.note = a.next, *NewDirectory(frames).Note()
	for i := a.next - 1; i >= 0; i-- {
		if e := frames.Entry(i); e.Games > 0 || e.Input == 0 {
			a.open = e.Games == 1
			break
		}
	}
	return a
}

// Begin announces the next frame with input: its number of games, and whether it
// continues the game of the previous frame. A frame without games after one of one game
// is always read as a continuation; if it is not one, Begin writes an empty index frame
// between them.
func (w *Writer) Begin(games int64, more bool) error {
	if games == 0 && !more && w.open {
		w.open = false
		return w.writeIndex(w.all.Sum(nil))
	}
	if games > 0 {
		w.open = games == 1
	}
	return nil
}

// Write writes a frame that archive.AppendFrame built, with its statistics and its filter
// of names.
func (w *Writer) Write(frame, statistics, filter []byte) error {
	// The other pieces of a game must follow it at once; these have no filter.
	if len(filter) > 0 && w.size >= maxFilters {
		if err := w.flush(); err != nil {
			return err
		}
	}
	if err := w.w.WriteEncoded(frame, statistics); err != nil {
		return err
	}
	if err := w.count(frame); err != nil {
		return err
	}
	w.wrote(frame)
	w.held.each = append(w.held.each, filter)
	addChecksum(w.sums, uint32(archive.Checksum(frame)))
	w.size += len(filter)
	return nil
}

// count counts the games of a written frame.
func (w *Writer) count(frame []byte) error {
	if w.derived == nil {
		return nil
	}
	f, _, err := archive.DecodeFrame(frame, nil)
	if err != nil {
		return err
	}
	before := w.derived.Games
	if err := w.derived.Add(&f); err != nil {
		w.derived = nil // damage of a copied frame
		return nil
	}
	w.fresh = w.fresh || w.derived.Games > before
	return nil
}

// wrote counts a written frame.
func (w *Writer) wrote(frame []byte) {
	w.next++
	addChecksum(w.all, uint32(archive.Checksum(frame)))
}

// WriteFrame writes a frame with its statistics and its filter.
func (w *Writer) WriteFrame(f *archive.Frame, statistics, filter []byte) error {
	b, err := archive.AppendFrame(nil, f)
	if err != nil {
		return err
	}
	return w.Write(b, statistics, filter)
}

// Frames returns the number of frames written so far.
func (w *Writer) Frames() int { return w.next }

// Size returns the size of the archive so far, in bytes.
func (w *Writer) Size() int64 { return w.w.Size() }

// Close ends the archive.
func (w *Writer) Close() error {
	if err := w.flush(); err != nil {
		return err
	}
	if err := w.writeDerived(); err != nil {
		return err
	}
	w.w.SetNote(w.note.Append(nil))
	return w.w.Close()
}

// writeDerived writes the lists of names and the summary, unless there are some that cover
// most games.
func (w *Writer) writeDerived() error {
	if w.derived == nil || !w.fresh {
		return nil
	}
	if w.before != nil {
		all := NewDerived()
		if old, err := ParseSummary(w.note.Summary, 1<<40); err == nil && w.note.Covers > 0 {
			more := w.derived.Games + w.derived.Left
			for i := w.note.Covers; i < w.before.Len(); i++ {
				more += w.before.Entry(i).Games
			}
			if more*staleEighths <= old.Games {
				return nil
			}
		}
		for i := range w.before.Len() {
			if e := w.before.Entry(i); e.Games == 0 {
				continue
			}
			f, err := w.before.Frame(context.Background(), i)
			if err == nil {
				err = all.Add(&f)
			}
			if err != nil {
				return nil // damaged
			}
		}
		all.Merge(w.derived)
		w.derived = all
	}
	if !w.derived.Complete() {
		return nil
	}
	covers, sum := w.next, w.all.Sum(nil)
	for of, c := range w.derived.Lists {
		front, blocks := c.Streams(Listing(of))
		w.note.Lists[of] = ListPlace{w.next, len(blocks)}
		if err := w.writeIndex(sum, archive.Stream{Kind: KindFront, Data: front}); err != nil {
			return err
		}
		for _, b := range blocks {
			if err := w.writeIndex(sum, archive.Stream{Kind: KindNames, Data: b}); err != nil {
				return err
			}
		}
	}
	w.note.Covers, w.note.Summary = covers, w.derived.Summary.Append(nil)
	return nil
}

// flush writes the held filters.
func (w *Writer) flush() error {
	if w.size == 0 {
		return nil
	}
	place := Place{w.next, w.held.first}
	if err := w.writeIndex(w.sums.Sum(nil), archive.Stream{Kind: kindFilters, Data: w.held.append(nil)}); err != nil {
		return err
	}
	w.note.Filters = append(w.note.Filters, place)
	return nil
}

// writeIndex writes an index frame, of frames with the given sum of checksums.
func (w *Writer) writeIndex(sum []byte, streams ...archive.Stream) error {
	b, err := archive.AppendFrame(nil, &archive.Frame{Streams: append([]archive.Stream{{Kind: kindChecksum, Data: sum}}, streams...)})
	if err != nil {
		return err
	}
	if len(streams) > 0 && streams[0].Kind == kindFilters {
		w.held, w.size = filters{}, 0
		w.sums.Reset()
	} else if len(w.held.each) > 0 {
		w.held.each = append(w.held.each, nil)
		addChecksum(w.sums, uint32(archive.Checksum(b)))
	}
	w.wrote(b)
	if len(w.held.each) == 0 {
		w.held.first = w.next
	}
	return w.w.WriteEncoded(b, nil)
}
