package board

import "fmt"

// Color is the colour of a player or a piece.
type Color uint8

// The two colours; White is the zero value.
const (
	White Color = iota
	Black
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// MarshalText returns "white" or "black". It fails for other values.
func (c Color) MarshalText() ([]byte, error) {
	if c > Black {
		return nil, fmt.Errorf("board: %d is not a colour: want 0 or 1", uint8(c))
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads "white" or "black", or w or b as in a FEN.
func (c *Color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "white", "w":
		*c = White
	case "black", "b":
		*c = Black
	default:
		return fmt.Errorf("board: %q is not a colour: want white or black", text)
	}
	return nil
}

// Kind is a kind of chess piece without its colour. The zero Kind is NoKind, no piece.
type Kind uint8

// The six kinds, in the order that every format of chesszip uses.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// Letter returns the kind's upper-case English letter, 'P' for a pawn, or 0
// for NoKind.
func (k Kind) Letter() byte { return "\x00PNBRQK\x00"[k&7] }

// Piece is the content of a square: 0 nothing, 1 to 6 the white pawn, knight, bishop,
// rook, queen and king, 7 to 12 the black ones.
type Piece uint8

// The thirteen contents of a square.
const (
	Empty Piece = iota
	WhitePawn
	WhiteKnight
	WhiteBishop
	WhiteRook
	WhiteQueen
	WhiteKing
	BlackPawn
	BlackKnight
	BlackBishop
	BlackRook
	BlackQueen
	BlackKing
)

// PieceOf returns the piece of the given colour and kind; NoKind gives Empty.
func PieceOf(c Color, k Kind) Piece {
	if k == NoKind {
		return Empty
	}
	return Piece(k) + 6*Piece(c)
}

// Kind returns the kind of p, NoKind for Empty.
func (p Piece) Kind() Kind {
	if p > WhiteKing {
		return Kind(p - 6)
	}
	return Kind(p)
}

// Color returns the colour of p, White for Empty.
func (p Piece) Color() Color {
	if p > WhiteKing {
		return Black
	}
	return White
}

// pieceLetters is the table for both directions between pieces and FEN letters.
const pieceLetters = ".PNBRQKpnbrqk"

// Letter returns the FEN letter of p, '.' for Empty.
func (p Piece) Letter() byte {
	if int(p) >= len(pieceLetters) {
		return '?'
	}
	return pieceLetters[p]
}

// String returns the FEN letter of p, "." for Empty.
func (p Piece) String() string { return string(p.Letter()) }

// MarshalText returns the FEN letter of p, "." for Empty. It fails for a value
// above BlackKing.
func (p Piece) MarshalText() ([]byte, error) {
	if p > BlackKing {
		return nil, fmt.Errorf("board: %d is not a piece: want 0 to 12", uint8(p))
	}
	return []byte{p.Letter()}, nil
}

// UnmarshalText reads a FEN letter, or "." for Empty.
func (p *Piece) UnmarshalText(text []byte) error {
	if string(text) == "." {
		*p = Empty
		return nil
	}
	if len(text) == 1 {
		if read, ok := PieceOfLetter(text[0]); ok {
			*p = read
			return nil
		}
	}
	return fmt.Errorf("board: %q is not a piece: want one of PNBRQKpnbrqk", text)
}

// PieceOfLetter returns the piece of a FEN letter; ok is false for any other
// byte.
func PieceOfLetter(b byte) (p Piece, ok bool) {
	for i := WhitePawn; i <= BlackKing; i++ {
		if pieceLetters[i] == b {
			return i, true
		}
	}
	return Empty, false
}
