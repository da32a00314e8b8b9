// Package boards predicts positions: the probability of each content of each square,
// given what is known of the others. It splits a position into a sequence of choices
// and predicts the frequencies of each, with integers only. The caller codes the
// choices.
//
// # The choices
//
//	| material | pawns | kings | pieces | turn | castling | en passant | counters |
//
//	material   the numbers of pawns, queens, rooks, bishops, knights of each side
//	pawns      nothing, white or black, on each square of the ranks 2, 7, 3, 6, 4, 5
//	kings      the squares of the white and then the black king
//	pieces     nothing or one of eight, on the free squares of the ranks 1, 8, 2, 7, 3, 6, 4, 5
//	turn       the side to move
//	castling   which of the rights that king and rooks allow exist
//	en passant which of the squares that a pawn may have jumped over
//	counters   half-move clock and move number
//
// Certain contents need no choice: when all pieces have been placed, the other
// squares are empty. The score of each content is the sum of one weight for each
// feature of what is known; scores are logarithms of probabilities.
//
// Positions without exactly one king a side, with pawns on the ranks 1 and 8, or with
// rights or an en passant square that the board rules out cannot be split; see Holds.
package boards

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/trailer"
)

// Holds reports whether p can be split into choices.
func Holds(p *board.Position) bool {
	if p.Turn > board.Black || p.Pieces(board.WhiteKing).Count() != 1 || p.Pieces(board.BlackKing).Count() != 1 ||
		p.Kind(board.Pawn)&(bitboard.Rank1|bitboard.Rank8) != 0 {
		return false
	}
	if p.EnPassant != 0 && (p.EnPassant > board.H8 || !p.Jumped().Has(p.EnPassant)) {
		return false
	}
	wide, standard := trailer.CastlingRooks(p)
	return says(p.Castling, &standard) || says(p.Castling, &wide)
}

// says reports whether the rooks of all rights are among the given ones.
func says(rights board.Rights, rooks *[4]bitboard.Set) bool {
	for i, set := range rooks {
		if rights>>(4*i)&15 == 0 {
			continue
		}
		c := board.Color(i >> 1)
		file, ok := rights.RookFile(c, board.Side(i&1))
		if !ok || !set.Has(board.SquareAt(file, 7*int(c))) {
			return false
		}
	}
	return true
}

// Chooser makes choices, given the features of each as hashes of 32 bits. An encoder
// returns actual, a decoder the choice that it reads.
type Chooser interface {
	// Bit is a choice between 0 and 1.
	Bit(at []uint32, actual int) int
	// Pawn is a choice among nothing, a white and a black pawn; bit n of allowed is
	// set if choice n is possible.
	Pawn(at []uint32, allowed uint, actual int) int
	// Piece is a choice among nothing, the white knight, bishop, rook, queen,
	// and the black ones.
	Piece(at []uint32, allowed uint, actual int) int
	// Square is a choice among n squares, with len(at)/n features each.
	Square(at []uint32, n, actual int) int
}

const (
	things  = 13
	unknown = 13 // of a square not seen yet
	outside = 14 // of one off the board
)

// mix spreads the bits of x.
func mix(x uint64) uint64 {
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	return x ^ x>>32
}

// Salts of the features of a choice on the board.
const (
	saltCount = 1 + iota
	saltPawn
	saltKing
	saltPiece
)

// keys collects the features of a choice.
type keys struct {
	at   []uint32
	salt uint64
}

func (k *keys) start(salt uint64) {
	k.at, k.salt = k.at[:0], salt*0x632be59bd9b4e019
}

// add adds a feature with the value x.
func (k *keys) add(x uint64) {
	k.salt += 0x9fb21c651e98df25
	x = (x + k.salt) * 0xff51afd7ed558ccd
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	k.at = append(k.at, uint32(x>>32))
}
