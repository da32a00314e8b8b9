package view

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/pgn"
)

// ReadTags appends the tags at the beginning of a game's text to dst, as parts of the
// text. It also returns the result of the game, for which it uses line.
func ReadTags(dst []tagvalue.Tag, text []byte, line *pgn.Line) ([]tagvalue.Tag, tagvalue.Result) {
	dst = gametext.AppendTags(dst, text)
	return dst, gametext.ResultOf(line, dst, text)
}

// Tags calls yield with each item's tags, in the order of the text, and its facts, until
// yield returns false. It may leave out tags with other names than those given, in any
// letter case, and without Result the result; nil means all. It may give 0 half-moves
// unless count is set. Of an item larger than a frame it reads the first piece. The tags
// are valid until yield returns.
func (v *View) Tags(names []string, count bool, yield func(item int, tags []tagvalue.Tag, facts tagvalue.Facts) bool) error {
	f, err := v.frame()
	if err != nil {
		return err
	}
	if !whole.Is(f) {
		return v.decoding(func(d *game.Decoder, f *archive.Frame) error { return d.Tags(f, names, count, yield) })
	}
	text, ends, err := v.decode()
	if err == nil {
		gametext.EachTags(text, ends, names, count, v.steps, yield)
	}
	return err
}

// TagsOf calls yield with the tags and facts of one item.
func (v *View) TagsOf(item int, yield func(tags []tagvalue.Tag, facts tagvalue.Facts)) error {
	if item < 0 || item >= v.Items() {
		return v.placed(errFewer)
	}
	f, err := v.frame()
	if err != nil {
		return err
	}
	if !whole.Is(f) {
		return v.decoding(func(d *game.Decoder, f *archive.Frame) error { return d.TagsOf(f, item, yield) })
	}
	if !v.Huge() {
		if err := v.load(); err != nil {
			return err
		}
	}
	text, ends, err := v.decode()
	if err != nil {
		return err
	}
	if item >= len(ends) {
		return v.placed(errFewer)
	}
	start := 0
	if item > 0 {
		start = ends[item-1]
	}
	text = text[start:ends[item]]
	gametext.EachTags(text, []int{len(text)}, nil, true, v.steps, func(_ int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		yield(tags, facts)
		return true
	})
	return nil
}

// Line returns the start and the moves of the main line of an item, and false if only
// its text has them.
func (v *View) Line(item int) (start board.Position, line []board.Move, ok bool, err error) {
	if item < 0 || item >= v.Items() {
		return start, nil, false, v.placed(errFewer)
	}
	columns, err := v.columns()
	if err != nil || !columns {
		return start, nil, false, err
	}
	err = v.decoding(func(d *game.Decoder, f *archive.Frame) (err error) {
		start, line, ok, err = d.Line(f, item)
		return err
	})
	return start, line, ok, err
}

// Walk examines the positions of items, one item after the other.
type Walk = gametext.Walk

// Search is Moves for a search. If the first moves of the items of a frame are stored
// separately, it examines these first, and then again, from the start, the items that
// may still match. Of an item that is larger than the memory limit, it examines the
// beginning.
func (v *View) Search(wanted []bool, w *Walk) error {
	if !v.Huge() {
		columns, err := v.columns()
		if err != nil {
			return err
		}
		if columns {
			return v.decoding(func(d *game.Decoder, f *archive.Frame) error { return d.Search(f, wanted, w) })
		}
	}
	err := v.Moves(wanted, w.At)
	if err == nil {
		w.Close()
	}
	return err
}

// Moves calls yield with the positions of the main lines of items. For each item it
// begins with ply 0, the start position and NullMove, and goes on with each position and
// the move that led to it, until yield returns false, which ends that item only, or the
// next move is not legal. It skips items whose start position or variant is not known.
// Wanted selects the items, nil for all. Moves reuses the position. Of an item that is
// larger than the memory limit, it gives the beginning.
func (v *View) Moves(wanted []bool, yield func(item, ply int, p *board.Position, m board.Move) bool) error {
	var line pgn.Line
	if v.Huge() {
		text, err := v.Head()
		if err == nil {
			v.line(&line, 0, text, yield)
		}
		return err
	}
	columns, err := v.columns()
	if err != nil {
		return err
	}
	if columns {
		return v.decoding(func(d *game.Decoder, f *archive.Frame) error { return d.Moves(f, wanted, yield) })
	}
	if err := v.load(); err != nil {
		return err
	}
	start := 0
	for i, end := range v.ends {
		if !v.Step() {
			return budget.ErrStopped
		}
		if wanted == nil || i < len(wanted) && wanted[i] {
			v.line(&line, i, v.text[start:end], yield)
		}
		start = end
	}
	return nil
}

// line yields the main line of the text of an item.
func (v *View) line(l *pgn.Line, item int, text []byte, yield func(item, ply int, p *board.Position, m board.Move) bool) {
	ply := -1
	l.Each(text, func(p *board.Position, m board.Move) bool {
		ply++
		return v.Step() && yield(item, ply, p, m)
	})
}
