package layout

import "bytes"

// printer writes the text of a game with the line breaks of its style. A break before
// a word depends on the word's end, so the gap before it stays open until then.
type printer struct {
	dst    []byte
	style  *style
	column int // bytes since the last line break at the open gap
	open   int // offset of the open gap in dst, a single space; -1 if none
	line   int // offset in dst at which the current line began
}

func (p *printer) begin(dst []byte, s *style, column int) {
	*p = printer{dst: dst, style: s, open: -1, line: len(dst) - column}
}

// gap writes white space. Expected reports that it is the one predicted by the
// style's state; then a space may become a line break.
func (p *printer) gap(text []byte, expected, whiteNumber bool) {
	if len(text) > 0 {
		p.endWord()
	}
	if expected && len(text) == 1 && text[0] == ' ' {
		switch p.style.wrap {
		case wrapGreedy, wrapComments, wrapBase:
			p.open = len(p.dst)
			p.column = p.open - p.line
		case wrapPairs:
			if whiteNumber && len(p.dst)-p.line >= p.style.width {
				p.dst = append(p.dst, p.style.newline()...)
				p.line = len(p.dst)
				return
			}
		}
	}
	p.bytes(text)
}

// words writes the text of a comment whose spaces may become line breaks.
func (p *printer) words(t []byte) {
	for word, gap, rest := cutWord(t); ; word, gap, rest = cutWord(rest) {
		p.bytes(word)
		if gap == nil {
			return
		}
		p.gap(gap, true, false)
	}
}

// fill writes the text of a comment as wrapBase breaks it.
func (p *printer) fill(t []byte) {
	p.endWord()
	at := len(p.dst)
	p.dst = p.style.fillBase(p.dst, t, at-p.line)
	if i := bytes.LastIndexByte(p.dst[at:], '\n'); i >= 0 {
		p.line = at + i + 1
	}
}

// text writes bytes of a word without line breaks.
func (p *printer) text(t string) { p.dst = append(p.dst, t...) }

// bytes writes bytes of a word, or of white space.
func (p *printer) bytes(t []byte) {
	p.dst = append(p.dst, t...)
	if i := bytes.LastIndexByte(t, '\n'); i >= 0 {
		p.line = len(p.dst) - len(t) + i + 1
	}
}

// endWord ends the word after the open gap and breaks the line before it if
// the word does not fit.
func (p *printer) endWord() {
	at := p.open
	if at < 0 {
		return
	}
	p.open = -1
	if p.column+(len(p.dst)-at) <= p.style.width {
		return
	}
	p.dst[at] = '\n'
	if p.style.crlf {
		p.dst = append(p.dst, 0)
		copy(p.dst[at+1:], p.dst[at:])
		p.dst[at], p.dst[at+1] = '\r', '\n'
	}
	if p.line <= at { // no break inside the word: the new line begins with it
		p.line = at + len(p.style.newline())
	} else if p.style.crlf {
		p.line++
	}
}
