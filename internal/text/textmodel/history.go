package textmodel

import "github.com/chesszip/chesszip/internal/contextmix"

// A history is what one node has seen: the number of zeros in the high half of
// a byte and of ones in the low, each up to 15. When a bit comes that was not
// expected, what speaks against it shrinks, so that the newest counts most.

// shrunk is the count that is left of the other bit's.
var shrunk = [16]byte{0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7}

func next(h byte, bit int) byte {
	zeros, ones := h>>4, h&15
	if bit != 0 {
		return shrunk[zeros]<<4 | min(ones+1, 15)
	}
	return min(zeros+1, 15)<<4 | shrunk[ones]
}

// expect is the estimate for a history before anything is known.
func expect(h int) contextmix.Estimate {
	zeros, ones := uint32(h>>4), uint32(h&15)
	// (ones + 0.4) / (zeros + ones + 0.8)
	p := (5*ones + 2) << 16 / (5*(zeros+ones) + 4)
	return contextmix.NewEstimate(min(p, 65535), 6)
}
