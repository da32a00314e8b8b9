// Package recall keeps what an encoder has found out about its choices, so that
// checking what it wrote need not find that out again.
//
// How likely each legal move is depends on nothing but the model and some inputs:
// the position, its legal moves, the moves before, what is known of the game. The
// encoder keeps for each choice a fingerprint of these, and what the coder was
// given. Whoever checks derives the inputs from the coded bytes. Where they have the
// fingerprint of the encoder's, it gives the coder what was kept; else it
// predicts.
//
//	| fingerprint 8 | low 2 | width 2 | index 2 |     16 bytes a choice with padding
//
// # What such a check finds
//
// What is recalled is used only if the place that the coder has decoded lies in it;
// else the choice is predicted, or the frame refused. So whatever is wrong with the coded bytes, the coder,
// the columns that inputs come from, the order of games and variations, the rules of
// chess, comments and text is found as by a Decoder that recalls nothing: as long as
// predicting is a pure function of what the fingerprint covers, both read the same
// choices from any bytes, and reject the same frames.
//
// # What it misses
//
// It misses what makes the model predict otherwise when the frame is read, and did not
// yet when it was written:
//
//   - A Predictor that answers by what it was asked before, or by memory that nobody
//     has set, or that races with another goroutine. A check in full has a Predictor
//     of its own with almost the same past, and finds some of these. Here some groups
//     of games in each frame, 32 games, drawn by the frame's checksum, are predicted: a
//     fault that concerns many groups shows itself in some frame soon.
//   - A bit of memory, or a register, that was wrong for a moment while the encoder
//     predicted. A check in full finds it. If it was wrong in the model's weights and
//     stays so, neither does: only another process does.
//   - An input that the model has and the fingerprint has not. Tests ask for every
//     field. A fingerprint that is the same by chance: one choice in 2^64.
//
// No check finds that another build, processor or version of Go would predict
// otherwise; goldens hold that. Who is about to remove the only copy of an input
// decodes the archive in full, from the file.
package recall

import (
	"math/bits"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// Most is how many choices a Memory keeps, 16 MiB of them: those behind are
// predicted again.
const Most = 1 << 20

// Choice is what was found out about a choice among legal moves, or candidates.
type Choice struct {
	// Print is the fingerprint of all that it was found from.
	Print Print
	// Low and Width are what the coder was given: the frequencies of the moves before
	// the one played and its own.
	Low, Width uint16
	// Index is which of the legal moves was played, or what a caller knows it by.
	Index uint16
}

// Memory keeps choices in their order. The zero Memory is empty.
type Memory struct{ choices []Choice }

// Reset makes m empty, and keeps its room.
func (m *Memory) Reset() { m.choices = m.choices[:0] }

// Add keeps a choice, unless there are Most.
func (m *Memory) Add(c Choice) {
	if len(m.choices) < Most {
		m.choices = append(m.choices, c)
	}
}

// Len is how many choices m keeps.
func (m *Memory) Len() int { return len(m.choices) }

// From returns a Cursor at a choice. Those that m does not have are none.
func (m *Memory) From(choice int) Cursor {
	return Cursor{m.choices[min(choice, len(m.choices)):]}
}

// Cursor goes through choices. The zero Cursor has none.
type Cursor struct{ choices []Choice }

// Any reports whether there are more choices.
func (c *Cursor) Any() bool { return len(c.choices) > 0 }

// Has reports whether there is a next choice, and it has the given fingerprint.
func (c *Cursor) Has(p Print) bool { return c.Any() && c.choices[0].Print == p }

// Next goes past the next choice, and returns it if it has the given fingerprint.
func (c *Cursor) Next(p Print) (Choice, bool) {
	if len(c.choices) == 0 {
		return Choice{}, false
	}
	next := c.choices[0]
	c.choices = c.choices[1:]
	return next, next.Print == p
}

// Read reads the next choice, if it has the given fingerprint, fits what d has coded, and
// is one of so many legal moves; else it returns -1, and d is as it was.
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

// Print is a fingerprint: what differs has the same one in a case of 2^64.
type Print uint64

// Odd numbers without a pattern.
const (
	factor0 = 0x9e3779b97f4a7c15
	factor1 = 0xc2b2ae3d27d4eb4f
)

// Add returns the fingerprint of what p is one of, and of two numbers.
func (p Print) Add(a, b uint64) Print {
	high, low := bits.Mul64(uint64(p)^a^factor0, b^factor1)
	// The sum keeps what a product with zero forgets.
	return Print(high^low) + p + Print(a)
}

// Position adds a position, all that its FEN says, and its legal moves.
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
