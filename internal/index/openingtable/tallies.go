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
	visits   []visit     // of the last game
	places   map[Key]int // index by key, if there are many
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
	v.visits = v.visits[:0]
	clear(v.places)
	here, ply := -1, 0 // here is the visit of the last position, or -1
	err = g.Each(item, func(p *board.Position, m board.Move) bool {
		if !v.steps.Step(2 * budget.FastPly) {
			return false
		}
		if ply > 0 && here >= 0 {
			v.visits[here].play(m)
		}
		if here = -1; ply == most && most < maxReach {
			return false
		}
		ply++
		e := gamestate.Essence(p)
		if !v.frequent.has(hash(&e)) {
			return true
		}
		last = ply
		if k := KeyOf(&e); k != (Key{}) && v.tallies.wants(&k) {
			here = v.visit(k)
		}
		return true
	})
	return last, err
}

// visit returns the index of the visit of a position, after adding it if necessary.
func (v *visitor) visit(k Key) int {
	if len(v.visits) <= manyVisits {
		for i := range v.visits {
			if v.visits[i].key == k {
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
	v.visits[i] = visit{k, v.visits[i].moves[:0]}
	return i
}

// tallies count the games of positions from low on. If these are too many, the upper
// ones are dropped: high becomes the first of them, which begins another pass.
type tallies struct {
	low   Key
	most  int // greatest number of tallies held at a time
	held  int
	nodes map[Key]*openingtree.Node

	mu   sync.RWMutex // guards high and cut, which other goroutines read
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
	keys := t.sorted()
	t.mu.Lock()
	t.high, t.cut = keys[len(keys)/2], true
	t.mu.Unlock()
	for _, k := range keys[len(keys)/2:] {
		t.held -= 1 + len(t.nodes[k].Moves)
		delete(t.nodes, k)
	}
}

// sorted returns the keys in ascending order.
func (t *tallies) sorted() []Key {
	keys := make([]Key, 0, len(t.nodes))
	for k := range t.nodes {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y Key) int { return x.Compare(&y) })
	return keys
}
