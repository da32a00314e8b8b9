package layout

import "bytes"

// fills reports whether a style also breaks comments in braces into lines.
func (s *style) fills() bool { return s.wrap == wrapComments || s.wrap == wrapBase }

// cutWord cuts the text of a comment at its first gap, a space or a line break. The gap
// is nil after the last word.
func cutWord(t []byte) (word, gap, rest []byte) {
	n := bytes.IndexAny(t, " \n")
	if n < 0 {
		return t, nil, nil
	}
	end := n + 1
	if t[n] == '\n' && n > 0 && t[n-1] == '\r' {
		n--
	}
	return t[:n], t[n:end], t[end:]
}

// fillBase appends the text of a comment, without a line break, as wrapBase breaks it.
// Its brace ends at the given column.
func (s *style) fillBase(dst, t []byte, column int) []byte {
	if bytes.IndexByte(t, '\n') >= 0 {
		return append(dst, t...)
	}
	if whole := len(t) + 1; whole <= s.width {
		if column+whole > s.width {
			dst = append(dst, s.newline()...)
		}
		return append(dst, t...)
	}
	gap := ""
	for {
		word, space, rest := cutWord(t)
		// After a word there is room for a space, or for the closing brace.
		if end := column + len(gap) + len(word); end+1 > s.width {
			dst = append(dst, s.newline()...)
			column = len(word)
		} else {
			dst = append(dst, gap...)
			column = end
		}
		dst = append(dst, word...)
		if space == nil {
			return dst
		}
		gap, t = " ", rest
	}
}

// Fill finds a style that sets the line breaks in the comments of a game, and takes
// these breaks out of the comments. Other breaks stay. It changes nothing if there is no
// such style. It is called before the comments are read.
func (w *Writer) Fill(g *Game) {
	styles := w.coder.styles
	broken := 0
	for i := range g.Steps {
		if g.Steps[i].Op == OpComment {
			broken += bytes.Count(g.Steps[i].Text, []byte("\n"))
		}
	}
	if broken == 0 && (len(styles) == 0 || !styles[w.last].fills()) {
		return
	}
	best := style{}
	least := broken/2 + 1 // breaks that stay
	try := func(s style) {
		if !s.fills() || s.width > maxWidth || least == 0 || s.same(&best) {
			return
		}
		if left := w.unbreak(g, &s, least); left < least {
			best, least = s, left
		}
	}
	if len(styles) > 0 {
		try(styles[w.last].style)
	}
	if broken > 0 {
		for id := len(styles) - 1; id >= 0 && id >= len(styles)-maxTrials; id-- {
			try(styles[id].style)
		}
		b := noBreaks()
		g.places.find(g, wrapBase)
		b.noteSteps(g)
		for _, width := range []int{b.greedy(), usualBase} {
			try(style{wrap: wrapBase, crlf: b.crlf, width: width})
		}
		g.places.find(g, wrapComments)
		b = noBreaks()
		b.noteSteps(g)
		spaces := g.noteComments(&b)
		try(style{wrap: wrapComments, crlf: b.crlf, width: max(b.greedy(), spaces)})
	}
	g.places.steps = g.places.steps[:0]
	if best.fills() {
		w.unbreak(g, &best, least+1)
		g.filling = best
		for i, text := range w.unbroken {
			if text != nil {
				g.Steps[i].Text = text
			}
		}
	}
}

// same reports whether two styles break lines alike.
func (s *style) same(t *style) bool {
	return s.wrap == t.wrap && s.width == t.width && s.crlf == t.crlf
}

// takes reports whether the comments of a game, as Fill left them, come back with a style.
func (g *Game) takes(s *style) bool { return g.filling.same(s) || !g.filling.fills() && !s.fills() }

// noteComments notes the gaps in comments, and returns the least width with which no
// space in them becomes a break.
func (g *Game) noteComments(b *lineBreaks) (least int) {
	n := 0
	for i := range g.Steps {
		if g.Steps[i].Op != OpComment {
			continue
		}
		for _, gap, rest := cutWord(g.Steps[i].Text); gap != nil; _, gap, rest = cutWord(rest) {
			at := g.places.comments[n]
			b.note(gap, at, false)
			if gap[0] == ' ' {
				least = max(least, at.end())
			}
			n++
		}
	}
	return least
}

// unbreak finds the comments of a game without the line breaks that a style sets: those
// that change, by the step. It returns how many breaks stay, at least limit if the
// comments cannot have the style.
func (w *Writer) unbreak(g *Game, s *style, limit int) (left int) {
	g.places.find(g, s.wrap)
	w.unbroken = append(w.unbroken[:0], make([][]byte, len(g.Steps))...)
	places := g.places.comments
	for i := range g.Steps {
		st := &g.Steps[i]
		if st.Op != OpComment {
			continue
		}
		var text []byte
		ok := true
		if s.wrap == wrapBase {
			text, ok = s.unbreakBase(st.Text, columnAfter(int(g.places.steps[2*i].column), g.gap(i))+1)
		} else {
			text, places, ok = s.unbreakWords(st.Text, places)
		}
		left += bytes.Count(text, []byte("\n"))
		if !ok || left >= limit {
			return limit
		}
		w.unbroken[i] = text
	}
	return left
}

// unbreakWords returns a comment without the breaks that wrapComments sets; ok is false
// if it breaks where the comment does not. Places are those of the comment's gaps and of
// later ones.
func (s *style) unbreakWords(t []byte, places []gapColumn) (text []byte, later []gapColumn, ok bool) {
	text = make([]byte, 0, len(t))
	for word, gap, rest := cutWord(t); ; word, gap, rest = cutWord(rest) {
		text = append(text, word...)
		if gap == nil {
			return text, places, true
		}
		if places[0].end() > s.width {
			switch {
			case string(gap) == s.newline():
				gap = []byte(" ")
			case gap[0] == ' ':
				return nil, nil, false
			}
		}
		text, places = append(text, gap...), places[1:]
	}
}

// unbreakBase is unbreakWords for wrapBase and a comment whose brace ends at a column.
func (s *style) unbreakBase(t []byte, column int) (text []byte, ok bool) {
	inner := t[1 : len(t)-1]
	plain := bytes.ReplaceAll(bytes.TrimPrefix(inner, []byte(s.newline())), []byte(s.newline()), []byte(" "))
	if bytes.Equal(s.fillBase(nil, plain, column), inner) {
		return append(append([]byte("{"), plain...), '}'), true
	}
	return t, bytes.IndexByte(t, '\n') >= 0
}
