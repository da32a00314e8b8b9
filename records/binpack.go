package records

import (
	"encoding/binary"
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/movegen"
)

// The form Binpack is blocks of chains:
//
//	| "BINP" | size 4, low byte first | chain | chain | ...
//
// A chain is a record and the moves after it:
//
//	| position 24 | move 2 | score 2 | result and ply 2 | clock 2 | count 2 | moves |
//
//	position  the squares of pieces, and 4 bits for each, as in codec.AppendPacked,
//	          padded with zeros; only legal en passant squares
//	integers  high byte first
//	move      kind 2 (normal, promotion, castling, en passant), from 6, to 6,
//	          promotion 2, high bits first
//	score     0, -1, 1, -2, ... as 0, 1, 2, 3, ...; so are results
//	result    2 bits, above the 14 of the ply
//
// Moves are a bit string, the highest bit of each byte first, padded with zeros. Each
// is the move of the next record, whose position is the one after the last move,
// whose result has the other sign and whose ply is one more:
//
//	| piece | target | score |
//
//	piece   which of the side's pieces, from a1 on, in as many bits as the number
//	        of pieces minus one has
//	target  which of its targets: those of the piece, pinned or not; of a pawn
//	        that reaches the last rank four for each, to N, B, R, Q; of a king
//	        first its squares, then castling to the queen's and the king's side,
//	        if there are the rights; in as many bits likewise
//	score   its difference to the negated last one, as above, 4
//	        bits at a time, the lowest first, each after a bit: whether there
//	        are more
const (
	chunkMagic = "BINP"
	stemSize   = 32
	stemPieces = 24 // bytes of the position
	maxPly     = 1<<14 - 1
	scoreBits  = 4

	// maxChunk is the size of the largest block that is read, in bytes.
	maxChunk = 100 << 20
	// chunkHead is the number of bytes before the chains of a block.
	chunkHead = len(chunkMagic) + 4
	// fullChunk is the size at which the writer ends a block.
	fullChunk = 1 << 20
	// maxChain is the most moves of a chain.
	maxChain = 1<<16 - 1
)

// backRanks are the ranks on which no pawn can stand.
const backRanks = bitboard.Rank1 | bitboard.Rank8

// BlockSize returns the number of bytes of the Binpack block at the start of src; ok
// is false if there is none. The first 8 bytes are enough.
func BlockSize(src []byte) (n int, ok bool) {
	if len(src) < chunkHead || string(src[:len(chunkMagic)]) != chunkMagic {
		return 0, false
	}
	size := binary.LittleEndian.Uint32(src[len(chunkMagic):])
	return chunkHead + int(size), size <= maxChunk
}

// Kinds of moves in a stem: the last two of binMove's are swapped.
var stemKinds = [4]uint16{moveNormal, movePromotion, moveCastling, moveEnPassant}

// unsign maps a signed integer to an unsigned one; resign is its inverse.
func unsign(v int16) uint16 { return uint16(v<<1) ^ uint16(v>>15) }
func resign(u uint16) int16 { return int16(u>>1) ^ -int16(u&1) }

// appendStem appends the first record of a chain.
func appendStem(dst []byte, r *Record) ([]byte, error) {
	p := bareOf(&r.Position)
	for i, file := range [4]int{7, 0, 7, 0} {
		if f, ok := p.Castling.RookFile(board.Color(i/2), board.Side(i%2)); ok && f != file {
			return dst, unfit("right to castle with a rook on file %c", 'a'+f)
		}
	}
	if r.Ply > maxPly {
		return dst, unfit("ply %d, want at most %d", r.Ply, maxPly)
	}
	if r.Result < -1 || r.Result > 1 {
		return dst, unfit("result %d, want -1, 0 or 1", r.Result)
	}
	out, err := codec.AppendPacked(dst, &p)
	n := len(out) - len(dst)
	if err != nil || n > stemPieces || p.Pieces(board.BlackKing).Count() != 1 {
		return dst, unfit("position has no code in 24 bytes")
	}
	out = append(out, make([]byte, stemPieces-n)...)
	v := binMove(&p, r.Move)
	v = stemKinds[v>>14]<<14 | v>>6&63<<8 | v&63<<2 | v>>12&3
	out = binary.BigEndian.AppendUint16(out, v)
	out = binary.BigEndian.AppendUint16(out, unsign(r.Score))
	out = binary.BigEndian.AppendUint16(out, r.Ply|unsign(int16(r.Result))<<14)
	return binary.BigEndian.AppendUint16(out, r.Position.HalfmoveClock), nil
}

// decodeStem reads the first record of a chain from src, which holds all of its
// bytes.
func decodeStem(src []byte) (r Record, err error) {
	pieces := 8 + (bits.OnesCount64(binary.BigEndian.Uint64(src))+1)/2
	if pieces > stemPieces {
		return r, corrupt("position of more than 32 pieces")
	}
	if r.Position, err = codec.DecodePacked(src[:pieces]); err != nil {
		return r, corrupt("%v", err)
	}
	p := &r.Position
	v := binary.BigEndian.Uint16(src[stemPieces:])
	promotion := board.NoKind
	if v>>14 == movePromotion {
		promotion = packedKinds[1+v&3]
	}
	r.Move = board.NewMove(board.Square(v>>8&63), board.Square(v>>2&63), promotion)
	r.Score = resign(binary.BigEndian.Uint16(src[stemPieces+2:]))
	v = binary.BigEndian.Uint16(src[stemPieces+4:])
	r.Ply, r.Result = v&maxPly, int8(resign(v>>14))
	p.HalfmoveClock = binary.BigEndian.Uint16(src[stemPieces+6:])
	p.FullmoveNumber = numberOf(r.Ply, p.Turn)
	return r, nil
}

// bareOf returns p without counters, and without an en passant square that is not
// legal.
func bareOf(p *board.Position) board.Position {
	q := *p
	q.HalfmoveClock, q.FullmoveNumber = 0, 1
	q.EnPassant = movegen.LegalEnPassant(p)
	return q
}

// next returns the position after r's move, as in a chain.
func (r *Record) next() board.Position {
	p := r.Position
	movegen.Make(&p, r.Move)
	p.EnPassant = movegen.LegalEnPassant(&p)
	return p
}

// targets returns the squares to which a piece can go in a chain, and the rooks with
// which it can castle, the queen's side first.
func targets(p *board.Position, from board.Square) (to bitboard.Set, rooks []board.Square) {
	us, all := p.Color(p.Turn), p.Occupied()
	s := from
	switch p.KindAt(from) {
	case board.Pawn:
		them := all &^ us
		if p.EnPassant != 0 {
			them |= bitboard.Of(p.EnPassant)
		}
		pawn := bitboard.Of(s)
		if p.Turn == board.White {
			one := pawn << 8 &^ all
			return bitboard.PawnsAttacksUp(pawn)&them | one | one&(bitboard.Rank1<<16)<<8&^all, nil
		}
		one := pawn >> 8 &^ all
		return bitboard.PawnsAttacksDown(pawn)&them | one | one&(bitboard.Rank8>>16)>>8&^all, nil
	case board.Knight:
		return bitboard.KnightAttacks(s) &^ us, nil
	case board.Bishop:
		return bitboard.BishopAttacks(s, all) &^ us, nil
	case board.Rook:
		return bitboard.RookAttacks(s, all) &^ us, nil
	case board.Queen:
		return (bitboard.BishopAttacks(s, all) | bitboard.RookAttacks(s, all)) &^ us, nil
	}
	for _, side := range [2]board.Side{board.QueenSide, board.KingSide} {
		if f, ok := p.Castling.RookFile(p.Turn, side); ok {
			rooks = append(rooks, board.SquareAt(f, 7*int(p.Turn)))
		}
	}
	return bitboard.KingAttacks(s) &^ us, rooks
}

// promotes reports whether the piece on a square is a pawn one step before the
// last rank.
func promotes(p *board.Position, from board.Square) bool {
	return p.KindAt(from) == board.Pawn && from.Rank() == 6-5*int(p.Turn)
}

// width returns the number of bits of a number below n.
func width(n int) int { return bits.Len(uint(max(n, 1) - 1)) }
