package basen

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// An army in the exact numbering is a side's pieces except its pawns and except the
// king and rooks that its rights to castle fix. Armies are counted together by their
// number of pieces and of promoted pieces. Any more than two knights, two bishops,
// two rooks and one queen are promoted.
type army struct {
	pieces, promoted int
	// count is the number of ways to place the army on as many squares.
	count uint64
	kinds []muster
}

// muster is the number of pieces of each kind in an army.
type muster struct {
	queens, rooks, bishops, knights int
	before                          uint64 // ways of the musters before this one
}

// armies are all armies for a number of castling rooks, ordered by promoted pieces,
// then by pieces.
type armies struct {
	all []army
	// at is the index of an army by its pieces and promoted pieces, or -1.
	at    [17][9]int16
	rooks int // number of fixed rooks
	king  int // 1 if the king is not fixed and counts as a piece
}

func newArmies(rooks int) *armies {
	a := &armies{rooks: rooks}
	if rooks == 0 {
		a.king = 1
	}
	for promoted := range 9 {
		for pieces := range 17 {
			a.at[pieces][promoted] = -1
			if one := a.muster(pieces, promoted); len(one.kinds) > 0 {
				a.at[pieces][promoted] = int16(len(a.all))
				a.all = append(a.all, one)
			}
		}
	}
	return a
}

// muster returns the army with its musters: fewest queens first, then fewest rooks,
// then fewest bishops.
func (a *armies) muster(pieces, promoted int) army {
	one := army{pieces: pieces, promoted: promoted}
	for queens := range pieces + 1 {
		for rooks := range pieces + 1 - queens {
			for bishops := range pieces + 1 - queens - rooks {
				m := muster{queens: queens, rooks: rooks, bishops: bishops, before: one.count}
				if m.knights = pieces - a.king - queens - rooks - bishops; m.knights < 0 || a.promoted(m) != promoted {
					continue
				}
				one.kinds = append(one.kinds, m)
				one.count += a.ways(pieces, m)
			}
		}
	}
	return one
}

// promoted returns the number of pieces of m that must be promoted pawns.
func (a *armies) promoted(m muster) int {
	return max(m.queens-1, 0) + max(m.rooks-(2-a.rooks), 0) + max(m.bishops-2, 0) + max(m.knights-2, 0)
}

// ways returns the number of ways to place the pieces of m on as many squares.
func (a *armies) ways(pieces int, m muster) uint64 {
	n := uint64(1)
	if a.king == 1 {
		n, pieces = uint64(pieces), pieces-1
	}
	n *= bitboard.Choose(pieces, m.queens)
	pieces -= m.queens
	n *= bitboard.Choose(pieces, m.rooks)
	pieces -= m.rooks
	return n * bitboard.Choose(pieces, m.bishops)
}

// army returns the army of the muster m and its index; ok is false if no side can
// have it.
func (a *armies) army(m muster) (i int, one *army, ok bool) {
	pieces, promoted := a.king+m.queens+m.rooks+m.bishops+m.knights, a.promoted(m)
	if pieces > 16 || promoted > 8 || a.at[pieces][promoted] < 0 {
		return 0, nil, false
	}
	i = int(a.at[pieces][promoted])
	return i, &a.all[i], true
}

// number returns the number of the placement of the pieces on their squares.
func (a *armies) number(one *army, m muster, pieces *[7]bitboard.Set) (n uint64) {
	var u bitboard.Set
	for k := board.Knight; k <= board.King; k++ {
		u |= pieces[k]
	}
	if a.king == 1 {
		n = pieces[board.King].Number(u)
		u ^= pieces[board.King]
	}
	for _, k := range [3]board.Kind{board.Queen, board.Rook, board.Bishop} {
		n = n*bitboard.Choose(u.Count(), pieces[k].Count()) + pieces[k].Number(u)
		u ^= pieces[k]
	}
	for i := range one.kinds {
		if k := &one.kinds[i]; k.queens == m.queens && k.rooks == m.rooks && k.bishops == m.bishops {
			return n + k.before
		}
	}
	return n // not reached: the muster is one of the army's
}

// stand is the inverse of number; it places the army on the squares u.
func (a *armies) stand(one *army, n uint64, u bitboard.Set, pieces *[7]bitboard.Set) {
	i := 0
	for i+1 < len(one.kinds) && one.kinds[i+1].before <= n {
		i++
	}
	m := &one.kinds[i]
	n -= m.before
	// The lowest digit is removed first, so the radices are needed from the last kind
	// on.
	left := one.pieces - a.king
	queens := bitboard.Choose(left, m.queens)
	left -= m.queens
	rooks := bitboard.Choose(left, m.rooks)
	left -= m.rooks
	bishops := bitboard.Choose(left, m.bishops)
	b, n := n%bishops, n/bishops
	r, n := n%rooks, n/rooks
	q, n := n%queens, n/queens
	if a.king == 1 {
		pieces[board.King], _ = bitboard.Subset(n, 1, u)
		u ^= pieces[board.King]
	}
	pieces[board.Queen], _ = bitboard.Subset(q, m.queens, u)
	u ^= pieces[board.Queen]
	pieces[board.Rook], _ = bitboard.Subset(r, m.rooks, u)
	u ^= pieces[board.Rook]
	pieces[board.Bishop], _ = bitboard.Subset(b, m.bishops, u)
	pieces[board.Knight] = u ^ pieces[board.Bishop]
}
