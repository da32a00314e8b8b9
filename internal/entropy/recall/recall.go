// Package recall stores the predictions of an encoder, so that a check of its output
// need not predict again.
//
// The probability of each legal move depends only on the model and some inputs: the
// position, its legal moves, the moves before, what is known of the game. For each
// choice the encoder stores a fingerprint of the inputs and the frequencies used. The
// checker derives the inputs from the coded bytes. If their fingerprint equals the
// encoder's, it uses the stored frequencies; otherwise it predicts.
//
//	| fingerprint 8 | low 2 | width 2 | index 2 |     16 bytes a choice with padding
//
// # What the check finds
//
// A stored choice is used only if the place decoded by the coder is in its range;
// otherwise the choice is predicted, or the frame refused. So the check finds every
// error in the coded bytes, the coder, the columns of inputs, the order of games and
// variations, the rules of chess, comments and text, as a Decoder without recall
// does. As long as the prediction is a pure function of the fingerprint's inputs,
// both read the same choices from any bytes, and reject the same frames.
//
// # What it misses
//
// It misses causes that make the model predict differently when the frame is read
// later:
//
//   - A Predictor whose answers depend on earlier calls, or on uninitialized memory,
//     or on a race with another goroutine. A full check has another Predictor
//     with almost the same past, and finds some of these. Here some groups
//     of games in each frame, 32 games, drawn by the frame's checksum, are predicted: a
//     fault that affects many groups is found in some frame soon.
//   - A bit of memory, or a register, that was wrong for a moment while the encoder
//     predicted. A full check finds it. If the fault is in the model's weights and
//     stays, neither finds it: only another process does.
//   - An input of the model that is not in the fingerprint. Tests check every
//     field. An equal fingerprint by chance: one choice in 2^64.
//
// No check finds that another build, processor or version of Go predicts differently;
// golden tests check that. Before the only copy of an input is removed, the archive
// is decoded completely from the file.
package recall

import (
	"math/bits"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// Most is the most choices of a Memory, 16 MiB; later choices are predicted again.
const Most = 1 << 20

// Choice is the stored prediction of a choice among legal moves, or candidates.
type Choice struct {
	// Print is the fingerprint of its inputs.
	Print Print
	// Low and Width are the arguments of the coder: the sum of the frequencies of the
	// moves before the one played, and its own.
	Low, Width uint16
	// Index is the index of the move played, or the caller's number for it.
	Index uint16
}

// Memory stores choices in order. The zero Memory is empty.
type Memory struct{ choices []Choice }

// Reset empties m and keeps its memory.
func (m *Memory) Reset() { m.choices = m.choices[:0] }

// Add stores a choice, unless there are Most.
func (m *Memory) Add(c Choice) {
	if len(m.choices) < Most {
		m.choices = append(m.choices, c)
	}
}

// Len returns the number of choices in m.
func (m *Memory) Len() int { return len(m.choices) }

// From returns a Cursor at a choice; it is empty if m does not have that choice.
func (m *Memory) From(choice int) Cursor {
	return Cursor{m.choices[min(choice, len(m.choices)):]}
}

// Cursor reads choices in order. The zero Cursor has none.
type Cursor struct{ choices []Choice }

// Any reports whether there are more choices.
func (c *Cursor) Any() bool { return len(c.choices) > 0 }

// Has reports whether there is a next choice, and it has the given fingerprint.
func (c *Cursor) Has(p Print) bool { return c.Any() && c.choices[0].Print == p }

// Next consumes the next choice and returns it; ok is true if it has the given
// fingerprint.
func (c *Cursor) Next(p Print) (Choice, bool) {
	if len(c.choices) == 0 {
		return Choice{}, false
	}
	next := c.choices[0]
	c.choices = c.choices[1:]
	return next, next.Print == p
}

// Read reads the next choice, if it has the given fingerprint, fits the next place of
// d, and is among so many legal moves; otherwise it returns -1, and d is unchanged.
func (c *Cursor) Read(d *rangecoder.Decoder, p Print, legal int) (index int) {
	if !c.Any() {
		return -1
	}
	x, ok := c.Next(p)
	if !ok || d.Peek()-uint32(x.Low) >= uint32(x.Width) || int(x.Index) >= legal {
		return -1
	}
	d.Take(uint32(x.Low), uint32(x.Width))
	return int(x.Index)
}

// Print is a fingerprint: different inputs have the same one with probability 2^-64.
type Print uint64

// Odd numbers with random bits.
const (
	factor0 = 0x9e3779b97f4a7c15
	factor1 = 0xc2b2ae3d27d4eb4f
)

// Add returns the fingerprint of the inputs of p and two numbers.
func (p Print) Add(a, b uint64) Print {
	high, low := bits.Mul64(uint64(p)^a^factor0, b^factor1)
	// The sum keeps p if a factor of the product is zero.
	return Print(high^low) + p + Print(a)
}

// Position adds a position with all fields of its FEN, and its legal moves.
func (p Print) Position(at *board.Position, legal []board.Move) Print {
	pl := at.Planes()
	p = p.Add(uint64(pl[0]), uint64(pl[1]))
	p = p.Add(uint64(pl[2]), uint64(pl[3]))
	p = p.Add(uint64(at.Turn)|uint64(at.EnPassant)<<8|uint64(at.HalfmoveClock)<<16|uint64(at.FullmoveNumber)<<32|uint64(len(legal))<<48,
		uint64(at.Castling))
	for len(legal) >= 8 {
		m := (*[8]board.Move)(legal)
		p = p.Add(uint64(m[0])|uint64(m[1])<<16|uint64(m[2])<<32|uint64(m[3])<<48,
			uint64(m[4])|uint64(m[5])<<16|uint64(m[6])<<32|uint64(m[7])<<48)
		legal = legal[8:]
	}
	var rest [2]uint64
	for i, m := range legal {
		rest[i&1] = rest[i&1]<<16 | uint64(m)
	}
	return p.Add(rest[0], rest[1])
}
