// Package rank orders the legal moves of a position by how likely they are to
// be played, with a table of small integers learned from games, and says which
// static prefix code suits the order. It is the model of the fast level.
//
// # Table
//
// The table is one file, fast.bin, made by internal/tools/trainrank; what it
// was made of and its figures are in fast.txt.
//
//	| "CZR" | version 1 | weights, int8 each | codes, 16 bytes each |
//
// A weight is in sixteenths of a natural logarithm. The score of a move is a
// sum of weights found by piece, squares, what attacks and defends them, the
// opponent's last move, the kings' places and what hangs; layout.go lists the
// parts and code.go the codes. Everything is seen from the side to move.
//
// Coding is left to the caller. The package uses integers only, never allocates for positions of up to 256 moves, and takes any
// position, whether a game can reach it or not.
package rank

import (
	_ "embed"

	"github.com/chesszip/chesszip/board"
)

// Magic starts the table.
const Magic = "CZR\x01"

const (
	weightsAt = len(Magic)
	codesAt   = weightsAt + Weights
	tableSize = codesAt + Contexts*16
)

//go:embed fast.bin
var table string

// Ranker orders the legal moves of one position after the other. The zero
// Ranker is ready to use; it is not for several goroutines at once.
type Ranker struct {
	v            view
	keys         []int32 // score * 4096 + 4095 - index: all different
	best, second int32   // of keys
	room         [256]int32

	weights string // instead of the embedded ones, if not empty
}

// keyShift makes room for the index in a key. No board has 4096 moves: 64
// queens have fewer than 64 * 27.
const keyShift = 12

// Prepare scores the legal moves of p and returns the context of its code.
// There must be two moves or more.
func (r *Ranker) Prepare(h Past, p *board.Position, legal []board.Move) (context int) {
	if cap(r.keys) < len(legal) {
		r.keys = r.room[:]
		if len(legal) > len(r.room) {
			r.keys = make([]int32, len(legal))
		}
	}
	r.keys = r.keys[:len(legal)]
	r.score(h, p, legal)
	return r.context()
}

// score fills r.keys.
func (r *Ranker) score(h Past, p *board.Position, legal []board.Move) {
	v := &r.v
	v.read(p, h)
	w := r.weights
	if w == "" {
		w = table[weightsAt:]
	}
	reply, attack := w[v.reply:][:384], w[v.attack:][:384]
	shelter := w[v.shelter:][:384]
	rescues := w[rescuesAt+v.hang<<9:][:512]
	keys := r.keys[:len(legal)]
	last := uint8(255) // origin of the move before
	var row, kind, again int
	var path, trade, rescue string
	for i, m := range legal {
		from, to := uint8(m&63)^v.flip, uint8(m>>6&63)^v.flip
		if from != last {
			last = from
			row = int(v.origin[from&63]) - 16
			kind = row >> 4
			path = w[pathsAt+kind<<12+int(from)<<6:][:64]
			trade = w[tradesAt+row<<8:][:256]
			again = 0
			if from == v.prev {
				again = int(int8(w[v.again+row]))
			}
			rescue = rescues[v.hanging>>(from&63)&1<<8:][:256]
		}
		col := v.target[to&63]
		goal := kind<<6 | int(to)
		s := int(int8(path[to&63])) + int(int8(trade[col])) + int(int8(reply[goal])) +
			int(int8(attack[goal])) + int(int8(shelter[goal])) + int(int8(rescue[col])) + again
		if v.check[(kind+1)&7]>>(to&63)&1 != 0 {
			s += int(int8(w[checksAt+kind<<8+int(col)]))
		}
		if to == v.recapture {
			s += int(int8(w[v.recaptureRow+row]))
		}
		if m>>12 != 0 {
			s += int(int8(w[promotionsAt+int(m>>12&7)<<8+int(col)]))
		}
		if v.opening {
			s += int(int8(w[openingAt(v.hash, m)]))
		}
		keys[i] = int32(s<<keyShift | (1<<keyShift - 1 - i))
	}
}

// Chance returns how likely the i-th legal move is beside the likeliest, in 2^-20.
func (r *Ranker) Chance(i int) uint32 {
	return chances[min(r.best>>keyShift-r.keys[i]>>keyShift, 255)]
}

// context finds the code that suits r.keys.
func (r *Ranker) context() int {
	best, second := r.keys[0], int32(-1<<31)
	for _, k := range r.keys[1:] {
		second = max(second, min(best, k))
		best = max(best, k)
	}
	r.best, r.second = best, second
	top := best >> keyShift
	var sum uint32 // at most 4095 * 2^20: no overflow
	for _, k := range r.keys {
		sum += chances[min(top-k>>keyShift, 255)]
	}
	return context(len(r.keys), sum, int(top-second>>keyShift))
}

// Order returns the place of the i-th legal move in the order of likelihood: the
// number of moves with a higher score, or the same and a lower index.
func (r *Ranker) Order(i int) (order int) {
	key := r.keys[i]
	for _, k := range r.keys {
		// The sign of the difference: keys are far from overflowing.
		order += int(uint32(key-k) >> 31)
	}
	return order
}

// Index returns the index of the legal move with the given order, which must
// be below the number of moves.
func (r *Ranker) Index(order int) int {
	// Prepare has found the two best, which are played more often than all
	// others together.
	key := r.best
	if order > 0 {
		key = r.second
	}
	for ; order > 1; order-- {
		limit := key
		key = -1 << 31
		for _, k := range r.keys {
			if k < limit {
				key = max(key, k)
			}
		}
	}
	return 1<<keyShift - 1 - int(key)&(1<<keyShift-1)
}
