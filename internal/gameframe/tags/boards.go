package tags

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/boards"
	"github.com/chesszip/chesszip/internal/contextmix"
)

// Boards are positions as FENs have them, each by what stands on its squares, the
// position before being the pattern:
//
//	| exceptions: length uvarint, column of texts | string of the range coder |

// leastBoards is the number of values from which on they may be boards.
const leastBoards = 4

// Choices of the boardsTable.
const (
	choiceNoBoard = iota
	choiceStyle
	choiceSameClock
	choiceClock
	choiceSameNumber
	choiceNumberStep
)

// boardsTable is what depends on a position but for its board: last is the style
// of the one before, clock and number are those of the position before.
var boardsTable = contextmix.Declare("tags.boards",
	contextmix.Choice{Name: "whether a value is an exception", Fields: "exceptions:4", Contexts: "exceptions"},
	contextmix.Choice{Name: "how it is written", Fields: "last:2", Contexts: "last"},
	contextmix.Choice{Name: "whether the half-move clock is that before", Fields: "clock:7", Contexts: "- | clock"},
	contextmix.Choice{Name: "the half-move clock", Fields: "clock:7", Contexts: "- | clock"},
	contextmix.Choice{Name: "whether the move number is that before", Fields: "number:16", Contexts: "- | number"},
	contextmix.Choice{Name: "what the move number is more", Fields: "number:16", Contexts: "- | number"},
)

const boardsSize = 14

// codeBoards codes a column of positions.
func codeBoards(c *coding) bool {
	if c.writing() && !c.column.areBoards() {
		return false
	}
	if !c.beginWith(len(c.column.Rows)) {
		return false
	}
	room := c.table.Room
	model := room.New(c.coder, boardsTable, boardsSize, boards.Sights)
	squares := room.New(c.coder, boards.Squares(), boards.SquaresSize, boards.Sights)
	state := room.New(c.coder, boards.State(), boards.StateSize, boards.Sights)
	p := positions{coding: c, model: model, boards: boards.New(squares, state), last: board.Start()}
	c.each(p.value)
	for _, m := range [...]*contextmix.Model{model, squares, state} {
		room.Free(m)
	}
	c.end(true)
	return true
}

// areBoards reports whether most values are positions.
func (c *Column) areBoards() bool {
	bad := 0
	for _, v := range c.Values {
		var p board.Position
		if n, _ := boards.Find(v, &p); n != len(v) || n == 0 {
			if bad++; bad*10 > len(c.Values) {
				return false
			}
		}
	}
	return len(c.Values) >= leastBoards
}

// positions codes the positions of a column.
type positions struct {
	coding     *coding
	model      *contextmix.Model
	boards     *boards.Coder
	last       board.Position
	style      boards.Style
	exceptions uint32 // whether the values before were exceptions, newest lowest
}

// value codes a position; false for an exception.
func (p *positions) value(k int, _ int32) (text []byte, ok bool) {
	var at board.Position
	var style boards.Style
	c, m := p.coding, p.model
	if c.writing() {
		text = c.column.Values[k]
		var n int
		n, style = boards.Find(text, &at)
		ok = n == len(text) && n > 0
	}
	m.Use(choiceNoBoard, p.exceptions&15)
	p.exceptions <<= 1
	if m.Flag(!ok) {
		p.exceptions |= 1
		return text, false
	}
	m.Use(choiceStyle, uint32(p.style))
	p.style = boards.Style(m.Index(int(style), 2))
	before := p.last
	p.last = p.boards.Code(&at, &before)
	p.counters(&at)
	if !c.writing() {
		from := len(c.room)
		c.room = p.style.Append(c.room, &p.last)
		text = c.built(from)
	}
	return text, true
}

// counters codes the counters of a position, which those before stand for.
func (p *positions) counters(at *board.Position) {
	m, now := p.model, &p.last
	if p.style&boards.Counters == 0 {
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
