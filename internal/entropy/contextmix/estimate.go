package contextmix

// Estimate is an adaptive probability: 22 bits, and below them the number of bits
// that it has learned from. The zero Estimate is not a probability: start from Even
// or NewEstimate.
type Estimate uint32

const countBits = 10

// Even is the probability 1/2, and has learned nothing.
const Even Estimate = 1 << 31

// NewEstimate returns the Estimate of a probability in 1/65536 that counts as learned
// from count bits, at most 255.
func NewEstimate(p, count uint32) Estimate {
	return Estimate(p<<16 | min(count, most))
}

// P returns the probability of a 1 in 1/65536.
func (e Estimate) P() int32 { return int32(e >> 16) }

// Seen reports whether the Estimate has learned anything.
func (e Estimate) Seen() bool { return e&(1<<countBits-1) != 0 }

// stretched returns Stretch of P.
func (e Estimate) stretched() int32 { return int32(stretchTable[e>>20]) }

// any returns -1 if the Estimate has learned anything, otherwise 0.
func (e Estimate) any() int32 { return -int32((e&(1<<countBits-1) + 1<<countBits - 1) >> countBits) }

// most is the count after which an Estimate learns no slower.
const most = 255

// pace is 65536 / (n + 1.5).
var pace = func() (t [most + 1]int32) {
	for n := range t {
		t[n] = int32(1 << 17 / (2*n + 3))
	}
	return t
}()

// Learn moves the Estimate towards bit.
func (e *Estimate) Learn(bit int) { e.LearnUpTo(bit, most) }

// LearnUpTo is Learn at a rate that is never below that after limit bits.
func (e *Estimate) LearnUpTo(bit int, limit Estimate) {
	n := *e & (1<<countBits - 1)
	p := int64(*e >> countBits)
	target := int64(bit) * (1<<22 - 1)
	p += (target - p) * int64(pace[n&most]) >> 16
	*e = Estimate(p)<<countBits | min(n+1, limit)
}
