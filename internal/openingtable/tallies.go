package openingtable

import (
	"slices"
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/openingtree"
)

// visit is a game that came to a position, and what it played there.
type visit struct {
	key   Key
	hash  uint64
	item  int32
	moves []board.Move // nil where it ended there
}

// tallies count what games made of the positions from low on. Where these are too
// many, those from some key on are given up: it becomes high, for another pass.
type tallies struct {
	low   Key
	most  int // tallies that are held at a time
	held  int
	nodes map[Key]*openingtree.Node

	mu   sync.RWMutex // guards high and cut for those that read them elsewhere
	high Key
	cut  bool // high is set
}

func newTallies(low Key, most int) *tallies {
	return &tallies{low: low, most: most, nodes: map[Key]*openingtree.Node{}}
}

// wants reports whether k is counted in this pass.
func (t *tallies) wants(k *Key) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return k.Compare(&t.low) >= 0 && (!t.cut || k.Compare(&t.high) < 0)
}

// add counts a visit of a game.
func (t *tallies) add(v *visit, g *openingtree.Game) {
	if !t.wants(&v.key) {
		return
	}
	n := t.nodes[v.key]
	if n == nil {
		n = &openingtree.Node{}
		t.nodes[v.key] = n
		t.held++
	}
	t.held -= len(n.Moves)
	n.AddGame(g, v.moves...)
	t.held += len(n.Moves)
	for t.held > t.most && len(t.nodes) > 1 {
		t.shrink()
	}
}

// shrink gives up the upper half of the positions.
func (t *tallies) shrink() {
	keys := t.sorted()
	t.mu.Lock()
	t.high, t.cut = keys[len(keys)/2], true
	t.mu.Unlock()
	for _, k := range keys[len(keys)/2:] {
		t.held -= 1 + len(t.nodes[k].Moves)
		delete(t.nodes, k)
	}
}

// sorted returns the keys in their order.
func (t *tallies) sorted() []Key {
	keys := make([]Key, 0, len(t.nodes))
	for k := range t.nodes {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y Key) int { return x.Compare(&y) })
	return keys
}
