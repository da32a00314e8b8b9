package frameview

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// Tags calls yield with each item's tags, in the order of the text, and the
// number of its half-moves as far as they can be played, until yield returns
// false. It may leave out tags of other names than those given, nil standing for
// all, and say 0 half-moves unless asked to count. Of an item that is larger than
// a frame it knows the first piece. The tags are valid until yield returns.
func (v *View) Tags(names []string, count bool, yield func(item int, tags []tagvalue.Tag, plies int) bool) error {
	f, err := v.frame()
	if err != nil {
		return err
	}
	if !gameframe.IsText(f) {
		return v.decoding(func(d *gameframe.Decoder, f *archive.Frame) error { return d.Tags(f, names, count, yield) })
	}
	text, ends, err := v.decode()
	if err == nil {
		gameframe.EachTextTags(text, ends, count, v.steps, yield)
	}
	return err
}

// TagsOf calls yield with the tags of one item and the number of its half-moves.
func (v *View) TagsOf(item int, yield func(tags []tagvalue.Tag, plies int)) error {
	found := false
	err := v.Tags(nil, true, func(i int, tags []tagvalue.Tag, plies int) bool {
		if found = i == item; found {
			yield(tags, plies)
		}
		return !found
	})
	if err == nil && !found {
		err = v.placed(errFewer)
	}
	return err
}

// Moves calls yield with the positions of the main lines of items: for each with
// ply 0, the start position and NullMove, then with each position and the move
// that led to it, until yield returns false, which ends that item only, or the
// next move cannot be played. Nothing is called for an item whose start position
// or variant is not known. Wanted says which items are looked at, nil standing
// for all. The position belongs to the walk.
func (v *View) Moves(wanted []bool, yield func(item, ply int, p *board.Position, m board.Move) bool) error {
	if v.alone() {
		return v.decoding(func(d *gameframe.Decoder, f *archive.Frame) error { return d.Moves(f, wanted, yield) })
	}
	if err := v.load(); err != nil {
		return err
	}
	var line pgn.Line
	start := 0
	for i, end := range v.ends {
		if !v.Step() {
			return budget.ErrStopped
		}
		if wanted == nil || i < len(wanted) && wanted[i] {
			ply := -1
			line.Each(v.text[start:end], func(p *board.Position, m board.Move) bool {
				ply++
				return v.Step() && yield(i, ply, p, m)
			})
		}
		start = end
	}
	return nil
}
