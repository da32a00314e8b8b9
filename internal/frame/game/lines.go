package game

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/whole"
)

// lineReader goes through the moves of the games of a frame of columns without their
// texts. It reads only the moves of wanted games, and of those before them in their
// groups.
type lineReader struct {
	frame  *frame
	wanted []bool // games whose moves are wanted, nil means all
	upto   int    // number of games to look at
	last   int    // last wanted game of the group, or -1
	// words reports that games may have words that are not coded as moves: then their
	// styles are kept up to date, since texts may be rendered.
	words    bool
	rendered bool // the game has been rendered
	text     []byte
	left     int // bytes of text that may still be rendered
}

// wants reports whether the moves of a game are wanted.
func (r *lineReader) wants(game int) bool { return r.wanted == nil || r.wanted[game] }

// lastIn returns the last wanted game with from <= game < to, or -1.
func lastIn(wanted []bool, from, to int) int {
	for to--; to >= from; to-- {
		if wanted == nil || wanted[to] {
			return to
		}
	}
	return -1
}

// each reads the plans of all games, with the tags of the given columns, and calls
// visit for each until it returns false; moves reports whether the moves of the game
// should be followed.
func (r *lineReader) each(columns []bool, visit func(game int, moves bool) (more bool, err error)) error {
	f := r.frame
	for game := range r.upto {
		if game%moves.GroupGames == 0 {
			if r.last = lastIn(r.wanted, game, min(game+moves.GroupGames, r.upto)); r.last >= 0 {
				f.moves.Seek()
			}
			if err := f.moves.Skip(); err != nil {
				return corrupt.AtGame(game, err)
			}
		}
		err := f.next(game, columns)
		if err == nil {
			err = f.begin(game <= r.last, false)
		}
		if err != nil {
			return inGame(game, err)
		}
		r.rendered = false
		more, err := visit(game, game <= r.last)
		if err == nil && r.words && !r.rendered {
			err = f.layout.Learn(&f.plan.start)
		}
		if err != nil {
			return inGame(game, err)
		}
		if !more {
			return nil
		}
	}
	return nil
}

// Moves calls yield with the positions of the main lines of the games of f, in their
// order, without writing their texts: for each game with ply 0, the start position
// and NullMove, then with each position and the move that led to it, until yield
// returns false, which ends only that game, or the next move is not known. The result
// is that of pgn.Line for the texts. The position belongs to the Decoder.
//
// Wanted selects the games, nil means all. Moves of other games are read only if a
// wanted game follows in their group.
func (d *Decoder) Moves(f *archive.Frame, wanted []bool, yield func(game, ply int, p *board.Position, m board.Move) bool) error {
	return d.walk(f, wanted, nil, yield)
}

// Search is Moves for a search. It first looks at the first moves of all games, if a
// column stores these, and then from the start at the games that may still match.
func (d *Decoder) Search(f *archive.Frame, wanted []bool, w *gametext.Walk) error {
	err := d.walk(f, wanted, w, w.At)
	if err == nil {
		w.Close()
	}
	return err
}

// walk is Moves, after a walk through the first moves if first is not nil.
func (d *Decoder) walk(f *archive.Frame, wanted []bool, first *gametext.Walk, yield func(game, ply int, p *board.Position, m board.Move) bool) error {
	if err := streams.Check(f); err != nil {
		return err
	}
	if wanted != nil && int64(len(wanted)) != f.Games {
		return corrupt.New("the frame has fewer games than that")
	}
	if whole.Is(f) {
		text, ends, err := d.Games(nil, f)
		if err == nil {
			gametext.EachMove(text, ends, wanted, d.steps(), yield)
		}
		return err
	}
	upto := lastIn(wanted, 0, int(f.Games)) + 1
	if upto == 0 {
		return nil
	}
	if err := d.openTags(f, upto); err != nil {
		return err
	}
	if _, ok := d.frame.Stream(streams.KindOpenings); ok && first != nil {
		var err error
		if wanted, err = d.firstMoves(wanted, first); err != nil {
			return err
		}
		if upto = lastIn(wanted, 0, upto) + 1; upto == 0 {
			return nil
		}
	}
	return d.lines(wanted, upto, yield)
}

// lines is walk for the games up to upto of a frame that openTags has just opened.
func (d *Decoder) lines(wanted []bool, upto int, yield func(game, ply int, p *board.Position, m board.Move) bool) error {
	f := &d.frame
	needed, err := f.openMoves(d.coding(), nil)
	if err != nil {
		return err
	}
	r := lineReader{frame: f, wanted: wanted, upto: upto, left: int(f.Input)}
	_, r.words = f.Stream(streams.KindWords)
	return r.each(needed, func(game int, moves bool) (bool, error) {
		if !moves {
			return true, nil
		}
		return true, d.mainLine(&r, game, yield)
	})
}

// mainLine goes through the moves of a game, and yields its main line if wanted.
func (d *Decoder) mainLine(r *lineReader, game int, yield func(game, ply int, p *board.Position, m board.Move) bool) error {
	f := &d.frame
	p := &f.plan
	walking := r.wants(game) && d.starts.Known(p.tags, gametext.IsBlank(f.section.Tags(game), p.Steps))
	if walking && (d.starts.Apart() || r.words && layout.Unread(p.Steps)) {
		return d.textLine(r, game, yield)
	}
	walking = walking && yield(game, 0, &p.start, board.NullMove)
	if !walking && game == r.last {
		return nil
	}
	var main layout.MainLine
	return f.follow(true, false, func(s *layout.Step) bool {
		if walking && main.On() && s.Op.Numbered() {
			now := f.line.Now()
			walking = !now.Lost && yield(game, now.Ply, &now.Position, now.Move)
		}
		main.Pass(s)
		walking = walking && !main.Ended()
		return walking || game != r.last // otherwise nothing more of the group is wanted
	})
}

// textLine is mainLine for a game whose text has more moves than its coded ones.
func (d *Decoder) textLine(r *lineReader, game int, yield func(game, ply int, p *board.Position, m board.Move) bool) (err error) {
	f := r.frame
	text := gametext.AppendStart(append(r.text[:0], "[_ \"\"]\n"...), f.plan.tags)
	start := len(text)
	f.end = start + r.left
	if text, err = f.renderSteps(text, start, false); err != nil {
		return err
	}
	if err := f.budget.Hold(max(len(text)-len(r.text), 0)); err != nil {
		return err
	}
	r.rendered, r.left = true, r.left-(len(text)-start)
	r.text = append(r.text[:0], text...)
	ply := -1
	d.starts.Each(text, func(p *board.Position, m board.Move) bool {
		ply++
		return yield(game, ply, p, m)
	})
	return nil
}

// firstMoves looks at the first moves of the wanted games of a frame that openTags
// has opened, and returns the games that may still match after these.
func (d *Decoder) firstMoves(wanted []bool, w *gametext.Walk) (left []bool, err error) {
	f := &d.frame
	if err := f.first.Read(f.budget); err != nil {
		return nil, err
	}
	beyond, err := d.unread(f.first.games)
	if err != nil {
		return nil, err
	}
	return f.first.Walk(wanted, beyond, w, f.budget)
}

// unread reports for each of the first games of a frame that openTags has opened
// whether its text may have more moves than the coded ones; it returns nil if none
// has. Afterwards the first game of the frame is the next one.
func (d *Decoder) unread(games int) (unread []bool, err error) {
	f := &d.frame
	if _, words := f.Stream(streams.KindWords); !words {
		return nil, nil
	}
	needed := f.section.Needed(moves.NeedsFast)
	if err := f.section.DecodeAll(needed); err != nil {
		return nil, err
	}
	before, left := f.texts, *f.budget // texts are charged when they are stored
	texts, err := f.readTexts()
	before.Keep(texts.words)
	defer func() { f.texts, *f.budget = before, left }()
	if err == nil {
		err = f.startLayout(texts)
	}
	if err != nil {
		return nil, err
	}
	for game := range games {
		if err := f.next(game, needed); err != nil {
			return nil, inGame(game, err)
		}
		if layout.Unread(f.plan.Steps) && d.starts.Known(f.plan.tags, false) {
			if unread == nil {
				unread = make([]bool, f.Games)
			}
			unread[game] = true
		}
	}
	f.section.Rewind()
	return unread, nil
}

// unreadPlies returns the numbers of half-moves of the games of a frame whose texts
// may have more moves than the coded ones; nil if none has. openTags must have opened
// the frame; afterwards its first game is the next one.
func (d *Decoder) unreadPlies(of *archive.Frame) (plies map[int]int, err error) {
	unread, err := d.unread(int(of.Games))
	if err != nil || unread == nil {
		return nil, err
	}
	plies = map[int]int{}
	for game := range unread {
		if unread[game] {
			plies[game] = 0
		}
	}
	err = d.lines(unread, lastIn(unread, 0, len(unread))+1, func(game, ply int, _ *board.Position, _ board.Move) bool {
		plies[game] = ply
		return true
	})
	d.frame.section.Rewind()
	return plies, err
}
