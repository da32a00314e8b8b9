package records

import (
	"encoding/binary"
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// BinSize is the number of bytes of a record in the form Bin.
const BinSize = 40

const (
	packedBits = 256 // of a position
	maxClock   = 127
)

// packedKinds are the kinds of pieces by their code of three bits, lowest bit first.
// The code follows the bit for a piece and precedes the bit of its colour.
var packedKinds = [...]board.Kind{board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen}

// packedKind is the inverse of packedKinds.
var packedKind = func() (codes [8]uint64) {
	for i, k := range packedKinds {
		codes[k] = uint64(i)
	}
	return codes
}()

// Kinds of moves, in the two highest bits.
const (
	moveNormal = iota
	movePromotion
	moveEnPassant
	moveCastling
)

// AppendBin appends r as Stockfish's record of 40 bytes:
//
//	| position 32 | score 2 | move 2 | ply 2 | result 1 | 0 |
//
// Integers are little-endian; score and result are signed. A move is
//
//	| to 6 | from 6 | promotion to N, B, R, Q 2 | kind 2 |     low bits first
//
// of kind 0, or 1 promotion, 2 en passant, 3 castling, to the rook's square; 0 is
// none. The position is a bit string, the lowest bit of each byte first:
//
//	| Black to move 1 | white king 6 | black king 6 | pieces | KQkq 4 |
//	| en passant 1 [square 6] | clock 6 | number 8 | number, high 8 | clock, high 1 | 0 ...
//
//	pieces  the squares from a8 to h8, then a7 to h1, without the kings': 0 for an
//	        empty one; 1, the kind 3 (P, N, B, R, Q: 0 to 4), black 1
//
// It fails with ErrNoRecord for a position without exactly one king a side, with too
// many pieces for the bits, a clock over 127, an en passant square not on rank 3 or
// 6, or a right to castle with a rook that is not the outermost.
func AppendBin(dst []byte, r *Record) ([]byte, error) {
	p := &r.Position
	var s packedString
	kings := [2]board.Square{}
	for c := range kings {
		set := p.Pieces(board.PieceOf(board.Color(c), board.King))
		if set.Count() != 1 {
			return dst, unfit("position has %d kings of %v, want 1", set.Count(), board.Color(c))
		}
		kings[c] = set.First()
	}
	if p.Turn > board.Black {
		return dst, unfit("side to move %d", p.Turn)
	}
	s.put(uint64(p.Turn), 1)
	s.put(uint64(kings[0]), 6)
	s.put(uint64(kings[1]), 6)
	next := 0 // in the order of packedSquare
	for rest := bits.ReverseBytes64(uint64(p.Occupied())); rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		s.at += i - next // a bit 0 for each empty square
		next = i + 1
		if piece := p.At(packedSquare(i)); piece.Kind() != board.King {
			s.put(1|packedKind[piece.Kind()]<<1|uint64(piece.Color())<<4, 5)
		}
	}
	s.at += 64 - next
	said := board.Rights(0)
	for i := range 4 {
		c, side := board.Color(i/2), board.Side(i%2)
		if _, ok := p.Castling.RookFile(c, side); !ok {
			s.put(0, 1)
			continue
		}
		s.put(1, 1)
		said = said.With(c, side, outermost(&p.Board, c, side))
	}
	if said != p.Castling {
		return dst, unfit("right to castle with a rook that is not the outermost")
	}
	if p.EnPassant == 0 {
		s.put(0, 1)
	} else {
		if rank := p.EnPassant.Rank(); rank != 2 && rank != 5 {
			return dst, unfit("en passant square %v", p.EnPassant)
		}
		s.put(1|uint64(p.EnPassant)<<1, 7)
	}
	if p.HalfmoveClock > maxClock {
		return dst, unfit("half-move clock %d, want at most %d", p.HalfmoveClock, maxClock)
	}
	s.put(uint64(p.HalfmoveClock)&63, 6)
	s.put(uint64(p.FullmoveNumber), 16)
	s.put(uint64(p.HalfmoveClock)>>6, 1)
	if s.at > packedBits {
		return dst, unfit("position takes %d bits, want at most %d", s.at, packedBits)
	}
	for _, w := range s.words[:packedBits/64] {
		dst = binary.LittleEndian.AppendUint64(dst, w)
	}
	dst = binary.LittleEndian.AppendUint16(dst, uint16(r.Score))
	dst = binary.LittleEndian.AppendUint16(dst, binMove(p, r.Move))
	dst = binary.LittleEndian.AppendUint16(dst, r.Ply)
	return append(dst, byte(r.Result), 0), nil
}

// DecodeBin reads the record of 40 bytes at the start of src. It ignores the bits
// after the position's last one, and the last byte. Rights without a rook are kept as
// in FEN, and a move need not be legal. It fails with ErrCorrupt.
func DecodeBin(src []byte) (Record, error) {
	if len(src) < BinSize {
		return Record{}, corrupt("%d bytes, want %d", len(src), BinSize)
	}
	var s packedString
	for i := range packedBits / 64 {
		s.words[i] = binary.LittleEndian.Uint64(src[8*i:])
	}
	p := board.Position{Turn: board.Color(s.take(1))}
	white, black := board.Square(s.take(6)), board.Square(s.take(6))
	if white == black {
		return Record{}, corrupt("both kings on %v", white)
	}
	var planes [4]bitboard.Set
	for i := range 64 {
		sq := packedSquare(i)
		switch {
		case sq == white || sq == black:
		case s.take(1) == 0:
			continue
		default:
			code := s.take(4)
			kind := code & 7
			if kind >= uint64(len(packedKinds)) {
				return Record{}, corrupt("piece of kind %d on %v", kind, sq)
			}
			k := bitboard.Set(packedKinds[kind])
			planes[0] |= k & 1 << sq
			planes[1] |= k >> 1 & 1 << sq
			planes[2] |= k >> 2 << sq
			planes[3] |= bitboard.Set(code>>3) << sq
		}
	}
	p.Board = board.FromPlanes(planes)
	p.Put(white, board.WhiteKing)
	p.Put(black, board.BlackKing)
	for i := range 4 {
		if s.take(1) != 0 {
			c, side := board.Color(i/2), board.Side(i%2)
			p.Castling = p.Castling.With(c, side, outermost(&p.Board, c, side))
		}
	}
	if s.take(1) != 0 {
		p.EnPassant = board.Square(s.take(6))
		if rank := p.EnPassant.Rank(); rank != 2 && rank != 5 {
			return Record{}, corrupt("en passant square %v", p.EnPassant)
		}
	}
	p.HalfmoveClock = uint16(s.take(6))
	p.FullmoveNumber = uint16(s.take(16))
	p.HalfmoveClock |= uint16(s.take(1)) << 6
	if s.at > packedBits {
		return Record{}, corrupt("position ends after %d bits, want %d", packedBits, s.at)
	}
	r := Record{
		Position: p,
		Score:    int16(binary.LittleEndian.Uint16(src[32:])),
		Ply:      binary.LittleEndian.Uint16(src[36:]),
		Result:   int8(src[38]),
	}
	v := binary.LittleEndian.Uint16(src[34:])
	promotion := board.NoKind
	if v>>14 == movePromotion {
		promotion = packedKinds[1+v>>12&3]
	}
	r.Move = board.NewMove(board.Square(v>>6&63), board.Square(v&63), promotion)
	return r, nil
}

// packedSquare returns the i-th square of a packed position.
func packedSquare(i int) board.Square { return board.Square(i ^ 56) }

// binMove returns a move of p in 16 bits.
func binMove(p *board.Position, m board.Move) uint16 {
	v := uint16(m.To()) | uint16(m.From())<<6
	k := p.KindAt(m.From())
	switch {
	case m.Promotion() >= board.Knight && m.Promotion() <= board.Queen:
		v |= uint16(packedKind[m.Promotion()]-1)<<12 | movePromotion<<14
	case castles(p, m):
		v |= moveCastling << 14
	case k == board.Pawn && p.EnPassant != 0 && m.To() == p.EnPassant && m.From().File() != m.To().File():
		v |= moveEnPassant << 14
	}
	return v
}

// castles reports whether m is a king's move to a rook of its colour.
func castles(p *board.Position, m board.Move) bool {
	king := p.At(m.From())
	return king.Kind() == board.King && p.At(m.To()) == board.PieceOf(king.Color(), board.Rook)
}

// outermost returns the file of the rook that K, Q, k or q of a FEN mean: the
// outermost on that side of the king, or that of standard chess if there is none or
// the king has left its rank.
func outermost(b *board.Board, c board.Color, side board.Side) int {
	king := uint8(b.Pieces(board.PieceOf(c, board.King)) >> (56 * int(c)))
	rooks := uint8(b.Pieces(board.PieceOf(c, board.Rook)) >> (56 * int(c)))
	file := bits.TrailingZeros8(king)
	if side == board.KingSide {
		if f := bits.Len8(rooks) - 1; file < f {
			return f
		}
		return 7
	}
	if f := bits.TrailingZeros8(rooks); king != 0 && f < file {
		return f
	}
	return 0
}

// packedString is a bit string, the lowest bit first. It is longer than the longest
// position, 64 squares of five bits and the other fields; the caller checks where a
// position ended.
type packedString struct {
	words [8]uint64
	at    int
}

// put appends the n low bits of v, n < 64.
func (s *packedString) put(v uint64, n int) {
	i, shift := s.at>>6, s.at&63
	s.words[i] |= v << shift
	if shift+n > 64 {
		s.words[i+1] |= v >> (64 - shift)
	}
	s.at += n
}

// take returns the next n bits, zeros after the end.
func (s *packedString) take(n int) uint64 {
	i, shift := s.at>>6, s.at&63
	v := s.words[i] >> shift
	if shift+n > 64 {
		v |= s.words[i+1] << (64 - shift)
	}
	s.at += n
	return v & (1<<n - 1)
}
