package query

import (
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/query/pattern/pawns"
	"github.com/chesszip/chesszip/movegen"
)

// target is a position to search for.
type target struct {
	essence board.Position
	pieces  [2]int            // White's and Black's; no game may have fewer before it
	pawns   [2][]bitboard.Set // for each pawn, White's first: the squares it may have come from
	rights  board.Rights      // castling rights that the position has
	legal   []board.Move
	want    signature.Want
}

func newTarget(p *board.Position) target {
	t := target{essence: gamestate.Essence(p)}
	t.want = signature.WantOf(&t.essence.Board)
	t.legal = movegen.AppendLegal(nil, &t.essence)
	for _, color := range []board.Color{board.White, board.Black} {
		t.pieces[color] = t.essence.Color(color).Count()
		for s := t.essence.Pieces(board.PieceOf(color, board.Pawn)); s != 0; s = s.WithoutFirst() {
			t.pawns[color] = append(t.pawns[color], pawns.Behind(color, s&^s.WithoutFirst()))
		}
		for side := board.KingSide; side <= board.QueenSide; side++ {
			if _, ok := t.essence.Castling.RookFile(color, side); ok {
				t.rights |= board.Rights(0).With(color, side, 7)
			}
		}
	}
	return t
}

// mayCome reports whether a game that has reached p may still reach the position: pieces
// and castling rights never come back, and pawns never go back.
func (t *target) mayCome(p *board.Position) bool {
	if (p.Castling^t.essence.Castling)&t.rights != 0 {
		return false
	}
	standing := p.Kind(board.Pawn)
	for _, color := range []board.Color{board.White, board.Black} {
		us := p.Color(color)
		if us.Count() < t.pieces[color] {
			return false
		}
		for _, from := range t.pawns[color] {
			if standing&us&from == 0 {
				return false
			}
		}
	}
	return pawns.MayCome(&p.Board, &t.essence.Board) // the slower check
}

// targets are positions to search for, all at once.
type targets struct {
	each   []target
	number map[board.Position]int32 // of the target with this essence
	boards []uint64                 // for each hash of a board, whether a target has it
	shift  int                      // of a hash, to the number of its bit
	fewest int                      // the fewest pieces that a target has
}

func newTargets(positions []board.Position) *targets {
	const leastBits, bitsEach = 10, 4 // a thousand bits, and sixteen for each target
	size := max(leastBits, bits.Len(uint(len(positions)))+bitsEach)
	t := &targets{number: map[board.Position]int32{}, boards: make([]uint64, 1<<size/64), shift: 64 - size, fewest: 64}
	for i := range positions {
		one := newTarget(&positions[i])
		if _, ok := t.number[one.essence]; ok {
			continue
		}
		t.number[one.essence] = int32(len(t.each))
		t.each = append(t.each, one)
		h := hashBoard(&one.essence.Board) >> t.shift
		t.boards[h>>6] |= 1 << (h & 63)
		t.fewest = min(t.fewest, one.pieces[0]+one.pieces[1])
	}
	return t
}

// mostSigned is the greatest number of targets for which signatures are used, and
// mostTold the greatest for which a game is asked which it may still reach: with more,
// replaying it is cheaper.
const (
	mostSigned = 32
	mostTold   = 256
)

// admits reports whether a game with a signature may reach a target.
func (t *targets) admits(s *signature.Signature) bool {
	if len(t.each) > mostSigned {
		return true
	}
	for i := range t.each {
		if s.Admits(&t.each[i].want) {
			return true
		}
	}
	return false
}

// hashBoard returns a hash whose upper bits are the best.
func hashBoard(b *board.Board) uint64 {
	// Odd numbers from the digits of the golden ratio and of pi.
	p := b.Planes()
	return uint64(p[0])*0x9e3779b97f4a7c15 ^ uint64(p[1])*0x243f6a8885a308d3 ^ uint64(p[2])*0x13198a2e03707345 ^ uint64(p[3])*0xa4093822299f31d1
}

// at returns the index of the target p, or none.
func (t *targets) at(p *board.Position) int32 {
	if h := hashBoard(&p.Board) >> t.shift; t.boards[h>>6]>>(h&63)&1 == 0 {
		return none
	}
	if n, ok := t.number[gamestate.Essence(p)]; ok {
		return n
	}
	return none
}

// none means no target.
const none = -1

// visitor searches games, one after the other.
type visitor struct {
	*targets
	visits []visit
	on     int32 // target that the game is at, or none
	alive  int   // all targets before this one are no longer possible
	// The last arguments for which mayCome returned true for the target alive.
	asked  bool
	pawns  bitboard.Set
	count  int
	rights board.Rights
}

// visit is an item at a target, and the move played there.
type visit struct {
	item   int32
	target int32
	move   board.Move // or NullMove
}

// begin begins a game.
func (w *visitor) begin() { w.on, w.alive, w.asked = none, 0, false }

// see examines the next position of a game, and the move that led to it. It reports
// whether there may be more to see.
func (w *visitor) see(item int, p *board.Position, m board.Move) bool {
	w.leave(item, m)
	if w.on = w.at(p); w.on >= 0 {
		return true
	}
	pawns, count := p.Kind(board.Pawn), p.Occupied().Count()
	if len(w.each) > mostTold {
		return count >= w.fewest
	}
	if w.asked && pawns == w.pawns && count == w.count && p.Castling == w.rights {
		return true
	}
	for ; w.alive < len(w.each); w.alive++ {
		if w.each[w.alive].mayCome(p) {
			w.asked, w.pawns, w.count, w.rights = true, pawns, count, p.Castling
			return true
		}
	}
	return false
}

// leave stores the move that is played from the current target. A move that is not
// legal, such as a null move, counts as none: a damaged index may hold any.
func (w *visitor) leave(item int, m board.Move) {
	if w.on >= 0 {
		if !slices.Contains(w.each[w.on].legal, m) {
			m = board.NullMove
		}
		w.visits = append(w.visits, visit{int32(item), w.on, m})
	}
	w.on = none
}

// end ends a game.
func (w *visitor) end(item int) { w.leave(item, board.NullMove) }
