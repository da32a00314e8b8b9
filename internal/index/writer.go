package index

import (
	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/archive"
)

// The greatest size of frame statistics: in the archive's footer, which every reader
// reads whole, and in each index frame for those that do not fit there.
const (
	DefaultRoom = 64 << 10
	maxOverflow = 1 << 20
)

// Writer writes frames. It puts their statistics into the archive's footer while there
// is room, then into index frames.
type Writer struct {
	w    *archive.Writer
	room int  // bytes for statistics in the footer
	full bool // the statistics of a frame did not fit
	held overflow
	sums *xxhash.Digest // of the frames of held
	size int            // of held
	next int            // number of the next frame
	all  *xxhash.Digest // of all frames
	open bool           // a frame without games would continue the last game
}

// NewWriter returns a Writer of the first frames of w, with room bytes for statistics in
// the footer.
func NewWriter(w *archive.Writer, room int) *Writer {
	return &Writer{w: w, room: room, sums: xxhash.New(), all: xxhash.New()}
}

// NewAppender returns a Writer of the frames of w that follow those of a container.
func NewAppender(w *archive.Writer, room int, frames Frames) *Writer {
	a := NewWriter(w, room)
	a.next = frames.Len()
	for i := range a.next {
		e := frames.Entry(i)
		a.room -= len(e.Meta)
		addChecksum(a.all, e.Sum)
	}
	a.held.first = a.next
	if last := ReadTable(frames).Last(); last >= 0 {
		a.held.before, a.full = last+1, true
	}
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
		return w.writeHeld()
	}
	if games > 0 {
		w.open = games == 1
	}
	return nil
}

// Write writes a frame that archive.AppendFrame built, with its statistics.
func (w *Writer) Write(frame, statistics []byte) error {
	if w.full = w.full || len(statistics) > w.room; !w.full {
		w.room -= len(statistics)
		w.wrote(frame)
		w.held.first = w.next
		return w.w.WriteEncoded(frame, statistics)
	}
	// The other pieces of a game must follow it at once; these have no statistics.
	if len(statistics) > 0 && w.size >= maxOverflow {
		if err := w.flush(); err != nil {
			return err
		}
	}
	if err := w.w.WriteEncoded(frame, nil); err != nil {
		return err
	}
	w.wrote(frame)
	w.held.each = append(w.held.each, statistics)
	addChecksum(w.sums, uint32(archive.Checksum(frame)))
	w.size += len(statistics)
	return nil
}

// wrote counts a written frame.
func (w *Writer) wrote(frame []byte) {
	w.next++
	addChecksum(w.all, uint32(archive.Checksum(frame)))
}

// WriteFrame writes a frame with its statistics.
func (w *Writer) WriteFrame(f *archive.Frame, statistics []byte) error {
	b, err := archive.AppendFrame(nil, f)
	if err != nil {
		return err
	}
	return w.Write(b, statistics)
}

// Frames returns the number of frames written so far.
func (w *Writer) Frames() int { return w.next }

// Size returns the size of the archive so far, in bytes.
func (w *Writer) Size() int64 { return w.w.Size() }

// Close ends the archive.
func (w *Writer) Close() error {
	// Held statistics in another place than the last frame would not be found.
	if w.size > 0 || w.held.before > 0 && len(w.held.each) > 0 {
		if err := w.writeHeld(); err != nil {
			return err
		}
	}
	return w.w.Close()
}

// flush writes the held statistics.
func (w *Writer) flush() error {
	if w.size == 0 {
		return nil
	}
	return w.writeHeld()
}

// writeHeld writes an index frame of the held statistics, if any.
func (w *Writer) writeHeld() error {
	b, err := archive.AppendFrame(nil, &archive.Frame{Streams: []archive.Stream{
		{Kind: kindChecksum, Data: w.sums.Sum(nil)},
		{Kind: kindOverflow, Data: w.held.append(nil)},
	}})
	if err != nil {
		return err
	}
	w.wrote(b)
	w.held = overflow{first: w.next, before: w.next}
	w.size = 0
	w.sums.Reset()
	return w.w.WriteEncoded(b, nil)
}
