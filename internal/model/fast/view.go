package fast

import (
	"encoding/binary"
	"math/bits"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// view is a position seen from the side to move, its first rank at the bottom: for
// Black, ranks are mirrored.
type view struct {
	flip uint8 // 0 or 56: converts a square of the position into one of the view

	// origin holds for the square of one of our pieces its row in the trade table:
	//
	//	bit 0    1 if another of our pieces defends it
	//	bits 1-3 kind of the least enemy that attacks it, 0 none
	//	bits 4-6 its kind
	//	bit 7    1 if it hangs
	origin [64]uint8
	// target holds for each square its column in the trade table:
	//
	//	bits 0-2 kind of the enemy on it, 0 none
	//	bits 3-5 kind of the least enemy that attacks it, 0 none
	//	bit 6    1 if one of our pieces attacks it
	//	bit 7    1 if two of our pieces attack it
	target [64]uint8
	// check holds for each kind the squares from which it attacks the enemy
	// king.
	check [8]bitboard.Set

	hang int // our best piece that hangs: 0 none, 1 pawn, 2 minor, 3 rook, 4 queen

	// Starts of the rows of this position in the table.
	reply, attack, shelter int
	recapture              uint8 // square where the opponent just captured, 64 if he did not
	recaptureRow           int
	prev                   uint8 // target of our last move, 64 if unknown
	again                  int
	opening                bool
	hash                   uint64
}

// read fills v.
func (v *view) read(p *board.Position, h Past) {
	pl := p.Planes()
	us := pl[3]
	v.flip = 0
	if p.Turn == board.White {
		us = (pl[0] | pl[1] | pl[2]) &^ us
	} else {
		v.flip = 56
		for i := range 3 {
			pl[i] = bitboard.Set(bits.ReverseBytes64(uint64(pl[i])))
		}
		us = bitboard.Set(bits.ReverseBytes64(uint64(us)))
	}
	p0, p1, p2 := pl[0], pl[1], pl[2]
	occ := p0 | p1 | p2
	them := occ &^ us
	pawns, knights, bishops := p0&^(p1|p2), p1&^(p0|p2), p0&p1
	rooks, queens, kings := p2&^(p0|p1), p0&p2, p1&p2

	once, twice := attacks(pawns&us, knights&us, bishops&us, rooks&us, queens&us, kings&us, occ)
	byPawn, byKnight, byBishop, byRook, byQueen, byKing := leastAttacks(pawns&them, knights&them, bishops&them, rooks&them, queens&them, kings&them, occ)
	least0 := byPawn | byBishop | byQueen
	least1 := byKnight | byBishop | byKing
	least2 := byRook | byQueen | byKing

	// A piece hangs if it is attacked by a cheaper one, or attacked and not defended.
	minor := byPawn | byKnight | byBishop
	attacked := minor | byRook | byQueen | byKing
	hanging := us & (attacked&^once&^kings | byPawn&^pawns | minor&(rooks|queens) | byRook&queens) &^ kings
	switch {
	case hanging == 0:
		v.hang = 0
	case hanging&queens != 0:
		v.hang = 4
	case hanging&rooks != 0:
		v.hang = 3
	case hanging&(bishops|knights) != 0:
		v.hang = 2
	default:
		v.hang = 1
	}

	weave(&v.target, &[8]bitboard.Set{p0 & them, p1 & them, p2 & them, least0, least1, least2, once, twice})
	weave(&v.origin, &[8]bitboard.Set{once, least0, least1, least2, p0, p1, p2, hanging})

	k := (kings & them).First() & 63
	v.attack = attacksAt + int(k)*384
	v.shelter = sheltersAt + zone((kings&us).First()&63)*384
	diag, line := bitboard.BishopAttacks(k, occ), bitboard.RookAttacks(k, occ)
	v.check = [8]bitboard.Set{
		board.Pawn:   bitboard.PawnsAttacksDown(bitboard.Of(k)),
		board.Knight: bitboard.KnightAttacks(k),
		board.Bishop: diag,
		board.Rook:   line,
		board.Queen:  diag | line,
	}
	v.remember(h)
	if v.opening = p.FullmoveNumber <= openingMoves; v.opening {
		v.hash = uint64(p0)*0x9e3779b97f4a7c15 ^ uint64(p1)*0xc2b2ae3d27d4eb4f ^
			uint64(p2)*0x165667b19e3779f9 ^ uint64(us)*0xd6e8feb86659fd93
	}
}

// weave sets the byte of each square to a bit of each plane, that of the first lowest.
func weave(squares *[64]uint8, planes *[8]bitboard.Set) {
	if wide() {
		weaveWide(squares, planes)
	} else {
		weavePlain(squares, planes)
	}
}

func weavePlain(squares *[64]uint8, planes *[8]bitboard.Set) {
	for r := 0; r < 64; r += 8 {
		var word uint64
		for i, p := range planes {
			word |= spread[p>>r&255] << i
		}
		binary.LittleEndian.PutUint64(squares[r:], word)
	}
}

// spread turns the bits of a rank into bytes.
var spread = func() (t [256]uint64) {
	for i := range t {
		for b := range 8 {
			t[i] |= uint64(i>>b&1) << (8 * b)
		}
	}
	return t
}()

// attacks returns the squares that pieces of one side attack at least once, and
// at least twice; pawns move up.
func attacks(pawns, knights, bishops, rooks, queens, kings, occ bitboard.Set) (once, twice bitboard.Set) {
	a, b := pawns.UpLeft(), pawns.UpRight()
	once, twice = a|b, a&b
	for ; knights != 0; knights = knights.WithoutFirst() {
		a = bitboard.KnightAttacks(knights.First())
		once, twice = once|a, twice|once&a
	}
	for ; bishops != 0; bishops = bishops.WithoutFirst() {
		a = bitboard.BishopAttacks(bishops.First(), occ)
		once, twice = once|a, twice|once&a
	}
	for ; rooks != 0; rooks = rooks.WithoutFirst() {
		a = bitboard.RookAttacks(rooks.First(), occ)
		once, twice = once|a, twice|once&a
	}
	for ; queens != 0; queens = queens.WithoutFirst() {
		a = bitboard.QueenAttacks(queens.First(), occ)
		once, twice = once|a, twice|once&a
	}
	a = bitboard.KingsAttacks(kings)
	return once | a, twice | once&a
}

// leastAttacks returns the squares that pieces of one side attack, each by the
// least kind that does; pawns move down.
func leastAttacks(pawns, knights, bishops, rooks, queens, kings, occ bitboard.Set) (byPawn, byKnight, byBishop, byRook, byQueen, byKing bitboard.Set) {
	byPawn = bitboard.PawnsAttacksDown(pawns)
	byKnight = bitboard.KnightsAttacks(knights)
	for ; bishops != 0; bishops = bishops.WithoutFirst() {
		byBishop |= bitboard.BishopAttacks(bishops.First(), occ)
	}
	for ; rooks != 0; rooks = rooks.WithoutFirst() {
		byRook |= bitboard.RookAttacks(rooks.First(), occ)
	}
	for ; queens != 0; queens = queens.WithoutFirst() {
		byQueen |= bitboard.QueenAttacks(queens.First(), occ)
	}
	byKing = bitboard.KingsAttacks(kings)
	seen := byPawn
	byKnight &^= seen
	seen |= byKnight
	byBishop &^= seen
	seen |= byBishop
	byRook &^= seen
	seen |= byRook
	byQueen &^= seen
	seen |= byQueen
	byKing &^= seen
	return byPawn, byKnight, byBishop, byRook, byQueen, byKing
}

// remember sets the fields that depend on the moves before.
func (v *view) remember(h Past) {
	v.reply, v.recapture = repliesAt+6*64*384, 64
	v.prev, v.again = 64, againsAt+int(h.last.kind())*96
	if h.prior.kind() != board.NoKind {
		v.prev = h.prior.to() ^ v.flip
	}
	if last := h.last; last.kind() != board.NoKind {
		to := last.to() ^ v.flip
		v.reply = repliesAt + (int(last.kind()-1)<<6|int(to))*384
		if last.victim() != board.NoKind {
			v.recapture, v.recaptureRow = to, recapturesAt+int(last.victim()-1)*96
		}
	}
}

// zone returns the part of the board, 0 to 15, of our king, finer near its home.
func zone(sq bitboard.Square) int {
	switch {
	case sq < 8:
		return int(sq)
	case sq < 16:
		return 8 + int(sq&7)>>1
	case sq < 32:
		return 12 + int(sq&7)>>2
	}
	return 14 + int(sq&7)>>2
}
