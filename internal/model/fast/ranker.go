// Package fast ranks the legal moves of a position by their probability, with a table
// of small integers learned from games. It returns the probability of each move,
// which frames use, and the static prefix code for the rank, which database columns
// use. It is the model of the fast level.
//
// # Table
//
// The table is one file, fast.bin, made by internal/tools/trainrank; fast.txt has its
// sources and figures.
//
//	| "CZR" | version 1 | weights, int8 each | codes, 16 bytes each |
//
// A weight is in sixteenths of a natural logarithm. The score of a move is a sum of
// weights selected by piece, squares, attackers and defenders, the opponent's last
// move, the kings' places and hanging pieces; layout.go lists the parts and code.go
// the codes. Everything is seen from the side to move.
//
// The caller codes the moves. The package uses only integers, does not allocate for
// positions of up to 256 moves, and takes any position.
package fast

import (
	_ "embed"
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/softmax"
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

// Ranker orders the legal moves of one position after the other. The zero Ranker is
// ready to use; it must not be used by several goroutines at once.
type Ranker struct {
	v            view
	keys         []int32 // score * 4096 + 4095 - index: all different
	best, second int32   // of keys
	room         [256]int32

	weights *[Weights]int8 // the embedded ones by default
}

// keyShift makes room for the index in a key. No board has 4096 moves: 64
// queens have fewer than 64 * 27.
const keyShift = 12

// Prepare scores the legal moves of p and returns the context of its code. There must
// be at least two moves.
func (r *Ranker) Prepare(h Past, p *board.Position, legal []board.Move) (context int) {
	r.hold(legal)
	r.rate(h, p, legal)
	return r.context()
}

// Weigh is Prepare for a caller that uses only Chance or Frequencies.
func (r *Ranker) Weigh(h Past, p *board.Position, legal []board.Move) {
	r.hold(legal)
	r.rate(h, p, legal)
}

// hold makes room for the keys of the moves.
func (r *Ranker) hold(legal []board.Move) {
	if cap(r.keys) < len(legal) {
		r.keys = r.room[:]
		if len(legal) > len(r.room) {
			r.keys = make([]int32, len(legal))
		}
	}
	r.keys = r.keys[:len(legal)]
}

// embedded are the weights of the table, as numbers.
var embedded = sync.OnceValue(func() *[Weights]int8 { return weightsOf(table[weightsAt:codesAt]) })

func weightsOf(bytes string) *[Weights]int8 {
	w := new([Weights]int8)
	for i := range w {
		w[i] = int8(bytes[i])
	}
	return w
}

// rate fills r.keys, and finds the two best.
func (r *Ranker) rate(h Past, p *board.Position, legal []board.Move) {
	v := &r.v
	v.read(p, h)
	if r.weights == nil {
		r.weights = embedded()
	}
	again := 0 // of the piece that moved last
	if v.prev < 64 {
		again = int(r.weights[v.again+(int(v.origin[v.prev])-16)&127])
	}
	if len(legal) >= 8 && !v.opening && wide() {
		r.best, r.second = rateWide(v, &r.weights[0], &legal[0], &r.keys[0], len(legal), again)
		return
	}
	r.best, r.second = ratePlain(v, r.weights, legal, r.keys[:len(legal)], again)
}

// ratePlain fills keys for a view's moves, and returns the two best.
func ratePlain(v *view, w *[Weights]int8, legal []board.Move, keys []int32, again int) (best, second int32) {
	// Rows are as long as the range of their indexes, even if some never occur, so
	// that no index needs a bounds check.
	flip := int(v.flip)
	paths, trades := (*[8 << 12]int8)(w[pathsAt:]), (*[128 << 8]int8)(w[tradesAt:])
	reply, attack, shelter := (*[512]int8)(w[v.reply:]), (*[512]int8)(w[v.attack:]), (*[512]int8)(w[v.shelter:])
	checks, promotions := (*[2048]int8)(w[checksAt:]), (*[2048]int8)(w[promotionsAt:])
	rescue := (*[512]int8)(w[rescuesAt+v.hang<<9:])
	best, second = -1<<31, -1<<31
	for i, m := range legal {
		from, to := (int(m)^flip)&63, (int(m)>>6^flip)&63
		origin := int(v.origin[from])
		row, kind := (origin-16)&127, (origin-16)&127>>4
		col := int(v.target[to])
		goal := kind<<6 | to
		s := int(paths[kind<<12|from<<6|to]) + int(trades[row<<8|col]) + int(reply[goal]) + int(attack[goal]) + int(shelter[goal]) + int(rescue[(origin>>7<<8|col)&511])
		if from == int(v.prev) {
			s += again
		}
		if v.check[(kind+1)&7]>>to&1 != 0 {
			s += int(checks[(kind<<8|col)&2047])
		}
		if to == int(v.recapture) {
			s += int(w[v.recaptureRow+row])
		}
		if m>>12 != 0 {
			s += int(promotions[int(m>>12&7)<<8|col])
		}
		if v.opening {
			s += int(w[openingAt(v.hash, m)])
		}
		key := int32(s<<keyShift | (1<<keyShift - 1 - i))
		keys[i] = key
		second = max(second, min(best, key))
		best = max(best, key)
	}
	return best, second
}

// Chance returns the probability of the i-th legal move relative to the likeliest, in
// 2^-20.
func (r *Ranker) Chance(i int) uint32 {
	return chances[min(r.best>>keyShift-r.keys[i]>>keyShift, 255)]
}

// scale turns scores into frequencies, with powers of exp(-1/16).
var scale = softmax.NewTable(unit, 17329112349219823218)

// unit is the number of steps of a score in a natural logarithm.
const unit = 16

// Frequencies fills freq with the frequencies of the moves of Prepare or Weigh: at
// least 1 each, softmax.One in total.
func (r *Ranker) Frequencies(freq []uint32) {
	keys := r.keys
	freq = freq[:len(keys)]
	top, sum := r.best>>keyShift, uint64(0)
	for i, k := range keys {
		c := scale.Chance(top - k>>keyShift)
		freq[i] = c
		sum += uint64(c)
	}
	softmax.Share(freq, sum, indexOf(r.best))
}

// context returns the context of r.keys.
func (r *Ranker) context() int {
	top := r.best >> keyShift
	var sum uint32 // at most 4095 * 2^20: no overflow
	for _, k := range r.keys {
		sum += chances[min(top-k>>keyShift, 255)]
	}
	return context(len(r.keys), sum, int(top-r.second>>keyShift))
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
		key = r.below(key)
	}
	return indexOf(key)
}

// indexOf returns the index of the move with a key.
func indexOf(key int32) int { return 1<<keyShift - 1 - int(key)&(1<<keyShift-1) }

// below returns the highest key below a limit. Four independent maxima can run in
// parallel.
func (r *Ranker) below(limit int32) int32 {
	const none = -1 << 31
	a, b, c, d := int32(none), int32(none), int32(none), int32(none)
	keys := r.keys
	for ; len(keys) >= 4; keys = keys[4:] {
		k0, k1, k2, k3 := keys[0], keys[1], keys[2], keys[3]
		if k0 >= limit {
			k0 = none
		}
		if k1 >= limit {
			k1 = none
		}
		if k2 >= limit {
			k2 = none
		}
		if k3 >= limit {
			k3 = none
		}
		a, b, c, d = max(a, k0), max(b, k1), max(c, k2), max(d, k3)
	}
	for _, k := range keys {
		if k < limit {
			a = max(a, k)
		}
	}
	return max(a, b, c, d)
}
