package movegen

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// AppendLegal appends the legal moves of p to dst in the frozen order and returns the
// extended slice. It allocates only to grow dst; 256 moves are enough for every
// position a game can reach (218 is the most known), but not for every position that
// a FEN can hold.
func AppendLegal(dst []board.Move, p *board.Position) []board.Move {
	var v view
	v.read(p)
	return v.appendKings(v.appendPieces(dst, p), p)
}

// appendPieces appends the moves of all pieces but kings.
func (v *view) appendPieces(dst []board.Move, p *board.Position) []board.Move {
	if v.evade != 0 {
		dst = v.appendPawns(dst, p)
		free := v.target
		for s := v.knights &^ (v.pinDiag | v.pinLine); s != 0; s = s.WithoutFirst() {
			from := s.First()
			dst = appendMoves(dst, from, bitboard.KnightAttacks(from)&free)
		}
		for s := v.bishops &^ v.pinLine; s != 0; s = s.WithoutFirst() {
			from := s.First()
			t := bitboard.BishopAttacks(from, v.occ) & free
			if v.pinDiag.Has(from) {
				t &= v.pinDiag
			}
			dst = appendMoves(dst, from, t)
		}
		for s := v.rooks &^ v.pinDiag; s != 0; s = s.WithoutFirst() {
			from := s.First()
			t := bitboard.RookAttacks(from, v.occ) & free
			if v.pinLine.Has(from) {
				t &= v.pinLine
			}
			dst = appendMoves(dst, from, t)
		}
		for s := v.queens; s != 0; s = s.WithoutFirst() {
			from := s.First()
			var t bitboard.Set
			switch {
			case v.pinDiag.Has(from):
				t = bitboard.BishopAttacks(from, v.occ) & v.pinDiag
			case v.pinLine.Has(from):
				t = bitboard.RookAttacks(from, v.occ) & v.pinLine
			default:
				t = bitboard.QueenAttacks(from, v.occ)
			}
			dst = appendMoves(dst, from, t&free)
		}
	}
	return dst
}

// appendKings appends the moves of kings.
func (v *view) appendKings(dst []board.Move, p *board.Position) []board.Move {
	if v.royal != noRoyal {
		to, rooks := v.kingMoves(p)
		dst = appendMoves(dst, v.royal, to)
		for s := rooks; s != 0; s = s.WithoutFirst() {
			dst = append(dst, board.NewMove(v.royal, s.First(), board.NoKind))
		}
		return dst
	}
	for s := v.kings; s != 0; s = s.WithoutFirst() {
		from := s.First()
		dst = appendMoves(dst, from, bitboard.KingAttacks(from)&^v.us)
	}
	return dst
}

func appendMoves(dst []board.Move, from board.Square, to bitboard.Set) []board.Move {
	for ; to != 0; to = to.WithoutFirst() {
		dst = append(dst, board.Move(from)|board.Move(to.First())<<6)
	}
	return dst
}

// pawnMoves holds the squares that pawns reach, for each way that a pawn can move.
type pawnMoves struct{ one, two, left, right bitboard.Set }

// pawnTargets returns the squares that pawns reach, except by en passant.
func (v *view) pawnTargets(turn board.Color) (m pawnMoves) {
	empty := ^v.occ
	push := v.pawns &^ v.pinDiag
	take := v.pawns &^ v.pinLine
	if turn == board.White {
		m.one = (push&^v.pinLine).Up()&empty | (push&v.pinLine).Up()&empty&v.pinLine
		m.two = (m.one & (bitboard.Rank1 << 16)).Up() & empty & v.evade
		m.left = (take &^ v.pinDiag).UpLeft() | (take&v.pinDiag).UpLeft()&v.pinDiag
		m.right = (take &^ v.pinDiag).UpRight() | (take&v.pinDiag).UpRight()&v.pinDiag
	} else {
		m.one = (push&^v.pinLine).Down()&empty | (push&v.pinLine).Down()&empty&v.pinLine
		m.two = (m.one & (bitboard.Rank1 << 40)).Down() & empty & v.evade
		m.left = (take &^ v.pinDiag).DownLeft() | (take&v.pinDiag).DownLeft()&v.pinDiag
		m.right = (take &^ v.pinDiag).DownRight() | (take&v.pinDiag).DownRight()&v.pinDiag
	}
	m.one &= v.evade
	m.left &= v.evade & v.them
	m.right &= v.evade & v.them
	return m
}

func (v *view) appendPawns(dst []board.Move, p *board.Position) []board.Move {
	m := v.pawnTargets(p.Turn)
	var capturers, ep bitboard.Set
	if p.EnPassant != 0 {
		capturers, ep = v.enPassant(p), bitboard.Of(p.EnPassant)
	}
	movers := capturers
	if p.Turn == board.White {
		movers |= m.one.Down() | m.two.Down().Down() | m.left.DownRight() | m.right.DownLeft()
	} else {
		movers |= m.one.Up() | m.two.Up().Up() | m.left.UpRight() | m.right.UpLeft()
	}
	for s := movers; s != 0; s = s.WithoutFirst() {
		from := s.First()
		f := bitboard.Of(from)
		var to bitboard.Set
		// No step to the left ends on file h, none to the right on file a: a shift
		// around the edge adds no square.
		if p.Turn == board.White {
			to = f<<8&m.one | f<<16&m.two | f<<7&m.left | f<<9&m.right
		} else {
			to = f>>8&m.one | f>>16&m.two | f>>9&m.left | f>>7&m.right
		}
		if f&capturers != 0 {
			to |= ep
		}
		if to&(bitboard.Rank1|bitboard.Rank8) == 0 {
			dst = appendMoves(dst, from, to)
			continue
		}
		for ; to != 0; to = to.WithoutFirst() {
			m := board.Move(from) | board.Move(to.First())<<6
			dst = append(dst, m|board.Move(board.Knight)<<12, m|board.Move(board.Bishop)<<12,
				m|board.Move(board.Rook)<<12, m|board.Move(board.Queen)<<12)
		}
	}
	return dst
}
