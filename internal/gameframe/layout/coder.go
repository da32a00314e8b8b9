package layout

import (
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/notation"
)

// coder codes how the games of a frame are laid out: their styles, the kinds
// of their steps and the exceptions. One description serves both directions:
// each method codes the value it is given when the layout is written, and
// returns the value it reads when it is read.
//
// Nothing in it depends on the moves, so that one game can be found without
// replaying those before it.
type coder struct {
	c                      contextmix.Coder
	gaps, suffixes, glyphs *Dictionary
	spelled                *Texts // new entries of the dictionaries, in order
	styles                 []*Styled

	style     styleModels
	exception exceptionModels
	step      stepModels
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
	all    [numOps][4][2]rangecoder.Bit // whether only moves are left
	run    [numOps][4]rangecoder.Number // moves until the next other step
	op     [numOps][4]rangecoder.Tree   // its kind
	nag    rangecoder.Number
	glyph  rangecoder.Number
	result [tagvalue.NumResults]rangecoder.Tree
}

func (c *coder) init(from contextmix.Coder, spelled *Texts) {
	writing := from.Writing()
	*c = coder{
		c: from, spelled: spelled,
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

// entry codes the number of a text in a dictionary; it is the writer's own
// number, which may run ahead of the reader's, that is given and returned.
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

func boolBit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// chooseStyle codes which style a game has. A new one, for which id is the
// number of styles so far, starts with the state of the last used.
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
	f.wrap = wrap(c.number(&c.style.wrap, int(fresh.wrap)) & 0xff)
	if f.wrap != wrapNone {
		f.width = c.number(&c.style.width, fresh.width)
		f.crlf = c.bit(&c.style.crlf, fresh.crlf)
	}
	d := c.number(&c.style.dialect, int(fresh.dialect))
	if f.wrap >= numWraps || f.width > maxWidth || d > 1<<16-1 {
		return 0, corrupt.New("a style is out of range")
	}
	f.dialect = notation.Dialect(d)
	s := firstState()
	if n > 0 {
		s = c.styles[last].state
	}
	c.styles = append(c.styles, &Styled{f, s})
	return n, nil
}

// runLength codes how many moves follow before the next other step, the last
// of which was prev, after a run of the given length. Left is how many moves
// the main line has left, or negative outside it.
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

// otherOp codes the kind of a step that is no move, after n moves, when left
// are left.
func (c *coder) otherOp(prev Op, n, left int, o Op) Op {
	return Op(c.tree(&c.step.op[prev][min(n, 1)|boolBit(left == 0)<<1], int(o)))
}

// codeException codes one exception, after the step before, as the i-th of a
// game.
func (c *coder) codeException(x *exception, i, before int) error {
	m := &c.exception
	x.step = before + 1 + c.number(&m.where[min(i, 2)], x.step-before-1)
	has := uint8(0)
	for b := range numExceptions {
		bit := c.bit(&m.mask[b][boolBit(has != 0)], x.mask>>b&1 != 0)
		has |= uint8(boolBit(bit)) << b
	}
	x.mask = has
	var err error
	if has&exceptGap != 0 {
		if x.gap, err = c.entry(c.gaps, &m.gap[0], x.gap); err != nil {
			return err
		}
	}
	if has&exceptInner != 0 {
		if x.inner, err = c.entry(c.gaps, &m.gap[1], x.inner); err != nil {
			return err
		}
	}
	if has&exceptSuffix != 0 {
		if x.suffix, err = c.entry(c.suffixes, &m.suffix, x.suffix); err != nil {
			return err
		}
	}
	if has&exceptDigits != 0 {
		if c.c.Writing() {
			c.spelled.Add(x.digits)
		} else if x.digits, err = c.spelled.Take(); err != nil {
			return err
		}
	}
	if has&exceptForm != 0 {
		x.form = c.number(&m.form, x.form)
	}
	return nil
}

// countExceptions codes how many exceptions a game has.
func (c *coder) countExceptions(n int) int {
	n = c.number(&c.exception.count[c.exception.had], n)
	c.exception.had = min(n, 1)
	return n
}

// movesLeft counts how many moves the main line of a game has left.
type movesLeft struct {
	MainLine
	plies int
}

// now is negative outside the main line.
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

// step passes a step that is no move.
func (l *movesLeft) step(s *Step) {
	if s.Op == OpNull {
		l.moves(1)
	}
	l.Pass(s)
}
