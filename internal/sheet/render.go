package sheet

// renderer writes the text of a game, placing the line breaks that its style
// asks for. A break before a word depends on where the word ends, so the gap
// before it stays open until then.
type renderer struct {
	dst    []byte
	style  style
	column int // bytes since the last line break at the open gap
	open   int // offset of the open gap in dst, a single space; -1 if none
	line   int // offset in dst at which the current line began
	filled []byte
}

// begin starts the movetext of a game at the end of dst, in the given style.
func (r *renderer) begin(s style, column int) {
	r.style = s
	r.open = -1
	r.line = len(r.dst) - column
}

// gap writes white space. It is foretold where it is what the habit says, in
// which case a space may turn into a line break.
func (r *renderer) gap(text []byte, foretold, whiteNumber bool) {
	if len(text) > 0 {
		r.close()
	}
	if foretold && len(text) == 1 && text[0] == ' ' {
		switch r.style.wrap {
		case wrapGreedy, wrapWords, wrapBase:
			r.open = len(r.dst)
			r.column = r.open - r.line
		case wrapPairs:
			if whiteNumber && len(r.dst)-r.line >= r.style.width {
				r.text(r.style.newline())
				return
			}
		}
	}
	r.bytes(text)
}

// text writes bytes of a word.
func (r *renderer) text(t string) {
	r.dst = append(r.dst, t...)
	r.newLine(t)
}

func (r *renderer) bytes(t []byte) {
	r.dst = append(r.dst, t...)
	for i := len(t) - 1; i >= 0; i-- {
		if t[i] == '\n' {
			r.line = len(r.dst) - len(t) + i + 1
			return
		}
	}
}

// comment writes a comment, with the line breaks that its style asks for unless
// the text is to stay as it is.
func (r *renderer) comment(t []byte, asIs bool) {
	r.text("{")
	if !r.style.breaksComments() {
		r.bytes(t)
	} else {
		head := r.style.head(t)
		r.bytes(t[:head])
		r.close()
		if asIs {
			r.bytes(t[head:])
		} else {
			r.filled = r.style.fill(r.filled[:0], t[head:], len(r.dst)-r.line)
			r.bytes(r.filled)
		}
	}
	r.text("}")
}

func (r *renderer) newLine(t string) {
	for i := len(t) - 1; i >= 0; i-- {
		if t[i] == '\n' {
			r.line = len(r.dst) - len(t) + i + 1
			return
		}
	}
}

// close ends the word after the open gap and breaks the line before it if the
// word does not fit.
func (r *renderer) close() {
	at := r.open
	if at < 0 {
		return
	}
	r.open = -1
	if r.column+(len(r.dst)-at) <= r.style.width {
		return
	}
	r.dst[at] = '\n'
	if r.style.crlf {
		r.dst = append(r.dst, 0)
		copy(r.dst[at+1:], r.dst[at:])
		r.dst[at], r.dst[at+1] = '\r', '\n'
	}
	if r.line <= at { // no break inside the word: the new line begins with it
		r.line = at + len(r.style.newline())
	} else if r.style.crlf {
		r.line++
	}
}
