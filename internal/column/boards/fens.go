package boards

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// Choices of the fenTable.
const (
	choiceNoBoard = iota
	choiceStyle
	choiceSameClock
	choiceClock
	choiceSameNumber
	choiceNumberStep
)

// fenTable has the contexts of a position besides its board: last is the style of the
// previous one, clock and number are its counters.
var fenTable = contextmix.Declare("tags.boards",
	contextmix.Choice{Name: "whether a value is an exception", Fields: "exceptions:4", Contexts: "exceptions"},
	contextmix.Choice{Name: "how it is written", Fields: "last:2", Contexts: "last"},
	contextmix.Choice{Name: "whether the half-move clock is that before", Fields: "clock:7", Contexts: "- | clock"},
	contextmix.Choice{Name: "the half-move clock", Fields: "clock:7", Contexts: "- | clock"},
	contextmix.Choice{Name: "whether the move number is that before", Fields: "number:16", Contexts: "- | number"},
	contextmix.Choice{Name: "what the move number is more", Fields: "number:16", Contexts: "- | number"},
)

const fenSize = 14

// Table returns the table for a position besides its board.
func Table() *contextmix.Table { return fenTable }

// FENs codes texts that are positions, square by square, with the previous one as the
// pattern.
type FENs struct {
	model, squares, state *contextmix.Model
	boards                *Coder
	last                  board.Position
	style                 Style
	exceptions            uint32 // whether earlier texts were not positions, the newest lowest
}

// NewFENs returns FENs that write or read with c. Their memory comes from room until
// Free.
func NewFENs(room *contextmix.Memory, c *contextmix.Coder) *FENs {
	f := &FENs{last: board.Start()}
	f.model = room.New(c, fenTable, fenSize, MaxCount)
	f.squares = room.New(c, squareContexts, SquaresSize, MaxCount)
	f.state = room.New(c, stateContexts, StateSize, MaxCount)
	f.boards = New(f.squares, f.state)
	return f
}

// Free returns the memory of the models to room.
func (f *FENs) Free(room *contextmix.Memory) {
	for _, m := range [...]*contextmix.Model{f.model, f.squares, f.state} {
		room.Free(m)
	}
}

// Write writes a text. For a text that is not a position it writes a bit and returns
// false, and the caller stores the text.
func (f *FENs) Write(text []byte) bool {
	var p board.Position
	n, style := Find(text, &p)
	ok := n > 0 && n == len(text)
	return f.code(&p, style, ok)
}

// Append appends the next text to dst; ok is false for one that is not a position.
func (f *FENs) Append(dst []byte) ([]byte, bool) {
	var p board.Position
	if !f.code(&p, 0, true) {
		return dst, false
	}
	return f.style.Append(dst, &f.last), true
}

// code codes a position, or that the text is not one.
func (f *FENs) code(p *board.Position, style Style, ok bool) bool {
	m := f.model
	m.Use(choiceNoBoard, f.exceptions&15)
	f.exceptions <<= 1
	if m.Flag(!ok) {
		f.exceptions |= 1
		return false
	}
	m.Use(choiceStyle, uint32(f.style))
	f.style = Style(m.Index(int(style), 2))
	before := f.last
	f.last = f.boards.Code(p, &before)
	f.counters(p)
	return true
}

// counters codes the counters of a position relative to the previous ones.
func (f *FENs) counters(at *board.Position) {
	m, now := f.model, &f.last
	if f.style&Counters == 0 {
		return
	}
	clock := uint32(min(now.HalfmoveClock, 127))
	m.Use(choiceSameClock, clock)
	if !m.Flag(at.HalfmoveClock == now.HalfmoveClock) {
		m.Use(choiceClock, clock)
		now.HalfmoveClock = uint16(m.Number(int64(at.HalfmoveClock)))
	}
	number := uint32(now.FullmoveNumber)
	m.Use(choiceSameNumber, number)
	if !m.Flag(at.FullmoveNumber == now.FullmoveNumber) {
		m.Use(choiceNumberStep, number)
		now.FullmoveNumber += uint16(m.Signed(int64(at.FullmoveNumber) - int64(now.FullmoveNumber)))
	}
}

// AreFENs reports whether most texts are positions.
func AreFENs(texts [][]byte) bool {
	bad := 0
	for _, v := range texts {
		var p board.Position
		if n, _ := Find(v, &p); n != len(v) || n == 0 {
			if bad++; bad*10 > len(texts) {
				return false
			}
		}
	}
	return true
}
