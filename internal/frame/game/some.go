package game

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"

	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/whole"
)

// Some calls yield with the texts of some games of f, given by distinct ascending
// numbers from 0; a text is valid until yield returns. It decodes the columns of
// tags, the moves of the games' groups of 8 games, the comments of their groups, and
// if comments hold lines of moves, the moves of these groups. The next call for the
// same frame continues from there: until Forget is called, the memory of f must not
// change.
func (d *Decoder) Some(f *archive.Frame, games []int, yield func(game int, text []byte)) error {
	if err := streams.CheckGames(f, games); err != nil || len(games) == 0 {
		return err
	}
	if whole.Is(f) {
		return d.someOfText(f, games, yield)
	}
	if err := d.seek(f, games[len(games)-1], true); err != nil {
		return err
	}
	d.frame.end = int(f.Input)
	return d.each(games, true, func(game int) (err error) {
		if d.text, err = d.frame.render(d.text[:0]); err == nil {
			yield(game, d.text)
		}
		return err
	})
}

// someOfText is Some for a frame that is stored as text.
func (d *Decoder) someOfText(f *archive.Frame, games []int, yield func(game int, text []byte)) error {
	text, ends, err := d.Games(nil, f)
	if err != nil {
		return err
	}
	for _, n := range games {
		if n >= len(ends) {
			return corrupt.In(streams.Name(whole.Stream(f).Kind), corrupt.New("the text has fewer games than the frame claims"))
		}
		start := 0
		if n > 0 {
			start = ends[n-1]
		}
		yield(n, text[start:ends[n]])
	}
	return nil
}

// Game appends the text of the n-th game of f, counted from 0, to dst, as Some does,
// without state of earlier calls.
func (d *Decoder) Game(dst []byte, f *archive.Frame, n int) ([]byte, error) {
	d.Forget()
	err := d.Some(f, []int{n}, func(_ int, text []byte) { dst = append(dst, text...) })
	return dst, err
}

// TagsOf calls yield with the tags of one game of a frame of columns and its other
// facts, as Tags does. Calls for the same frame decode no column twice, as with Some.
// Without the level that coded the moves it reads the tags of all games before.
func (d *Decoder) TagsOf(f *archive.Frame, game int, yield func(tags []tagvalue.Tag, facts tagvalue.Facts)) error {
	if err := streams.CheckGames(f, []int{game}); err != nil {
		return err
	}
	if _, learned := f.Stream(streams.KindLearned); learned && d.Level == nil { // never in a stream of kind 13
		return d.Tags(f, nil, true, func(i int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
			if i == game {
				yield(tags, facts)
			}
			return i < game
		})
	}
	plies, err := d.pliesOf(f, game)
	if err != nil {
		return err
	}
	tags := d.frame.section.Of(nil, game)
	facts, err := d.frame.section.Facts(game, tags)
	if err != nil {
		return err
	}
	facts.Plies = plies
	followed := false
	for i := range tags {
		if !Is(tags[i].Value) {
			continue
		}
		if !followed {
			followed = true
			if err := d.line(game, func() {}, func(*layout.Step) {}); err != nil {
				return err
			}
		}
		tags[i].Value = d.frame.valueOf(tags[i].Value)
	}
	yield(tags, facts)
	return nil
}

// pliesOf returns the number of half-moves of a game of a frame of columns, all of
// whose tags can then be read.
func (d *Decoder) pliesOf(f *archive.Frame, game int) (int, error) {
	if err := d.seek(f, game, true); err != nil {
		return 0, err
	}
	plies := d.frame.section.Plies(game)
	if _, words := d.frame.Stream(streams.KindWords); !words {
		return plies, nil
	}
	if err := d.line(game, func() {}, func(*layout.Step) {}); err != nil {
		return 0, err
	}
	p := &d.frame.plan
	if !layout.Unread(p.Steps) || !d.starts.Known(p.tags, false) {
		return plies, nil
	}
	plies = -1
	err := d.Some(f, []int{game}, func(_ int, text []byte) {
		d.starts.Each(text, func(*board.Position, board.Move) bool {
			plies++
			return d.frame.budget.Step(budget.FastPly)
		})
	})
	return max(plies, 0), err
}

// Line returns the start and the moves of the main line of a game of a frame of
// columns. ok is false unless these alone determine the game: not if its start
// position or rules are unknown, if it has a word that is not a move, or anything
// else that package layout does not know.
func (d *Decoder) Line(f *archive.Frame, game int) (start board.Position, line []board.Move, ok bool, err error) {
	if err := streams.CheckGames(f, []int{game}); err != nil {
		return start, nil, false, err
	}
	if err := d.seek(f, game, false); err != nil {
		return start, nil, false, err
	}
	var main layout.MainLine
	begin := func() { line, ok, main = make([]board.Move, 0, d.frame.section.Plies(game)), true, layout.MainLine{} }
	err = d.line(game, begin, func(s *layout.Step) {
		now := d.frame.line.Now()
		switch {
		case s.Op == layout.OpWord || s.Op == layout.OpText || main.Ended() && s.Op != layout.OpEnd:
			ok = false
		case main.On() && s.Op.Numbered():
			ok = ok && !now.Lost
			line = append(line, now.Move)
		}
		main.Pass(s)
	})
	if err != nil {
		return start, nil, false, err
	}
	p := &d.frame.plan
	ok = ok && d.starts.Known(p.tags, gametext.IsBlank(d.frame.section.Tags(game), p.Steps)) && !d.starts.Apart()
	return p.start, line, ok, nil
}

// line follows the moves of a game without its comments; it calls passed after each
// step, and begin before the first, perhaps more than once.
func (d *Decoder) line(game int, begin func(), passed func(s *layout.Step)) error {
	return d.each([]int{game}, false, func(int) error {
		begin()
		f := &d.frame
		err := f.follow(true, false, func(s *layout.Step) bool {
			passed(s)
			return true
		})
		if err == nil {
			err = f.layout.Learn(&f.plan.start)
		}
		return err
	})
}
