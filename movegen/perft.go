package movegen

import "github.com/chesszip/chesszip/board"

// Perft counts the leaves of the tree of legal moves of the given depth. The moves of
// the last ply are counted without listing them. Depth 0 or less gives 1.
func Perft(p *board.Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(make([]board.Move, 0, 512), p, depth)
}

// perft appends its moves to stack.
func perft(stack []board.Move, p *board.Position, depth int) (n uint64) {
	if depth == 1 {
		return uint64(CountLegal(p))
	}
	base := len(stack)
	stack = AppendLegal(stack, p)
	var q board.Position // outside the loop, so that it stays off the heap
	for _, m := range stack[base:] {
		q = *p
		Make(&q, m)
		n += perft(stack, &q, depth-1)
	}
	return n
}
