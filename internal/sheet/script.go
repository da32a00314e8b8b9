package sheet

import (
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/notation"
)

// script codes how the games of a frame are laid out: their styles, the kinds
// of their steps and the departures. One
// description serves both directions: each method codes the value it is given
// when the script is written, and returns the value it reads when it is read.
//
// Nothing in it depends on the moves, so that one game can be found without
// replaying those before it.
type script struct {
	enc *rangecoder.Encoder // nil when reading
	dec *rangecoder.Decoder // nil when writing

	gaps, suffixes, glyphs *book
	// spelled are the texts of new entries of the books, in order.
	spelled texts

	sameStyle  rangecoder.Bit
	styleID    rangecoder.Number
	styleWrap  rangecoder.Number
	styleWidth rangecoder.Number
	styleCRLF  rangecoder.Bit
	dialect    rangecoder.Number
	styles     []*styled

	all     [numOps][4][2]rangecoder.Bit // whether only moves are left
	run     [numOps][4]rangecoder.Number // moves until the next other step
	op      [numOps][4]rangecoder.Tree   // its kind
	nag     rangecoder.Number
	glyph   rangecoder.Number
	result  [len(results) + 1]rangecoder.Tree
	departs [2]rangecoder.Number // how many departures
	where   [3]rangecoder.Number // how far to the next
	mask    [numDepartures][2]rangecoder.Bit
	gap     [2]rangecoder.Number
	suffix  rangecoder.Number
	form    rangecoder.Number

	departed int // 1 if the last game had departures
	opening  opening
}

// styled is a style with its habits.
type styled struct {
	style
	habits habits
}

func newScript(enc *rangecoder.Encoder, dec *rangecoder.Decoder) *script {
	writer := enc != nil
	s := &script{
		enc: enc, dec: dec,
		gaps:     newBook(writer, usualGaps...),
		suffixes: newBook(writer, usualSuffixes...),
		glyphs:   newBook(writer),
	}
	s.opening.init(contextmix.Coder{Enc: enc, Dec: dec})
	return s
}

func (s *script) bit(m *rangecoder.Bit, v int) int {
	if s.enc != nil {
		m.Encode(s.enc, v)
		return v
	}
	return m.Decode(s.dec)
}

func (s *script) tree(m *rangecoder.Tree, v int) int {
	if s.enc != nil {
		m.Encode(s.enc, v)
		return v
	}
	return m.Decode(s.dec)
}

func (s *script) number(m *rangecoder.Number, v int) int {
	if s.enc != nil {
		m.Encode(s.enc, v)
		return v
	}
	return m.Decode(s.dec)
}

// entry codes the number of a text in a book; it is the writer's own number,
// which may run ahead of the reader's, that is given and returned.
func (s *script) entry(b *book, m *rangecoder.Number, id int) (int, error) {
	if s.enc != nil {
		shared, fresh := b.share(id)
		m.Encode(s.enc, shared)
		if fresh {
			s.spelled.add(b.texts[id])
		}
		return id, nil
	}
	return b.read(m.Decode(s.dec), &s.spelled)
}

func boolBit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// chooseStyle codes which style a game has. A new one, for which id is the
// number of styles so far, starts with the habits of the last used.
func (s *script) chooseStyle(last, id int, fresh style) (int, error) {
	n := len(s.styles)
	if n > 0 && s.bit(&s.sameStyle, boolBit(id == last)) != 0 {
		return last, nil
	}
	if n > 0 {
		// The most recent styles have the highest numbers.
		id = n - s.number(&s.styleID, n-id)
		if id < 0 {
			return 0, corrupt("a style's number in the script is beyond the last one")
		}
		if id < n {
			return id, nil
		}
	}
	f := fresh
	f.wrap = wrap(s.number(&s.styleWrap, int(fresh.wrap)))
	if f.wrap != wrapNone {
		f.width = s.number(&s.styleWidth, fresh.width)
		f.crlf = s.bit(&s.styleCRLF, boolBit(fresh.crlf)) != 0
	}
	d := s.number(&s.dialect, int(fresh.dialect))
	if f.wrap >= numWraps || f.width > maxWidth || d > 1<<16-1 {
		return 0, corrupt("a style in the script is out of range")
	}
	f.dialect = notation.Dialect(d)
	h := firstHabits()
	if n > 0 {
		h = s.styles[last].habits
	}
	s.styles = append(s.styles, &styled{f, h})
	return n, nil
}

// runLength codes how many moves follow before the next other step, the last
// of which was prev, after a run of the given length. Left is how many moves
// the game has left, or negative in a variation.
func (s *script) runLength(prev op, last, left, n int) int {
	last = min(last, 3)
	switch {
	case left == 0:
		return 0
	case left > 0 && s.bit(&s.all[prev][last][boolBit(left == 1)], boolBit(n == left)) != 0:
		return left
	}
	return s.number(&s.run[prev][last], n)
}

// otherOp codes the kind of a step that is no move, after n moves, when left
// are left.
func (s *script) otherOp(prev op, n, left int, o op) op {
	return op(s.tree(&s.op[prev][min(n, 1)|boolBit(left == 0)<<1], int(o)))
}

// departure codes one departure, after the step before, as the i-th of a game.
func (s *script) departure(d *departure, i, before int) error {
	d.step = before + 1 + s.number(&s.where[min(i, 2)], d.step-before-1)
	has := uint8(0)
	for b := range numDepartures {
		bit := s.bit(&s.mask[b][boolBit(has != 0)], int(d.mask>>b&1))
		has |= uint8(bit) << b
	}
	d.mask = has
	var err error
	if has&departGap != 0 {
		if d.gap, err = s.entry(s.gaps, &s.gap[0], d.gap); err != nil {
			return err
		}
	}
	if has&departInner != 0 {
		if d.inner, err = s.entry(s.gaps, &s.gap[1], d.inner); err != nil {
			return err
		}
	}
	if has&departSuffix != 0 {
		if d.suffix, err = s.entry(s.suffixes, &s.suffix, d.suffix); err != nil {
			return err
		}
	}
	if has&departDigits != 0 {
		if s.enc != nil {
			s.spelled.add(d.digits)
		} else if d.digits, err = s.spelled.take(); err != nil {
			return err
		}
	}
	if has&departForm != 0 {
		d.form = s.number(&s.form, d.form)
	}
	return nil
}

// countDepartures codes how many departures a game has.
func (s *script) countDepartures(n int) int {
	n = s.number(&s.departs[s.departed], n)
	s.departed = min(n, 1)
	return n
}
