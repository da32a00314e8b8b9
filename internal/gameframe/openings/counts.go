package openings

import "github.com/chesszip/chesszip/board"

// counts is how often moves were played, by keys. The zero counts is empty.
type counts struct {
	slots []slot // by the low bits of their keys, or behind
	nodes []node
	edges []edge
}

// slot is where the node of a key is found.
type slot struct {
	high uint32 // half of the key
	node int32  // + 1; 0 for a free slot
}

// noNode is the number of no node.
const noNode = -1

// node is what was played by a key.
type node struct {
	key   uint64
	first int32 // edge + 1
	total uint32
}

// edge is a move and how often it was played.
type edge struct {
	move  board.Move
	count uint16
	next  int32 // edge + 1
}

const (
	leastSlots = 1 << 8
	// countBytes is what a move holds in memory at most: a node, its slots, an edge,
	// and as much again while they grow.
	countBytes = 2 * (16 + 8 + 8)
)

func (c *counts) reset() {
	clear(c.slots)
	c.nodes, c.edges = c.nodes[:0], c.edges[:0]
}

// find returns the number of the node of a key.
func (c *counts) find(key uint64) int32 {
	if len(c.slots) == 0 {
		return noNode
	}
	mask := len(c.slots) - 1
	for i := int(key) & mask; c.slots[i].node != 0; i = (i + 1) & mask {
		if n := c.slots[i].node - 1; c.slots[i].high == uint32(key>>32) && c.nodes[n].key == key {
			return n
		}
	}
	return noNode
}

// add counts a move by a key, whose node find has found, or not; it may be there by
// now.
func (c *counts) add(number int32, key uint64, m board.Move) {
	if number == noNode {
		number = c.node(key)
	}
	n := &c.nodes[number]
	n.total++
	at := &n.first
	for *at != 0 {
		e := &c.edges[*at-1]
		if e.move == m {
			e.count++
			return
		}
		at = &e.next
	}
	*at = int32(len(c.edges)) + 1
	c.edges = append(c.edges, edge{move: m, count: 1})
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
	for c.slots[i].node != 0 {
		i = (i + 1) & mask
	}
	c.slots[i] = slot{high: uint32(key >> 32), node: number + 1}
}
