package movegen_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// The oracle says the rules a second time, square by square and as they are
// written down, without sets.

// pieces is a board as 64 pieces.
type pieces [64]board.Piece

func piecesOf(p *board.Position) (b pieces) {
	for sq := range b {
		b[sq] = p.At(board.Square(sq))
	}
	return b
}

func (b *pieces) own(sq int, c board.Color) bool { return b[sq] != board.Empty && b[sq].Color() == c }

// reaches reports whether the piece on from attacks to.
func (b *pieces) reaches(from, to int) bool {
	files, ranks := to%8-from%8, to/8-from/8
	df, dr := max(files, -files), max(ranks, -ranks)
	free := func() bool {
		step := sign(ranks)*8 + sign(files)
		for sq := from + step; sq != to; sq += step {
			if b[sq] != board.Empty {
				return false
			}
		}
		return true
	}
	switch straight, diagonal := df == 0 != (dr == 0), df == dr && df != 0; b[from].Kind() {
	case board.Pawn:
		return df == 1 && ranks == 1-2*int(b[from].Color())
	case board.Knight:
		return df*dr == 2
	case board.Bishop:
		return diagonal && free()
	case board.Rook:
		return straight && free()
	case board.Queen:
		return (straight || diagonal) && free()
	case board.King:
		return max(df, dr) == 1
	}
	return false
}

func sign(n int) int { return max(-1, min(n, 1)) }

func (b *pieces) attacked(sq int, by board.Color) bool {
	for from := range b {
		if b.own(from, by) && b.reaches(from, sq) {
			return true
		}
	}
	return false
}

// onlyKing returns the square of c's only king.
func (b *pieces) onlyKing(c board.Color) (int, bool) {
	found, n := 0, 0
	for sq, p := range b {
		if p == board.PieceOf(c, board.King) {
			found = sq
			n++
		}
	}
	return found, n == 1
}

// oracle reports whether m is legal, and the board after it.
func oracle(p *board.Position, b pieces, m board.Move) (bool, pieces) {
	from, to, us := int(m.From()), int(m.To()), p.Turn
	if m>>15 != 0 || from == to || !b.own(from, us) {
		return false, b
	}
	king, royal := b.onlyKing(us)
	if b[from].Kind() == board.King && b[to] == board.PieceOf(us, board.Rook) {
		return oracleCastling(p, b, m)
	}
	if b.own(to, us) {
		return false, b
	}
	promotion := board.NoKind
	if b[from].Kind() == board.Pawn {
		if to/8 == 7-7*int(us) {
			if promotion = m.Promotion(); promotion < board.Knight || promotion > board.Queen {
				return false, b
			}
		}
		forward := 8 - 16*int(us)
		switch ep := int(p.EnPassant); {
		case to == from+forward:
			if b[to] != board.Empty {
				return false, b
			}
		case to == from+2*forward:
			if from/8 != 1+5*int(us) || b[to] != board.Empty || b[from+forward] != board.Empty {
				return false, b
			}
		case !b.reaches(from, to):
			return false, b
		case b[to] == board.Empty:
			if to != ep || ep/8 != 5-3*int(us) || b[ep+forward] != board.Empty || b[ep-forward] != board.PieceOf(us.Other(), board.Pawn) {
				return false, b
			}
			b[ep-forward] = board.Empty
		}
	} else if !b.reaches(from, to) {
		return false, b
	}
	if m.Promotion() != promotion {
		return false, b
	}
	b[from], b[to] = board.Empty, b[from]
	if promotion != board.NoKind {
		b[to] = board.PieceOf(us, promotion)
	}
	if king == from {
		king = to
	}
	return !royal || !b.attacked(king, us.Other()), b
}

func oracleCastling(p *board.Position, b pieces, m board.Move) (bool, pieces) {
	king, rook, us := int(m.From()), int(m.To()), p.Turn
	side, kTo, rTo := board.KingSide, king&^7+6, king&^7+5
	if rook < king {
		side, kTo, rTo = board.QueenSide, king&^7+2, king&^7+3
	}
	file, ok := p.Castling.RookFile(us, side)
	_, royal := b.onlyKing(us)
	if !ok || !royal || m.Promotion() != 0 || king/8 != 7*int(us) || rook != king&^7+file {
		return false, b
	}
	after := b
	after[king], after[rook] = board.Empty, board.Empty
	walk := after
	for sq := min(king, rook, kTo, rTo); sq <= max(king, rook, kTo, rTo); sq++ {
		onKingsWay := sq >= min(king, kTo) && sq <= max(king, kTo)
		onRooksWay := sq >= min(rook, rTo) && sq <= max(rook, rTo)
		if (onKingsWay || onRooksWay) && walk[sq] != board.Empty {
			return false, b
		}
	}
	walk[rook] = b[rook]
	for sq := min(king, kTo); sq <= max(king, kTo); sq++ {
		if walk.attacked(sq, us.Other()) {
			return false, b
		}
	}
	after[kTo], after[rTo] = b[king], b[rook]
	return !after.attacked(kTo, us.Other()), after
}

// origin holds the arguments of movegen.Origins.
type origin struct {
	kind      board.Kind
	to        board.Square
	promotion board.Kind
}

// TestOracle asks about all moves that 16 bits can say.
func TestOracle(t *testing.T) {
	list := starts(t)
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t, list)
		fen := string(p.AppendFEN(nil))
		b := piecesOf(&p)
		legal := map[board.Move]bool{}
		for _, m := range movegen.AppendLegal(nil, &p) {
			legal[m] = true
		}
		if king, royal := b.onlyKing(p.Turn); movegen.InCheck(&p) != (royal && b.attacked(king, p.Turn.Other())) {
			t.Fatalf("InCheck(%s) = %v", fen, movegen.InCheck(&p))
		}
		if got := movegen.HasLegal(&p); got != (len(legal) > 0) {
			t.Fatalf("HasLegal(%s) = %v, want %v", fen, got, !got)
		}
		enPassant := false
		origins := map[origin]bitboard.Set{}
		castlings := map[board.Side]board.Move{}
		for m := range board.Move(1 << 15) {
			want, after := oracle(&p, b, m)
			if legal[m] != want {
				t.Fatalf("%s: legality of %v (%d) = %v, want %v", fen, m, m, legal[m], want)
			}
			if got := movegen.IsLegal(&p, m); got != want {
				t.Fatalf("IsLegal(%s, %v) = %v, want %v", fen, m, got, want)
			}
			if !want {
				continue
			}
			next := p
			movegen.Make(&next, m)
			if piecesOf(&next) != after {
				t.Fatalf("%s: %v leads to %s", fen, m, next.AppendFEN(nil))
			}
			pawn := b[m.From()].Kind() == board.Pawn
			clock := p.HalfmoveClock + 1
			if pawn || b[m.To()] != board.Empty && b[m.To()].Color() != p.Turn {
				clock = 0
			}
			if next.HalfmoveClock != clock || next.Turn == p.Turn || next.FullmoveNumber != p.FullmoveNumber+uint16(p.Turn) {
				t.Fatalf("%s: %v leads to %s", fen, m, next.AppendFEN(nil))
			}
			switch {
			case b.own(int(m.To()), p.Turn):
				seen["castling"]++
				side := board.KingSide
				if m.To() < m.From() {
					side = board.QueenSide
				}
				castlings[side] = m
				continue
			case pawn && m.To() == p.EnPassant && b[m.To()] == board.Empty && m.To().File() != m.From().File():
				enPassant = true
				seen["en passant"]++
			case m.Promotion() != board.NoKind:
				seen["promotion"]++
			}
			origins[origin{b[m.From()].Kind(), m.To(), m.Promotion()}] |= bitboard.Of(m.From())
		}
		for i := range 8 * 64 * 8 {
			o := origin{board.Kind(i & 7), board.Square(i >> 3 & 63), board.Kind(i >> 9)}
			if got := movegen.Origins(&p, o.kind, o.to, o.promotion); got != origins[o] {
				t.Fatalf("Origins(%s, %v) = %x, want %x", fen, o, got, origins[o])
			}
		}
		for side := board.KingSide; side <= board.QueenSide; side++ {
			if got := movegen.Castling(&p, side); got != castlings[side] {
				t.Fatalf("Castling(%s, %v) = %v, want %v", fen, side, got, castlings[side])
			}
		}
		if got := movegen.LegalEnPassant(&p); got != 0 != enPassant || enPassant && got != p.EnPassant {
			t.Fatalf("LegalEnPassant(%s) = %v, want %v", fen, got, enPassant)
		}
		for m := 1 << 15; m < 1<<16; m += 257 {
			if movegen.IsLegal(&p, board.Move(m)) {
				t.Fatalf("IsLegal(%s, %d) = true", fen, m)
			}
		}
	})
	for _, special := range []string{"castling", "en passant", "promotion"} {
		if seen[special] == 0 {
			t.Errorf("no %s was drawn", special)
		}
	}
}
