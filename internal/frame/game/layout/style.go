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
	// wrapComments breaks as wrapGreedy does, also between the words of comments in
	// braces.
	wrapComments
	// wrapBase breaks as wrapGreedy does. A comment in braces that does not fit on the
	// line begins on the next if it fits there, else it breaks between words; one that
	// has a line break stays as it is. ChessBase writes so.
	wrapBase
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

// usualBase is the width of ChessBase.
const usualBase = 79

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
		b.fits = max(b.fits, g.end())
		if whiteNumber {
			b.pairLow = max(b.pairLow, int(g.column))
		}
	case len(gap) == 1 && gap[0] == '\n', len(gap) == 2 && gap[0] == '\r' && gap[1] == '\n':
		b.breaks++
		b.crlf = len(gap) == 2
		b.over = min(b.over, g.end())
		b.pairHigh = min(b.pairHigh, int(g.column))
		b.pairs = b.pairs && whiteNumber
	}
}

// greedy returns the width that the lines have if they break as early as they must.
func (b *lineBreaks) greedy() int {
	for _, w := range usualWidths {
		if b.fits <= w && w < b.over {
			return w
		}
	}
	return b.fits
}

func noBreaks() lineBreaks {
	return lineBreaks{over: maxWidth, pairs: true, pairHigh: maxWidth}
}

// noteSteps notes the gaps between the steps of a game.
func (b *lineBreaks) noteSteps(g *Game) {
	places := g.stepPlaces()
	for i := range g.Steps {
		if g.Steps[i].Op == OpEnd {
			break
		}
		number := g.number(i)
		b.note(g.gap(i), places[2*i], number != nil && !bytes.HasSuffix(number, []byte("..")))
		if number != nil {
			b.note(g.inner(i), places[2*i+1], false)
		}
	}
}

// deriveStyle infers the style from one game.
func deriveStyle(g *Game, dialect notation.Dialect) style {
	if s := g.filling; s.fills() {
		s.dialect = dialect
		return s
	}
	b := noBreaks()
	b.noteSteps(g)
	s := style{crlf: b.crlf, dialect: dialect}
	switch {
	case b.breaks == 0 || b.fits > maxWidth:
	case b.pairs && b.pairLow < b.pairHigh && b.fits >= b.over:
		s.wrap, s.width = wrapPairs, b.pairHigh
		if b.pairLow < usualPairs && usualPairs <= b.pairHigh {
			s.width = usualPairs
		}
	default:
		s.wrap, s.width = wrapGreedy, b.greedy()
	}
	return s
}
