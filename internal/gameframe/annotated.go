package gameframe

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/gameframe/gametext"
	"github.com/chesszip/chesszip/internal/gameframe/layout"
	"github.com/chesszip/chesszip/internal/gameframe/streams"
	"github.com/chesszip/chesszip/internal/gameframe/whole"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
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
	// Plies are the moves with what is said of them, nil where nothing is. They are the
	// caller's.
	Plies []pgn.Ply
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
	*a = Annotated{Tags: p.tags, Read: !layout.Unread(p.Steps), Start: p.start, Moves: a.Moves[:0]}
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
		case len(a.Moves) > 0:
			a.say(s, f.comment)
		}
		main.Pass(s)
		return true
	})
	if a.Plies != nil {
		for len(a.Plies) < len(a.Moves) {
			a.Plies = append(a.Plies, pgn.Ply{})
		}
		for i := range a.Plies {
			a.Plies[i].Move = a.Moves[i]
		}
	}
	return err
}

// say adds what a step behind the last move says of it; comment is its text.
func (a *Annotated) say(s *layout.Step, comment []byte) {
	var said pgn.Ply
	switch {
	case s.Op.Comment():
		text := string(comment)
		said.Clock, said.HasClock = pgn.ClockOf(text)
		said.Eval, said.HasEval = pgn.EvalOf(text)
	case s.Op == layout.OpNAG:
		said.NAGs = []uint8{uint8(s.Arg)}
	case s.Op == layout.OpGlyph:
		if n, ok := (pgn.Token{Kind: pgn.NAG, Text: s.Text}).NAG(); ok {
			said.NAGs = []uint8{n}
		}
	}
	if !said.HasClock && !said.HasEval && said.NAGs == nil {
		return
	}
	for len(a.Plies) < len(a.Moves) {
		a.Plies = append(a.Plies, pgn.Ply{})
	}
	last := &a.Plies[len(a.Moves)-1]
	if said.HasClock && !last.HasClock {
		last.Clock, last.HasClock = said.Clock, true
	}
	if said.HasEval && !last.HasEval {
		last.Eval, last.HasEval = said.Eval, true
	}
	last.NAGs = append(last.NAGs, said.NAGs...)
}
