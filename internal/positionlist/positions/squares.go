package positions

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
)

// plainBoards codes any position by its squares, a8 first, learning from the
// list alone.
type plainBoards struct {
	squares, state *contextmix.Model
}

func newPlainBoards(m *Models) *plainBoards {
	return &plainBoards{squares: m.New(squareContexts, squaresSize), state: m.New(stateContexts, stateSize)}
}

// border is a board with 15 beside it, ten squares a rank.
var border = [90]uint32(slices.Repeat([]uint32{15}, 90))

// code codes all of p but its counters, which stay those of the pattern.
func (b *plainBoards) code(p, pattern *board.Position) board.Position {
	got := board.Position{Board: pattern.Board, HalfmoveClock: pattern.HalfmoveClock, FullmoveNumber: pattern.FullmoveNumber}
	same := uint32(0)            // whether the last squares were as in the pattern
	before := uint32(2166136261) // hash of all squares so far: FNV-1a
	misses := uint32(0)
	var count [13]uint32
	at := border // what stands on the squares
	for i := range 64 {
		sq := board.Square(i ^ 56)
		here := 10*(i>>3) + i&7 + 11
		old := uint32(pattern.At(sq))
		near, diagonal := at[here-1]<<4|at[here-10], at[here-11]<<4|at[here-9]
		pawns := count[board.WhitePawn]<<4 | count[board.BlackPawn]
		place := uint32(sq)<<4 | old
		b.squares.Use(choosePattern, uint32(sq), place, same&0xff, same&0xffff, same&7, near, diagonal, before, Bit(old == 0), misses, pawns)
		now := uint32(p.At(sq))
		if b.squares.Flag(now == old) {
			now = old
			same = same<<1 | 1
		} else {
			b.squares.Use(chooseContent, uint32(sq), place, same&0xff, near, diagonal, before, pawns)
			same <<= 1
			misses = min(misses+1, 31)
			now = uint32(b.squares.Index(int(now), 4))
			if now > 12 {
				now = 0 // of damaged data only
			}
			got.Put(sq, board.Piece(now))
		}
		count[now] = min(count[now]+1, 15)
		before = (before ^ now) * 16777619
		at[here] = now
	}
	b.codeState(&got, p, pattern, same)
	return got
}

// codeState codes side to move, castling rights and en passant square of want,
// as got has them then.
func (b *plainBoards) codeState(got, want, pattern *board.Position, same uint32) {
	if Flag(b.state, want.Turn != board.White, chooseTurn, uint32(pattern.Turn), same&0xff) {
		got.Turn = board.Black
	}
	got.Castling = pattern.Castling
	if !Flag(b.state, want.Castling == pattern.Castling, chooseSameRights, uint32(pattern.Castling)) {
		b.state.Use(chooseRights, uint32(pattern.Castling))
		got.Castling = 0
		for i := range 4 {
			got.Castling |= board.Rights(min(b.state.Index(int(want.Castling>>(4*i)&15), 4), 8)) << (4 * i)
		}
	}
	if Flag(b.state, want.EnPassant != 0, chooseEnPassant, uint32(pattern.EnPassant)) {
		got.EnPassant = board.Square(Index(b.state, int(want.EnPassant), 6, chooseEnPassantSquare, uint32(got.Turn)))
	}
}
