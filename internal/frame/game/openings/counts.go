package openings

import "github.com/chesszip/chesszip/board"

// counts counts the moves played, by keys. The zero counts is empty.
type counts struct {
	slots []slot // by the low bits of their keys, or the next free slot
	nodes []node
	edges []edge // except the first of each node
}

// slot leads to the node of a key: the node's number + 1, and above numberBits the
// highest bits of the key; 0 is a free slot.
type slot uint32

// numberBits are enough for more nodes than a frame has memory for.
const numberBits = 24

// noNode means no node.
const noNode = -1

// node holds the moves played by a key.
type node struct {
	key   uint64
	total uint32
	first edge
}

// edge is a move and its count.
type edge struct {
	move  board.Move
	count uint16 // a game repeats a position at most every four half-moves, so that 4,000 games stay below 65,536
	// place is the last index of the move among the candidates, where it usually is
	// again.
	place uint16
	next  int32 // edge + 1
}

const (
	leastSlots = 1 << 8
	// countBytes is the most memory of a node and its slots, or of an edge, doubled
	// for growing.
	countBytes = 2 * (24 + 8)
)

func (c *counts) reset() {
	clear(c.slots)
	c.nodes, c.edges = c.nodes[:0], c.edges[:0]
}

// size returns the most bytes of memory of c.
func (c *counts) size() int { return countBytes * (len(c.nodes) + len(c.edges)) }

// find returns the number of the node of a key.
func (c *counts) find(key uint64) int32 {
	if len(c.slots) == 0 {
		return noNode
	}
	mask := len(c.slots) - 1
	for i := int(key) & mask; c.slots[i] != 0; i = (i + 1) & mask {
		s := c.slots[i]
		if n := s&(1<<numberBits-1) - 1; s>>numberBits == slot(key>>(32+numberBits)) && c.nodes[n].key == key {
			return int32(n)
		}
	}
	return noNode
}

// count returns the count of a move in a node.
func (c *counts) count(n *node, m board.Move) uint32 {
	for e := &n.first; ; e = &c.edges[e.next-1] {
		if e.move == m {
			return uint32(e.count)
		}
		if e.next == 0 {
			return 0
		}
	}
}

// add counts a move by a key, whose node find has returned; a missing one may exist
// by now.
func (c *counts) add(number int32, key uint64, m board.Move) {
	if number == noNode {
		number = c.node(key)
	}
	n := &c.nodes[number]
	n.total++
	e := &n.first
	if n.total == 1 {
		e.move = m
	}
	for e.move != m {
		if e.next == 0 {
			e.next = int32(len(c.edges)) + 1 // before e moves
			c.edges = append(c.edges, edge{move: m})
		}
		e = &c.edges[e.next-1]
	}
	e.count++
}

// node returns the number of the node of a key, and adds it if there is none.
func (c *counts) node(key uint64) int32 {
	if number := c.find(key); number != noNode {
		return number
	}
	if 2*len(c.nodes) >= len(c.slots) {
		c.slots = make([]slot, max(2*len(c.slots), leastSlots))
		for i := range c.nodes {
			c.enter(c.nodes[i].key, int32(i))
		}
	}
	number := int32(len(c.nodes))
	c.nodes = append(c.nodes, node{key: key})
	c.enter(key, number)
	return number
}

// enter puts a node without a slot into one.
func (c *counts) enter(key uint64, number int32) {
	mask := len(c.slots) - 1
	i := int(key) & mask
	for c.slots[i] != 0 {
		i = (i + 1) & mask
	}
	c.slots[i] = slot(number+1) | slot(key>>(32+numberBits))<<numberBits
}
