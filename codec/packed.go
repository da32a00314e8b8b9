package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/chesszip/chesszip/board"
)

// The packed form is the "binary FEN" of Lichess, which the Rust library shakmaty
// also reads and writes. It is described in "Adapting nnue-pytorch's binary position
// format for Lichess" on the Lichess blog, 2024.
//
//	| occupied 8 | 4 bits a piece | half-move clock | ply | variant 1 |
//
//	occupied   the squares of the pieces, h8 the highest bit, big-endian
//	pieces     from a1 to h8, two a byte, the first in the low bits
//	clock      base-128 integer, low bits first
//	ply        base-128 integer: half-moves from move 1, odd for Black
//	variant    0 standard; 2 Chess960 and 3 from a position are also read
//
// Zero bytes at the end are left out. Without counters a position of n pieces takes 8
// + n/2 bytes, 24 for 32 pieces. The black king's code shows that Black is to move;
// the ply is written for that only if it is over 1 or there is no black king.
const (
	packedJumped    = 12 // the pawn that has just jumped, of the colour whose side of the board it is on
	packedWhiteRook = 13 // a rook that may castle
	packedBlackRook = 14
	packedTurnKing  = 15 // the black king, Black to move
)

// packedOf are the codes of all other pieces.
var packedOf = [13]uint8{
	board.WhitePawn: 0, board.BlackPawn: 1, board.WhiteKnight: 2, board.BlackKnight: 3,
	board.WhiteBishop: 4, board.BlackBishop: 5, board.WhiteRook: 6, board.BlackRook: 7,
	board.WhiteQueen: 8, board.BlackQueen: 9, board.WhiteKing: 10, board.BlackKing: 11,
}

// packedPieces is the inverse of packedOf.
var packedPieces = func() (pieces [12]board.Piece) {
	for p := board.WhitePawn; p <= board.BlackKing; p++ {
		pieces[packedOf[p]] = p
	}
	return pieces
}()

var (
	// ErrNoPacked is returned for a position without a packed form: it has a right to
	// castle without its rook, an en passant square without a pawn in front of it, or
	// move number 0.
	ErrNoPacked = errors.New("codec: position has no packed form")
	// ErrVariant is returned for a packed position of a variant of chess that
	// chesszip does not support, such as crazyhouse.
	ErrVariant = errors.New("codec: packed position of an unknown variant")
)

// AppendPacked appends the packed form of p, Lichess's binary FEN, with counters, as
// variant standard. It fails with ErrNoPacked. The length is not stored: the caller
// keeps it.
func AppendPacked(dst []byte, p *board.Position) ([]byte, error) {
	special, err := packedSpecial(p)
	if err != nil {
		return dst, err
	}
	if p.FullmoveNumber == 0 {
		return dst, fmt.Errorf("%w: move number 0", ErrNoPacked)
	}
	occupied := uint64(p.Occupied())
	out := binary.BigEndian.AppendUint64(dst, occupied)
	low := true
	for ; occupied != 0; occupied &= occupied - 1 {
		s := board.Square(bits.TrailingZeros64(occupied))
		piece := p.At(s)
		code := packedOf[piece]
		switch {
		case special>>s&1 == 0:
			if piece == board.BlackKing && p.Turn == board.Black {
				code = packedTurnKing
			}
		case piece.Kind() == board.Pawn:
			code = packedJumped
		default:
			code = packedWhiteRook + uint8(piece.Color())
		}
		if low {
			out = append(out, code)
		} else {
			out[len(out)-1] |= code << 4
		}
		low = !low
	}
	ply := 2*(uint64(p.FullmoveNumber)-1) + uint64(p.Turn)
	// A ply of 1 follows from the black king, if there is one.
	sayPly := ply > 1 || ply == 1 && p.Pieces(board.BlackKing) == 0
	if sayPly || p.HalfmoveClock > 0 {
		out = binary.AppendUvarint(out, uint64(p.HalfmoveClock))
	}
	if sayPly {
		out = binary.AppendUvarint(out, ply)
	}
	return out, nil
}

// packedSpecial returns the squares of the rooks that may castle and of the
// pawn that has just jumped.
func packedSpecial(p *board.Position) (set uint64, err error) {
	if p.Turn > board.Black {
		return 0, fmt.Errorf("%w: side to move %d", ErrNoPacked, p.Turn)
	}
	var said board.Rights
	for c := board.White; c <= board.Black; c++ {
		king := packedKing(&p.Board, c)
		for side := board.KingSide; side <= board.QueenSide; side++ {
			f, ok := p.Castling.RookFile(c, side)
			if !ok {
				continue
			}
			s := board.SquareAt(f, 7*int(c))
			if p.At(s) != board.PieceOf(c, board.Rook) || s == king || s > king != (side == board.KingSide) {
				return 0, fmt.Errorf("%w: right to castle without a rook on %v beside the king", ErrNoPacked, s)
			}
			set |= 1 << s
			said = said.With(c, side, f)
		}
	}
	if said != p.Castling {
		return 0, fmt.Errorf("%w: castling rights %#x name no file", ErrNoPacked, uint16(p.Castling))
	}
	if p.EnPassant != 0 {
		s, ok := packedPawn(p)
		if !ok {
			return 0, fmt.Errorf("%w: en passant square %v without a pawn in front of it", ErrNoPacked, p.EnPassant)
		}
		set |= 1 << s
	}
	return set, nil
}

// packedKing returns the square on the first rank of colour c that separates the
// king's side from the queen's: that of the first king there, or file e.
func packedKing(b *board.Board, c board.Color) board.Square {
	rank := 7 * int(c)
	for f := range 8 {
		if s := board.SquareAt(f, rank); b.At(s) == board.PieceOf(c, board.King) {
			return s
		}
	}
	return board.SquareAt(4, rank)
}

// packedPawn returns the square of the pawn that has just jumped.
func packedPawn(p *board.Position) (s board.Square, ok bool) {
	s = p.EnPassant ^ 8
	return s, s.Rank() == 3 && p.At(s) == board.WhitePawn || s.Rank() == 4 && p.At(s) == board.BlackPawn
}

// DecodePacked reads a packed position, all of src. Counters that are left
// out are 0 and 1. It fails with ErrCorrupt, or with ErrVariant for a variant
// that is not standard chess, Chess960 or chess from a position.
func DecodePacked(src []byte) (board.Position, error) {
	p := board.Position{FullmoveNumber: 1}
	if len(src) < 8 {
		return board.Position{}, corrupt(8*len(src), fmt.Sprintf("packed position of %d bytes, want 8 or more", len(src)))
	}
	occupied, pieces := binary.BigEndian.Uint64(src), src[8:]
	n := bits.OnesCount64(occupied)
	if len(pieces) < (n+1)/2 {
		return board.Position{}, corrupt(8*len(src), fmt.Sprintf("packed position ends inside its %d pieces", n))
	}
	if n%2 == 1 && pieces[n/2] > 15 {
		return board.Position{}, corrupt(64+4*n, "packed position has bits after its last piece")
	}
	var rooks uint64
	for i := range n {
		s := board.Square(bits.TrailingZeros64(occupied))
		occupied &= occupied - 1
		code := pieces[i/2] >> (i % 2 * 4) & 15
		switch code {
		default:
			p.Put(s, packedPieces[code])
		case packedTurnKing:
			p.Put(s, board.BlackKing)
			p.Turn = board.Black
		case packedWhiteRook, packedBlackRook:
			p.Put(s, board.PieceOf(board.Color(code-packedWhiteRook), board.Rook))
			rooks |= 1 << s
		case packedJumped:
			if p.EnPassant != 0 || s.Rank() != 3 && s.Rank() != 4 {
				return board.Position{}, corrupt(64+4*i, fmt.Sprintf("packed position has a pawn on %v that cannot have just jumped", s))
			}
			p.Put(s, board.PieceOf(board.Color(s.Rank()-3), board.Pawn))
			p.EnPassant = s ^ 8
		}
	}
	if err := packedRights(&p, rooks); err != nil {
		return board.Position{}, err
	}
	if err := packedTail(&p, pieces[(n+1)/2:], 64+(n+1)/2*8); err != nil {
		return board.Position{}, err
	}
	return p, nil
}

// packedRights sets the rights of the given rooks.
func packedRights(p *board.Position, rooks uint64) error {
	for ; rooks != 0; rooks &= rooks - 1 {
		s := board.Square(bits.TrailingZeros64(rooks))
		c := p.At(s).Color()
		king, side := packedKing(&p.Board, c), board.KingSide
		if s < king {
			side = board.QueenSide
		}
		if _, two := p.Castling.RookFile(c, side); two || s == king || s.Rank() != 7*int(c) {
			return corrupt(64, fmt.Sprintf("packed position has a rook on %v that cannot have a right to castle", s))
		}
		p.Castling = p.Castling.With(c, side, s.File())
	}
	return nil
}

// packedTail reads the bytes src after the pieces; they begin at the given bit of the
// input.
func packedTail(p *board.Position, src []byte, bit int) error {
	whole := len(src)
	var err error
	next := func(limit uint64, what string) uint64 {
		if len(src) == 0 || err != nil {
			return 0
		}
		v, n := binary.Uvarint(src)
		if n <= 0 || v > limit {
			err = corrupt(bit+8*(whole-len(src)), fmt.Sprintf("packed position has no %s of at most %d", what, limit))
			return 0
		}
		src = src[n:]
		return v
	}
	clock, ply, variant := next(1<<16-1, "half-move clock"), next(2*(1<<16-1)-1, "ply"), next(255, "variant")
	if err != nil {
		return err
	}
	if variant != 0 && variant != 2 && variant != 3 {
		return fmt.Errorf("%w: number %d, want 0, 2 or 3", ErrVariant, variant)
	}
	for _, b := range src {
		if b != 0 {
			return corrupt(bit+8*(whole-len(src)), "packed position is followed by bytes that are not zero")
		}
	}
	p.HalfmoveClock, p.FullmoveNumber = uint16(clock), uint16(1+ply/2)
	p.Turn |= board.Color(ply % 2) // the black king may have set it already
	return nil
}
