package openings

import "github.com/chesszip/chesszip/board"

// counts is how often moves were played, by keys. The zero counts is empty.
type counts struct {
	slots []int32 // numbers of nodes + 1, by the low bits of their keys or behind
	nodes []node
	edges []edge
}

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

// find returns the slot of a key, and its node, nil if it has none.
func (c *counts) find(key uint64) (slot int, n *node) {
	mask := len(c.slots) - 1
	if mask < 0 {
		return -1, nil
	}
	for slot = int(key) & mask; c.slots[slot] != 0; slot = (slot + 1) & mask {
		if n = &c.nodes[c.slots[slot]-1]; n.key == key {
			return slot, n
		}
	}
	return slot, nil
}

// add counts a move by a key.
func (c *counts) add(key uint64, m board.Move) {
	slot, n := c.find(key)
	if n == nil {
		if 2*len(c.nodes) >= len(c.slots) {
			c.grow()
			slot, _ = c.find(key)
		}
		c.nodes = append(c.nodes, node{key: key})
		c.slots[slot] = int32(len(c.nodes))
		n = &c.nodes[len(c.nodes)-1]
	}
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

// grow doubles the slots.
func (c *counts) grow() {
	c.slots = make([]int32, max(2*len(c.slots), leastSlots))
	for i := range c.nodes {
		slot, _ := c.find(c.nodes[i].key)
		c.slots[slot] = int32(i) + 1
	}
}
