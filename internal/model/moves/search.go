package moves

import "github.com/chesszip/chesszip/bitboard"

// node is a position in the search: seen by the side to move.
type node struct {
	planes
}

// Bounds of the search, in hundredths of a pawn and in plies.
const (
	infinite    = 30000
	mateValue   = 20000 // of capturing the king
	lossLimit   = 1100  // moves worse than the best by more are alike
	replyDepth  = 5
	menaceDepth = 3
)

// values are what the kinds are worth in the search, in hundredths of a pawn.
var values = [8]int32{pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 950, king: 0}

// squareValues are what a kind gains on a square, seen from its side.
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

// balance returns the value of the position for the side to move.
func (n node) balance() (sum int32) {
	occ := n.occupied()
	for s := occ; s != 0; s = s.WithoutFirst() {
		sq := s.First()
		k := n.kindAt(sq)
		if n.us>>sq&1 != 0 {
			sum += values[k] + int32(squareValues[k&7][sq])
		} else {
			sum -= values[k] + int32(squareValues[k&7][sq^56])
		}
	}
	return sum
}

// turned returns the node seen by the other side.
func (n node) turned() node {
	occ := n.occupied()
	return node{planes{turned(n.p0), turned(n.p1), turned(n.p2), turned(occ &^ n.us)}}
}

// settle returns the value of the position for the side to move when both sides
// only capture, or stop, whichever is best: exact between low and high, else a
// bound. Value is that of the position as it is.
func (n node) settle(value, low, high int32, depth int) int32 {
	if value >= high || depth == 0 {
		return value
	}
	best := value
	low = max(low, value)
	occ := n.occupied()
	us := n.pieces(n.us)
	them := n.pieces(occ &^ n.us)
	// Most of the enemy's pieces are out of reach: skipping them saves more than
	// half of the time.
	reach := us.reach(occ)
	// Victims from the most valuable down; attackers from the least up.
	for victim := king; victim >= pawn; victim-- {
		if victim != king && value+values[victim]+80 <= low {
			break
		}
		for s := them[victim] & reach; s != 0; s = s.WithoutFirst() {
			to := s.First()
			tb := bitboard.Of(to)
			for kind := pawn; kind <= king; kind++ {
				if us[kind] == 0 {
					continue
				}
				from := bitboard.PawnsAttacksDown(tb)
				if kind != pawn {
					from = attacks(kind, to, occ)
				}
				for f := from & us[kind]; f != 0; f = f.WithoutFirst() {
					if victim == king {
						return mateValue
					}
					fr := f.First()
					arrives := kind
					gain := values[victim] + int32(squareValues[victim][to^56]) - int32(squareValues[kind][fr])
					if kind == pawn && to >= 56 {
						arrives = queen
						gain += values[queen] - values[pawn]
					}
					gain += int32(squareValues[arrives][to])
					if value+gain <= low {
						continue
					}
					c := n
					gone := ^(tb | bitboard.Of(fr))
					c.p0, c.p1, c.p2, c.us = c.p0&gone, c.p1&gone, c.p2&gone, c.us&gone|tb
					c.p0 |= bitboard.Set(arrives&1) << to
					c.p1 |= bitboard.Set(arrives>>1&1) << to
					c.p2 |= bitboard.Set(arrives>>2&1) << to
					c = c.turned()
					v := -c.settle(-(value + gain), -high, -low, depth-1)
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
