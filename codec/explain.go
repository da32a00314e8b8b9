package codec

import "github.com/chesszip/chesszip/board"

// Explanation says how many bits one scheme spends on a position, and on what.
type Explanation struct {
	Scheme string // the scheme's name
	Err    error  // why the scheme cannot hold the position, nil if it can
	Bits   int    // all bits of the position, 0 if it cannot be held
	// Parts are what Bits is made of, in the order of writing.
	Parts []Part
	// Others are ways to write one of the parts that the scheme does not use,
	// for comparison; their bits are not in Bits.
	Others []Part
}

// Part is a number of bits and what they are spent on.
type Part struct {
	Name string
	Bits int
	Note string // a few words more, or empty
}

// Explain tells for every scheme, in the order of Names, what p costs.
func Explain(p *board.Position) []Explanation { return nil }
