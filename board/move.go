package board

// Move is one half-move in 16 bits: origin in bits 0 to 5, target in bits 6
// to 11, kind of promotion in bits 12 to 14 (0 if none). Castling is the king
// moving to the square of its own rook, in standard chess too.
type Move uint16

// NullMove passes the turn. It is the zero Move.
const NullMove Move = 0

// NewMove returns the move from one square to another, with the kind a pawn
// promotes to or NoKind.
func NewMove(from, to Square, promotion Kind) Move {
	return Move(from&63) | Move(to&63)<<6 | Move(promotion)<<12
}

// From returns the square that the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the piece reaches; for castling, the rook's.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns the kind that a pawn turns into, or NoKind.
func (m Move) Promotion() Kind { return Kind(m >> 12 & 7) }

// String returns the move as king-takes-rook coordinates, such as "e2e4",
// "a7a8q" or, for castling, "e1h1"; the null move is "0000".
func (m Move) String() string {
	if m == NullMove {
		return "0000"
	}
	s := m.From().String() + m.To().String()
	if k := m.Promotion(); k != NoKind {
		s += string(k.Letter() + 'a' - 'A')
	}
	return s
}
