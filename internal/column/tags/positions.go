package tags

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/binfmt"
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

// Lists stores lists of positions, one a line.
type Lists interface {
	// Append appends a list to dst; false if the lines are no positions.
	Append(dst, lines []byte, thorough bool) ([]byte, bool)
	// Decode gives back the lines, at most limit bytes.
	Decode(src []byte, limit int) ([]byte, error)
}

// leastPositions is the number of values from which on they may be a list.
const leastPositions = 4

// leastFEN is the length of the shortest FEN without counters.
const leastFEN = len("k7/8/8/8/8/8/8/7K w - -")

// appendPositions codes the i-th column if its values are positions; nil
// otherwise.
func (t *Table) appendPositions(i int, effort text.Effort) []byte {
	c := t.Columns[i]
	if t.Lists == nil || len(c.Values) < leastPositions {
		return nil
	}
	for _, v := range c.Values {
		if len(v) < leastFEN || bytes.ContainsAny(v, "\r\n") || bytes.Count(v, []byte("/")) != 7 {
			return nil
		}
	}
	out := []byte{methodPositions}
	var lines []byte
	for left := c.Values; len(left) > 0; {
		n := min(len(left), listLength)
		lines = lines[:0]
		for _, v := range left[:n] {
			lines = append(append(lines, v...), '\n')
		}
		list, ok := t.Lists.Append(nil, lines, effort != text.Quick)
		if !ok {
			return nil
		}
		out = binfmt.AppendBytes(out, list)
		left = left[n:]
	}
	return out
}

// positions reads lists.
func (r *reader) positions() error {
	if r.t.Lists == nil {
		return corrupt("a column is a list of positions")
	}
	want := len(r.t.rows(r.c))
	var values [][]byte
	for len(values) < want {
		src, err := r.bytes()
		if err != nil {
			return err
		}
		lines, err := r.t.Lists.Decode(src, r.limit)
		if err != nil {
			return corrupt(err.Error())
		}
		n := min(len(r.c.Rows)-len(values), listLength)
		if bytes.Count(lines, []byte("\n")) != n || lines[len(lines)-1] != '\n' {
			return corrupt("a list of positions has too few or too many lines")
		}
		if r.limit -= len(lines) - n; r.limit < 0 {
			return corrupt("a column is longer than its frame's input")
		}
		for range n {
			at := bytes.IndexByte(lines, '\n')
			values = append(values, lines[:at:at])
			lines = lines[at+1:]
		}
	}
	r.c.Values = values
	return r.done(len(r.src) > 0)
}
