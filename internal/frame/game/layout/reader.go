package layout

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// Reader reads the layout of the games of a frame. For each game, call ReadStyle and
// then ReadSteps.
type Reader struct {
	coder   coder
	last    int // style of the last game
	plan    Plan
	numbers numbers // for Learn
}

// NewReader returns a Reader of a layout and of its streams of new texts and words.
// Its memory and work are charged to b.
func NewReader(data []byte, spelled, words *Texts, b *budget.Budget) *Reader {
	r := &Reader{}
	r.Reset(data, spelled, words, b)
	return r
}

// Reset makes r equal to the result of NewReader.
func (r *Reader) Reset(data []byte, spelled, words *Texts, b *budget.Budget) {
	*r = Reader{}
	r.coder.init(contextmix.Coder{Dec: rangecoder.NewDecoder(data)}, spelled, words)
	r.coder.budget = b
	r.plan.gaps, r.plan.suffixes = r.coder.gaps, r.coder.suffixes
}

// Coder returns the coder of the layout, to store other data in it.
func (r *Reader) Coder() contextmix.Coder { return r.coder.c }

// ReadStyle reads the style of the next game and its exceptions.
func (r *Reader) ReadStyle() (err error) {
	c := &r.coder
	if r.last, err = c.chooseStyle(r.last, 0, style{}); err == nil {
		r.plan.Style = c.styles[r.last]
		r.plan.exceptions, err = c.codeExceptions(r.plan.exceptions[:0])
	}
	return in(err)
}

// ReadUncoded reads how many half-moves of the game's main line are not coded as moves,
// where that was written.
func (r *Reader) ReadUncoded() int { return r.coder.number(&r.coder.uncoded, 0) }

// ReadSteps reads the steps of the game up to its end, with some known facts.
func (r *Reader) ReadSteps(known tagvalue.Facts) (p *Plan, err error) {
	r.plan.Steps, err = r.coder.codeSteps(r.plan.Steps[:0], known)
	r.plan.branched = r.coder.branched
	return &r.plan, in(err)
}

// Learn updates the style for a game that is not rendered.
func (r *Reader) Learn(from *board.Position) error {
	return in(r.numbers.learn(&r.plan, from))
}

// Close returns an error unless everything was read.
func (r *Reader) Close() error {
	if !r.coder.c.Dec.AtEnd() {
		return in(corrupt.New("something is left over"))
	}
	if err := r.coder.words.Close(); err != nil {
		return err
	}
	return r.coder.spelled.Close()
}
