package layout

import (
	"slices"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/notation"
)

// coder codes the layout of the games of a frame: their styles, the kinds of their
// steps and the exceptions. One description serves both directions: each method codes
// the given value in writing, and returns the value read in reading.
//
// It does not depend on the moves, so that a game can be found without replaying
// those before it.
type coder struct {
	c                      contextmix.Coder
	gaps, suffixes, glyphs *Dictionary
	spelled                *Texts // new entries of the dictionaries, in order
	words                  *Texts // texts spelled out: moves without a form, null moves, words
	styles                 []*Styled
	budget                 *budget.Budget
	held                   heldLengths

	style     styleModels
	uncoded   rangecoder.Number
	exception exceptionModels
	step      stepModels
	branched  bool // the last game has moves outside its main line
}

// heldLengths are the most of each in a game so far; the memory of these is charged.
type heldLengths struct{ steps, exceptions int }

// Memory of a reader's data, in bytes each, with room to grow.
const (
	stepBytes      = 128
	exceptionBytes = 128
	styledBytes    = 1280
)

// hold charges the memory of n things of a size, of which most are charged already.
func (c *coder) hold(most *int, n, size int) error {
	if n <= *most {
		return nil
	}
	err := c.budget.HoldEach(n-*most, size)
	*most = n
	return err
}

type styleModels struct {
	same    rangecoder.Bit
	number  rangecoder.Number
	wrap    rangecoder.Number
	width   rangecoder.Number
	crlf    rangecoder.Bit
	dialect rangecoder.Number
}

type exceptionModels struct {
	count  [2]rangecoder.Number // of a game, by whether the last game had any
	had    int
	where  [3]rangecoder.Number // how far to the next
	mask   [numExceptions][2]rangecoder.Bit
	gap    [2]rangecoder.Number
	suffix rangecoder.Number
	form   rangecoder.Number
}

type stepModels struct {
	all    [numOps][4][2]rangecoder.Bit // only moves are left
	run    [numOps][4]rangecoder.Number // moves until the next other step
	op     [numOps][4]rangecoder.Tree   // its kind
	nag    rangecoder.Number
	glyph  rangecoder.Number
	result [tagvalue.NumResults]rangecoder.Tree
}

func (c *coder) init(from contextmix.Coder, spelled, words *Texts) {
	writing := from.Writing()
	*c = coder{
		c: from, spelled: spelled, words: words,
		gaps:     NewDictionary(writing, usualGaps...),
		suffixes: NewDictionary(writing, usualSuffixes...),
		glyphs:   NewDictionary(writing),
	}
}

func (c *coder) bit(m *rangecoder.Bit, v bool) bool {
	if c.c.Writing() {
		m.Encode(c.c.Enc, boolBit(v))
		return v
	}
	return m.Decode(c.c.Dec) != 0
}

func (c *coder) tree(m *rangecoder.Tree, v int) int {
	if c.c.Writing() {
		m.Encode(c.c.Enc, v)
		return v
	}
	return m.Decode(c.c.Dec)
}

func (c *coder) number(m *rangecoder.Number, v int) int {
	if c.c.Writing() {
		m.Encode(c.c.Enc, v)
		return v
	}
	return m.Decode(c.c.Dec)
}

// entry codes the number of a text in a dictionary; the caller gives and gets the
// writer's number, which may differ from the shared one.
func (c *coder) entry(d *Dictionary, m *rangecoder.Number, id int) (int, error) {
	if c.c.Writing() {
		shared, fresh := d.Share(id)
		m.Encode(c.c.Enc, shared)
		if fresh {
			c.spelled.Add(d.Text(id))
		}
		return id, nil
	}
	return d.Read(m.Decode(c.c.Dec), c.spelled)
}

// text codes a text of a separate stream.
func (c *coder) text(t *Texts, v []byte) ([]byte, error) {
	if c.c.Writing() {
		t.Add(v)
		return v, nil
	}
	return t.Take()
}

// word codes a text that is spelled out, which is not empty.
func (c *coder) word(v []byte) ([]byte, error) {
	v, err := c.text(c.words, v)
	if err == nil && len(v) == 0 {
		err = corrupt.In(c.words.stream, corrupt.New("a word is empty"))
	}
	return v, err
}

// err returns the error of a reader whose stream is cut off.
func (c *coder) err() error {
	if c.c.Writing() {
		return nil
	}
	return c.c.Dec.Err()
}

func boolBit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// chooseStyle codes the style of a game. A new one, for which id is the number of
// styles so far, starts with the state of the last one used.
func (c *coder) chooseStyle(last, id int, fresh style) (int, error) {
	n := len(c.styles)
	if n > 0 && c.bit(&c.style.same, id == last) {
		return last, nil
	}
	if n > 0 {
		// The most recent styles have the highest numbers.
		id = n - c.number(&c.style.number, n-id)
		if id < 0 {
			return 0, corrupt.New("a style's number is beyond the last one")
		}
		if id < n {
			return id, nil
		}
	}
	f := fresh
	w := c.number(&c.style.wrap, int(fresh.wrap))
	if w >= int(numWraps) {
		return 0, corrupt.Newf("a style breaks lines in the way %d, below %d is expected", w, numWraps)
	}
	f.wrap = wrap(w)
	if f.wrap != wrapNone {
		f.width = c.number(&c.style.width, fresh.width)
		f.crlf = c.bit(&c.style.crlf, fresh.crlf)
	}
	d := c.number(&c.style.dialect, int(fresh.dialect))
	if f.width > maxWidth || d > 1<<16-1 {
		return 0, corrupt.New("a style is out of range")
	}
	if err := c.budget.Hold(styledBytes); err != nil {
		return 0, err
	}
	f.dialect = notation.Dialect(d)
	s := firstState()
	if n > 0 {
		s = c.styles[last].state
	}
	c.styles = append(c.styles, &Styled{f, s})
	return n, nil
}

// runLength codes the number of moves before the next other step. The last other step
// was prev, after a run of length last. Left is the number of moves left in the main
// line, or negative outside it.
func (c *coder) runLength(prev Op, last, left, n int) int {
	last = min(last, 3)
	switch {
	case left == 0:
		return 0
	case left > 0 && c.bit(&c.step.all[prev][last][boolBit(left == 1)], n == left):
		return left
	}
	return c.number(&c.step.run[prev][last], n)
}

// otherOp codes the kind of a step that is not a move, after n moves, with left moves
// left.
func (c *coder) otherOp(prev Op, n, left int, o Op) Op {
	return Op(c.tree(&c.step.op[prev][min(n, 1)|boolBit(left == 0)<<1], int(o)))
}

// codeExceptions codes the exceptions of a game: a writer gives them, a reader
// appends them to list, which is empty.
func (c *coder) codeExceptions(list []exception) ([]exception, error) {
	m := &c.exception
	n := c.number(&m.count[m.had], len(list))
	if n > MaxSteps {
		return list, corrupt.New("a game has more exceptions than steps")
	}
	if err := corrupt.First(c.hold(&c.held.exceptions, n, exceptionBytes), c.budget.Grant(n)); err != nil {
		return list, err
	}
	m.had = min(n, 1)
	before := -1
	for i := range n {
		if !c.c.Writing() {
			list = append(list, exception{})
		}
		if err := c.codeException(&list[i], i, before); err != nil {
			return list, err
		}
		before = list[i].step
	}
	return list, nil
}

// maxForm is the highest form of a move: its bits below 15.
const maxForm = 1<<15 - 1

// codeException codes one exception, after the step before, as the i-th of a
// game.
func (c *coder) codeException(x *exception, i, before int) (err error) {
	m := &c.exception
	x.step = before + 1 + c.number(&m.where[min(i, 2)], x.step-before-1)
	has := uint8(0)
	for b := range numExceptions {
		bit := c.bit(&m.mask[b][boolBit(has != 0)], x.mask>>b&1 != 0)
		has |= uint8(boolBit(bit)) << b
	}
	x.mask = has
	for _, e := range [...]struct {
		part  uint8
		texts *Dictionary
		model *rangecoder.Number
		id    *int
	}{
		{exceptGap, c.gaps, &m.gap[0], &x.gap}, {exceptInner, c.gaps, &m.gap[1], &x.inner}, {exceptSuffix, c.suffixes, &m.suffix, &x.suffix},
	} {
		if has&e.part != 0 {
			if *e.id, err = c.entry(e.texts, e.model, *e.id); err != nil {
				return err
			}
		}
	}
	if has&exceptDigits != 0 {
		if x.digits, err = c.text(c.spelled, x.digits); err != nil {
			return err
		}
	}
	if has&exceptForm != 0 {
		if x.form = c.number(&m.form, x.form); x.form > maxForm {
			return corrupt.Newf("a move has the form %d, at most %d is expected", x.form, maxForm)
		}
	}
	return c.err()
}

// codeSteps codes the kinds and contents of the steps of a game: a writer gives them,
// a reader appends them to steps, which is empty.
func (c *coder) codeSteps(steps []Step, known tagvalue.Facts) ([]Step, error) {
	prev, last, at := OpEnd, 0, 0
	left := movesLeft{plies: known.Plies}
	c.branched = false
	for {
		run := 0
		for c.c.Writing() && steps[at+run].Op == OpMove {
			run++
		}
		run = c.runLength(prev, last, left.now(), run)
		if at += run; at >= MaxSteps {
			return steps, corrupt.New("a game has too many steps")
		}
		if err := corrupt.First(c.hold(&c.held.steps, at+1, stepBytes), c.budget.Grant(run+1)); err != nil {
			return steps, err
		}
		if !c.c.Writing() {
			steps = slices.Grow(steps, run+1)[:at+1]
			clear(steps[at-run:]) // as moves
		}
		st := &steps[at]
		at++
		c.branched = c.branched || run > 0 && !left.On()
		left.moves(run)
		st.Op = c.otherOp(prev, run, left.now(), st.Op)
		if err := c.codeStep(st, known.Result); err != nil {
			return steps, err
		}
		left.step(st)
		if left.depth > MaxDepth {
			return steps, corrupt.Newf("variations are nested %d deep, at most %d are expected", left.depth, MaxDepth)
		}
		if left.plies < 0 || st.Op == OpEnd && left.plies > 0 {
			return steps, corrupt.New("the main line has other half-moves than are counted")
		}
		if err := c.err(); err != nil || st.Op == OpEnd {
			return steps, err
		}
		prev, last = st.Op, run
	}
}

// codeStep codes the content of a step that is not a move.
func (c *coder) codeStep(st *Step, result tagvalue.Result) (err error) {
	switch st.Op {
	case OpNull, OpWord, OpText:
		st.Text, err = c.word(st.Text)
	case OpNAG:
		n := c.number(&c.step.nag, int(st.Arg))
		if n > maxNAG {
			return corrupt.Newf("a NAG has the number %d, at most %d is expected", n, maxNAG)
		}
		st.Arg = uint16(n)
	case OpGlyph:
		var id int
		if c.c.Writing() {
			id = c.glyphs.ID(st.Text)
		}
		if id, err = c.entry(c.glyphs, &c.step.glyph, id); err == nil {
			st.Text = c.glyphs.Text(id)
		}
	case OpResult:
		n := c.tree(&c.step.result[result], int(st.Arg))
		if n > maxResult {
			return corrupt.Newf("a result has the number %d, at most %d is expected", n, maxResult)
		}
		st.Arg = uint16(n)
	case OpOpen, OpClose, OpComment, OpLineComment, OpEnd:
	default:
		err = corrupt.New("a step of unknown kind")
	}
	return err
}

// movesLeft counts the moves left in the main line of a game.
type movesLeft struct {
	MainLine
	plies int
}

// now returns the moves left, negative outside the main line.
func (l *movesLeft) now() int {
	if !l.On() {
		return -1
	}
	return l.plies
}

// moves passes moves.
func (l *movesLeft) moves(n int) {
	if l.On() {
		l.plies -= n
	}
}

// step passes a step that is not a move.
func (l *movesLeft) step(s *Step) {
	if s.Op == OpNull {
		l.moves(1)
	}
	l.Pass(s)
}
