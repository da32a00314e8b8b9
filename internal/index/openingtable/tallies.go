package openingtable

import (
	"slices"
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/index/openingtree"
)

// visit is a position of a game, with the moves played there.
type visit struct {
	key   Key
	hash  uint64
	moves []board.Move // different ones; none if the game ended there
}

// play adds a move.
func (v *visit) play(m board.Move) {
	if len(v.moves) < maxMoves && !slices.Contains(v.moves, m) {
		v.moves = append(v.moves, m)
	}
}

// visitor finds the visits of games, one game after the other.
type visitor struct {
	frequent *frequent
	tallies  *tallies
	steps    *budget.Budget
	line     []reached   // of the last game
	visits   []visit     // of the last game
	places   map[Key]int // index by key, if there are many
}

// reached is a position of a game.
type reached struct {
	move     board.Move // which led to it
	hash     uint64
	frequent bool
	essence  board.Position
}

// Values of a game's reach, the number of positions up to the last frequent one:
// maxReach means that number or more, noReach that it is not known.
const (
	maxReach = 255
	noReach  = -1
)

// manyVisits is the greatest number of visits that are searched one by one.
const manyVisits = 48

// game finds the visits of a game. No position after the first most is frequent. It
// returns the number of the last frequent one, counted from 1.
func (v *visitor) game(g *Games, item, most int) (last int, err error) {
	v.line, v.visits = v.line[:0], v.visits[:0]
	clear(v.places)
	err = g.Each(item, func(p *board.Position, m board.Move) bool {
		if !v.steps.Step(2 * budget.FastPly) {
			return false
		}
		r := reached{move: m}
		ended := len(v.line) == most && most < maxReach
		if !ended {
			r.essence = gamestate.Essence(p)
			r.hash = hash(&r.essence)
		}
		v.line = append(v.line, r)
		return !ended
	})
	// Each look misses the caches; those of one loop do so at the same time.
	for i := range v.line {
		v.line[i].frequent = v.frequent.has(v.line[i].hash)
	}
	here := -1 // the visit of the last position, or -1
	for ply := range v.line {
		r := &v.line[ply]
		if here >= 0 {
			v.visits[here].play(r.move)
		}
		if here = -1; ply == most && most < maxReach || !r.frequent {
			continue
		}
		last = ply + 1
		if k := KeyOf(&r.essence); k != (Key{}) && v.tallies.wants(&k) {
			here = v.visit(k, r.hash)
		}
	}
	return last, err
}

// visit returns the index of the visit of a position, after adding it if necessary.
func (v *visitor) visit(k Key, hash uint64) int {
	if len(v.visits) <= manyVisits {
		for i := range v.visits {
			if v.visits[i].hash == hash && v.visits[i].key == k {
				return i
			}
		}
	} else {
		if len(v.places) == 0 {
			if v.places == nil {
				v.places = map[Key]int{}
			}
			for i := range v.visits {
				v.places[v.visits[i].key] = i
			}
		}
		if i, ok := v.places[k]; ok {
			return i
		}
		v.places[k] = len(v.visits)
	}
	i := len(v.visits)
	v.visits = slices.Grow(v.visits, 1)[:i+1]
	v.visits[i] = visit{k, hash, v.visits[i].moves[:0]}
	return i
}

// tally counts the games of a position.
type tally struct {
	key  Key
	hash uint64
	openingtree.Node
	next *tally // another position with the same hash
}

// tallies count the games of positions from low on. If these are too many, the upper
// ones are dropped: high becomes the first of them, which begins another pass.
type tallies struct {
	low   Key
	most  int // greatest number of tallies held at a time
	held  int
	nodes map[uint64]*tally // by hash

	mu   sync.RWMutex // guards high and cut, which other goroutines read
	high Key
	cut  bool // high is set
}

func newTallies(low Key, most int) *tallies {
	return &tallies{low: low, most: most, nodes: map[uint64]*tally{}}
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
	first := t.nodes[v.hash]
	n := first
	for n != nil && n.key != v.key {
		n = n.next
	}
	if n == nil {
		n = &tally{key: v.key, hash: v.hash, next: first}
		t.nodes[v.hash] = n
		t.held++
	}
	t.held -= len(n.Moves)
	moves := v.moves
	if len(n.Moves) > maxMoves { // more than are legal: damage
		moves = nil
	}
	n.AddGame(g, moves...)
	t.held += len(n.Moves)
	for t.held > t.most && len(t.nodes) > 1 {
		t.shrink()
	}
}

// shrink drops the upper half of the positions.
func (t *tallies) shrink() {
	all := t.sorted()
	t.mu.Lock()
	t.high, t.cut = all[len(all)/2].key, true
	t.mu.Unlock()
	clear(t.nodes)
	t.held = 0
	for _, n := range all[:len(all)/2] {
		n.next = t.nodes[n.hash]
		t.nodes[n.hash] = n
		t.held += 1 + len(n.Moves)
	}
}

// sorted returns the positions in ascending order of their keys.
func (t *tallies) sorted() []*tally {
	all := make([]*tally, 0, len(t.nodes))
	for _, n := range t.nodes {
		for ; n != nil; n = n.next {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, func(x, y *tally) int { return x.key.Compare(&y.key) })
	return all
}
