package layout

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/notation"
)

// Reader reads how the games of a frame are laid out. For each game, ReadStyle
// and then ReadSteps are called.
type Reader struct {
	coder   coder
	words   *Texts
	last    int // style of the last game
	plan    Plan
	numbers numbers // for Learn
}

// NewReader returns a Reader of a layout and of the streams of new texts and
// of words beside it.
func NewReader(data []byte, spelled, words *Texts) *Reader {
	r := &Reader{words: words}
	r.coder.init(contextmix.Coder{Dec: rangecoder.NewDecoder(data)}, spelled)
	return r
}

// Coder returns what codes the layout, for what else is stored in it.
func (r *Reader) Coder() contextmix.Coder { return r.coder.c }

// ReadStyle reads the style of the next game and its exceptions.
func (r *Reader) ReadStyle() (err error) {
	c := &r.coder
	if r.last, err = c.chooseStyle(r.last, 0, style{}); err != nil {
		return r.in(err)
	}
	n := c.countExceptions(0)
	if n > MaxSteps {
		return r.in(corrupt.New("a game has more exceptions than steps"))
	}
	r.plan = Plan{
		Style: c.styles[r.last], Steps: r.plan.Steps[:0], exceptions: r.plan.exceptions[:0],
		gaps: c.gaps, suffixes: c.suffixes,
	}
	before := -1
	for i := range n {
		var x exception
		if err := c.codeException(&x, i, before); err != nil {
			return r.in(err)
		}
		before = x.step
		if x.mask&exceptForm != 0 && x.form == int(notation.FormVerbatim) {
			if x.verbatim, err = r.words.Take(); err != nil {
				return err
			}
		}
		r.plan.exceptions = append(r.plan.exceptions, x)
		if c.c.Dec.Err() != nil {
			return r.in(c.c.Dec.Err())
		}
	}
	return nil
}

// in names the stream of the layout in an error, unless it is that of another.
func (r *Reader) in(err error) error { return corrupt.In("layout", err) }

// ReadSteps reads the steps of the game, of which tags and the number of
// half-moves of the main line are known, up to its end.
func (r *Reader) ReadSteps(tags []tagvalue.Tag, plies int) (*Plan, error) {
	c := &r.coder
	result := resultOf(tags)
	prev, last := OpEnd, 0
	left := movesLeft{plies: plies}
	for {
		run := c.runLength(prev, last, left.now(), 0)
		if run+len(r.plan.Steps) >= MaxSteps {
			return nil, r.in(corrupt.New("a game has too many steps"))
		}
		for range run {
			r.plan.Steps = append(r.plan.Steps, Step{Op: OpMove})
		}
		left.moves(run)
		st := Step{Op: c.otherOp(prev, run, left.now(), 0)}
		if err := r.readStep(&st, result); err != nil {
			return nil, r.in(err)
		}
		left.step(&st)
		if left.plies < 0 || st.Op == OpEnd && left.plies > 0 {
			return nil, r.in(corrupt.New("the main line has other half-moves than are counted"))
		}
		r.plan.Steps = append(r.plan.Steps, st)
		if c.c.Dec.Err() != nil {
			return nil, r.in(c.c.Dec.Err())
		}
		if st.Op == OpEnd {
			return &r.plan, nil
		}
		prev, last = st.Op, run
	}
}

// readStep reads what a step holds.
func (r *Reader) readStep(st *Step, result tagvalue.Result) (err error) {
	c := &r.coder
	switch st.Op {
	case OpNull, OpWord, OpText:
		st.Text, err = r.words.Take()
	case OpNAG:
		st.Arg = uint16(c.number(&c.step.nag, 0) & 0xff)
	case OpGlyph:
		var id int
		if id, err = c.entry(c.glyphs, &c.step.glyph, 0); err == nil {
			st.Text = c.glyphs.Text(id)
		}
	case OpResult:
		st.Arg = uint16(c.tree(&c.step.result[result], 0) & 3)
	case OpOpen, OpClose, OpComment, OpLineComment, OpEnd:
	default:
		err = corrupt.New("a step of unknown kind")
	}
	return err
}

// Learn brings the style of the game up to date that is not rendered.
func (r *Reader) Learn(from *board.Position) error {
	return r.in(r.numbers.learn(&r.plan, from))
}

// Close returns an error unless all was read.
func (r *Reader) Close() error {
	if !r.coder.c.Dec.AtEnd() {
		return r.in(corrupt.New("something is left over"))
	}
	if err := r.words.Close(); err != nil {
		return err
	}
	return r.coder.spelled.Close()
}
