package layout

import "github.com/chesszip/chesszip/board"

// comparer finds the differences of a game from a style's prediction.
type comparer struct {
	gaps, suffixes *Dictionary
	game           *Game
	counts         moveCounts
}

// compare appends the steps of the game that differ from style s and state h to dst,
// and updates h. It stops after more than limit exceptions.
func (c *comparer) compare(dst []exception, s *style, h *state, limit int) []exception {
	c.counts.reset(&c.game.Start)
	prev := classStart
	for i := range c.game.Steps {
		st := &c.game.Steps[i]
		x := exception{step: i, form: int(st.Form)}
		next := classOf[st.Op]
		number := c.game.number(i)
		if st.Op.Numbered() {
			now := &c.counts.now
			has := number != nil
			if expect := &h.numbered[now.turn][prev]; *expect != has {
				*expect = has
				x.mask |= exceptNumber
			}
			if has {
				c.compareNumber(&x, h, number, now)
			}
			if st.Form != 0 {
				x.mask |= exceptForm
			}
		}
		if number != nil {
			white := c.counts.now.turn == board.White
			if got, other := c.gaps.Other(c.game.gap(i), c.predict(s, h, prev, classNumber, 2*i, white)); other {
				x.mask |= exceptGap
				x.gap = got
				h.learnGap(s, prev, classNumber, got)
			}
			if got, other := c.gaps.Other(c.game.inner(i), c.predict(s, h, classNumber, next, 2*i+1, false)); other {
				x.mask |= exceptInner
				x.inner = got
				h.learnGap(s, classNumber, next, got)
			}
		} else if got, other := c.gaps.Other(c.game.gap(i), c.predict(s, h, prev, next, 2*i, false)); other {
			x.mask |= exceptGap
			x.gap = got
			h.learnGap(s, prev, next, got)
		}
		if x.mask != 0 {
			dst = append(dst, x)
			if len(dst) > limit {
				return dst
			}
		}
		c.counts.pass(st.Op)
		prev = next
	}
	return dst
}

func (c *comparer) compareNumber(x *exception, h *state, number []byte, now *moveCount) {
	n, suffix, ok := splitNumber(number)
	if !ok || n != now.number {
		x.mask |= exceptDigits
		x.digits = number
		if ok {
			now.number = n
		}
		return
	}
	if got, other := c.suffixes.Other(suffix, h.suffix[now.turn]); other {
		x.mask |= exceptSuffix
		x.suffix = got
		h.suffix[now.turn] = got
	}
}

// predict returns the gap expected between two classes of steps, line breaks
// of the style included.
func (c *comparer) predict(s *style, h *state, prev, next class, gap int, whiteNumber bool) int {
	g := h.gap[prev][next]
	if g != gapSpace || next == classEnd || s.wrap == wrapNone {
		return g
	}
	at := c.game.stepPlaces()[gap]
	broken := at.end() > s.width
	if s.wrap == wrapPairs {
		broken = whiteNumber && int(at.column) >= s.width
	}
	if broken {
		return s.newlineGap()
	}
	return g
}
