package sheet

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/board"
)

// A value that begins with the position at the end of the game, such as that of
// CurrentPosition, follows from the moves: lateByte stands in its place, and is
// replaced by the FEN without counters once the moves are known.
const lateByte = 3

// lateText returns the FEN of p without its counters.
func lateText(dst []byte, p *board.Position) []byte {
	at := len(dst)
	dst = p.AppendFEN(dst)
	for range 2 {
		dst = dst[:at+bytes.LastIndexByte(dst[at:], ' ')]
	}
	return dst
}

// end returns the position after the last move of the main line, if it is
// known.
func (l *lines) end() (p *board.Position, ok bool) {
	return &l.now.pos, !l.now.lost && len(l.stack) == 0
}

// lateValues puts lateByte in the values that begin with the position at the end;
// false if a value begins with that byte itself.
func (e *encoder) lateValues() bool {
	e.fen = e.fen[:0]
	if p, ok := e.lines.end(); ok && bytes.IndexByte(e.parsed.last, '\n') >= 0 {
		e.fen = lateText(e.fen, p)
	}
	for i := range e.tags {
		t := &e.tags[i]
		switch {
		case len(t.value) > 0 && t.value[0] == lateByte:
			return false
		case len(e.fen) > 0 && bytes.HasPrefix(t.value, e.fen) && string(t.name) != "FEN":
			t.value = append([]byte{lateByte}, t.value[len(e.fen):]...)
			e.late = true
		}
	}
	return true
}

// lateValues writes the position at the end where values of the game that
// began at start wait for it.
func (d *decoder) lateValues() {
	if len(d.waiting) == 0 {
		return
	}
	p, ok := d.lines.end()
	if !ok {
		return
	}
	fen := lateText(nil, p)
	for _, at := range slices.Backward(d.waiting) {
		d.dst = slices.Insert(d.dst, at, fen...)
	}
}
