package sheet

import "bytes"

// head returns how much of a comment's text belongs to the word that its brace
// begins.
func (s *style) head(t []byte) int {
	if s.wrap == wrapBase {
		return 0
	}
	for i, c := range t {
		if c == ' ' || c == '\n' || c == '\r' {
			return i
		}
	}
	return len(t)
}

// fill appends what follows the head of a comment, up to its closing brace, with
// line breaks instead of spaces where words would end beyond the width. Column
// is where it begins.
func (s *style) fill(dst, t []byte, column int) []byte {
	if s.wrap == wrapBase {
		if whole := len(t) + 1; whole <= s.width { // with the brace
			if column+whole > s.width {
				dst = append(dst, s.newline()...)
			}
			return append(dst, t...)
		}
	}
	for first := true; ; first = false {
		n := bytes.IndexByte(t, ' ')
		last := n < 0
		if last {
			n = len(t)
		}
		long := n // what must fit: the brace, or for ChessBase a space, too
		if last || s.wrap == wrapBase {
			long++
		}
		switch {
		case first && (s.wrap != wrapBase || column+long <= s.width):
			column += n
		case first || column+1+long > s.width:
			dst = append(dst, s.newline()...)
			column = n
		default:
			dst = append(dst, ' ')
			column += 1 + n
		}
		dst = append(dst, t[:n]...)
		if last {
			return dst
		}
		t = t[n+1:]
	}
}

// unbroken returns the text of the comment at a step without the line breaks
// that style s gives it; nil if it has others.
func (e *encoder) unbroken(i int, s *style) []byte {
	text := e.steps[i].inside()
	column := columnAfter(e.columnsFor(s.wrap)[2*i].column, e.steps[i].gap) + 1
	head := s.head(text)
	text, column = text[head:], columnAfter(column, text[:head])
	t := text
	if s.wrap == wrapBase {
		t = bytes.TrimPrefix(t, []byte(s.newline()))
	}
	t = bytes.ReplaceAll(t, []byte(s.newline()), []byte(" "))
	if e.filled = s.fill(e.filled[:0], t, column); !bytes.Equal(e.filled, text) {
		return nil
	}
	if whole := e.steps[i].inside(); head > 0 {
		return append(whole[:head:head], t...)
	}
	return t[:len(t):len(t)]
}

// brokenComments counts the comments with line breaks in them.
func brokenComments(steps []step) (n int) {
	for i := range steps {
		if st := &steps[i]; st.op == opComment && bytes.IndexByte(st.text, '\n') >= 0 {
			n++
		}
	}
	return n
}

// gapColumn is where a gap begins: the bytes since the last line break, and
// the length of the word that follows, up to the next gap that is not empty.
type gapColumn struct{ column, unit int }

// columnsFor returns where each gap of the game's text begins, two a step, as a
// way to break lines has it.
func (e *encoder) columnsFor(way wrap) []gapColumn {
	k := 0
	if way >= wrapWords {
		k = int(way-wrapWords) + 1
	}
	if len(e.cols[k]) == 0 {
		e.cols[k] = appendColumns(e.cols[k], e.steps, e.column, &style{wrap: way})
	}
	return e.cols[k]
}

func appendColumns(dst []gapColumn, steps []step, column int, s *style) []gapColumn {
	// The gaps whose following word is not complete yet.
	start, length := len(dst), 0
	closeWord := func() {
		for ; start < len(dst); start++ {
			dst[start].unit = length - dst[start].unit
		}
		length = 0
	}
	gap := func(g []byte) {
		if len(g) > 0 {
			closeWord()
		}
		// unit holds the length already behind until the word is closed.
		dst = append(dst, gapColumn{column, length})
		column = columnAfter(column, g)
	}
	text := func(t []byte) {
		length += len(t)
		column = columnAfter(column, t)
	}
	for i := range steps {
		st := &steps[i]
		gap(st.gap)
		text(st.number)
		gap(st.inner)
		t := st.text
		if st.op == opComment && s.breaksComments() {
			head := 1 + s.head(st.inside())
			text(t[:head])
			closeWord()
			t = t[head:]
		}
		text(t)
	}
	closeWord()
	return dst
}

// columnAfter returns the column after t when it begins at column.
func columnAfter(column int, t []byte) int {
	if i := bytes.LastIndexByte(t, '\n'); i >= 0 {
		return len(t) - i - 1
	}
	return column + len(t)
}
