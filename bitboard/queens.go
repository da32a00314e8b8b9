package bitboard

// CountQueens returns in how many ways n queens can stand on a board of n by n
// squares, 1 <= n <= 32, so that none attacks another. It is the room's worked
// example: three masks say which squares of the current rank are attacked, by
// the columns taken and by the diagonals from the left and from the right,
// which move by one with every rank; the free squares are taken lowest first.
func CountQueens(n int) int { return placeQueens(1<<n-1, 0, 0, 0) }

func placeQueens(board, columns, left, right uint64) (ways int) {
	if columns == board {
		return 1
	}
	for free := board &^ (columns | left | right); free != 0; free &= free - 1 {
		queen := free & -free
		ways += placeQueens(board, columns|queen, (left|queen)<<1, (right|queen)>>1)
	}
	return ways
}
