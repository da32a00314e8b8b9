package records

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/records"
)

// recorder writes or reads a string of records.
type recorder struct {
	coder     contextmix.Coder
	models    positions.Models
	form      records.Form
	positions *positions.Coder
	fields    *contextmix.Model
	bytes     *contextmix.Model // of records stored verbatim

	verbatim  uint32 // whether the last ones were
	predicted uint32 // whether the last positions were
	padding   byte
	offset    int64 // last ply minus the ply of the counters
	drift     int64 // last ply minus the predicted one
	result    int8  // the last result, for White
	traits    []trait
}

// trait is the data of a record that predicts later ones, for White.
type trait struct {
	score, change int32 // the score, and its difference to the one it followed
	result        int8
	ply           uint16
}

// Sizes of models, as logarithms.
const fieldsSize, bytesSize = 20, 14

func newRecorder(end contextmix.Coder, with *lists.Models, f records.Form, room *contextmix.Memory) *recorder {
	c := &recorder{coder: end, form: f}
	c.models = positions.Models{Coder: &c.coder, Room: room}
	c.positions = positions.New(&c.models, with)
	c.fields = c.models.New(fieldContexts, fieldsSize)
	c.bytes = c.models.New(byteContexts, bytesSize)
	return c
}

// maxKnown is the most records stored at once.
const maxKnown = 1 << 16

// record codes a record. A writer gets it filled in, a reader fills it in.
func (c *recorder) record(e *entry) error {
	if c.positions.Len() == maxKnown {
		c.positions.Forget()
		c.traits = c.traits[:0]
	}
	if c.form == records.Bin {
		e.verbatim = c.fields.Use(chooseVerbatim, c.verbatim&0xff).Flag(e.verbatim)
		c.verbatim = c.verbatim<<1 | positions.Bit(e.verbatim)
		if e.verbatim {
			c.raw(e)
			return nil
		}
	}
	from, err := c.position(&e.Position)
	if err != nil {
		return corrupt.In("positions", err)
	}
	c.traits = append(c.traits, c.outcome(e, from))
	if err := c.move(e); err != nil {
		return err
	}
	switch c.form {
	case records.Bin:
		last := byte(0)
		if c.coder.Writing() {
			last = e.bytes[records.BinSize-1]
		}
		if !c.fields.Use(chooseSamePadding, uint32(c.padding)).Flag(last == c.padding) {
			c.padding = byte(c.fields.Use(choosePadding).Index(int(last), 8))
		}
	case records.Binpack:
		e.begins = c.fields.Use(chooseBegins, uint32(max(from.Plies, 0)), c.predicted&0xff).Flag(e.begins)
	}
	return nil
}

// raw codes a record verbatim.
func (c *recorder) raw(e *entry) {
	if !c.coder.Writing() {
		e.bytes = make([]byte, records.BinSize)
	}
	last := 0
	for i, b := range e.bytes {
		last = c.bytes.Use(0, uint32(i), uint32(last)).Index(int(b), 8)
		e.bytes[i] = byte(last)
	}
}

// position codes a position, and returns the one that it follows from.
func (c *recorder) position(p *board.Position) (positions.Origin, error) {
	if c.positions.Played() {
		predicted := c.fields.Use(choosePredicted, c.predicted&1, c.predicted&0xff).Flag(c.coder.Writing() && c.positions.Predicts(p))
		c.predicted = c.predicted<<1 | positions.Bit(predicted)
		if predicted {
			return c.positions.Predicted(p), nil
		}
	}
	return c.positions.Position(p, true)
}

// unrelated is the number of plies in contexts of positions that follow from none.
const unrelated = 3

// outcome codes result, ply and score of e, whose position follows from an earlier
// one.
func (c *recorder) outcome(e *entry, origin positions.Origin) (now trait) {
	p := &e.Position
	from, plies := trait{result: c.result}, uint32(unrelated)
	counted := 2*int64(p.FullmoveNumber) + int64(p.Turn)
	ply := counted + c.offset
	if origin.Index >= 0 {
		from, plies = c.traits[origin.Index], uint32(origin.Plies)
		ply = int64(from.ply) + int64(origin.Plies)
	}
	sign := 1 - 2*int8(p.Turn)
	balance := material(p)
	if c.fields.Use(chooseSameResult, plies, balance).Flag(e.Result == sign*from.result) {
		e.Result = sign * from.result
	} else {
		e.Result = int8(c.fields.Use(chooseResult, plies, balance).Index(int(uint8(e.Result)), 8))
	}
	now.result = sign * e.Result
	c.result = now.result

	c.drift = c.fields.Use(choosePly, plies, positions.Digits(max(c.drift, -c.drift))).Signed(int64(e.Ply) - ply)
	e.Ply = uint16(ply + c.drift)
	c.offset = int64(e.Ply) - counted
	now.ply = e.Ply

	base, change := from.score*int32(sign), from.change*int32(sign)
	c.fields.Use(chooseScore, plies, grade(base), grade(change), balance, uint32(uint8(e.Result)), uint32(base))
	e.Score = int16(base + int32(c.fields.Signed(int64(int32(e.Score)-base))))
	now.score = int32(e.Score) * int32(sign)
	now.change = now.score - from.score
	return now
}

// grade returns a coarse class of a signed number, below 128.
func grade(v int32) uint32 {
	u := int64(max(v, -v))
	g := positions.Digits(u)
	if g > 2 {
		g = 2*g | uint32(u>>(g-2)&1)
	}
	if v < 0 {
		g |= 0x40
	}
	return g
}

// material returns 32 plus the material of the side to move minus that of the other,
// between 0 and 64.
func material(p *board.Position) uint32 {
	worth := [...]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}
	us := p.Color(p.Turn)
	v := 32
	for k := board.Pawn; k <= board.Queen; k++ {
		pieces := p.Kind(k)
		v += worth[k] * ((pieces & us).Count() - (pieces &^ us).Count())
	}
	return uint32(min(max(v, 0), 64))
}

// Kinds of moves.
const moveLegal, moveNone, moveOther = 0, 1, 2

// move codes the move of e in the last position.
func (c *recorder) move(e *entry) error {
	kind := moveNone
	if c.coder.Writing() && e.Move != board.NullMove {
		kind = moveOther
		if slices.Contains(c.positions.Order.Legal(&e.Position), e.Move) {
			kind = moveLegal
		}
	}
	kind = c.fields.Use(chooseMove, positions.Bit(c.positions.Played())).Index(kind, 2)
	c.positions.PlayNone()
	switch kind {
	case moveLegal:
		e.Move, _ = c.positions.Play(e.Move) // NullMove in damaged data
	case moveNone:
		e.Move = board.NullMove
	default:
		e.Move = board.Move(c.coder.Raw(uint32(e.Move), 15))
		if kind != moveOther || c.form != records.Bin || !sayable(e.Move) {
			return corrupt.New("a move is none that its form has")
		}
	}
	return nil
}

// sayable reports whether a record of 40 bytes can hold the move, which is not
// NullMove.
func sayable(m board.Move) bool {
	k := m.Promotion()
	return m != board.NullMove && (k == board.NoKind || k >= board.Knight && k <= board.Queen)
}
