package text

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

// estimate is a probability that learns: 22 bits of it, and below them the
// number of sights.
type estimate uint32

const sightBits = 10

// expect is the estimate for a history before anything is known.
func expect(h int) estimate {
	zeros, ones := uint32(h>>4), uint32(h&15)
	// (ones + 0.4) / (zeros + ones + 0.8)
	p := (5*ones + 2) << 16 / (5*(zeros+ones) + 4)
	return estimate(min(p, 65535)<<16 | 6)
}

// p is the probability of a 1 in 1/65536.
func (e estimate) p() int32 { return int32(e >> 16) }

// most is the number of sights after which an estimate learns no slower.
const most = 255

// pace is 65536 / (n + 1.5).
var pace = func() (t [most + 1]int32) {
	for n := range t {
		t[n] = int32(1 << 17 / (2*n + 3))
	}
	return t
}()

func (e *estimate) learn(bit int) {
	n := *e & (1<<sightBits - 1)
	p := int64(*e >> sightBits)
	target := int64(bit) * (1<<22 - 1)
	p += (target - p) * int64(pace[n]) >> 16
	*e = estimate(p)<<sightBits | min(n+1, most)
}
