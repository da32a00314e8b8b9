package sheet

import (
	"bytes"

	"github.com/chesszip/chesszip/notation"
)

// wrap is how a file breaks its lines.
type wrap uint8

const (
	// wrapNone never breaks by itself.
	wrapNone wrap = iota
	// wrapGreedy breaks before a word that would end beyond the width.
	wrapGreedy
	// wrapPairs breaks before White's move number once the line has reached
	// the width.
	wrapPairs
	// wrapWords breaks as wrapGreedy, and between the words of comments, too.
	wrapWords
	// wrapBase is wrapWords but for comments that fit on a line: they begin a new
	// one behind their brace if they don't fit on this one. ChessBase does it.
	wrapBase
	numWraps
)

// greedy reports whether lines break before what would end beyond the width.
func (s *style) greedy() bool { return s.wrap == wrapGreedy || s.breaksComments() }

// breaksComments reports whether lines break inside comments.
func (s *style) breaksComments() bool { return s.wrap >= wrapWords }

// style is the house style of a game's text, as far as one number says it.
type style struct {
	wrap    wrap
	crlf    bool // line breaks are CR LF
	width   int  // bytes; 0 with wrapNone
	dialect notation.Dialect
}

func (s *style) newline() string {
	if s.crlf {
		return "\r\n"
	}
	return "\n"
}

// maxWidth bounds the width that a style may name.
const maxWidth = 1 << 12

// usualWidths are tried first when the lines of a game leave a choice.
var usualWidths = [...]int{80, 79, 75, 78, 76, 77}

// deriveStyle reads the style off one game, given the column at each gap, as
// greedy lines have it or as the given way to break comments has. It looks only
// at gaps that are one space or one line break.
func deriveStyle(steps []step, cols []gapColumn, way wrap) style {
	var s style
	var breaks int
	// Greedy: every line that was broken would have become longer than the
	// width with the next word; every line there is fits.
	fits, over := 0, maxWidth
	// Pairs: White's numbers after a break stood at or past the width.
	pairs := true
	pairLow, pairHigh := 0, maxWidth
	note := func(gap []byte, g gapColumn, whiteNumber bool) {
		switch {
		case len(gap) == 1 && gap[0] == ' ':
			fits = max(fits, g.column+1+g.unit)
			if whiteNumber {
				pairLow = max(pairLow, g.column)
			}
		case len(gap) == 1 && gap[0] == '\n', len(gap) == 2 && gap[0] == '\r' && gap[1] == '\n':
			breaks++
			s.crlf = len(gap) == 2
			over = min(over, g.column+1+g.unit)
			pairHigh = min(pairHigh, g.column)
			pairs = pairs && whiteNumber
		}
	}
	for i := range steps {
		st := &steps[i]
		if st.op == opEnd {
			break
		}
		if st.number != nil {
			note(st.gap, cols[2*i], !bytes.HasSuffix(st.number, []byte("..")))
			note(st.inner, cols[2*i+1], false)
		} else {
			note(st.gap, cols[2*i], false)
		}
	}
	switch {
	case breaks == 0 || fits > maxWidth:
	case way == wrapGreedy && pairs && pairLow < pairHigh && !(fits < over):
		s.wrap, s.width = wrapPairs, pairHigh
		if pairLow < usualPairs && usualPairs <= pairHigh {
			s.width = usualPairs
		}
	default:
		s.wrap, s.width = way, fits
		for _, w := range usualWidths {
			if fits <= w && w < over {
				s.width = w
				break
			}
		}
	}
	return s
}

// usualPairs is the width at which PgnMentor's files, the most common of this
// kind, break.
const usualPairs = 72
