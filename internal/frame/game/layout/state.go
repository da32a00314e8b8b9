package layout

import "github.com/chesszip/chesszip/board"

// usualGaps are the gaps that the dictionary of each frame starts with.
var usualGaps = []string{"", " ", "\n", "\r\n", "\n\n", "\r\n\r\n", "  ", "\n\n\n", "\r\n\r\n\r\n"}

const (
	gapNone      = 0
	gapSpace     = 1
	gapLine      = 2
	gapCRLF      = 3
	gapBlankLine = 4
)

// usualSuffixes are the texts after the digits of a move number that the
// dictionary of each frame starts with.
var usualSuffixes = []string{".", "...", "", ". ..."}

// state is the last behaviour of a style: the white space between two classes of
// steps, whether a move has a number, the text after a number's digits. It predicts
// the same again; exceptions are stored and change the state.
type state struct {
	gap      [numClasses][numClasses]int
	numbered [2][numClasses]bool
	suffix   [2]int
}

func firstState() (s state) {
	for a := range numClasses {
		for b := range numClasses {
			s.gap[a][b] = gapSpace
		}
	}
	for a := range numClasses {
		s.gap[classStart][a] = gapNone
		s.gap[classOpen][a] = gapNone
		s.gap[a][classClose] = gapNone
		s.gap[a][classGlyph] = gapNone
		s.gap[a][classEnd] = gapBlankLine
		s.numbered[board.White][a] = true
		s.numbered[board.Black][a] = a != classMove && a != classGlyph && a != classNAG
	}
	for b := range numClasses {
		s.gap[classLine][b] = gapLine
	}
	s.suffix = [2]int{0, 1}
	return s
}

// Styled is a style with its state.
type Styled struct {
	style
	state state
}

// newlineGap is the number of the style's line break in every dictionary of gaps.
func (s *style) newlineGap() int {
	if s.crlf {
		return gapCRLF
	}
	return gapLine
}

// learnGap makes got the expected gap between two classes, unless only the place of a
// line break was unexpected.
func (s *state) learnGap(style *style, prev, next class, got int) {
	if style.wrap != wrapNone && s.gap[prev][next] == gapSpace && got == style.newlineGap() {
		return
	}
	s.gap[prev][next] = got
}

// The parts of a step in an exception, as bits of exception.mask.
const (
	exceptGap     = 1 << iota // the white space before the step
	exceptInner               // the white space between number and move
	exceptNumber              // an unexpected number, or an unexpected lack of one
	exceptSuffix              // another text after the number's digits
	exceptDigits              // another number, spelled out
	exceptForm                // a move that the dialect spells differently
	numExceptions = iota
)

// exception is one step that differs from what its style's state predicts.
type exception struct {
	step   int
	mask   uint8
	gap    int // in the dictionary of gaps
	inner  int
	suffix int // in the dictionary of suffixes
	digits []byte
	form   int
}

// moveCount is the number of the next move of a line.
type moveCount struct {
	number int
	turn   board.Color
}

func (c moveCount) next() moveCount {
	if c.turn == board.Black {
		c.number++
	}
	c.turn ^= 1
	return c
}

// moveCounts is the count of the current line of moves and of the lines that enclose
// it.
type moveCounts struct {
	now, before moveCount
	stack       []moveCount // now and before of each enclosing line
}

func (c *moveCounts) reset(p *board.Position) {
	c.now = moveCount{int(p.FullmoveNumber), p.Turn}
	c.before = c.now
	c.stack = c.stack[:0]
}

// pass follows the line through a step of kind o.
func (c *moveCounts) pass(o Op) {
	switch o {
	case OpMove, OpNull, OpWord:
		c.before = c.now
		c.now = c.now.next()
	case OpOpen:
		c.stack = append(c.stack, c.now, c.before)
		c.now = c.before
	case OpClose:
		if n := len(c.stack); n > 0 {
			c.now, c.before = c.stack[n-2], c.stack[n-1]
			c.stack = c.stack[:n-2]
		}
	}
}

// splitNumber cuts a move number into its digits and the text after them; ok is false
// if the digits are not a plain number that a count can hold.
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
