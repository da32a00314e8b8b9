package board

import "fmt"

// Move is one half-move in 16 bits: origin in bits 0 to 5, target in bits 6 to 11,
// kind of promotion in bits 12 to 14 (0 if none). Castling is the king moving to the
// square of its own rook, also in standard chess.
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

// String returns the move as it is stored, in coordinates such as "e2e4", "a7a8q" or,
// for castling, "e1h1", the king taking its rook; the null move is "0000". The forms
// of other programs, such as "e1g1" and "O-O", depend on the position: see
// notation.UCI and notation.SAN.
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

// ParseMove reads what String writes; the promotion may be in either case. It does
// not use a position: to read moves of other programs, use notation.ParseUCI.
func ParseMove(s string) (Move, error) {
	bad := func() (Move, error) {
		return NullMove, fmt.Errorf("board: %q is not a move: want two squares and, for a promotion, one of nbrq", s)
	}
	if s == "0000" {
		return NullMove, nil
	}
	if len(s) != 4 && len(s) != 5 {
		return bad()
	}
	from, err := ParseSquare(s[:2])
	if err != nil {
		return bad()
	}
	to, err := ParseSquare(s[2:4])
	if err != nil || from == to && from == A1 { // has the bits of the null move
		return bad()
	}
	if len(s) == 4 {
		return NewMove(from, to, NoKind), nil
	}
	switch s[4] {
	case 'n', 'N':
		return NewMove(from, to, Knight), nil
	case 'b', 'B':
		return NewMove(from, to, Bishop), nil
	case 'r', 'R':
		return NewMove(from, to, Rook), nil
	case 'q', 'Q':
		return NewMove(from, to, Queen), nil
	}
	return bad()
}

// MarshalText returns what String returns. The error is always nil.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a move as ParseMove does.
func (m *Move) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMove(string(text))
	return err
}
