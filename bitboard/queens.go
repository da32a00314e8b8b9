package bitboard

// CountQueens returns the number of ways to place n queens on a board of n by n
// squares, 1 <= n <= 32, so that none attacks another. It is a worked example of
// sets: three masks hold the attacked squares of the current rank, by columns and by
// the two directions of diagonals, which shift by one with every rank. Free squares
// are taken lowest first.
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
