package boards

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// Kinds of attackers.
const (
	byPawn = iota
	byMinor
	byHeavy
	byKing
	numReaches
)

// attack adds the attacks of a piece on s, as far as known.
func (w *Walker) attack(s board.Square, piece uint8, occ bitboard.Set) {
	c := int(board.Piece(piece).Color())
	var by int
	var set bitboard.Set
	switch board.Piece(piece).Kind() {
	case board.Knight:
		by, set = byMinor, bitboard.KnightAttacks(s)
	case board.Bishop:
		by, set = byMinor, bitboard.BishopAttacks(s, occ)
	case board.Rook:
		by, set = byHeavy, bitboard.RookAttacks(s, occ)
	case board.Queen:
		by, set = byHeavy, bitboard.QueenAttacks(s, occ)
	default:
		by, set = byKing, bitboard.KingAttacks(s)
	}
	w.reach[c*numReaches+by] |= set
}

// attackers returns the attackers of a square, a bit for each colour and kind.
func (w *Walker) attackers(s board.Square) (by uint64) {
	for i, set := range w.reach {
		by |= uint64(set>>s&1) << i
	}
	return by
}

// pieceOf are the contents that Chooser.Piece chooses from.
var pieceOf = [9]uint8{
	0, uint8(board.WhiteKnight), uint8(board.WhiteBishop), uint8(board.WhiteRook), uint8(board.WhiteQueen),
	uint8(board.BlackKnight), uint8(board.BlackBishop), uint8(board.BlackRook), uint8(board.BlackQueen),
}

var pieceThing = func() (t [things]int) {
	for i, p := range pieceOf {
		t[p] = i
	}
	return t
}()

// kingView returns how a king sees a square: 0 not at all, 1 along a diagonal, 3
// along a file or rank, each 1 more if squares between are not known yet, 5 by a
// knight's move.
func (w *Walker) kingView(king, s board.Square, occ bitboard.Set) uint64 {
	b := bitboard.Of(s)
	if bitboard.KnightAttacks(king)&b != 0 {
		return 5
	}
	kind := uint64(0)
	switch {
	case bitboard.BishopRays(king)&b != 0:
		kind = 1
	case bitboard.RookRays(king)&b != 0:
		kind = 3
	default:
		return 0
	}
	between := bitboard.Between(king, s)
	if between&occ != 0 {
		return 0
	}
	if between&^w.seen != 0 {
		kind++
	}
	return kind
}

// look returns the first piece seen from a cell in the direction of step, in 4 bits,
// and its distance, in 3 bits.
func (w *Walker) look(at, step int) uint64 {
	maybe := uint64(0)
	for n := uint64(1); ; n++ {
		at += step
		switch c := w.cell[at]; c {
		case 0:
		case unknown:
			maybe = 1
		default:
			return uint64(c)<<3 | min(n, 3)<<1 | maybe
		}
	}
}

// pieceState is the state while the pieces are placed.
type pieceState struct {
	squares        int // not known yet
	left           int // pieces still to come
	occ            bitboard.Set
	whites, blacks uint64    // hashes of each colour's pieces
	shields        [2]uint64 // hashes of the pawns round each king
	leftW, leftB   uint64    // pieces still to come by kind, two bits each
}

// placePieces codes the pieces on the free squares.
func (w *Walker) placePieces() {
	occ := w.occupied()
	w.reach[byPawn] = bitboard.PawnsAttacksUp(w.on[pawnW])
	w.reach[numReaches+byPawn] = bitboard.PawnsAttacksDown(w.on[pawnB])
	t := pieceState{squares: 64 - occ.Count(), occ: occ}
	for _, p := range pieceOf[1:] {
		t.left += w.left[p]
	}
	t.whites, t.blacks = w.hash[pawnW]+mix(uint64(w.kings[0])<<8), w.hash[pawnB]+mix(uint64(w.kings[1])<<8|1)
	for c := range t.shields {
		zone := bitboard.KingAttacks(w.kings[c])
		t.shields[c] = mix(uint64(zone&w.on[pawnW])+uint64(zone&w.on[pawnB])*3) + uint64(w.kings[c])
	}
	for _, rank := range pieceRanks {
		for file := range uint8(8) {
			s := board.Square(rank<<3 | file)
			if t.occ.Has(s) {
				continue
			}
			if t.left == 0 {
				return
			}
			c := w.choosePiece(&t, s)
			t.squares--
			w.put(s, c)
			if c == 0 {
				continue
			}
			t.left--
			t.occ |= bitboard.Of(s)
			w.attack(s, c, t.occ)
			if board.Piece(c).Color() == board.White {
				t.whites += mix(uint64(s)<<4 | uint64(c))
			} else {
				t.blacks += mix(uint64(s)<<4 | uint64(c))
			}
		}
	}
}

// choosePiece codes the piece on a square, 0 for none.
func (w *Walker) choosePiece(t *pieceState, s board.Square) uint8 {
	allowed := uint(0)
	if t.left < t.squares {
		allowed = 1
	}
	t.leftW, t.leftB = 0, 0
	for i, p := range pieceOf[1:] {
		n := w.left[p]
		if n > 0 {
			allowed |= 2 << i
		}
		if i < 4 {
			t.leftW = t.leftW<<2 | uint64(min(n, 3))
		} else {
			t.leftB = t.leftB<<2 | uint64(min(n, 3))
		}
	}
	actual := 0
	if w.truth != nil {
		actual = pieceThing[w.truth.At(s)]
	}
	w.listPiece(t, s)
	w.here = s
	return pieceOf[w.c.Piece(w.k.at, allowed, actual)]
}

// listPiece lists the features of the choice of a piece. A feature's number, which
// selects its weights, is its index in this order.
func (w *Walker) listPiece(t *pieceState, s board.Square) {
	rank, file := s>>3, s&7
	lw, lb := t.leftW, t.leftB
	wk, bk := uint64(w.kings[0]), uint64(w.kings[1])
	wood, phase := uint64(w.wood), w.phase()
	at := cellAt(s)
	cell := func(step int) uint64 { return uint64(w.cell[at+step]) }
	sq := uint64(s)
	k := &w.k
	k.start(saltPiece)
	// The pieces to come.
	k.add(sq<<8 | lw)
	k.add(sq<<8 | lb)
	k.add(sq<<16 | uint64(min(t.left, 15))<<6 | uint64(t.squares))
	// The squares around, as far as known.
	w0, e0, n0, s0 := cell(west), cell(east), cell(north), cell(south)
	nw, ne, sw, se := cell(north+west), cell(north+east), cell(south+west), cell(south+east)
	k.add(sq<<12 | w0<<8 | cell(2*west)<<4 | e0)
	k.add(sq<<16 | nw<<12 | ne<<8 | sw<<4 | se)
	near := w0<<28 | e0<<24 | n0<<20 | s0<<16 | nw<<12 | ne<<8 | sw<<4 | se
	k.add(sq<<32 | near)
	k.add(sq<<16 | n0<<12 | cell(2*north)<<8 | s0<<4 | cell(2*south))
	// Pawns, kings, the rank, everything known.
	cols := uint64(w.file[file+1])<<32 ^ uint64(w.file[file+2])<<16 ^ uint64(w.file[file+3])
	k.add(sq<<16 | uint64(w.file[file+2]))
	k.add(mix(cols) + sq)
	k.add(sq<<16 | wk<<8 | bk)
	k.add(sq<<8 | uint64(w.cell[cellAt(s^56)]))
	k.add(w.pawns + sq)
	k.add(w.hash[pawnW] + sq)
	k.add(w.hash[pawnB] + sq + 1<<8)
	k.add(sq<<32 | uint64(w.rank[rank]))
	k.add(w.all + sq)
	k.add(sq<<16 | tint(w.on[board.WhiteBishop])<<8 | lw>>4&3<<4 | tint(w.on[board.BlackBishop])<<2 | lb>>4&3)
	// How the kings see the square, and its attackers.
	views := w.kingView(w.kings[0], s, t.occ)*6 + w.kingView(w.kings[1], s, t.occ)
	k.add(views)
	k.add(sq<<8 | views)
	attacks := w.attackers(s)
	k.add(attacks<<6 | views)
	k.add(sq<<8 | attacks)
	k.add(attacks<<24 | lw<<16 | lb<<8)
	// The first pieces along lines and diagonals.
	rayN, rayS, rayE, rayW := w.look(at, north), w.look(at, south), w.look(at, east), w.look(at, west)
	rayNE, raySW, rayNW, raySE := w.look(at, north+east), w.look(at, south+west), w.look(at, north+west), w.look(at, south+east)
	k.add(sq<<16 | rayN<<8 | rayS)
	k.add(sq<<16 | rayE<<8 | rayW)
	k.add(sq<<16 | rayNE<<8 | raySW)
	k.add(sq<<16 | rayNW<<8 | raySE)
	// Pieces at home: knights and bishops, all.
	k.add(sq<<32 | uint64(w.rank[0])&0x0ff00ff0)
	k.add(sq<<32 | uint64(w.rank[7])&0x0ff00ff0)
	k.add(mix(uint64(w.rank[0])) + sq)
	k.add(mix(uint64(w.rank[7])) + sq)
	k.add(mix(uint64(w.rank[0])<<32|uint64(w.rank[7])) + sq)
	// The places of the others of a kind.
	k.add(w.hash[board.WhiteKnight] + sq<<8 + lw)
	k.add(w.hash[board.BlackKnight] + sq<<8 + lb + 1<<16)
	k.add(w.hash[board.WhiteBishop] + sq<<8 + lw + 2<<16)
	k.add(w.hash[board.BlackBishop] + sq<<8 + lb + 3<<16)
	k.add(w.hash[board.WhiteRook] + sq<<8 + lw + 4<<16)
	k.add(w.hash[board.BlackRook] + sq<<8 + lb + 5<<16)
	k.add(w.hash[board.WhiteQueen] + sq<<8 + lw + 6<<16)
	k.add(w.hash[board.BlackQueen] + sq<<8 + lb + 7<<16)
	// Pawns around the kings, material, each colour's pieces.
	k.add(t.shields[0] + sq<<8)
	k.add(t.shields[1] + sq<<8 + 1<<16)
	k.add(w.mat + sq)
	k.add(sq<<8 | wood)
	k.add(t.whites + sq<<8)
	k.add(t.blacks + sq<<8 + 1<<16)
	// Some of the above by the phase of the game, and distances to kings.
	k.add(phase<<48 ^ sq<<40 ^ rayN<<24 ^ rayS<<16 ^ rayE<<8 ^ rayW)
	k.add(phase<<48 ^ sq<<40 ^ rayNE<<24 ^ raySW<<16 ^ rayNW<<8 ^ raySE)
	k.add(phase<<40 | uint64(rank)<<32 | near)
	dw, db := distance(sq, wk), distance(sq, bk)
	k.add(wood<<8 | dw<<4 | db)
	k.add(sq<<24 | wk<<16 | lw)
	k.add(sq<<24 | bk<<16 | lb | 1<<32)
}

// tint returns whether there are pieces on dark and on light squares.
func tint(s bitboard.Set) (t uint64) {
	const dark = 0xaa55aa55aa55aa55
	if s&dark != 0 {
		t = 1
	}
	if s&^dark != 0 {
		t |= 2
	}
	return t
}
