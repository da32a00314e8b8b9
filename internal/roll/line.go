package roll

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
)

// line is a line of a list.
type line struct {
	isPosition bool
	cr         bool // a carriage return comes before the line feed
	style      style
	pos        board.Position
	text       []byte   // the line, or what follows the position
	cells      [][]byte // of a table
}

// style is how a position is written.
type style uint8

const (
	withCounters style = 1 << iota
	withFiles          // rights to castle as files of rooks
	styles
)

// appendPosition appends the position as it is written.
func (l *line) appendPosition(dst []byte) []byte { return l.style.append(dst, &l.pos) }

func (s style) append(dst []byte, p *board.Position) []byte {
	if s&withFiles != 0 {
		dst = p.AppendShredderFEN(dst)
	} else {
		dst = p.AppendFEN(dst)
	}
	if s&withCounters == 0 {
		// The two counters and the blanks before them.
		for range 2 {
			dst = dst[:bytes.LastIndexByte(dst, ' ')]
		}
	}
	return dst
}

// maxPosition bounds the bytes of a position: 71 of a board, 4 rights, two
// counters of at most 5 digits.
const maxPosition = 96

// shape is how the lines of a list are made up.
type shape struct {
	prefix  string // before each position
	columns int    // of a table, else 0
	fen     int    // the column of positions
}

// texts is how many columns of texts there are.
func (s *shape) texts() int {
	if s.columns > 0 {
		return 1 + s.columns
	}
	return 2
}

const (
	plainPrefix = "fen "
	maxColumns  = 16
)

// position reads the position at the start of text, as style writes it, and
// returns its length, 0 if there is none.
func position(text []byte, p *board.Position) (n int, how style) {
	short, long := extent(text)
	if short == 0 {
		return 0, 0
	}
	var room [maxPosition]byte
	for _, n := range [...]int{long, short} {
		if n == 0 || n > maxPosition {
			continue
		}
		q, err := board.ParseFEN(string(text[:n]))
		if err != nil {
			continue
		}
		for how := style(0); how < styles; how += withFiles {
			s := how
			if n == long {
				s |= withCounters
			}
			if bytes.Equal(s.append(room[:0], &q), text[:n]) {
				*p = q
				return n, s
			}
		}
	}
	return 0, 0
}

// extent returns the lengths of the first four fields of a FEN at the start of
// text, and of all six, 0 where they are not there.
func extent(text []byte) (short, long int) {
	i := 0
	word := func(ok func(b byte) bool) bool {
		start := i
		for i < len(text) && ok(text[i]) {
			i++
		}
		return i > start && i < start+maxPosition
	}
	blank := func() bool {
		i++
		return i <= len(text) && text[i-1] == ' '
	}
	if !word(inBoard) || i < 15 || !blank() || !word(inTurn) || !blank() || !word(inRights) || !blank() || !word(inSquare) {
		return 0, 0
	}
	short = i
	if blank() && word(isDigit) && blank() && word(isDigit) {
		long = i
	}
	return short, long
}

func inBoard(b byte) bool {
	return b == '/' || b >= '1' && b <= '8' || bytes.IndexByte([]byte("pnbrqkPNBRQK"), b) >= 0
}
func inTurn(b byte) bool   { return b == 'w' || b == 'b' }
func inRights(b byte) bool { return b == '-' || b >= 'A' && b <= 'z' }
func inSquare(b byte) bool { return b == '-' || b >= 'a' && b <= 'h' || b >= '1' && b <= '8' }
func isDigit(b byte) bool  { return b >= '0' && b <= '9' }

// sniffLines is how many lines decide what a list is.
const sniffLines = 64

// sniff finds the shape of a list; false if it is none.
func sniff(src []byte) (best shape, ok bool) {
	shapes := []shape{{}, {prefix: plainPrefix}}
	var hits []int
	rest, seen := src, 0
	for ; seen < sniffLines && len(rest) > 0; seen++ {
		text := rest
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			text, rest = rest[:end], rest[end+1:]
		} else {
			rest = nil
		}
		text = bytes.TrimSuffix(text, []byte("\r"))
		if cells := bytes.Split(text[:min(len(text), 1<<12)], []byte(",")); len(cells) > 1 && len(cells) <= maxColumns && len(shapes) < sniffLines {
			var p board.Position
			for k, cell := range cells {
				if n, _ := position(cell, &p); n > 0 && n == len(cell) {
					shapes = append(shapes, shape{columns: len(cells), fen: k})
					break
				}
			}
		}
		for len(hits) < len(shapes) {
			hits = append(hits, 0)
		}
		for i := range shapes {
			var l line
			if shapes[i].read(text, &l); l.isPosition {
				hits[i]++
			}
		}
	}
	at := 0
	for i, n := range hits {
		// A table is one, though its first column may be the position.
		if n > hits[at] || n == hits[at] && shapes[i].columns > shapes[at].columns {
			at = i
		}
	}
	if len(hits) == 0 || hits[at] == 0 || hits[at]*minShare < seen {
		return best, false
	}
	return shapes[at], true
}

// minShare is how many lines there may be to a position.
const minShare = 8

// minLine bounds the number of lines: they take as many bytes on average. One
// in minShare has a position, which takes 25 at least.
const minLine = 4

// read cuts a line up.
func (s *shape) read(text []byte, l *line) {
	l.text = text
	switch {
	case s.columns > 0:
		if bytes.Count(text, []byte(",")) != s.columns-1 {
			return
		}
		cells := bytes.Split(text, []byte(","))
		n, how := position(cells[s.fen], &l.pos)
		if l.isPosition = n > 0 && n == len(cells[s.fen]); l.isPosition {
			l.cells, l.style = cells, how
		}
	case len(text) > len(s.prefix) && string(text[:len(s.prefix)]) == s.prefix:
		n, how := position(text[len(s.prefix):], &l.pos)
		if l.isPosition = n > 0; l.isPosition {
			l.text, l.style = text[len(s.prefix)+n:], how
		}
	}
}

// cut cuts src into lines; false if there are too few positions.
func (s *shape) cut(src []byte) (lines []line, ok bool) {
	count := bytes.Count(src, []byte("\n"))
	if src[len(src)-1] != '\n' {
		count++
	}
	if count > len(src)/minLine+1 {
		return nil, false
	}
	lines = make([]line, count)
	positions := 0
	for i := range lines {
		text := src
		if end := bytes.IndexByte(src, '\n'); end >= 0 {
			text, src = src[:end:end], src[end+1:]
		}
		l := &lines[i]
		if n := len(text); n > 0 && text[n-1] == '\r' {
			l.cr, text = true, text[:n-1]
		}
		s.read(text, l)
		if l.isPosition {
			positions++
		}
	}
	return lines, positions*minShare >= count
}

// positionOf returns the position of a line, false if it has none.
func (s *shape) positionOf(text []byte) (board.Position, bool) {
	var l line
	s.read(text, &l)
	return l.pos, l.isPosition
}
