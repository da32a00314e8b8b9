package moves

import "github.com/chesszip/chesszip/bitboard"

// Bounds of the search, in hundredths of a pawn and in plies.
const (
	infinite    = 30000
	mateValue   = 20000 // value of capturing the king
	lossLimit   = 1100  // moves worse than the best by more are equal
	replyDepth  = 5
	menaceDepth = 3
)

// values are the values of the kinds in the search, in hundredths of a pawn.
var values = [8]int32{pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 950, king: 0}

// squareValues are the bonuses of a kind on a square, seen from its side.
var squareValues = func() (t [8][64]int8) {
	for sq := range 64 {
		file, rank := sq&7, sq>>3
		center := 3 - max(3-file, file-4)
		middle := 3 - max(3-rank, rank-4)
		t[pawn][sq] = int8(4*rank + center*rank/2)
		t[knight][sq] = int8(8*(center+middle) - 20)
		t[bishop][sq] = int8(4*(center+middle) - 8)
		t[rook][sq] = int8(2 * center)
		if rank == 6 {
			t[rook][sq] += 15
		}
		t[queen][sq] = int8(2 * (center + middle))
	}
	return t
}()

// balance returns the value of the pieces on the given squares for the side to move.
func (pl *planes) balance(on bitboard.Set) (sum int32) {
	for s := on & pl.occupied(); s != 0; s = s.WithoutFirst() {
		sq := s.First() & 63
		k := pl.kindAt(sq) & 7
		if pl.us>>sq&1 != 0 {
			sum += values[k] + int32(squareValues[k][sq])
		} else {
			sum -= values[k] + int32(squareValues[k][sq^56])
		}
	}
	return sum
}

// node is a position in the search. It changes while captures are tried, and is
// restored at the end.
type node struct {
	us, them *pieces // of the side to move, and of the other
	occ      bitboard.Set
	flip     bitboard.Square // 0 if the pawns of the side to move move up, else 56
}

// seen returns a set from the view of the side to move, its first rank at the bottom.
func (n *node) seen(s bitboard.Set) bitboard.Set {
	if n.flip != 0 {
		return turned(s)
	}
	return s
}

// captures returns the value of the position for the side to move if both sides only
// capture, or stop if that is better: exact between low and high, otherwise a bound.
// Reach is the squares that the side to move attacks, and value, below high, the static
// value of the position. At the last depth, 1, a capture of a defended piece loses the
// capturing piece.
func (n *node) captures(reach bitboard.Set, value, low, high int32, depth int) int32 {
	us, them := n.us, n.them
	if them[king]&reach != 0 {
		return mateValue
	}
	// Most of the enemy's pieces are out of reach; to skip them saves more than half of
	// the time.
	if reach&(them[pawn]|them[knight]|them[bishop]|them[rook]|them[queen]) == 0 {
		return value
	}
	best := value
	low = max(low, value)
	// Victims go from the most valuable down, attackers from the least up.
	for victim := queen; victim >= pawn; victim-- {
		if value+values[victim&7]+80 <= low {
			break
		}
		for s := n.seen(them[victim&7] & reach); s != 0; s = s.WithoutFirst() {
			to := s.First() & 63
			on := to ^ n.flip
			won := value + values[victim&7] + int32(squareValues[victim&7][to^56])
			attackers := us.attackers(on, n.occ, n.flip)
			defended := depth == 1 && them.attack(on, n.occ, n.flip^56)
			for kind := pawn; kind <= king && attackers != 0; kind++ {
				f := attackers & us[kind&7]
				attackers &^= f
				if kind == king && defended {
					break
				}
				for f = n.seen(f); f != 0; f = f.WithoutFirst() {
					fr := f.First() & 63
					arrives := kind
					after := won - int32(squareValues[kind&7][fr])
					if kind == pawn && to >= 56 {
						arrives = queen
						after += values[queen] - values[pawn]
					}
					after += int32(squareValues[arrives&7][to])
					if after <= low {
						continue
					}
					v := after
					if depth > 1 {
						v = -n.captured(victim, kind, arrives, fr^n.flip, on, -after, -high, -low, depth-1)
					} else if defended {
						v -= values[arrives&7]
					}
					if v > best {
						best = v
						if v >= high {
							return v
						}
						low = max(low, v)
					}
				}
			}
		}
	}
	return best
}

// captured is captures after a capture, for the other side.
func (n *node) captured(victim, kind, arrives uint32, from, to bitboard.Square, value, low, high int32, depth int) int32 {
	us, them := n.us, n.them
	fb, tb := bitboard.Of(from), bitboard.Of(to)
	moved, arrived, taken := us[kind], us[arrives], them[victim]
	us[kind] = moved &^ fb
	us[arrives] |= tb
	them[victim] = taken &^ tb
	next := node{them, us, n.occ &^ fb, n.flip ^ 56}
	v := next.captures(reached(them, next.occ, next.flip), value, low, high, depth)
	us[arrives], us[kind], them[victim] = arrived, moved, taken
	return v
}
