package replay

import (
	"math"
	"math/bits"
	"sync"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// quick plays the codes below castlings in games from the standard start position, as
// moveOf and movegen.Make do, but by tables instead of branches.
type quick struct {
	codes   [castlings]quickCode
	targets [castlings][64]board.Square // by the square of the piece, seen by the player to move
	rights  [64]board.Rights            // rights that remain when a piece leaves or enters a square
}

// quickCode is an action in a form for arithmetic.
type quickCode struct {
	files     bitboard.Set // of the piece
	kind      board.Kind
	arrives   board.Kind // kind of the piece after the move
	promotion board.Move
	high      board.Square    // 1 for the highest of the pieces
	twice     uint8           // 1 if there must be two of them
	double    board.Square    // all ones for a pawn's double step
	diagonal  bool            // a pawn's capture
	rights    [2]board.Rights // rights that remain, by the player to move
}

var quickTables = sync.OnceValue(newQuick)

func newQuick() *quick {
	q := &quick{}
	start := board.Start().Castling
	for s := range 64 {
		q.rights[s] = start
	}
	for c, home := range [2]board.Square{0, 56} {
		color := board.Color(c)
		for side := board.KingSide; side <= board.QueenSide; side++ {
			file, _ := start.RookFile(color, side)
			q.rights[home+board.Square(file)] = start.Without(color, side)
		}
	}
	for code := range q.codes {
		a, c := &actions[code], &q.codes[code]
		c.kind, c.arrives = a.kind, a.kind
		c.rights = [2]board.Rights{start, start}
		if a.kind == board.King {
			c.rights = [2]board.Rights{start.WithoutColor(board.White), start.WithoutColor(board.Black)}
		}
		if a.way == bySteps {
			c.files = bitboard.FileA << a.file
			if a.to >= queening {
				c.arrives, c.promotion = board.Queen, board.Move(board.Queen)<<12
			}
			if a.to == 1 {
				c.double = math.MaxUint8
			}
			c.diagonal = pawnSteps[a.to]&7 != 0
		} else {
			c.files = math.MaxUint64
		}
		if a.which == highest || a.which == foremost {
			c.high = 1
		}
		if a.which == highest || a.which == rearmost {
			c.twice = 1
		}
		for from := range board.Square(64) {
			to, ok := a.target(from)
			if !ok || to == from {
				to = nowhere
			}
			q.targets[code][from] = to
		}
	}
	return q
}

// play plays a code below castlings. It returns false, and leaves the position
// unchanged, if the code is not a move of p.
func (q *quick) play(p *board.Position, code byte) (m board.Move, ok bool) {
	c := &q.codes[code]
	us, flip := p.Color(p.Turn), board.Square(0)
	pieces := p.Kind(c.kind) & us
	if p.Turn != board.White {
		pieces, flip = bitboard.Set(bits.ReverseBytes64(uint64(pieces))), 56
	}
	pieces &= c.files
	if pieces == 0 || c.twice != 0 && pieces&(pieces-1) == 0 {
		return 0, false
	}
	low := pieces.First()
	from := low + (last(pieces)-low)*c.high
	to := q.targets[code][from&63]
	if to == nowhere {
		return 0, false
	}
	from, to = (from^flip)&63, (to^flip)&63
	if us>>to&1 != 0 || p.HalfmoveClock == math.MaxUint16 || p.FullmoveNumber == math.MaxUint16 {
		return 0, false
	}
	m = c.promotion | board.Move(from) | board.Move(to)<<6
	captures := uint16(p.Occupied() >> to & 1)
	if c.diagonal && captures == 0 && to == p.EnPassant {
		p.Put(from&^7|to&7, board.Empty)
	}
	p.Put(from, board.Empty)
	p.Put(to, board.PieceOf(p.Turn, c.arrives))
	p.Castling &= q.rights[from] & q.rights[to] & c.rights[p.Turn&1]
	p.EnPassant = (from + to) >> 1 & c.double
	reset := captures
	if c.kind == board.Pawn {
		reset = 1
	}
	p.HalfmoveClock = (p.HalfmoveClock + 1) &^ -reset
	p.FullmoveNumber += uint16(p.Turn)
	p.Turn ^= 1
	return m, true
}
