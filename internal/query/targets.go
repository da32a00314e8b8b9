package query

import (
	"slices"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/index/signature"
	"github.com/chesszip/chesszip/internal/query/pattern/pawns"
	"github.com/chesszip/chesszip/movegen"
)

// target is a position that games are looked through for.
type target struct {
	essence board.Position
	pieces  [2]int            // White's and Black's, the least that may be left of them
	pawns   [2][]bitboard.Set // for each pawn, White's first: where it may have come from
	rights  board.Rights      // the bits of those that the position has
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

// mayCome reports whether a game that has come to p may still come to the position:
// pieces and rights to castle never come back, and pawns never go back.
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
	return pawns.MayCome(&p.Board, &t.essence.Board) // it takes longer
}

// targets are positions that games are looked through for, all at once.
type targets struct {
	each   []target
	number map[board.Position]int32 // of the target with this essence
	boards [16]uint64               // for each hash of a board, whether a target has it
	pieces int                      // the most that a target has
}

func newTargets(positions []board.Position) *targets {
	t := &targets{number: map[board.Position]int32{}}
	for i := range positions {
		one := newTarget(&positions[i])
		if _, ok := t.number[one.essence]; ok {
			continue
		}
		t.number[one.essence] = int32(len(t.each))
		t.each = append(t.each, one)
		h := hashBoard(&one.essence.Board)
		t.boards[h>>6] |= 1 << (h & 63)
		t.pieces = max(t.pieces, one.pieces[0]+one.pieces[1])
	}
	return t
}

// mostSigned is up to how many targets signatures are asked for: for more, replaying a
// game is cheaper.
const mostSigned = 32

// admits reports whether a game with a signature may come to a target.
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

// hashBoard returns ten bits of a hash.
func hashBoard(b *board.Board) uint64 {
	// Odd numbers from the digits of the golden ratio and of pi.
	p := b.Planes()
	h := uint64(p[0])*0x9e3779b97f4a7c15 ^ uint64(p[1])*0x243f6a8885a308d3 ^ uint64(p[2])*0x13198a2e03707345 ^ uint64(p[3])*0xa4093822299f31d1
	return h >> 54
}

// at returns which of the targets p is, none for none.
func (t *targets) at(p *board.Position) int32 {
	if h := hashBoard(&p.Board); t.boards[h>>6]>>(h&63)&1 == 0 {
		return none
	}
	if n, ok := t.number[gamestate.Essence(p)]; ok {
		return n
	}
	return none
}

// none is the number of no target.
const none = -1

// visitor looks through one game after the other.
type visitor struct {
	*targets
	visits []visit
	on     int32 // the target that the game stands at, or none
	alive  int   // all targets before this one can no longer come
	// What mayCome of the target alive was asked for last, and said yes.
	asked  bool
	pawns  bitboard.Set
	count  int
	rights board.Rights
}

// visit says that an item came to a target, and what it played there.
type visit struct {
	item   int32
	target int32
	move   board.Move // NullMove for none
}

// begin begins a game.
func (w *visitor) begin() { w.on, w.alive, w.asked = none, 0, false }

// see looks at the next position of a game, and at the move that led to it. It
// reports whether there may be more to see.
func (w *visitor) see(item int, p *board.Position, m board.Move) bool {
	w.leave(item, m)
	if w.on = w.at(p); w.on >= 0 {
		return true
	}
	pawns, count := p.Kind(board.Pawn), p.Occupied().Count()
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

// leave notes the move that is played from the target that the game stands at. What is
// no legal move, such as a null move, is none: a damaged index may hold any.
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
