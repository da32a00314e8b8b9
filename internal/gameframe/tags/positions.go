package tags

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/text"
)

// Positions are lists of FENs, a line each, in blocks of which each can be read
// alone:
//
//	| length uvarint, list | ... |
//
// A list is what the Table's Lists make of 512 values, or, the last one, of
// what is left.

const listLength = 512

// leastPositions is the number of values from which on they may be a list.
const leastPositions = 4

// leastFEN is the length of the shortest FEN without counters.
const leastFEN = len("k7/8/8/8/8/8/8/7K w - -")

// encodePositions stores a column of positions.
func encodePositions(e *encoder) ([]byte, bool) {
	if e.table.Lists == nil || len(e.column.Values) < leastPositions {
		return nil, false
	}
	for _, v := range e.column.Values {
		if len(v) < leastFEN || bytes.ContainsAny(v, "\r\n") || bytes.Count(v, []byte("/")) != 7 {
			return nil, false
		}
	}
	var out, lines []byte
	for left := e.column.Values; len(left) > 0; {
		n := min(len(left), listLength)
		lines = lines[:0]
		for _, v := range left[:n] {
			lines = append(append(lines, v...), '\n')
		}
		list, ok := e.table.Lists.Append(nil, lines, e.effort != text.Quick)
		if !ok {
			return nil, false
		}
		out = binfmt.AppendBytes(out, list)
		left = left[n:]
	}
	return out, false
}

// decodePositions reads what encodePositions stores.
func decodePositions(d *decoder) error {
	if d.table.Lists == nil {
		return corrupt.New("a list of positions where none is expected")
	}
	rows := d.table.rows(d.column)
	var values [][]byte
	for len(values) < len(rows) {
		game := int(rows[len(values)])
		n := min(len(d.column.Rows)-len(values), listLength)
		lines, err := d.positions(n)
		if err != nil {
			return corrupt.AtGame(game, err)
		}
		for range n {
			at := bytes.IndexByte(lines, '\n')
			values = append(values, lines[:at:at])
			lines = lines[at+1:]
		}
	}
	d.column.Values = values
	if d.table.Upto == 0 && len(d.src) > 0 {
		return corrupt.New("bytes are left over after the last value")
	}
	return nil
}

// positions reads a list of n lines.
func (d *decoder) positions(n int) ([]byte, error) {
	src, err := d.bytes()
	if err != nil {
		return nil, err
	}
	lines, err := d.table.Lists.Decode(src, d.left())
	if err != nil {
		return nil, err
	}
	if k := bytes.Count(lines, []byte("\n")); k != n || lines[len(lines)-1] != '\n' {
		return nil, corrupt.Newf("a list of %d positions has %d lines", n, k)
	}
	return lines, d.charge(len(lines) - n)
}
