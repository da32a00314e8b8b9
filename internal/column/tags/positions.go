package tags

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// Positions are lists of FENs, a line each, in blocks that can be read separately:
//
//	| length uvarint, list | ... |
//
// A list is 512 values coded by the Table's Lists, the last list the rest.

const listLength = 512

// leastPositions is the least number of values for a list.
const leastPositions = 4

// leastFEN is the length of the shortest FEN without counters.
const leastFEN = len("k7/8/8/8/8/8/8/7K w - -")

// codePositions codes a column of positions.
func codePositions(c *coding) bool {
	if c.writing() {
		c.listed = c.list != nil && len(c.column.Values) >= leastPositions && c.appendPositions()
		return c.listed
	}
	if c.table.Lists == nil {
		c.fail("a list of positions where none is expected")
		return false
	}
	rows := c.table.rows(c.column)
	var values [][]byte
	for len(values) < len(rows) {
		game := int(rows[len(values)])
		n := min(len(c.column.Rows)-len(values), listLength)
		lines := c.positions(n)
		if c.err != nil {
			c.err = corrupt.AtGame(game, c.err)
			return false
		}
		for range n {
			line, rest, _ := bytes.Cut(lines, []byte("\n"))
			values, lines = append(values, line), rest
		}
	}
	c.column.Values = values
	if c.table.Upto == 0 && len(c.head) > 0 {
		c.fail("bytes are left over after the last value")
	}
	return true
}

// appendPositions appends all lists; it returns false if a value is not a position.
func (c *coding) appendPositions() bool {
	for _, v := range c.column.Values {
		if len(v) < leastFEN || bytes.ContainsAny(v, "\r\n") || bytes.Count(v, []byte("/")) != 7 {
			return false
		}
	}
	for values := range slices.Chunk(c.column.Values, listLength) {
		lines := append(bytes.Join(values, []byte("\n")), '\n')
		list, ok := c.list(lines)
		if !ok {
			return false
		}
		c.bytes(list)
	}
	return true
}

// positions reads a list of n lines.
func (c *coding) positions(n int) (lines []byte) {
	src := c.bytes(nil)
	if c.err == nil {
		lines, c.err = c.table.Lists.Decode(src, c.limit, c.table.Budget)
	}
	if c.err == nil {
		if k := bytes.Count(lines, []byte("\n")); k != n || lines[len(lines)-1] != '\n' {
			c.fail("a list of %d positions has %d lines", n, k)
		}
		c.charge(len(lines) - n)
	}
	return lines
}
