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

// String returns the squares and the kind of promotion, as in "e2-e4" and "a7-a8q"; for
// castling the king and the rook that it takes, "e1-h1"; for the null move "0000". This is
// not how other programs write moves, which depends on the position: see notation.UCI and
// notation.SAN, and gamestate.Game for the moves of a game.
func (m Move) String() string {
	if m == NullMove {
		return "0000"
	}
	s := m.From().String() + "-" + m.To().String()
	if k := m.Promotion(); k != NoKind {
		s += string(k.Letter() + 'a' - 'A')
	}
	return s
}

// MarshalText returns what String returns. The error is always nil.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads what String writes; the promotion may be in either case.
func (m *Move) UnmarshalText(text []byte) error {
	if string(text) == "0000" {
		*m = NullMove
		return nil
	}
	if (len(text) == 5 || len(text) == 6) && text[2] == '-' {
		from, err := ParseSquare(string(text[:2]))
		to, err2 := ParseSquare(string(text[3:5]))
		kind, ok := NoKind, true
		if len(text) == 6 {
			kind, ok = promotionOf(text[5])
		}
		if move := NewMove(from, to, kind); ok && err == nil && err2 == nil && move != NullMove {
			*m = move
			return nil
		}
	}
	return fmt.Errorf("board: %q is not a move: want two squares, as in e2-e4, and for a promotion one of nbrq", text)
}

// promotionOf returns the kind of a letter, in either case, that a pawn may turn into.
func promotionOf(letter byte) (k Kind, ok bool) {
	piece, ok := PieceOfLetter(letter)
	k = piece.Kind()
	return k, ok && k >= Knight && k <= Queen
}
