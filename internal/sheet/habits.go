package sheet

import (
	"github.com/chesszip/chesszip/board"
)

// Gap texts that every frame's book of gaps starts with.
var usualGaps = []string{"", " ", "\n", "\r\n", "\n\n", "\r\n\r\n", "  ", "\n\n\n", "\r\n\r\n\r\n"}

const (
	gapNone  = 0
	gapSpace = 1
)

// Texts after the digits of a move number that every frame starts with.
var usualSuffixes = []string{".", "...", "", ". ..."}

// habits is what a style did last: the white space between two classes of
// steps, whether a move bears a number, what follows a number's digits. Each
// is expected again; departures are written down and become the new habit.
type habits struct {
	gap      [numClasses][numClasses]int
	numbered [2][numClasses]bool
	suffix   [2]int
}

func firstHabits() (h habits) {
	for a := range numClasses {
		for b := range numClasses {
			h.gap[a][b] = gapSpace
		}
	}
	for a := range numClasses {
		h.gap[classStart][a] = gapNone
		h.gap[classOpen][a] = gapNone
		h.gap[a][classClose] = gapNone
		h.gap[a][classGlyph] = gapNone
		h.gap[a][classEnd] = 4
		h.numbered[board.White][a] = true
		h.numbered[board.Black][a] = a != classMove && a != classGlyph && a != classNAG
	}
	h.gap[classLine] = [numClasses]int{}
	for b := range numClasses {
		h.gap[classLine][b] = 2
	}
	h.suffix = [2]int{0, 1}
	return h
}

// count is the number of the next move of a line.
type count struct {
	number int
	turn   board.Color
}

func (c *count) advance() {
	if c.turn == board.Black {
		c.number++
	}
	c.turn ^= 1
}

// counts is the move count of the current line with those of the lines that
// enclose it.
type counts struct {
	now, before count
	stack       []count // now and before of each enclosing line
}

func (c *counts) reset(p *board.Position) {
	c.now = count{int(p.FullmoveNumber), p.Turn}
	c.before = c.now
	c.stack = c.stack[:0]
}

// step follows the line through a step of kind o.
func (c *counts) step(o op) {
	switch o {
	case opMove, opNull, opWord:
		c.before = c.now
		c.now.advance()
	case opOpen:
		c.stack = append(c.stack, c.now, c.before)
		c.now = c.before
	case opClose:
		if n := len(c.stack); n > 0 {
			c.now, c.before = c.stack[n-2], c.stack[n-1]
			c.stack = c.stack[:n-2]
		}
	}
}

// splitNumber cuts a move number into its digits and what follows them; ok is
// false if the digits are not a plain number that a count can hold.
func splitNumber(text []byte) (n int, suffix []byte, ok bool) {
	i := 0
	for i < len(text) && '0' <= text[i] && text[i] <= '9' {
		n = n*10 + int(text[i]-'0')
		if i++; i > 6 {
			return 0, nil, false
		}
	}
	if i == 0 || i > 1 && text[0] == '0' {
		return 0, nil, false
	}
	return n, text[i:], true
}

// departures, as bits of departure.mask.
const (
	departGap     = 1 << iota // the white space before the step
	departInner               // the white space between number and move
	departNumber              // a number where none is the habit, or none where one is
	departSuffix              // another text after the number's digits
	departDigits              // another number, spelled out
	departForm                // a move spelled differently from the dialect
	departWords               // a comment that is not broken as the style says
	numDepartures = iota
)

// departure is one step that differs from what its style's habits foretell.
type departure struct {
	step   int
	mask   uint8
	gap    int // in the book of gaps
	inner  int
	suffix int // in the book of suffixes
	digits []byte
	form   int
	// verbatim is the text of a move that no form describes, in a reader.
	verbatim []byte
}

// compare finds where the steps of a game depart from style s and habits h,
// which it brings up to date, and appends them to dst. It stops early when
// more than limit departures were found.
func (e *encoder) compare(dst []departure, s *style, h *habits, limit int) []departure {
	e.counts.reset(&e.start)
	prev := classStart
	for i := range e.steps {
		st := &e.steps[i]
		d := departure{step: i, form: int(st.form)}
		next := classOf[st.op]
		if st.op.numbered() {
			c := &e.counts.now
			has := st.number != nil
			if expect := &h.numbered[c.turn][prev]; *expect != has {
				*expect = has
				d.mask |= departNumber
			}
			if has {
				e.compareNumber(&d, h, st, c)
			}
			if st.form != 0 {
				d.mask |= departForm
			}
		}
		if st.number != nil {
			white := e.counts.now.turn == board.White
			if got := e.gaps.id(st.gap); got != e.foretell(s, h, prev, classNumber, 2*i, white) {
				d.mask |= departGap
				d.gap = got
				h.learnGap(s, prev, classNumber, got)
			}
			if got := e.gaps.id(st.inner); got != e.foretell(s, h, classNumber, next, 2*i+1, false) {
				d.mask |= departInner
				d.inner = got
				h.learnGap(s, classNumber, next, got)
			}
		} else if got := e.gaps.id(st.gap); got != e.foretell(s, h, prev, next, 2*i, false) {
			d.mask |= departGap
			d.gap = got
			h.learnGap(s, prev, next, got)
		}
		if s.breaksComments() && st.op == opComment && e.unbroken(i, s) == nil {
			d.mask |= departWords
		}
		if d.mask != 0 {
			dst = append(dst, d)
			if len(dst) > limit {
				return dst
			}
		}
		e.counts.step(st.op)
		prev = next
	}
	return dst
}

func (e *encoder) compareNumber(d *departure, h *habits, st *step, c *count) {
	n, suffix, ok := splitNumber(st.number)
	if !ok || n != c.number {
		d.mask |= departDigits
		d.digits = st.number
		if ok {
			c.number = n
		}
		return
	}
	if got := e.suffixes.id(suffix); got != h.suffix[c.turn] {
		d.mask |= departSuffix
		d.suffix = got
		h.suffix[c.turn] = got
	}
}

// foretell returns the gap expected between two classes of tokens, line
// breaks of the style included.
func (e *encoder) foretell(s *style, h *habits, prev, next class, gap int, whiteNumber bool) int {
	g := h.gap[prev][next]
	if g != gapSpace || next == classEnd {
		return g
	}
	c := e.columnsFor(s.wrap)[gap]
	if s.greedy() && c.column+1+c.unit > s.width ||
		s.wrap == wrapPairs && whiteNumber && c.column >= s.width {
		return newlineGap(s)
	}
	return g
}

// newlineGap is the number of the style's line break in every book of gaps.
func newlineGap(s *style) int {
	if s.crlf {
		return 3
	}
	return 2
}

// learnGap makes got the habit between two classes, unless only the place of
// a line break was unexpected.
func (h *habits) learnGap(s *style, prev, next class, got int) {
	if s.wrap != wrapNone && h.gap[prev][next] == gapSpace && got == newlineGap(s) {
		return
	}
	h.gap[prev][next] = got
}
