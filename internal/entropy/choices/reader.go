package choices

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/groups"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/entropy/recall"
)

// Reader reads the choices of a Writer. The zero Reader has no group.
type Reader struct {
	src   []byte
	rest  groups.Reader
	wrong error               // an error of all groups
	dec   *rangecoder.Decoder // of the group, nil before the first
	games int                 // games of the group begun
	empty bool                // whether missing groups are empty

	memory   *Writer // nil if nothing is recalled
	from, to int     // the groups that are always predicted
	recalled recall.Cursor
}

// Open makes r read src, without Recall. If empty is set, groups missing at its end
// are empty; otherwise they are an error.
func (r *Reader) Open(src []byte, empty bool) {
	*r = Reader{src: src, empty: empty}
	r.rest, r.wrong = groups.Open(src)
}

// Recall makes r check the choices of w. Call it after Open, before reading. Recalled
// then takes choices with the same fingerprint from w. Nothing is recalled in groups
// with from <= number < to.
func (r *Reader) Recall(w *Writer, from, to int) { r.memory, r.from, r.to = w, from, to }

// Seek goes to the beginning of a group, counted from 0. It ends Recall.
func (r *Reader) Seek(group int) (err error) {
	r.dec, r.games, r.memory, r.recalled = nil, 0, nil, recall.Cursor{}
	if group < r.rest.Number() {
		r.rest, r.wrong = groups.Open(r.src)
	}
	for ok := true; ok && err == nil && r.rest.Number() < group; {
		_, ok, err = r.next()
	}
	return err
}

// Begin begins a game.
func (r *Reader) Begin() error {
	if r.games == GroupGames {
		if err := r.end(); err != nil {
			return err
		}
	}
	if r.games == 0 {
		group := r.rest.Number()
		b, _, err := r.next()
		if err != nil {
			return err
		}
		r.dec, r.recalled = rangecoder.NewDecoder(b), recall.Cursor{}
		if m := r.memory; m != nil && (group < r.from || group >= r.to) && group < len(m.starts) {
			r.recalled = m.Memory.From(m.starts[group])
		}
	}
	r.games++
	return nil
}

// next returns the next group; ok is false if it is missing.
func (r *Reader) next() (b []byte, ok bool, err error) {
	if r.wrong != nil {
		return nil, false, r.wrong
	}
	b, ok, err = r.rest.Next()
	if err == nil && !ok && !r.empty {
		err = errNoGroup
	}
	return b, ok, err
}

var (
	errNoGroup = corrupt.New("no group is left")
	errCut     = corrupt.New("a group is cut off")
	errBehind  = corrupt.New("something is left over in a group")
	errLeft    = corrupt.New("groups are left over")
)

// Recalls reports whether the next choice may be recalled.
func (r *Reader) Recalls() bool { return r.recalled.Any() }

// Recalled reads a choice among of choices, if w has stored it with the given
// fingerprint and it fits the coded bytes. Otherwise it returns -1, and the caller
// calls Choice.
func (r *Reader) Recalled(print recall.Print, of int) (index int) {
	return r.recalled.Read(r.dec, print, of)
}

// Choice reads the index of a choice, whose frequencies add up to rangecoder.One.
func (r *Reader) Choice(freq []uint32) (index int) { return r.dec.Choice(freq) }

// Err returns an error after a read beyond the end of a group.
func (r *Reader) Err() error {
	if r.dec.Err() != nil {
		return errCut
	}
	return nil
}

// end ends a group. It returns an error unless all of it was read.
func (r *Reader) end() error {
	if r.dec != nil && !r.dec.AtEnd() {
		return errBehind
	}
	r.dec, r.games = nil, 0
	return nil
}

// Close returns an error unless all groups were read.
func (r *Reader) Close() error {
	switch err := r.end(); {
	case r.wrong != nil:
		return r.wrong
	case err != nil:
		return err
	case r.rest.Left():
		return errLeft
	}
	return nil
}
