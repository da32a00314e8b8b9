package gameframe

import (
	"bytes"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/gameframe/gametext"
	"github.com/chesszip/chesszip/internal/gameframe/layout"
	"github.com/chesszip/chesszip/internal/gameframe/streams"
	"github.com/chesszip/chesszip/internal/gameframe/whole"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Annotated is a game of a frame of columns without its text.
type Annotated struct {
	Tags []tagvalue.Tag // valid until the next game
	// Read is false for a game of which only the text says which moves it has: nothing
	// else is known of it.
	Read  bool
	Known bool // the start position and the rules are known
	Start board.Position
	Moves []board.Move // valid until the next game
	Said  []Said       // what is said of moves, in the order of the text
}

// Said is a comment or a glyph behind a move of a main line.
type Said struct {
	Move    int // number of the move, from 0
	Comment []byte
	Glyph   []byte // as text
	NAG     uint8  // number of the glyph, if it is not there as text
}

// Commented reports whether games of f may say more of their moves than which they are.
// A frame that holds no columns may.
func (d *Decoder) Commented(f *archive.Frame) bool {
	_, columns := f.Stream(streams.KindLayout)
	_, comments := f.Stream(streams.KindComments)
	return !columns || comments || whole.Is(f)
}

// Annotated calls yield with the games of f up to, not including, the given number, in
// their order, without writing their texts. It returns false, and calls nothing, where
// f holds no columns, or a tag waits for the moves.
func (d *Decoder) Annotated(f *archive.Frame, upto int, yield func(game int, a *Annotated)) (columns bool, err error) {
	if err := streams.CheckClaims(f); err != nil {
		return false, err
	}
	if whole.Is(f) {
		return false, nil
	}
	if err := d.open(f); err != nil {
		return false, err
	}
	all := make([]bool, d.frame.section.Columns())
	for k := range all {
		all[k] = true
	}
	if d.frame.dependents(all) != nil {
		return false, nil
	}
	var a Annotated
	for game := range min(upto, int(f.Games)) {
		if err := d.annotated(game, &a); err != nil {
			return true, inGame(game, err)
		}
		yield(game, &a)
	}
	if upto >= int(f.Games) {
		if err := d.frame.close(); err != nil {
			return true, err
		}
	}
	return true, nil
}

// annotated reads the next game.
func (d *Decoder) annotated(game int, a *Annotated) error {
	f := &d.frame
	p := &f.plan
	if err := f.next(game, nil); err != nil {
		return err
	}
	if err := f.begin(true, true); err != nil {
		return err
	}
	*a = Annotated{Tags: p.tags, Read: !layout.Unread(p.Steps), Start: p.start, Moves: a.Moves[:0], Said: a.Said[:0]}
	a.Known = d.starts.Known(p.tags, gametext.IsBlank(f.section.Tags(game), p.Steps))
	lost := !a.Known
	var main layout.MainLine
	err := f.follow(true, true, func(s *layout.Step) bool {
		switch {
		case lost || !main.Outside():
		case s.Op.Numbered() && main.On():
			now := f.line.Now()
			if lost = now.Lost; !lost {
				a.Moves = append(a.Moves, now.Move)
			}
		case len(a.Moves) > 0 && s.Op.Comment():
			a.Said = append(a.Said, Said{Move: len(a.Moves) - 1, Comment: bytes.Clone(f.comment)})
		case len(a.Moves) > 0 && (s.Op == layout.OpNAG || s.Op == layout.OpGlyph):
			a.Said = append(a.Said, Said{Move: len(a.Moves) - 1, Glyph: s.Text, NAG: uint8(s.Arg)})
		}
		main.Pass(s)
		return true
	})
	return err
}
