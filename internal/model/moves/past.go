package moves

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/recall"
)

// Past is the part of a game before a position that the model uses: the last two
// moves of each player, and the last positions. The zero Past is the start of a game.
// It is a small value; keep a copy to return to it for a variation.
type Past struct {
	// last holds the last moves, the opponent's latest first.
	last [4]trace
	// seen holds hashes of the last count positions that can recur, each at its ply
	// modulo the length.
	seen  [seenPlies]uint16
	count uint8
	ply   uint16 // plies since the start, up to 65535
}

// seenPlies is the number of plies in which a repetition is detected.
const seenPlies = 12

// trace is a move made: kind of the piece in bits 0 to 2, origin from bit 3,
// target from bit 9, kind of the captured piece from bit 15. Zero is no move.
type trace uint32

func (t trace) kind() uint32       { return uint32(t & 7) }
func (t trace) from() board.Square { return board.Square(t >> 3 & 63) }
func (t trace) to() board.Square   { return board.Square(t >> 9 & 63) }
func (t trace) victim() uint32     { return uint32(t >> 15 & 7) }

// flipped returns the trace in a view with the given flip.
func (t trace) flipped(flip board.Square) trace {
	if t == 0 {
		return 0
	}
	return t ^ trace(flip)<<3 ^ trace(flip)<<9
}

// Ply returns the number of plies since the start.
func (h *Past) Ply() int { return int(h.ply) }

// Next returns the Past after m is played in p; call it before the move is made.
// After a null move the last moves of the player who passed are unknown.
func (h *Past) Next(p *board.Position, m board.Move) Past {
	n := *h
	copy(n.last[1:], h.last[:3])
	n.last[0] = 0
	if n.ply < 1<<16-1 {
		n.ply++
	}
	if m == board.NullMove {
		n.count = 0
		return n
	}
	kind := p.KindAt(m.From())
	t := trace(kind) | trace(m.From())<<3 | trace(m.To())<<9
	if victim := p.At(m.To()); victim != board.Empty && victim.Color() != p.Turn {
		t |= trace(victim.Kind()) << 15
	}
	n.last[0] = t
	if kind == board.Pawn || t.victim() != 0 {
		n.count = 0
		return n
	}
	n.seen[h.ply%seenPlies] = uint16(hash(p.Planes()))
	n.count = min(h.count+1, seenPlies)
	return n
}

// repeats reports whether the position with the given hash, reached by a move
// from this one, was on the board before with the same side to move.
func (h *Past) repeats(hash uint16) bool {
	// The latest candidate is at least three plies before the new position.
	for back := uint16(3); back <= uint16(h.count); back += 2 {
		if h.seen[(h.ply-back)%seenPlies] == hash {
			return true
		}
	}
	return false
}

// Print adds all fields of h to a fingerprint.
func (h *Past) Print(p recall.Print) recall.Print {
	l, s := &h.last, &h.seen
	p = p.Add(uint64(l[0])|uint64(l[1])<<32, uint64(l[2])|uint64(l[3])<<32)
	four := func(i int) uint64 {
		return uint64(s[i]) | uint64(s[i+1])<<16 | uint64(s[i+2])<<32 | uint64(s[i+3])<<48
	}
	return p.Add(four(0), four(4)).Add(four(8), uint64(h.count)|uint64(h.ply)<<8)
}
