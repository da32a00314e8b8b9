package view

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/pgn"
)

// fewItems returns the greatest number of items that take little time compared with all
// items of a frame: a quarter at the fast level, and a 20th at the others.
func (f *File) fewItems(frame int) int {
	if m, _ := f.of(frame); m.Level == nil {
		return 3
	}
	return 16
}

// Few reports whether the texts of so many items take little compared with all.
func (v *View) Few(items int) bool { return items <= v.file.fewItems(v.segment.Frame) && !v.Huge() }

// decoding calls work with the frame of the items and a decoder; its error becomes
// damage.
func (v *View) decoding(work func(d *game.Decoder, f *archive.Frame) error) error {
	f, err := v.frame()
	if err != nil {
		return err
	}
	if !v.keep {
		d := v.file.decoder(v.ctx, v.segment.Frame)
		defer v.file.release(d)
		return v.placed(work(d, f))
	}
	if v.decoder == nil {
		v.decoder = v.file.decoder(v.ctx, v.segment.Frame)
	}
	return v.placed(work(v.decoder, f))
}

// decode returns the text of the frame, and the ends of its items.
func (v *View) decode() (text []byte, ends []int, err error) {
	if v.whole && !v.Huge() {
		return v.text, v.ends, nil
	}
	if p, n := v.file.plain(v.segment.Frame); p != nil {
		f, err := v.frame()
		if err != nil {
			return nil, nil, err
		}
		text = f.Streams[0].Data
		return text, p.endsOf(n, text), nil
	}
	err = v.decoding(func(d *game.Decoder, f *archive.Frame) (err error) {
		if text, ends, err = d.Games(nil, f); err == nil && int64(len(ends)) != f.Games && f.Games > 0 {
			err = errFewer
		}
		return err
	})
	return text, ends, err
}

// load decodes the texts of all items.
func (v *View) load() error {
	if v.whole {
		return nil
	}
	text, ends, err := v.decode()
	if err == nil && v.Huge() {
		text, err = v.join(text)
		ends = []int{len(text)}
	}
	if err == nil && len(ends) < v.Items() {
		err = v.placed(errFewer)
	}
	if err == nil {
		v.text, v.ends, v.whole = text, ends, true
	}
	return err
}

// join appends the other pieces of an item larger than a frame.
func (v *View) join(text []byte) ([]byte, error) {
	s, total := v.segment, int64(len(text))
	for n := s.Frame + 1; n <= s.Frame+s.More; n++ {
		total += v.file.Entry(n).Input
	}
	if total > maxItem {
		return nil, fmt.Errorf("%w: %w: the game of frame %d has %d bytes, the limit %d", archive.ErrLimit, pgn.ErrTooLong, s.Frame+1, total, maxItem)
	}
	text = slices.Grow(text, int(total)-len(text))
	for piece := 1; piece <= s.More; piece++ {
		b, err := v.Piece(piece)
		if err != nil {
			return nil, err
		}
		text = append(text, b...)
	}
	return text, nil
}

// Head returns the text of the first item or, if that is longer than the memory limit,
// its beginning.
func (v *View) Head() ([]byte, error) {
	if v.whole || !v.Huge() {
		return v.Text(0)
	}
	var text []byte
	for piece := range v.Pieces() {
		b, err := v.Piece(piece)
		if err != nil {
			return nil, err
		}
		if text = append(text, b...); len(text) >= maxItem {
			break
		}
	}
	return text, nil
}

// Pieces returns the number of frames that hold the items.
func (v *View) Pieces() int { return 1 + v.segment.More }

// Piece returns the whole text of one of the frames of the items, counted from 0.
func (v *View) Piece(piece int) ([]byte, error) {
	if piece == 0 && v.whole && !v.Huge() {
		return v.text, nil
	}
	n := v.segment.Frame + piece
	f, err := v.file.Frame(v.ctx, n)
	if err != nil {
		return nil, err
	}
	d := v.file.decoder(v.ctx, n)
	defer v.file.release(d)
	text, err := d.Decode(nil, &f)
	return text, placed(n, err)
}

// columns reports whether single items can be decoded from columns: they are not loaded,
// and not stored as text.
func (v *View) columns() (bool, error) {
	if v.whole || v.Huge() {
		return false, nil
	}
	f, err := v.frame()
	return err == nil && !whole.Is(f), err
}

// Text returns the exact text of an item, which may share memory with others.
func (v *View) Text(item int) ([]byte, error) {
	texts, err := v.Some([]int{item})
	if err != nil {
		return nil, err
	}
	return texts[0], nil
}

// Interval returns the numbers of the items from <= item < to, which it checks by
// CheckItems.
func (v *View) Interval(from, to int) ([]int, error) {
	if from < 0 || to > v.Items() || from > to {
		return nil, v.placed(errFewer)
	}
	if err := v.CheckItems(); err != nil {
		return nil, err
	}
	items := make([]int, to-from)
	for i := range items {
		items[i] = from + i
	}
	return items, nil
}

// Some returns the exact texts of some items, given in increasing order. They may share
// memory. With an error it returns the texts before the one that failed.
func (v *View) Some(items []int) ([][]byte, error) {
	texts := make([][]byte, 0, len(items))
	err := v.some(items, func(text []byte, shared bool) {
		if !shared || v.keep { // the file caches all of them
			text = bytes.Clone(text)
		}
		texts = append(texts, text)
	})
	return texts, err
}

// Between returns the exact texts of the items from <= item < to, concatenated.
func (v *View) Between(from, to int) ([]byte, error) {
	items, err := v.Interval(from, to)
	if err != nil {
		return nil, err
	}
	var all []byte
	err = v.some(items, func(text []byte, shared bool) {
		if len(items) == 1 && shared && !v.keep {
			all = text
		} else {
			all = append(all, text...)
		}
	})
	return all, err
}

// some calls yield with the exact texts of some items, given in increasing order. A text
// is valid until yield returns or, if it is shared, for good.
func (v *View) some(items []int, yield func(text []byte, shared bool)) error {
	columns, err := v.columns()
	if err != nil || len(items) == 0 {
		return err
	}
	if last := items[len(items)-1]; items[0] < 0 || last >= v.Items() {
		return v.placed(errFewer)
	}
	if columns && len(items) < v.Items() {
		return v.decoding(func(d *game.Decoder, f *archive.Frame) error {
			return d.Some(f, items, func(_ int, text []byte) { yield(text, false) })
		})
	}
	if err := v.load(); err != nil {
		return err
	}
	for _, i := range items {
		yield(v.text[v.start(i):v.ends[i]:v.ends[i]], true)
	}
	return nil
}

// start returns the offset of an item in the loaded text.
func (v *View) start(item int) int {
	if item == 0 {
		return 0
	}
	return v.ends[item-1]
}
