package frameview

import (
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/archive"
)

// maxItem is the longest text in bytes that is held in memory as one item.
const maxItem = 256 << 20

// fewItems returns up to how many items are decoded one by one: that takes a
// quarter of what all items of a frame take at the fast level, and a 20th at the
// others.
func (f *File) fewItems() int {
	if f.model == nil {
		return 3
	}
	return 16
}

// Few reports whether the texts of so many items are decoded one by one.
func (v *View) Few(items int) bool { return items <= v.file.fewItems() && !v.Huge() }

// decode returns the text of the frame, and where its items end.
func (v *View) decode() (text []byte, ends []int, err error) {
	if v.whole && !v.Huge() {
		return v.text, v.ends, nil
	}
	f, err := v.frame()
	if err != nil {
		return nil, nil, err
	}
	d := v.file.decoder()
	defer v.file.release(d)
	if text, ends, err = d.Games(nil, f); err != nil {
		return nil, nil, v.placed(err)
	}
	if int64(len(ends)) != f.Games && f.Games > 0 {
		return nil, nil, v.placed(errFewer)
	}
	return text, ends, nil
}

// load decodes the texts of all items.
func (v *View) load() error {
	if v.whole {
		return nil
	}
	text, ends, err := v.decode()
	if err != nil {
		return err
	}
	if v.Huge() {
		if text, err = v.join(text); err != nil {
			return err
		}
		ends = []int{len(text)}
	}
	v.text, v.ends, v.whole = text, ends, true
	return nil
}

// join appends the other pieces of an item that is larger than a frame.
func (v *View) join(text []byte) ([]byte, error) {
	s := v.segment
	total := int64(len(text))
	for n := s.Frame + 1; n <= s.Frame+s.More; n++ {
		total += v.file.Entry(n).Input
	}
	if total > maxItem {
		return nil, fmt.Errorf("%w: the game of frame %d has %d bytes, the limit %d", archive.ErrLimit, s.Frame, total, maxItem)
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

// Pieces returns the number of frames that hold the items.
func (v *View) Pieces() int { return 1 + v.segment.More }

// Piece returns the whole text that one of the frames of the items holds,
// counted from 0.
func (v *View) Piece(piece int) ([]byte, error) {
	if piece == 0 && v.whole && !v.Huge() {
		return v.text, nil
	}
	n := v.segment.Frame + piece
	f, err := v.file.Frame(n)
	if err != nil {
		return nil, err
	}
	d := v.file.decoder()
	defer v.file.release(d)
	text, err := d.Decode(nil, &f)
	return text, placed(n, err)
}

// Text returns the exact text of an item.
func (v *View) Text(item int) ([]byte, error) {
	if !v.whole && !v.Huge() {
		f, err := v.frame()
		if err != nil {
			return nil, err
		}
		d := v.file.decoder()
		defer v.file.release(d)
		text, err := d.Game(nil, f, item)
		return text, v.placed(err)
	}
	all, err := v.Texts(item, item+1)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// Texts returns the exact texts of the items from number from up to, not
// including, to. They share memory.
func (v *View) Texts(from, to int) ([][]byte, error) {
	if from < 0 || to > v.Items() || from > to {
		return nil, v.placed(errFewer)
	}
	if err := v.load(); err != nil {
		return nil, err
	}
	texts := make([][]byte, 0, to-from)
	for i := from; i < to; i++ {
		texts = append(texts, v.item(i))
	}
	return texts, nil
}

// Some returns the exact texts of some items, in increasing order.
func (v *View) Some(items []int) ([][]byte, error) {
	texts := make([][]byte, 0, len(items))
	if !v.whole && v.Few(len(items)) {
		for _, i := range items {
			text, err := v.Text(i)
			if err != nil {
				return nil, err
			}
			texts = append(texts, text)
		}
		return texts, nil
	}
	if err := v.load(); err != nil {
		return nil, err
	}
	for _, i := range items {
		if i < 0 || i >= len(v.ends) {
			return nil, v.placed(errFewer)
		}
		texts = append(texts, v.item(i))
	}
	return texts, nil
}

// item returns the text of an item of those that were loaded.
func (v *View) item(i int) []byte {
	start := 0
	if i > 0 {
		start = v.ends[i-1]
	}
	return v.text[start:v.ends[i]:v.ends[i]]
}

// Between returns the exact text of the items from number from up to, not
// including, to, one after the other.
func (v *View) Between(from, to int) ([]byte, error) {
	if from < 0 || to > v.Items() || from > to {
		return nil, v.placed(errFewer)
	}
	if err := v.load(); err != nil || from == to {
		return nil, err
	}
	start := 0
	if from > 0 {
		start = v.ends[from-1]
	}
	return v.text[start:v.ends[to-1]], nil
}
