package positionlist

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/positionlist/lines"
)

// line is a line of a list.
type line struct {
	lines.Kind
	pos   board.Position
	text  []byte   // the line, or what follows the position
	cells [][]byte // of a table
}

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
			if shapes[i].read(text, &l); l.Position {
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
		if l.Position = n > 0 && n == len(cells[s.fen]); l.Position {
			l.cells, l.Style = cells, int(how)
		}
	case len(text) > len(s.prefix) && string(text[:len(s.prefix)]) == s.prefix:
		n, how := position(text[len(s.prefix):], &l.pos)
		if l.Position = n > 0; l.Position {
			l.text, l.Style = text[len(s.prefix)+n:], int(how)
		}
	}
}

// cut cuts src into lines; false if there are too few positions.
func (s *shape) cut(src []byte) (all []line, ok bool) {
	count := bytes.Count(src, []byte("\n"))
	if src[len(src)-1] != '\n' {
		count++
	}
	if count > len(src)/minLine+1 {
		return nil, false
	}
	all = make([]line, count)
	positions := 0
	for i := range all {
		text := src
		if end := bytes.IndexByte(src, '\n'); end >= 0 {
			text, src = src[:end:end], src[end+1:]
		}
		l := &all[i]
		if n := len(text); n > 0 && text[n-1] == '\r' {
			l.Return, text = true, text[:n-1]
		}
		s.read(text, l)
		if l.Position {
			positions++
		}
	}
	return all, positions*minShare >= count
}
