package layout

import (
	"strconv"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/notation"
)

// Renderer writes the movetext of a game by its plan. The steps are written one after
// the other: Next writes the text before a step, and then Move, Comment or Own writes
// the step. The zero Renderer is ready for Begin.
type Renderer struct {
	out     printer
	numbers numbers
	plan    *Plan
	at      int // the step
	left    []exception
	now     exception // of the step
	prev    class
	digits  []byte
}

// Begin begins the movetext of a game at the end of dst, which already has the tags,
// from start on.
func (r *Renderer) Begin(dst []byte, start int, p *Plan, from *board.Position) {
	r.out.begin(dst, &p.Style.style, columnAfter(0, dst[start:]))
	r.numbers.state = &p.Style.state
	r.numbers.counts.reset(from)
	r.plan, r.left, r.at, r.prev = p, p.exceptions, -1, classStart
}

// Next goes to the next step and writes the white space and the number before
// it.
func (r *Renderer) Next() {
	r.at++
	s := &r.plan.Steps[r.at]
	r.now = exception{}
	if len(r.left) > 0 && r.left[0].step == r.at {
		r.now, r.left = r.left[0], r.left[1:]
	}
	x, next := &r.now, classOf[s.Op]
	if !s.Op.Numbered() || !r.numbers.bears(x, r.prev) {
		r.gap(r.prev, next, x.mask&exceptGap, x.gap, false)
	} else {
		r.gap(r.prev, classNumber, x.mask&exceptGap, x.gap, r.numbers.counts.now.turn == board.White)
		r.number(x)
		r.gap(classNumber, next, x.mask&exceptInner, x.inner, false)
	}
	r.numbers.counts.pass(s.Op)
	r.prev = next
}

func (r *Renderer) number(x *exception) {
	if x.mask&exceptDigits != 0 {
		r.out.bytes(x.digits)
		return
	}
	now := r.numbers.counts.now
	r.digits = strconv.AppendInt(r.digits[:0], int64(now.number), 10)
	r.digits = append(r.digits, r.plan.suffixes.Text(r.numbers.state.suffix[now.turn])...)
	r.out.bytes(r.digits)
}

func (r *Renderer) gap(prev, next class, excepted uint8, gap int, whiteNumber bool) {
	s := r.numbers.state
	if excepted == 0 {
		r.out.gap(r.plan.gaps.Text(s.gap[prev][next]), next != classEnd, whiteNumber)
		return
	}
	r.out.gap(r.plan.gaps.Text(gap), false, false)
	s.learnGap(&r.plan.Style.style, prev, next, gap)
}

// Move writes the step as a legal move of p.
func (r *Renderer) Move(p *board.Position, m board.Move) {
	var form notation.Form
	if r.now.mask&exceptForm != 0 {
		form = notation.Form(r.now.form)
	}
	r.out.dst = r.plan.Style.dialect.AppendForm(r.out.dst, p, m, form)
}

// Comment writes the step as a comment with the given text.
func (r *Renderer) Comment(text []byte) {
	if r.plan.Steps[r.at].Op == OpLineComment {
		r.out.text(";")
		r.out.bytes(text)
		return
	}
	r.out.text("{")
	switch r.plan.Style.wrap {
	case wrapComments:
		r.out.words(text)
	case wrapBase:
		r.out.fill(text)
	default:
		r.out.bytes(text)
	}
	r.out.text("}")
}

// Leave writes the step as an empty comment.
func (r *Renderer) Leave() { r.out.text("{}") }

// Own writes a step that is neither a move nor a comment.
func (r *Renderer) Own() {
	switch s := &r.plan.Steps[r.at]; s.Op {
	case OpNAG:
		r.digits = strconv.AppendInt(append(r.digits[:0], '$'), int64(s.Arg), 10)
		r.out.bytes(r.digits)
	case OpResult:
		r.out.text(tagvalue.Result(s.Arg).String())
	case OpOpen:
		r.out.text("(")
	case OpClose:
		r.out.text(")")
	default:
		r.out.bytes(s.Text)
	}
}

// Len returns the length of the text so far.
func (r *Renderer) Len() int { return len(r.out.dst) }

// End ends the game and returns dst with its text.
func (r *Renderer) End() ([]byte, error) {
	r.out.endWord()
	dst := r.out.dst
	r.out.dst = nil // the caller's
	return dst, in(endOf(r.left))
}

func endOf(left []exception) error {
	if len(left) > 0 {
		return corrupt.New("an exception lies behind the last step")
	}
	return nil
}

// learn updates the state of a game's style as Renderer does, but without writing
// text, from exceptions only.
func (n *numbers) learn(p *Plan, from *board.Position) error {
	if len(p.exceptions) == 0 {
		return nil
	}
	n.state = &p.Style.state
	n.counts.reset(from)
	style := &p.Style.style
	at := 0
	for i := range p.exceptions {
		x := &p.exceptions[i]
		if x.step >= len(p.Steps) {
			return endOf(p.exceptions[i:])
		}
		for ; at < x.step; at++ {
			n.counts.pass(p.Steps[at].Op)
		}
		prev := classStart
		if at > 0 {
			prev = classOf[p.Steps[at-1].Op]
		}
		s := &p.Steps[at]
		next := classOf[s.Op]
		if s.Op.Numbered() && n.bears(x, prev) {
			if x.mask&exceptInner != 0 {
				n.state.learnGap(style, classNumber, next, x.inner)
			}
			next = classNumber
		}
		if x.mask&exceptGap != 0 {
			n.state.learnGap(style, prev, next, x.gap)
		}
	}
	return nil
}
