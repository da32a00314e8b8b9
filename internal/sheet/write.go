package sheet

import (
	"fmt"
	"strconv"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// reading is what the steps of a game are written for.
type reading uint8

const (
	wholly     reading = iota
	forRemarks         // to learn from the comments; moves are not read
	forHabits          // not at all: only to learn the habits
)

// writeSteps writes the movetext; it is the mirror of encoder.compare.
func (d *decoder) writeSteps(st *styled) error {
	start := startOf(d.tags)
	d.lines.reset(&start)
	d.lines.now.lost = d.how != wholly
	d.facts, d.final = factsOf(d.tags), lastMove(d.steps)
	d.ahead = 0
	d.counts.reset(&start)
	h := &st.habits
	prev := classStart
	left := d.departures
	for i := range d.steps {
		s := &d.steps[i]
		d.at = i
		var dep departure
		if len(left) > 0 && left[0].step == i {
			dep, left = left[0], left[1:]
		}
		next := classOf[s.op]
		has := false
		if s.op.numbered() {
			has = d.moveNumber(h, &dep, prev)
		}
		if has {
			d.writeGap(st, prev, classNumber, dep.mask&departGap, dep.gap, d.counts.now.turn == board.White)
			d.bytes(d.number)
			d.writeGap(st, classNumber, next, dep.mask&departInner, dep.inner, false)
		} else {
			d.writeGap(st, prev, next, dep.mask&departGap, dep.gap, false)
		}
		if err := d.writeStep(st, s, &dep); err != nil {
			return err
		}
		if len(d.dst) > d.limit {
			return corrupt("the games are longer than their frame's input")
		}
		d.counts.step(s.op)
		prev = next
	}
	d.close()
	d.lateValues()
	if len(left) > 0 {
		return corrupt("a departure lies behind the last step")
	}
	return nil
}

// moveNumber says whether the next move bears a number, and makes its text.
func (d *decoder) moveNumber(h *habits, dep *departure, prev class) bool {
	c := &d.counts.now
	expect := &h.numbered[c.turn][prev]
	if dep.mask&departNumber != 0 {
		*expect = !*expect
	}
	if !*expect {
		return false
	}
	if dep.mask&departDigits != 0 {
		d.number = append(d.number[:0], dep.digits...)
		if n, _, ok := splitNumber(dep.digits); ok {
			c.number = n
		}
		return true
	}
	if dep.mask&departSuffix != 0 {
		h.suffix[c.turn] = dep.suffix
	}
	d.number = append(strconv.AppendInt(d.number[:0], int64(c.number), 10), d.script.suffixes.texts[h.suffix[c.turn]]...)
	return true
}

func (d *decoder) writeGap(st *styled, prev, next class, departs uint8, gap int, whiteNumber bool) {
	h := &st.habits
	if departs == 0 {
		d.gap(d.script.gaps.texts[h.gap[prev][next]], next != classEnd, whiteNumber)
		return
	}
	d.gap(d.script.gaps.texts[gap], false, false)
	h.learnGap(&st.style, prev, next, gap)
}

// writeStep writes a step's own text and follows the line of play.
func (d *decoder) writeStep(st *styled, s *step, dep *departure) error {
	switch s.op {
	case opMove:
		if d.how != wholly {
			d.lines.lose()
			return nil
		}
		return d.writeMove(st, dep)
	case opNull:
		d.bytes(s.text)
		if d.how != wholly {
			d.lines.lose()
			return nil
		}
		d.lines.play(board.NullMove)
	case opWord:
		d.bytes(s.text)
		d.lines.lose()
	case opComment:
		if err := d.readRemark(); err != nil {
			return err
		}
		d.comment(d.remark, dep.mask&departWords != 0)
	case opLineComment:
		if err := d.readRemark(); err != nil {
			return err
		}
		d.text(";")
		d.bytes(d.remark)
	case opNAG:
		d.number = strconv.AppendInt(append(d.number[:0], '$'), int64(s.arg), 10)
		d.bytes(d.number)
		d.lines.glyph(s)
	case opGlyph:
		d.bytes(s.text)
		d.lines.glyph(s)
	case opResult:
		d.text(results[s.arg])
	case opOpen:
		d.text("(")
		d.lines.open()
	case opClose:
		d.text(")")
		d.lines.close()
	default:
		d.bytes(s.text)
	}
	return nil
}

// readRemark reads a comment.
func (d *decoder) readRemark() (err error) {
	if d.remarks.c == nil {
		return corrupt("the comments are missing")
	}
	at := d.lines.at(&d.facts, d.at > d.final)
	if k := variation(d.steps, d.at); k > 0 && at.Before != nil && d.steps[k].op == opMove {
		if at.Other, err = d.readAhead(k); err != nil {
			return err
		}
	}
	if d.remark, err = d.remarks.c.Read(d.remark[:0], &at, d.input); err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return nil
}

func (d *decoder) writeMove(st *styled, dep *departure) error {
	now := &d.lines.now
	if now.lost {
		return corrupt("a move follows where the position is unknown")
	}
	d.legal = movegen.AppendLegal(d.legal[:0], &now.pos)
	i := d.index
	if d.ahead != d.at || d.at == 0 {
		var err error
		if i, err = d.readMove(now, len(d.lines.stack) == 0); err != nil {
			return err
		}
	}
	m := d.legal[i]
	if dep.verbatim != nil {
		d.bytes(dep.verbatim)
	} else {
		var form notation.Form
		if dep.mask&departForm != 0 {
			form = notation.Form(dep.form)
		}
		d.dst = st.dialect.AppendForm(d.dst, &now.pos, m, d.legal, form)
	}
	d.lines.play(m)
	return nil
}

// readMove reads a move at a place, as one of d.legal.
func (d *decoder) readMove(from *place, main bool) (i int, err error) {
	switch {
	case main && from.ply < d.begun:
		if i = indexOf(d.legal, d.script.opening.line[from.ply]); i < 0 {
			return 0, corrupt("an opening's move is illegal")
		}
	case d.lines.learned:
		i, err = d.learned.Read(&from.deep, &from.pos, d.legal)
	default:
		i, err = d.moves.Read(from.past, &from.pos, d.legal)
	}
	if err != nil {
		return 0, corrupt(err.Error())
	}
	return i, nil
}

// readAhead reads the first move of a variation on the last move, which stands
// at step k.
func (d *decoder) readAhead(k int) (m board.Move, err error) {
	before := &d.lines.before
	d.legal = movegen.AppendLegal(d.legal[:0], &before.pos)
	if d.ahead != k {
		if d.index, err = d.readMove(before, false); err != nil {
			return m, err
		}
		d.ahead = k
	}
	return d.legal[d.index], nil
}
