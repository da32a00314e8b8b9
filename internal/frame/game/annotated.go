package game

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
)

// Annotated is a game of a frame of columns without its text.
type Annotated struct {
	Tags []tagvalue.Tag // valid until the next game
	// Read is false for a game whose moves follow only from its text.
	Read   bool
	Known  bool // the start position and the rules are known
	Start  board.Position
	Result tagvalue.Result
	Moves  []board.Move // valid until the next game
	Said   []Said       // comments and glyphs of moves, in the order of the text
}

// Said is a comment or a glyph after a move of a main line.
type Said struct {
	Move    int // number of the move, from 0
	Comment []byte
	Glyph   []byte // as text
	NAG     uint8  // number of the glyph, if Glyph is empty
}

// Annotated calls yield with some games of f, a frame of columns, without writing their
// texts. The games are as those of Some.
func (d *Decoder) Annotated(f *archive.Frame, games []int, yield func(game int, a *Annotated)) error {
	if err := streams.CheckGames(f, games); err != nil || len(games) == 0 {
		return err
	}
	if err := d.seek(f, games[len(games)-1], true); err != nil {
		return err
	}
	var a Annotated
	return d.each(games, true, func(game int) error {
		err := d.annotated(game, &a)
		if err == nil {
			yield(game, &a)
		}
		return err
	})
}

// annotated reads the current game.
func (d *Decoder) annotated(game int, a *Annotated) error {
	f := &d.frame
	p := &f.plan
	*a = Annotated{Tags: p.tags, Read: !layout.Unread(p.Steps), Start: p.start, Result: p.Result, Moves: a.Moves[:0], Said: a.Said[:0]}
	a.Known = d.starts.Known(p.tags, gametext.IsBlank(f.section.Tags(game), p.Steps))
	a.Read = a.Read && !d.starts.Apart()
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
		case len(a.Moves) > 0 && s.Op.Glyph():
			a.Said = append(a.Said, Said{Move: len(a.Moves) - 1, Glyph: s.Text, NAG: uint8(s.Arg)})
		}
		main.Pass(s)
		return true
	})
	if err != nil {
		return err
	}
	for i := range a.Tags {
		a.Tags[i].Value = f.valueOf(a.Tags[i].Value)
	}
	return f.layout.Learn(&p.start)
}

// Remarked returns which games of f, a frame of columns, have comments, glyphs, or words
// that may be moves. It reads neither moves nor comments.
func (d *Decoder) Remarked(f *archive.Frame) (games []int, err error) {
	if err := streams.CheckGames(f, nil); err != nil || f.Games == 0 {
		return nil, err
	}
	if err := d.seek(f, int(f.Games)-1, false); err != nil {
		return nil, err
	}
	if err := d.rewind(); err != nil {
		return nil, err
	}
	for game := range int(f.Games) {
		if err = d.frame.next(game, d.cursor.needed); err == nil {
			err = d.frame.pass(false, false)
		}
		if err != nil {
			d.Forget()
			return nil, inGame(game, err)
		}
		if steps := d.frame.plan.Steps; layout.Remarked(steps) || layout.Unread(steps) {
			games = append(games, game)
		}
	}
	return games, d.rewind()
}
