package positions

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/boards"
)

// line is a line of a list.
type line struct {
	Kind
	pos   board.Position
	text  []byte   // the line, or the text after the position
	cells [][]byte // of a table
}

// shape is the form of the lines of a list.
type shape struct {
	prefix  string // before each position
	columns int    // of a table, else 0
	fen     int    // the column of positions
}

// texts returns the number of columns of texts.
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

// Limits of the sample that determines the shape of a list: lines and bytes.
const (
	sniffLines = 64
	Sniffed    = 1 << 14
)

// sniff returns the shape of a list; ok is false if src is not one.
func sniff(src []byte) (best shape, ok bool) {
	shapes := []shape{{}, {prefix: plainPrefix}}
	var hits [2 + sniffLines]int // positions by shape
	seen := 0
	for text := range bytes.Lines(src[:min(len(src), Sniffed)]) {
		if seen == sniffLines {
			break
		}
		seen++
		text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		if cells := bytes.Split(text[:min(len(text), 1<<12)], []byte(",")); len(cells) > 1 && len(cells) <= maxColumns && len(shapes) < sniffLines {
			var p board.Position
			for k, cell := range cells {
				if n, _ := boards.Find(cell, &p); n > 0 && n == len(cell) {
					shapes = append(shapes, shape{columns: len(cells), fen: k})
					break
				}
			}
		}
		for i := range shapes {
			var l line
			if shapes[i].read(text, &l); l.Position {
				hits[i]++
			}
		}
	}
	at := 0
	for i := range shapes {
		// Prefer a table, even if its first column is the position.
		if hits[i] > hits[at] || hits[i] == hits[at] && shapes[i].columns > shapes[at].columns {
			at = i
		}
	}
	return shapes[at], hits[at] > 0 && hits[at]*minShare >= seen
}

// minShare is the most lines for each position.
const minShare = 8

// minLine bounds the number of lines: their average length in bytes is at least this.
// One in minShare has a position, which takes 25 at least.
const minLine = 4

// read splits a line into its parts.
func (s *shape) read(text []byte, l *line) {
	l.text = text
	switch {
	case s.columns > 0:
		if bytes.Count(text, []byte(",")) != s.columns-1 {
			return
		}
		l.cells = appendCells(l.cells[:0], text)
		n, how := boards.Find(l.cells[s.fen], &l.pos)
		if l.Position = n > 0 && n == len(l.cells[s.fen]); l.Position {
			l.Style = int(how)
		}
	case len(text) > len(s.prefix) && string(text[:len(s.prefix)]) == s.prefix:
		n, how := boards.Find(text[len(s.prefix):], &l.pos)
		if l.Position = n > 0; l.Position {
			l.text, l.Style = text[len(s.prefix)+n:], int(how)
		}
	}
}

// count returns the number of lines of src; ok is false if they are too many for a
// list.
func count(src []byte) (n int, ok bool) {
	n = bytes.Count(src, []byte("\n"))
	if src[len(src)-1] != '\n' {
		n++
	}
	return n, n <= len(src)/minLine+1
}

// each calls yield with each of the n lines of src, which is valid until yield
// returns: a text of 4 MiB may have a million, so they are not stored. It returns
// false, early if possible, if there are too few positions, or if yield returns
// false.
func (s *shape) each(src []byte, n int, yield func(l *line) bool) (ok bool) {
	var l line
	found, left := 0, n
	for text := range bytes.Lines(src) {
		l = line{cells: l.cells[:0]}
		text, l.Return = bytes.CutSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		if s.read(text, &l); l.Position {
			found++
		}
		if left--; (found+left)*minShare < n {
			return false
		}
		if !yield(&l) {
			return false
		}
	}
	return true
}

// appendCells appends the cells of a line of a table to dst.
func appendCells(dst [][]byte, text []byte) [][]byte {
	for {
		i := bytes.IndexByte(text, ',')
		if i < 0 {
			return append(dst, text)
		}
		dst, text = append(dst, text[:i]), text[i+1:]
	}
}

// Is reports whether a text that begins with head looks like a list, and whether
// that is a table.
func Is(head []byte) (list, table bool) {
	s, ok := sniff(head)
	return ok, ok && s.columns > 0
}

// LineReader finds the positions in the lines of a list.
type LineReader struct {
	shape shape
	line  line
}

// NewLines returns a LineReader of a text; ok is false if that is not a list.
func NewLines(src []byte) (r LineReader, ok bool) {
	r.shape, ok = sniff(src)
	return r, ok
}

// Position returns the position in a line without its end; ok is false if it has
// none.
func (r *LineReader) Position(text []byte) (p board.Position, ok bool) {
	r.line = line{cells: r.line.cells[:0]}
	r.shape.read(text, &r.line)
	return r.line.pos, r.line.Position
}

// Count returns the number of positions in a list, 0 if src is not a list.
func Count(src []byte) (n int) {
	s, ok := sniff(src)
	if !ok {
		return 0
	}
	for text := range bytes.Lines(src) {
		var l line
		s.read(bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r")), &l)
		if l.Position {
			n++
		}
	}
	return n
}
