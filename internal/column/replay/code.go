package replay

import (
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// The first code of each kind of move.
const (
	frontPawns = 0
	rearPawns  = 56
	knights    = 88
	bishops    = 104
	rooks      = 136
	queens     = 168
	kings      = 200
	castlings  = 208
	numCodes   = 210

	// Null is the code of the null move.
	Null = 254

	other = 255

	frontSteps = 7
	rearSteps  = 4
)

// choice selects the piece that moves.
type choice uint8

const (
	lowest choice = iota
	highest
	foremost // of a file
	rearmost
)

// action is the meaning of a code.
type action struct {
	kind  board.Kind
	which choice
	file  uint8 // of a pawn
	to    uint8 // step of a pawn, direction, line, or side of a castling
	way   way
}

// way is the rule by which the target follows from to.
type way uint8

const (
	none way = iota
	bySteps
	byLeaps
	byRook
	byBishop
	byCastling
)

// actions holds the meaning of each code.
var actions = func() (t [256]action) {
	for file := range uint8(8) {
		for step := range uint8(frontSteps) {
			t[frontPawns+frontSteps*file+step] = action{board.Pawn, foremost, file, step, bySteps}
		}
		for step := range uint8(rearSteps) {
			t[rearPawns+rearSteps*file+step] = action{board.Pawn, rearmost, file, step, bySteps}
		}
	}
	for which := range choice(2) {
		for to := range uint8(8) {
			t[knights+8*uint8(which)+to] = action{board.Knight, which, 0, to, byLeaps}
		}
		for to := range uint8(16) {
			t[bishops+16*uint8(which)+to] = action{board.Bishop, which, 0, to, byBishop}
			t[rooks+16*uint8(which)+to] = action{board.Rook, which, 0, to, byRook}
		}
	}
	for to := range uint8(16) {
		t[queens+to] = action{board.Queen, lowest, 0, to, byRook}
		t[queens+16+to] = action{board.Queen, lowest, 0, to, byBishop}
	}
	for to := range uint8(8) {
		t[kings+to] = action{board.King, lowest, 0, to, byLeaps}
	}
	for side := range uint8(2) {
		t[castlings+side] = action{board.King, lowest, 0, side, byCastling}
	}
	return t
}()

// pawnSteps are the distances of the steps of a pawn.
var pawnSteps = [frontSteps]board.Square{8, 16, 7, 9, 8, 7, 9}

// queening is the first step with which a pawn becomes a queen.
const queening = 4

// Directions by files and ranks.
var (
	knightLeaps = [8][2]int8{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	kingLeaps   = [8][2]int8{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
)

// nowhere is a target off the board.
const nowhere = 64

// leaps holds the target of each direction from each square, for knights and kings.
var leaps = [2][64][8]board.Square{leapsOf(&knightLeaps), leapsOf(&kingLeaps)}

func leapsOf(by *[8][2]int8) (t [64][8]board.Square) {
	for from := range int8(64) {
		for k, d := range by {
			file, rank := from&7+d[0], from>>3+d[1]
			t[from][k] = nowhere
			if uint8(file) < 8 && uint8(rank) < 8 {
				t[from][k] = board.Square(rank<<3 | file)
			}
		}
	}
	return t
}

// moveOf returns the move of p for a code; ok is false if there is no such piece, or no
// such square.
func moveOf(p *board.Position, code byte) (m board.Move, ok bool) {
	a := &actions[code]
	pieces := p.Kind(a.kind) & p.Color(p.Turn)
	flip := board.Square(0)
	if p.Turn != board.White {
		pieces, flip = bitboard.Set(bits.ReverseBytes64(uint64(pieces))), 56
	}
	if a.way == bySteps {
		pieces &= bitboard.FileA << a.file
	}
	if pieces == 0 || a.way == none {
		return board.NullMove, code == Null
	}
	from := pieces.First()
	switch a.which {
	case foremost:
		from = last(pieces)
	case highest:
		from = last(pieces)
		fallthrough
	case rearmost:
		if pieces.WithoutFirst() == 0 {
			return 0, false
		}
	}
	var to board.Square
	if a.way == byCastling {
		file, ok := p.Castling.RookFile(p.Turn, board.Side(a.to))
		if !ok {
			return 0, false
		}
		to = board.Square(file)
	} else if to, ok = a.target(from); !ok {
		return 0, false
	}
	if a.way == bySteps && a.to >= queening {
		m = board.Move(board.Queen) << 12
	}
	if to == from {
		return 0, false
	}
	return m | board.Move(from^flip) | board.Move(to^flip)<<6, true
}

// target returns the square that a piece moves to, seen by the player to move; ok is
// false if it is off the board.
func (a *action) target(from board.Square) (to board.Square, ok bool) {
	n := board.Square(a.to)
	switch a.way {
	case bySteps:
		to = from + pawnSteps[a.to]
		return to, to <= 63 && to&7-from&7+1 <= 2
	case byLeaps:
		to = leaps[uint8(a.kind)>>2][from][a.to]
		return to, to != nowhere
	case byRook:
		if n >= 8 {
			return from&7 | n<<3&56, true
		}
		return from&^7 | n, true
	default:
		by := n&7 - from&7 // files to the right
		if n >= 8 {
			by = -by
		}
		rank := from>>3 + by
		return rank<<3 | n&7, rank <= 7
	}
}

// last returns the highest square of a non-empty set.
func last(s bitboard.Set) board.Square { return board.Square(63 - bits.LeadingZeros64(uint64(s))) }

// codeOf returns the code of the move m of p, other if it has none.
func codeOf(p *board.Position, m board.Move) byte {
	if m == board.NullMove {
		return Null
	}
	flip := board.Square(0)
	pieces := p.Kind(p.KindAt(m.From())) & p.Color(p.Turn)
	if p.Turn != board.White {
		pieces, flip = bitboard.Set(bits.ReverseBytes64(uint64(pieces))), 56
	}
	from, to := m.From()^flip, m.To()^flip
	code := byte(other)
	switch kind := p.KindAt(m.From()); kind {
	case board.Pawn:
		step := uint8(0)
		if m.Promotion() == board.Queen {
			step = queening
		}
		for step < frontSteps && from+pawnSteps[step] != to {
			step++
		}
		if in := pieces & (bitboard.FileA << (from & 7)); in == 0 || from == last(in) {
			code = frontPawns + frontSteps*uint8(from&7) + step
		} else {
			code = rearPawns + rearSteps*uint8(from&7) + step
		}
	case board.Knight:
		code = knights + 8*pieceAt(pieces, from) + leapTo(0, from, to)
	case board.Bishop:
		code = bishops + 16*pieceAt(pieces, from) + bishopTo(from, to)
	case board.Rook:
		code = rooks + 16*pieceAt(pieces, from) + rookTo(from, to)
	case board.Queen:
		if code = queens + rookTo(from, to); from&7 != to&7 && from>>3 != to>>3 {
			code = queens + 16 + bishopTo(from, to)
		}
	case board.King:
		code = kings + leapTo(1, from, to)
		if p.Pieces(board.PieceOf(p.Turn, board.Rook)).Has(m.To()) {
			code = castlings
			if to < from {
				code++
			}
		}
	}
	// A move without a code of its own got the code of another move.
	if got, ok := moveOf(p, code); ok && got == m {
		return code
	}
	return other
}

// pieceAt returns the number of the piece on from.
func pieceAt(pieces bitboard.Set, from board.Square) uint8 {
	if pieces != 0 && from != pieces.First() {
		return 1
	}
	return 0
}

func leapTo(table int, from, to board.Square) uint8 {
	for k, sq := range leaps[table][from] {
		if sq == to {
			return uint8(k)
		}
	}
	return 0
}

func rookTo(from, to board.Square) uint8 {
	if from>>3 == to>>3 {
		return uint8(to & 7)
	}
	return uint8(8 + to>>3)
}

func bishopTo(from, to board.Square) uint8 {
	if (to&7 > from&7) == (to > from) {
		return uint8(to & 7)
	}
	return uint8(8 + to&7)
}
