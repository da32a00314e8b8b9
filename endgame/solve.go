package endgame

import (
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/ordered"
)

// SolveOptions are the settings of Solve; nil means the defaults.
type SolveOptions struct {
	// Threads is the number of threads, 1 to 1,024; more is an error, and less than 1
	// means GOMAXPROCS. The result is the same for all.
	Threads int
}

// Solve computes the distance to mate of every position of an ending in which one
// side has only its king. The name of the ending is the letters of the other side's
// pieces, at most two besides the king, and the bare king: "KQK", "KRK", "KBBK",
// "KBNK", "KPK". Solve also solves the endings that captures and promotions lead to.
//
// Two pieces take about a second and 10 MB; with a pawn among them, up to a minute
// and 150 MB, since each promotion is another ending.
//
// It works backwards from the mates. A position with White to move is won in n + 1
// half-moves if a move leads to one that is lost in n. One with Black to move is lost
// in n + 1 if every move leads to one that is won in n or fewer; this is checked
// again each time one of his moves is found to lose.
func Solve(name string, o *SolveOptions) (*Table, error) {
	e, err := parseEnding(name)
	if err != nil {
		return nil, err
	}
	threads := min(runtime.GOMAXPROCS(0), ordered.MaxThreads)
	if o != nil && o.Threads >= 1 {
		threads = o.Threads
	}
	if threads > ordered.MaxThreads {
		return nil, fmt.Errorf("endgame: %d threads, want at most %d", threads, ordered.MaxThreads)
	}
	return solveAll(e, threads, map[ending]*Table{}), nil
}

// solveAll solves e and, before it, the endings that it leads to.
func solveAll(e ending, threads int, solved map[ending]*Table) *Table {
	if t := solved[e]; t != nil {
		return t
	}
	t := &Table{ending: e}
	for i := range e.count {
		without, _ := e.without(i, placement{})
		t.without[i] = solveAll(without, threads, solved)
		if e.kinds[i] != board.Pawn {
			continue
		}
		for j, k := range promotions {
			promoted, _ := e.promoted(i, k, 0, placement{})
			t.promoted[i][j] = solveAll(promoted, threads, solved)
		}
	}
	newSolver(t, threads).run()
	solved[e] = t
	return t
}

// The bytes of a Table: won or lost in n half-moves is n + 1.
const (
	unknown    = 0   // drawn, at the end
	impossible = 255 // or a slot that is never used
)

// bitSet is a set of slots.
type bitSet []uint64

// add adds a slot. Several threads may do so at once: they only add, so the result
// does not depend on the order.
func (s bitSet) add(slot int) {
	w, bit := &s[slot>>6], uint64(1)<<(slot&63)
	if atomic.LoadUint64(w)&bit == 0 {
		atomic.OrUint64(w, bit)
	}
}

// solver builds one Table. Every step reads and writes different arrays, or writes
// only its own slots, so that threads share data only in bitSet.add.
type solver struct {
	*Table
	threads int
	// candidates are the slots to check at this half-move; fresh are those solved at
	// the last one.
	candidates, fresh bitSet
	// captures are the slots in which Black can take a piece and still be lost;
	// promotions are those in which White can promote. Other tables decide when these
	// are solved, so they are always candidates.
	captures, promotions bitSet
}

func newSolver(t *Table, threads int) *solver {
	n := (t.slots() + 63) &^ 63
	t.white, t.black = make([]uint8, n), make([]uint8, n)
	set := func() bitSet { return make(bitSet, n/64) }
	return &solver{t, threads, set(), set(), set(), set()}
}

// eachBlock calls f for all ranges of a set's words, in parallel.
func (s *solver) eachBlock(f func(from, to int)) {
	const block = 64
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(s.threads, len(s.fresh)/block+1) {
		wg.Go(func() {
			for {
				from := int(next.Add(block)) - block
				if from >= len(s.fresh) {
					return
				}
				f(from, min(from+block, len(s.fresh)))
			}
		})
	}
	wg.Wait()
}

// eachBit calls f for the slots of a word of a set.
func eachBit(i int, word uint64, f func(slot int)) {
	for ; word != 0; word &= word - 1 {
		f(i<<6 | bits.TrailingZeros64(word))
	}
}

func (s *solver) run() {
	later := 0 // the last half-move at which another table can decide
	for i := range s.count {
		later = max(later, s.without[i].longest+1)
		for _, t := range s.promoted[i] {
			if t != nil {
				later = max(later, t.longest+1)
			}
		}
	}
	s.eachBlock(s.findIllegal)
	s.eachBlock(s.findMates)
	// fresh now holds the slots lost in 0.
	for n := 1; ; n++ {
		unmove, settle := s.unmoveWhite, s.settleWhite
		if n%2 == 0 {
			unmove, settle = s.unmoveBlack, s.settleBlack
		}
		s.eachBlock(unmove)
		var found atomic.Bool
		s.eachBlock(func(from, to int) {
			if settle(from, to, n) {
				found.Store(true)
			}
		})
		if found.Load() {
			s.longest = n
		} else if n > later {
			return
		}
	}
}

// findIllegal marks impossible slots: for both players if the placement is impossible
// or has another slot, for White if he could take the king.
func (s *solver) findIllegal(from, to int) {
	for slot := from << 6; slot < to<<6; slot++ {
		if slot >= s.slots() {
			s.white[slot], s.black[slot] = impossible, impossible
			continue
		}
		p := s.placement(slot)
		if same, ok := s.slot(p); !ok || same != slot || !s.stands(p) {
			s.white[slot], s.black[slot] = impossible, impossible
			continue
		}
		if s.attacked(p).Has(p.black) {
			s.white[slot] = impossible
			continue
		}
		for i := range s.count {
			if s.kinds[i] == board.Pawn && s.steps(p, i, false)&bitboard.Rank8 != 0 {
				s.promotions[slot>>6] |= 1 << (slot & 63)
			}
		}
	}
}

// findMates marks the slots in which Black is mated, and finds captures.
func (s *solver) findMates(from, to int) {
	for slot := from << 6; slot < to<<6; slot++ {
		if s.black[slot] == impossible {
			continue
		}
		p := s.placement(slot)
		moves := 0
		s.replies(p, func(value uint8, capture bool) bool {
			moves++
			if capture && value != unknown {
				s.captures[slot>>6] |= 1 << (slot & 63)
			}
			return true
		})
		if moves == 0 && s.white[slot] == impossible {
			s.black[slot] = 1
			s.fresh[slot>>6] |= 1 << (slot & 63)
		}
	}
}

// replies calls f with the value of the position after every move of Black's, until
// it returns false. The other pieces of p must be those of slot.
func (s *Table) replies(p placement, f func(value uint8, capture bool) bool) {
	for to := bitboard.KingAttacks(p.black); to != 0; to = to.WithoutFirst() {
		next := p
		next.black = to.First()
		t, capture := s, false
		for i := range s.count {
			if p.pieces[i] == next.black {
				_, next = s.ending.without(i, next)
				t, capture = s.without[i], true
				break
			}
		}
		slot, ok := t.slot(next)
		if !ok {
			continue // next to White's king, or on his square
		}
		// A step into check is impossible with White to move.
		if v := t.white[slot]; v != impossible && !f(v, capture) {
			return
		}
	}
}

// unmoveWhite makes candidates of the positions from which White can move to fresh
// ones.
func (s *solver) unmoveWhite(from, to int) {
	for w := from; w < to; w++ {
		eachBit(w, s.fresh[w], func(slot int) {
			p := s.placement(slot)
			for i := range s.count + 1 {
				for back := s.steps(p, i, true); back != 0; back = back.WithoutFirst() {
					if q, ok := s.slot(s.move(p, i, back.First())); ok {
						s.candidates.add(q)
					}
				}
			}
		})
	}
}

// unmoveBlack makes candidates of the positions from which Black's king can move to
// fresh ones.
func (s *solver) unmoveBlack(from, to int) {
	for w := from; w < to; w++ {
		eachBit(w, s.fresh[w], func(slot int) {
			p := s.placement(slot)
			free := ^p.occupied(s.count) &^ bitboard.KingAttacks(p.white)
			for back := bitboard.KingAttacks(p.black) & free; back != 0; back = back.WithoutFirst() {
				p.black = back.First()
				if q, ok := s.slot(p); ok {
					s.candidates.add(q)
				}
			}
		})
	}
}

// settleWhite finds the candidates that are won in n half-moves. It leaves them in
// fresh, and empties candidates.
func (s *solver) settleWhite(from, to, n int) (found bool) {
	for w := from; w < to; w++ {
		var won uint64
		eachBit(w, s.candidates[w]|s.promotions[w], func(slot int) {
			bit := uint64(1) << (slot & 63)
			if s.white[slot] != unknown || s.candidates[w]&bit == 0 && !s.promotes(s.placement(slot), n) {
				return
			}
			s.white[slot] = uint8(n + 1)
			won |= bit
		})
		s.fresh[w], s.candidates[w] = won, 0
		found = found || won != 0
	}
	return found
}

// promotes reports whether White can promote to a position that is lost for
// Black in n - 1 half-moves.
func (s *solver) promotes(p placement, n int) bool {
	for i := range s.count {
		if s.kinds[i] != board.Pawn {
			continue
		}
		for to := s.steps(p, i, false) & bitboard.Rank8; to != 0; to = to.WithoutFirst() {
			for j, k := range promotions {
				_, next := s.ending.promoted(i, k, to.First(), p)
				t := s.promoted[i][j]
				if slot, ok := t.slot(next); ok && int(t.black[slot]) == n {
					return true
				}
			}
		}
	}
	return false
}

// settleBlack finds the candidates that are lost in n half-moves.
func (s *solver) settleBlack(from, to, n int) (found bool) {
	for w := from; w < to; w++ {
		var lost uint64
		eachBit(w, s.candidates[w]|s.captures[w], func(slot int) {
			if s.black[slot] != unknown {
				return
			}
			all := true
			s.replies(s.placement(slot), func(value uint8, _ bool) bool {
				all = value != unknown && int(value) <= n
				return all
			})
			if all {
				s.black[slot] = uint8(n + 1)
				lost |= 1 << (slot & 63)
			}
		})
		s.fresh[w], s.candidates[w] = lost, 0
		found = found || lost != 0
	}
	return found
}
