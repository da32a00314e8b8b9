package choices

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/groups"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/entropy/recall"
)

// Reader reads what a Writer has written. The zero Reader has no group.
type Reader struct {
	src   []byte
	rest  groups.Reader
	wrong error               // what is wrong with all groups
	dec   *rangecoder.Decoder // of the group, nil before the first
	games int                 // of the group that have begun
	empty bool                // whether groups that are missing are empty

	memory   *Writer // nil if nothing is to be recalled
	from, to int     // the groups that are predicted in any case
	recalled recall.Cursor
}

// Open makes r read src, with nothing to be recalled. Empty says whether groups that are
// missing at its end are empty; else they are an error.
func (r *Reader) Open(src []byte, empty bool) {
	*r = Reader{src: src, empty: empty}
	r.rest, r.wrong = groups.Open(src)
}

// Recall makes r, of which nothing was read since Open, check what w has written: where
// it is asked for a choice with the fingerprint that w was given, Recalled takes it from
// there. The groups of games from one number up to, not including, another have nothing
// recalled.
func (r *Reader) Recall(w *Writer, from, to int) { r.memory, r.from, r.to = w, from, to }

// Seek goes to the beginning of a group, from 0, whatever was read before. It ends
// Recall.
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

// Recalled reads a choice among so many, if it is remembered with the given fingerprint
// and fits what was coded; else it returns -1, and Choice must read it.
func (r *Reader) Recalled(print recall.Print, of int) (index int) {
	return r.recalled.Read(r.dec, print, of)
}

// Choice reads which of the choices was made, whose frequencies add up to
// rangecoder.One.
func (r *Reader) Choice(freq []uint32) (index int) { return r.dec.Choice(freq) }

// Err returns an error once a group was read beyond its end.
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
