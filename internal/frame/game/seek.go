package game

import (
	"errors"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/comments"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
)

// ahead is the number of games after the last requested one whose values of tags are
// also read, since neighbours are often requested next.
const ahead = 64

// Forget drops the state of the last frame read.
func (d *Decoder) Forget() { d.cursor = cursor{} }

// Held returns the approximate bytes of memory that the Decoder keeps to continue in
// the last frame read, or 0.
func (d *Decoder) Held() int {
	if d.cursor.of == nil {
		return 0
	}
	return budget.Memory - d.cursor.opened.Left() + d.frame.section.Room() + d.room.Size()
}

// Trim releases memory that the Decoder keeps for other frames.
func (d *Decoder) Trim() {
	d.room = contextmix.Memory{}
	d.frame.section.Trim()
	d.frame.first.column.Trim()
}

// seek opens a frame of columns so that tags of games up to last can be read, of all
// columns or of those that moves depend on.
func (d *Decoder) seek(of *archive.Frame, last int, tags bool) error {
	c, f, cached := &d.cursor, &d.frame, d.cached.Of(of.Check)
	if c.of != of || last >= c.upto {
		games := int(of.Games)
		upto := min(last+1+ahead, games)
		defer cached.Turn(d.ctx, upto)()
		if c.of == of || cached.Wants(upto) {
			upto = games // so that there is no third time
		}
		*c = cursor{}
		if err := d.openTags(of, upto); err != nil {
			return err
		}
		texts, err := f.readTexts()
		if err != nil {
			return err
		}
		*c = cursor{of: of, upto: upto, texts: texts, needed: f.section.Needed(moves.Needs)}
		c.opened = *f.budget
		if err := d.rewind(); err != nil {
			return err
		}
	}
	columns := c.needed
	if tags && !c.tags {
		columns, c.tags = nil, true
	}
	return d.grow(func() error {
		if err := f.section.DecodeAll(columns); err != nil {
			return err
		}
		if columns == nil {
			cached.PutTags(c.upto, f.section.Kept)
		}
		return f.first.Read(f.budget)
	})
}

// grow decodes more of what all games need, and charges it permanently.
func (d *Decoder) grow(decode func() error) error {
	f, c := &d.frame, &d.cursor
	before := *f.budget
	err := decode()
	c.opened.Charge(&before, f.budget)
	if err != nil {
		c.of = nil
	}
	return err
}

// rewind makes the first game the next one.
func (d *Decoder) rewind() error {
	c, f := &d.cursor, &d.frame
	*f.budget = c.opened
	f.section.Rewind()
	c.next, c.moves, c.comments = 0, true, true
	err := f.start(d.coding(), c.texts)
	if c.commented {
		f.startComments(c.texts)
	}
	if err != nil {
		c.of = nil
	}
	return err
}

// wantComments makes sure that comments can be read.
func (d *Decoder) wantComments() error {
	c, f := &d.cursor, &d.frame
	if c.commented {
		return nil
	}
	err := d.grow(func() (err error) {
		c.texts.comments, err = f.textValues(streams.KindNewComments)
		return err
	})
	if err != nil {
		return err
	}
	f.startComments(c.texts)
	c.groups, err = f.comments.Starts()
	if err != nil {
		c.of = nil
		return err
	}
	c.commented, c.comments = true, c.next == 0
	return nil
}

// each reads games by increasing number, and calls visit for each of those that are
// wanted, which must read its moves to their end and, if withComments is set, its
// comments. The error is that of visit, or names the game.
func (d *Decoder) each(wanted []int, withComments bool, visit func(game int) error) error {
	c := &d.cursor
	if withComments {
		if err := d.wantComments(); err != nil {
			return inGame(wanted[0], err)
		}
	}
	if !c.reaches(wanted[0], withComments) {
		if err := d.rewind(); err != nil {
			return err
		}
	}
	s := stretch{wanted: wanted, comments: withComments, lastComments: -1}
	for len(s.wanted) > 0 {
		game := c.next
		err := d.step(&s, game)
		if err == nil && game == s.wanted[0] {
			if err = visit(game); err == nil {
				s.wanted = s.wanted[1:]
			}
		}
		if errors.Is(err, comments.ErrPosition) && !c.positions {
			c.positions = true
			s.begun = false
			err = d.rewind()
		}
		if err != nil {
			c.of = nil
			return inGame(game, err)
		}
	}
	return nil
}

// enter enters the groups of moves and comments that begin with a game.
func (d *Decoder) enter(s *stretch, game int) error {
	c, f := &d.cursor, &d.frame
	from, to := c.group(game)
	if s.comments && (game == from || !s.begun) {
		s.lastComments = s.lastBefore(to)
	}
	if game%moves.GroupGames == 0 || !s.begun {
		s.lastMoves = s.lastBefore(game/moves.GroupGames*moves.GroupGames + moves.GroupGames)
	}
	s.begun = true
	if game%moves.GroupGames == 0 {
		f.moves.Seek()
		if err := f.moves.Skip(); err != nil {
			return err
		}
		c.moves = true
	}
	if c.commented && game == from {
		f.comments.Leave()
		if !s.comments || s.lastComments < 0 {
			return f.comments.Pass()
		}
		c.comments = true
	}
	return nil
}

// step reads the plan of the next game, and the rest of it unless it is wanted.
func (d *Decoder) step(s *stretch, game int) error {
	c, f := &d.cursor, &d.frame
	if err := d.enter(s, game); err != nil {
		return err
	}
	withComments := s.comments && game <= s.lastComments
	withMoves := game <= s.lastMoves || c.positions && withComments
	c.next, c.moves, c.comments = game+1, c.moves && withMoves, c.comments && withComments
	columns := c.needed
	if withComments {
		columns = nil
	}
	err := f.next(game, columns)
	switch {
	case err != nil:
	case game == s.wanted[0]:
		err = f.begin(withMoves, withComments)
	default:
		err = f.pass(withMoves, withComments)
	}
	return err
}
