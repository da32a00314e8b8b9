package bitboard

// KnightReach returns the number of squares that a knight on sq attacks, by
// its distance to the edges alone: two files and two ranks away from them it
// has all eight moves, in a corner two.
//
//	distance of the file:   0  1  2+
//	distance of the rank 0   2  3  4
//	                    1   3  4  6
//	                    2+  4  6  8
//
// Over all squares that is 336.
func KnightReach(sq uint8) int { return knightReach[edgeDistance(sq&7)][edgeDistance(sq>>3&7)] }

var knightReach = [3][3]int{{2, 3, 4}, {3, 4, 6}, {4, 6, 8}}

// KingReach returns the number of squares that a king on sq attacks, by its
// distance to the edges alone: 3, 5 or 8, over all squares 420.
func KingReach(sq uint8) int {
	return kingReach[min(edgeDistance(sq&7), 1)][min(edgeDistance(sq>>3&7), 1)]
}

var kingReach = [2][2]int{{3, 5}, {5, 8}}

// edgeDistance returns how far line 0 to 7 is from the nearer edge, at most 2.
func edgeDistance(line uint8) uint8 { return min(line, 7-line, 2) }
