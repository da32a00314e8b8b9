package frameview

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/sheet"
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
	if !sheet.IsText(f) {
		d := v.file.decoder()
		defer v.file.release(d)
		return v.placed(d.Tags(f, names, yield))
	}
	text, ends, err := v.decode()
	if err != nil {
		return err
	}
	var tags []tagvalue.Tag
	line := pgn.Line{Anyway: true}
	start := 0
	for i, end := range ends {
		tags = appendTags(tags[:0], text[start:end])
		plies := 0
		if count {
			plies = countPlies(&line, text[start:end])
		}
		if !yield(i, tags, plies) {
			return nil
		}
		start = end
	}
	return nil
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
	if !v.Huge() && !v.whole {
		f, err := v.frame()
		if err != nil {
			return err
		}
		d := v.file.decoder()
		defer v.file.release(d)
		return v.placed(d.Moves(f, wanted, yield))
	}
	if err := v.load(); err != nil {
		return err
	}
	var line pgn.Line
	start := 0
	for i, end := range v.ends {
		if wanted == nil || i < len(wanted) && wanted[i] {
			ply := -1
			line.Each(v.text[start:end], func(p *board.Position, m board.Move) bool {
				ply++
				return yield(i, ply, p, m)
			})
		}
		start = end
	}
	return nil
}

// appendTags appends the tags of a game's text to dst. It scans the text without
// parsing it: that is fast, and takes no memory for what it holds.
func appendTags(dst []tagvalue.Tag, text []byte) []tagvalue.Tag {
	var s pgn.Scanner
	s.Reset(text)
	for t, ok := s.Next(); ok; t, ok = s.Next() {
		switch t.Kind {
		case pgn.Space, pgn.BOM:
		case pgn.TagPair:
			name, value := t.Tag()
			dst = append(dst, tagvalue.Tag{Name: name, Value: value})
		default:
			return dst
		}
	}
	return dst
}

// countPlies returns the number of half-moves of the main line of a game's text,
// as far as they can be played by the rules of standard chess.
func countPlies(line *pgn.Line, text []byte) int {
	n := -1 // for the start position
	line.Each(text, func(*board.Position, board.Move) bool {
		n++
		return true
	})
	return max(n, 0)
}
