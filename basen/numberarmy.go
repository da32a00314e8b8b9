package basen

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// In the exact numbering an army is what a side has beside its pawns and
// beside the king and rooks that its rights to castle pin down. Armies of as
// many men and as many promoted ones count alike: any more than two knights,
// two bishops, two rooks and one queen are promoted.
type army struct {
	men, promoted int
	// count is in how many ways the army can stand on as many squares.
	count uint64
	kinds []muster
}

// muster is how many men of each kind an army has.
type muster struct {
	queens, rooks, bishops, knights int
	before                          uint64 // ways of the musters before this one
}

// armies are all armies beside the given number of castling rooks, by promoted
// men, then by men.
type armies struct {
	all []army
	// at finds an army by its men and the promoted ones, -1 for none.
	at    [17][9]int16
	rooks int // how many rooks are pinned down
	king  int // 1 if the king is not pinned down and counts as a man
}

func newArmies(rooks int) *armies {
	a := &armies{rooks: rooks}
	if rooks == 0 {
		a.king = 1
	}
	for promoted := range 9 {
		for men := range 17 {
			a.at[men][promoted] = -1
			if one := a.muster(men, promoted); len(one.kinds) > 0 {
				a.at[men][promoted] = int16(len(a.all))
				a.all = append(a.all, one)
			}
		}
	}
	return a
}

// muster finds the musters of an army: fewest queens first, then fewest rooks,
// then fewest bishops.
func (a *armies) muster(men, promoted int) army {
	one := army{men: men, promoted: promoted}
	for queens := range men + 1 {
		for rooks := range men + 1 - queens {
			for bishops := range men + 1 - queens - rooks {
				m := muster{queens: queens, rooks: rooks, bishops: bishops, before: one.count}
				if m.knights = men - a.king - queens - rooks - bishops; m.knights < 0 || a.promoted(m) != promoted {
					continue
				}
				one.kinds = append(one.kinds, m)
				one.count += a.ways(men, m)
			}
		}
	}
	return one
}

// promoted returns how many men of m must have been pawns.
func (a *armies) promoted(m muster) int {
	return max(m.queens-1, 0) + max(m.rooks-(2-a.rooks), 0) + max(m.bishops-2, 0) + max(m.knights-2, 0)
}

// ways returns in how many ways the men of m can stand on as many squares.
func (a *armies) ways(men int, m muster) uint64 {
	n := uint64(1)
	if a.king == 1 {
		n, men = uint64(men), men-1
	}
	n *= bitboard.Choose(men, m.queens)
	men -= m.queens
	n *= bitboard.Choose(men, m.rooks)
	men -= m.rooks
	return n * bitboard.Choose(men, m.bishops)
}

// army returns the army that musters m and its place in the list; ok is false
// if no side can have it.
func (a *armies) army(m muster) (i int, one *army, ok bool) {
	men, promoted := a.king+m.queens+m.rooks+m.bishops+m.knights, a.promoted(m)
	if men > 16 || promoted > 8 || a.at[men][promoted] < 0 {
		return 0, nil, false
	}
	i = int(a.at[men][promoted])
	return i, &a.all[i], true
}

// number returns the number of the way that the men stand on their squares.
func (a *armies) number(one *army, m muster, men *[7]bitboard.Set) (n uint64) {
	var u bitboard.Set
	for k := board.Knight; k <= board.King; k++ {
		u |= men[k]
	}
	if a.king == 1 {
		n = men[board.King].Number(u)
		u ^= men[board.King]
	}
	for _, k := range [3]board.Kind{board.Queen, board.Rook, board.Bishop} {
		n = n*bitboard.Choose(u.Count(), men[k].Count()) + men[k].Number(u)
		u ^= men[k]
	}
	for i := range one.kinds {
		if k := &one.kinds[i]; k.queens == m.queens && k.rooks == m.rooks && k.bishops == m.bishops {
			return n + k.before
		}
	}
	return n // not reached: the muster is one of the army's
}

// stand is the inverse of number: it places the army on the squares u.
func (a *armies) stand(one *army, n uint64, u bitboard.Set, men *[7]bitboard.Set) {
	i := 0
	for i+1 < len(one.kinds) && one.kinds[i+1].before <= n {
		i++
	}
	m := &one.kinds[i]
	n -= m.before
	// The digits come off lowest first, so their radices are needed from the
	// last kind on.
	left := one.men - a.king
	queens := bitboard.Choose(left, m.queens)
	left -= m.queens
	rooks := bitboard.Choose(left, m.rooks)
	left -= m.rooks
	bishops := bitboard.Choose(left, m.bishops)
	b, n := n%bishops, n/bishops
	r, n := n%rooks, n/rooks
	q, n := n%queens, n/queens
	if a.king == 1 {
		men[board.King], _ = bitboard.Subset(n, 1, u)
		u ^= men[board.King]
	}
	men[board.Queen], _ = bitboard.Subset(q, m.queens, u)
	u ^= men[board.Queen]
	men[board.Rook], _ = bitboard.Subset(r, m.rooks, u)
	u ^= men[board.Rook]
	men[board.Bishop], _ = bitboard.Subset(b, m.bishops, u)
	men[board.Knight] = u ^ men[board.Bishop]
}
