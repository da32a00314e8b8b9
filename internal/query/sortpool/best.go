package sortpool

import (
	"bytes"
	"cmp"
	"container/heap"
	"slices"
	"sync/atomic"
)

// Best holds the keys of the first games in order, at most so many. Of games with equal
// keys those that were added earlier come first. Only May may be called by several
// goroutines at once.
type Best struct {
	most  int
	heap  places
	added int64 // games
	begun int64 // of added, when Begin was called
	worst atomic.Pointer[[]byte]
}

// place is a game in order.
type place struct {
	key    []byte
	order  int64 // by which equal games are sorted
	number int64
}

// NewBest returns a Best for at most most games, at least 1.
func NewBest(most int) *Best { return &Best{most: most} }

// May reports whether a game that is added later is one of the first.
func (b *Best) May(key []byte) bool {
	worst := b.worst.Load()
	return worst == nil || bytes.Compare(key, *worst) < 0
}

// Add adds a game, and reports whether it is one of the first.
func (b *Best) Add(key []byte, number int64) bool {
	if !b.May(key) {
		return false
	}
	b.added++
	if len(b.heap) == b.most {
		b.heap[0] = place{key, b.added, number}
		heap.Fix(&b.heap, 0)
	} else {
		heap.Push(&b.heap, place{key, b.added, number})
	}
	if len(b.heap) == b.most {
		worst := b.heap[0].key // not its place in the heap, which changes
		b.worst.Store(&worst)
	}
	return true
}

// Begin begins the games of an archive.
func (b *Best) Begin() { b.begun = b.added }

// Begun returns the games since Begin that are among the first: their numbers in
// increasing order, and their keys.
func (b *Best) Begun() (numbers []int64, keys map[int64][]byte) {
	keys = map[int64][]byte{}
	for _, p := range b.heap {
		if p.order > b.begun {
			numbers = append(numbers, p.number)
			keys[p.number] = p.key
		}
	}
	slices.Sort(numbers)
	return numbers, keys
}

// places is a heap of games, the last in order first.
type places []place

func (p places) Len() int      { return len(p) }
func (p places) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *places) Push(x any)   { *p = append(*p, x.(place)) }

func (p places) Less(i, j int) bool {
	return cmp.Or(bytes.Compare(p[i].key, p[j].key), cmp.Compare(p[i].order, p[j].order)) > 0
}

func (p *places) Pop() any {
	last := len(*p) - 1
	x := (*p)[last]
	*p = (*p)[:last]
	return x
}
