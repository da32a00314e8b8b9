package layout

import (
	"bytes"

	"github.com/chesszip/chesszip/notation"
)

// wrap is the way in which a file breaks its lines.
type wrap uint8

const (
	// wrapNone never breaks lines.
	wrapNone wrap = iota
	// wrapGreedy breaks before a word that would end beyond the width.
	wrapGreedy
	// wrapPairs breaks before White's move number once the line has reached
	// the width.
	wrapPairs
	numWraps
)

// style is the style of a game's text in a few numbers.
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

// maxWidth is the greatest width of a style.
const maxWidth = 1 << 12

// usualWidths are tried first when the lines of a game leave a choice, and
// usualPairs of those that break in pairs: PgnMentor's files, the most common
// of this kind, have it.
var usualWidths = [...]int{80, 79, 75, 78, 76, 77}

const usualPairs = 72

// lineBreaks infers the width of a game's lines from its gaps. It uses only gaps that
// are one space or one line break.
type lineBreaks struct {
	breaks int
	crlf   bool
	// Greedy: with the next word every broken line would exceed the width; every line
	// fits.
	fits, over int
	// Pairs: the lines before White's numbers after a break reached the width.
	pairs             bool
	pairLow, pairHigh int
}

func (b *lineBreaks) note(gap []byte, g gapColumn, whiteNumber bool) {
	switch {
	case len(gap) == 1 && gap[0] == ' ':
		b.fits = max(b.fits, int(g.column+1+g.word))
		if whiteNumber {
			b.pairLow = max(b.pairLow, int(g.column))
		}
	case len(gap) == 1 && gap[0] == '\n', len(gap) == 2 && gap[0] == '\r' && gap[1] == '\n':
		b.breaks++
		b.crlf = len(gap) == 2
		b.over = min(b.over, int(g.column+1+g.word))
		b.pairHigh = min(b.pairHigh, int(g.column))
		b.pairs = b.pairs && whiteNumber
	}
}

// deriveStyle infers the style from one game, given the column at each gap.
func deriveStyle(g *Game, cols []gapColumn, dialect notation.Dialect) style {
	b := lineBreaks{over: maxWidth, pairs: true, pairHigh: maxWidth}
	for i := range g.Steps {
		if g.Steps[i].Op == OpEnd {
			break
		}
		number := g.number(i)
		b.note(g.gap(i), cols[2*i], number != nil && !bytes.HasSuffix(number, []byte("..")))
		if number != nil {
			b.note(g.inner(i), cols[2*i+1], false)
		}
	}
	s := style{crlf: b.crlf, dialect: dialect}
	switch {
	case b.breaks == 0 || b.fits > maxWidth:
	case b.pairs && b.pairLow < b.pairHigh && b.fits >= b.over:
		s.wrap, s.width = wrapPairs, b.pairHigh
		if b.pairLow < usualPairs && usualPairs <= b.pairHigh {
			s.width = usualPairs
		}
	default:
		s.wrap, s.width = wrapGreedy, b.fits
		for _, w := range usualWidths {
			if b.fits <= w && w < b.over {
				s.width = w
				break
			}
		}
	}
	return s
}
