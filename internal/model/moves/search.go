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

// balance returns what the pieces on the given squares are worth for the side to move.
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
	var us, them pieces
	occ := n.occupied()
	n.split(&us, n.us)
	n.split(&them, occ&^n.us)
	return n.captures(&us, &them, us.reach(occ), value, low, high, depth)
}

// captures is settle for a value below high and a depth of one at least, where the
// pieces of both sides and the squares that the side to move attacks are known.
func (n node) captures(us, them *pieces, reach bitboard.Set, value, low, high int32, depth int) int32 {
	if them[king]&reach != 0 {
		return mateValue
	}
	best := value
	low = max(low, value)
	occ := n.occupied()
	// Victims from the most valuable down; attackers from the least up. Most of the
	// enemy's pieces are out of reach: skipping them saves more than half of the time.
	for victim := queen; victim >= pawn; victim-- {
		if value+values[victim&7]+80 <= low {
			break
		}
		for s := them[victim] & reach; s != 0; s = s.WithoutFirst() {
			to := s.First() & 63
			won := value + values[victim&7] + int32(squareValues[victim&7][to^56])
			attackers := us.attackers(to, occ)
			defended := depth == 1 && attackers != 0 && them.defend(to, occ)
			for kind := pawn; kind <= king && attackers != 0; kind++ {
				f := attackers & us[kind]
				for attackers &^= f; f != 0; f = f.WithoutFirst() {
					fr := f.First() & 63
					if kind == king && defended {
						break
					}
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
					if depth == 1 {
						if defended {
							v -= values[arrives&7]
						}
					} else {
						v = -n.captured(fr, to, arrives).settle(-after, -high, -low, depth-1)
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

// captured returns the position after a capture, seen by the other side.
func (n node) captured(from, to uint8, arrives uint32) node {
	tb := bitboard.Of(to)
	gone := ^(tb | bitboard.Of(from))
	return node{planes{
		n.p0&gone | bitboard.Set(arrives&1)<<to, n.p1&gone | bitboard.Set(arrives>>1&1)<<to,
		n.p2&gone | bitboard.Set(arrives>>2&1)<<to, n.us&gone | tb,
	}}.turned()
}
