package openings

import "github.com/chesszip/chesszip/board"

// counts is how often moves were played, by keys. The zero counts is empty.
type counts struct {
	slots []slot // by the low bits of their keys, or behind
	nodes []node
	edges []edge // but for the first of each node
}

// slot is where the node of a key is found: its number + 1, and above numberBits the
// highest bits of the key; 0 is a free one.
type slot uint32

// numberBits are more than the nodes for which a frame has memory need.
const numberBits = 24

// noNode is the number of no node.
const noNode = -1

// node is what was played by a key.
type node struct {
	key   uint64
	total uint32
	first edge
}

// edge is a move and how often it was played.
type edge struct {
	move  board.Move
	count uint16 // a game comes back to a position every four half-moves at most, so that 4,000 games stay below 65,536
	// place is where the move was last among the candidates, where it mostly is again.
	place uint16
	next  int32 // edge + 1
}

const (
	leastSlots = 1 << 8
	// countBytes is what a node and its slots, or an edge, holds in memory at most, and as
	// much again while they grow.
	countBytes = 2 * (24 + 8)
)

func (c *counts) reset() {
	clear(c.slots)
	c.nodes, c.edges = c.nodes[:0], c.edges[:0]
}

// size returns how many bytes of memory c takes at most.
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

// count returns how often a move was played by the key of a node.
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

// add counts a move by a key, whose node find has found, or not; it may be there by
// now.
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

// node returns the number of the node of a key, which it makes if there is none.
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

// enter puts a node that has none in a slot.
func (c *counts) enter(key uint64, number int32) {
	mask := len(c.slots) - 1
	i := int(key) & mask
	for c.slots[i] != 0 {
		i = (i + 1) & mask
	}
	c.slots[i] = slot(number+1) | slot(key>>(32+numberBits))<<numberBits
}
