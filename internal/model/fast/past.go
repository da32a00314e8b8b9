package fast

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/recall"
)

// Past is the part of a game before a position that a Ranker uses: the last move of
// each player. The zero Past is the start of a game. It is a small value; keep a copy
// to return to it for a variation.
type Past struct {
	last, prior trace // the last moves of the opponent and of the side to move
}

// trace is a move made: kind of the piece in bits 0 to 2, its target in bits
// 3 to 8, kind of the captured piece in bits 9 to 11. Zero is no move.
type trace uint16

func (t trace) kind() board.Kind   { return board.Kind(t & 7) }
func (t trace) to() uint8          { return uint8(t >> 3 & 63) }
func (t trace) victim() board.Kind { return board.Kind(t >> 9 & 7) }

// Next returns the Past after m is played in p; call it before the move is made.
// After a null move the last move of the player who passed is unknown.
func (h Past) Next(p *board.Position, m board.Move) Past {
	if m == board.NullMove {
		return Past{prior: h.last}
	}
	t := trace(p.KindAt(m.From())) | trace(m.To())<<3
	if victim := p.At(m.To()); victim != board.Empty && victim.Color() != p.Turn {
		t |= trace(victim.Kind()) << 9
	}
	return Past{last: t, prior: h.last}
}

// Print adds all fields of h to a fingerprint.
func (h Past) Print(p recall.Print) recall.Print {
	return p.Add(uint64(h.last), uint64(h.prior))
}
