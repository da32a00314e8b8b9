package game

import (
	"errors"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/comments"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/text"

	groupedcomments "github.com/chesszip/chesszip/internal/frame/game/comments"

	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
	"github.com/chesszip/chesszip/movelist/learned"
)

// ErrLevel is returned for moves of a learned level that the Decoder does not have.
var ErrLevel = corrupt.ErrLevel

// frame is an opened frame of columns. Its games are read one after the other:
// next reads the plan of a game, and then some of beginMoves, render, follow and
// the layout's Learn are called.
type frame struct {
	*archive.Frame
	section  tagsection.Reader
	layout   layout.Reader
	moves    moves.Reader
	first    firstReader
	comments groupedcomments.Reader
	texts    streams.Texts
	opened   open.Source // its Frame is nil if no column is open
	budget   *budget.Budget

	plan     plan
	line     moves.Line
	place    groupedcomments.Place
	renderer layout.Renderer
	comment  []byte // the last comment read
	waiting  []int  // offsets in the text of values that need the final position
	end      int    // limit of the text of all games
}

// plan is the data of a game before its moves and comments.
type plan struct {
	*layout.Plan
	game  int
	tags  []tagvalue.Tag
	start board.Position
	tagvalue.Facts
	coded int // half-moves of the main line that are coded as moves
	moves moves.Game
}

// spelled reads a stream of texts.
func (f *frame) spelled(kind uint16) (*layout.Texts, error) {
	values, err := f.textValues(kind)
	return layout.NewTexts(streams.Name(kind), values), err
}

func (f *frame) textValues(kind uint16) ([][]byte, error) {
	return f.texts.Values(f.Frame, kind, f.budget)
}

// stream returns a stream that every frame of columns has.
func (f *frame) stream(kind uint16) ([]byte, error) {
	data, ok := f.Stream(kind)
	if !ok {
		return nil, corrupt.In(streams.Name(kind), corrupt.New("the stream is missing"))
	}
	return data, nil
}

// coding is the level that coded the moves, or the error of not having it.
type coding struct {
	level   *learned.Level
	missing error
	writer  *moves.Writer // that coded them, if the frame is being checked
}

// gameTexts are the streams of texts that belong to games.
type gameTexts struct{ layout, words, comments, branches [][]byte }

// readTexts reads the streams of texts of the layout.
func (f *frame) readTexts() (t gameTexts, err error) {
	if t.layout, err = f.textValues(streams.KindNewLayout); err == nil {
		t.words, err = f.textValues(streams.KindWords)
	}
	if err == nil {
		t.branches, err = f.branches()
	}
	return t, err
}

// branches reads the moves outside main lines that stand beside open moves.
func (f *frame) branches() ([][]byte, error) {
	data, ok := f.Stream(streams.KindBranches)
	if !ok {
		return nil, nil
	}
	values, err := text.DecodeUpTo(data, -1, 2*int(f.Input), 0, f.budget)
	if err == nil && int64(len(values)) > f.Games {
		err = corrupt.New("there are moves of more games than the frame has")
	}
	return values, corrupt.In(streams.Name(streams.KindBranches), err)
}

// openGames opens the other streams of the games, including comments if they are
// wanted.
func (f *frame) openGames(c coding, comments bool) error {
	texts, err := f.readTexts()
	if err == nil {
		err = f.start(c, texts)
	}
	if err != nil || !comments {
		return err
	}
	if texts.comments, err = f.textValues(streams.KindNewComments); err != nil {
		return err
	}
	f.startComments(texts)
	return nil
}

// startLayout goes back to the plan of the first game.
func (f *frame) startLayout(texts gameTexts) error {
	data, err := f.stream(streams.KindLayout)
	if err != nil {
		return err
	}
	f.layout.Reset(data, layout.NewTexts(streams.Name(streams.KindNewLayout), texts.layout), layout.NewTexts(streams.Name(streams.KindWords), texts.words), f.budget)
	return nil
}

// start goes to the first game of layout and moves.
func (f *frame) start(c coding, texts gameTexts) error {
	if err := f.startLayout(texts); err != nil {
		return err
	}
	lines, err := open.ReadMoves(f.opened)
	if err != nil {
		return err
	}
	if data, ok := f.Stream(streams.KindLearned); !ok {
		data, _ = f.Stream(streams.KindMoves)
		f.moves.Open(data, nil)
	} else if c.level == nil {
		return c.missing
	} else {
		f.moves.Open(data, c.level)
	}
	if f.moves.Recall(c.writer, int(f.Games), f.Check); lines != nil {
		f.moves.OpenLines(lines, texts.branches)
	}
	return nil
}

// startComments goes to the first game of the comments.
func (f *frame) startComments(texts gameTexts) {
	data, _ := f.Stream(streams.KindComments)
	f.comments = groupedcomments.NewReader(data, texts.comments, int(f.Input), f.budget)
}

// openMoves opens the other streams of the games except comments, and decodes the
// wanted columns of tags and those that moves depend on. It returns these columns.
func (f *frame) openMoves(c coding, wanted []bool) ([]bool, error) {
	if err := f.openGames(c, false); err != nil {
		return nil, err
	}
	needs := moves.NeedsFast
	if f.moves.Learned() {
		needs = moves.Needs
	}
	needed := f.section.Needed(needs)
	if err := f.first.Read(f.budget); err != nil {
		return nil, err
	}
	for k := range wanted {
		needed[k] = needed[k] || wanted[k]
	}
	return needed, f.section.DecodeAll(needed)
}

// next reads the plan of the next game, with the tags of the wanted columns.
func (f *frame) next(game int, wanted []bool) (err error) {
	p := &f.plan
	if !f.budget.Step(budget.Game) {
		return budget.ErrStopped
	}
	p.game = game
	p.tags = f.section.Next(p.tags[:0], wanted)
	p.start = layout.StartOf(p.tags)
	p.Facts, err = f.section.Facts(game, p.tags)
	if err = corrupt.First(err, f.layout.ReadStyle()); err != nil {
		return err
	}
	coded := p.Facts
	if f.section.Counted() {
		if coded.Plies -= f.layout.ReadUncoded(); coded.Plies < 0 {
			return corrupt.In(streams.Name(streams.KindLayout), corrupt.New("the main line has more half-moves than are counted"))
		}
		coded.Result = tagvalue.OtherResult
	}
	p.coded = coded.Plies
	if p.Plan, err = f.layout.ReadSteps(coded); err == nil {
		p.moves = moves.Game{Number: game, Branched: p.Branched()}
	}
	return err
}

// begin begins the moves of the game, if they are wanted, and its comments.
func (f *frame) begin(moves, comments bool) (err error) {
	if moves {
		err = f.beginMoves()
	} else {
		err = f.moves.Pass(&f.plan.moves)
	}
	if comments && err == nil {
		err = f.comments.Begin()
	}
	return err
}

// render appends the text of the game to dst, which may grow up to the frame's end.
func (f *frame) render(dst []byte) ([]byte, error) {
	start := len(dst)
	dst, ok := f.renderTags(dst)
	if !ok {
		return dst[:start], f.tooLong()
	}
	dst, err := f.renderSteps(dst, start, true)
	if end, known := f.line.End(); err == nil && known {
		if dst, ok = Fill(dst, f.waiting, end, f.end); !ok {
			err = f.tooLong()
		}
	}
	return dst, err
}

// renderSteps appends the movetext of the game, which begins at start, to dst;
// without comments, they become empty ones.
func (f *frame) renderSteps(dst []byte, start int, comments bool) ([]byte, error) {
	p := &f.plan
	f.renderer.Begin(dst, start, p.Plan, &p.start)
	tooLong := false
	err := f.walk(true, comments, &f.renderer, func(*layout.Step) bool {
		tooLong = f.renderer.Len() > f.end
		return !tooLong
	})
	if err == nil && tooLong {
		err = f.tooLong()
	}
	if err != nil {
		return dst, err
	}
	return f.renderer.End()
}

func (f *frame) tooLong() error {
	return corrupt.In(streams.Name(streams.KindLayout), corrupt.New("the games are longer than their frame's input"))
}

// renderTags appends the tag section of the game, and records where the final
// position belongs; ok is false if it exceeds the frame's end.
func (f *frame) renderTags(dst []byte) (out []byte, ok bool) {
	f.waiting = f.waiting[:0]
	game := f.plan.game
	for i, t := range f.plan.tags {
		if len(dst) > f.end {
			return dst, false
		}
		dst = append(dst, f.section.Literal(game, i)...)
		rest, depends := Cut(t.Value)
		if depends {
			f.waiting = append(f.waiting, len(dst))
		}
		dst = append(dst, rest...)
	}
	dst = append(dst, f.section.Literal(game, len(f.plan.tags))...)
	return dst, len(dst) <= f.end
}

// readComment reads the comment at step i of a game, whose moves may be unread. The
// error may be comments.ErrPosition.
func (f *frame) readComment(i int, withMoves bool) (err error) {
	at, variation := f.place.At(i, &f.line)
	at.Unread = !withMoves
	if variation > 0 && at.Before != nil && f.plan.Steps[variation].Op == layout.OpMove {
		if at.Other, err = f.moves.Ahead(&f.line); err != nil {
			return err
		}
	}
	if f.comment, err = f.comments.Read(f.comment[:0], &at); err != nil && !errors.Is(err, comments.ErrPosition) {
		err = corrupt.In(streams.Name(streams.KindComments), err)
	}
	return err
}

// beginMoves begins the moves of the game.
func (f *frame) beginMoves() error {
	p := &f.plan
	if f.moves.Learned() {
		p.moves.Known = moves.KnownOf(p.tags, p.Steps, p.coded)
	}
	p.moves.Opening = f.first.column.Of(p.game)
	return f.moves.Begin(&p.moves)
}

// follow reads the moves of the game if withMoves is set, and its comments if
// comments is set, without its text. It stops when passed, called after each step,
// returns false.
func (f *frame) follow(withMoves, comments bool, passed func(s *layout.Step) bool) error {
	return f.walk(withMoves, comments, nil, passed)
}

// walk is follow that also writes the text with a renderer, if not nil. Without
// comments it leaves out text that is never read as moves: comments, and text that
// may be an escaped line.
func (f *frame) walk(withMoves, comments bool, r *layout.Renderer, passed func(s *layout.Step) bool) error {
	p := &f.plan
	f.line.Reset(&p.start, f.moves.Learned())
	if comments {
		f.place.Begin(p.tags, &p.start, p.Steps)
	}
	if !withMoves {
		f.line.Forget()
	}
	ply := budget.FastPly
	if withMoves && f.moves.Learned() {
		ply = budget.LearnedPly
	}
	var main layout.MainLine
	for i := range p.Steps {
		if !f.budget.Step(ply) {
			return budget.ErrStopped
		}
		if r != nil {
			r.Next()
		}
		switch s := &p.Steps[i]; {
		case s.Op == layout.OpMove && !withMoves:
			f.line.Lose()
		case s.Op == layout.OpMove:
			m, err := f.moves.Next(&f.line, &p.moves, main.On())
			if err != nil {
				return err
			}
			if r != nil {
				r.Move(&f.line.Now().Position, m)
			}
			f.line.Play(m)
		case s.Op.Comment():
			if !comments {
				if r != nil {
					r.Leave()
				}
				break
			}
			if err := f.readComment(i, withMoves); err != nil {
				return err
			}
			if r != nil {
				r.Comment(f.comment)
			}
		default:
			if r != nil && !comments && s.Op == layout.OpText && s.Text[0] == '%' {
				r.Leave()
			} else if r != nil {
				r.Own()
			}
			if s.Op == layout.OpNull && withMoves && main.On() {
				if err := f.moves.Null(); err != nil {
					return err
				}
			}
			f.line.Pass(s.Op)
		}
		main.Pass(&p.Steps[i])
		if comments {
			f.place.Pass(&p.Steps[i])
		}
		if passed != nil && !passed(&p.Steps[i]) {
			return nil
		}
	}
	if withMoves {
		return f.moves.End()
	}
	return nil
}

// close returns an error unless all streams were read.
func (f *frame) close() error {
	return corrupt.First(f.layout.Close(), f.moves.Close(), f.comments.Close())
}

// pass passes a game that is not wanted, but whose style, moves and comments later
// games depend on.
func (f *frame) pass(withMoves, comments bool) error {
	if err := f.begin(withMoves, comments); err != nil {
		return err
	}
	comments = comments && f.plan.Commented()
	if withMoves || comments {
		if err := f.follow(withMoves, comments, nil); err != nil {
			return err
		}
	}
	return f.layout.Learn(&f.plan.start)
}

// valueOf returns the value of a tag of a game that was followed to its end.
func (f *frame) valueOf(stored []byte) []byte {
	rest, depends := Cut(stored)
	if !depends {
		return stored
	}
	var value []byte
	if end, ok := f.line.End(); ok {
		value = AppendFEN(nil, end)
	}
	return append(value, rest...)
}
