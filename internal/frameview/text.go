package frameview

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/gameframe"
)

// maxItem is the longest text in bytes that is held in memory as one item: that
// of four frames.
const maxItem = 16 << 20

// fewItems returns up to how many items are decoded one by one: that takes a
// quarter of what all items of a frame take at the fast level, and a 20th at the
// others.
func (f *File) fewItems(frame int) int {
	if m, _ := f.of(frame); m.Level == nil {
		return 3
	}
	return 16
}

// Few reports whether the texts of so many items are decoded one by one.
func (v *View) Few(items int) bool { return items <= v.file.fewItems(v.segment.Frame) && !v.Huge() }

// decoding calls work with the frame of the items and a decoder; its error is
// damage.
func (v *View) decoding(work func(d *gameframe.Decoder, f *archive.Frame) error) error {
	f, err := v.frame()
	if err != nil {
		return err
	}
	d := v.file.decoder(v.ctx, v.segment.Frame)
	defer v.file.release(d)
	return v.placed(work(d, f))
}

// decode returns the text of the frame, and where its items end.
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
	err = v.decoding(func(d *gameframe.Decoder, f *archive.Frame) (err error) {
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
	if err == nil {
		v.text, v.ends, v.whole = text, ends, true
	}
	return err
}

// join appends the other pieces of an item that is larger than a frame.
func (v *View) join(text []byte) ([]byte, error) {
	s := v.segment
	total := int64(len(text))
	for n := s.Frame + 1; n <= s.Frame+s.More; n++ {
		total += v.file.Entry(n).Input
	}
	if total > maxItem {
		return nil, fmt.Errorf("%w: the game of frame %d has %d bytes, the limit %d", archive.ErrLimit, s.Frame+1, total, maxItem)
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

// Head returns the text of the first item or, where that is longer than what is
// held in memory, its beginning.
func (v *View) Head() ([]byte, error) {
	if v.whole || !v.Huge() {
		return v.item(0)
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

// Piece returns the whole text that one of the frames of the items holds,
// counted from 0.
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

// alone reports whether an item is decoded faster than all of them: they have
// not been loaded, and are not there as text.
func (v *View) alone() bool {
	p, _ := v.file.plain(v.segment.Frame)
	return !v.whole && !v.Huge() && (p == nil || v.Items() == 0)
}

// Text returns the exact text of an item.
func (v *View) Text(item int) ([]byte, error) {
	alone := v.alone()
	text, err := v.item(item)
	if v.keep && !alone && !v.Huge() {
		text = bytes.Clone(text) // the file keeps the frame
	}
	return text, err
}

// item returns the text of an item, which it may share with others.
func (v *View) item(i int) (text []byte, err error) {
	if !v.alone() {
		return v.Between(i, i+1)
	}
	err = v.decoding(func(d *gameframe.Decoder, f *archive.Frame) (err error) {
		text, err = d.Game(nil, f, i)
		return err
	})
	return text, err
}

// Texts returns the exact texts of the items from number from up to, not
// including, to. They share memory.
func (v *View) Texts(from, to int) ([][]byte, error) {
	if _, err := v.Between(from, to); err != nil {
		return nil, err
	}
	texts := make([][]byte, to-from)
	for i := range texts {
		texts[i] = v.text[v.start(from+i):v.ends[from+i]:v.ends[from+i]]
	}
	return texts, nil
}

// Some returns the exact texts of some items, in increasing order.
func (v *View) Some(items []int) ([][]byte, error) {
	if !v.Few(len(items)) {
		if err := v.load(); err != nil {
			return nil, err
		}
	}
	texts := make([][]byte, len(items))
	for k, i := range items {
		var err error
		if texts[k], err = v.item(i); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// Between returns the exact text of the items from number from up to, not
// including, to, one after the other.
func (v *View) Between(from, to int) ([]byte, error) {
	if from < 0 || to > v.Items() || from > to {
		return nil, v.placed(errFewer)
	}
	if err := v.load(); err != nil {
		return nil, err
	}
	start, end := v.start(from), v.start(to)
	return v.text[start:end:end], nil
}

// start returns where an item begins among those that were loaded.
func (v *View) start(item int) int {
	if item == 0 {
		return 0
	}
	return v.ends[item-1]
}
