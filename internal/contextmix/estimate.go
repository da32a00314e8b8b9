package contextmix

// Estimate is a probability that learns: 22 bits of it, and below them the
// number of sights. The zero Estimate has seen nothing and is no probability
// yet: see NewEstimate.
type Estimate uint32

const sightBits = 10

// Even expects both bits alike, and has seen none.
const Even Estimate = 1 << 31

// NewEstimate returns the Estimate of a probability in 1/65536 that counts as
// much as the given number of sights, at most 255.
func NewEstimate(p, sights uint32) Estimate {
	return Estimate(p<<16 | min(sights, most))
}

// P is the probability of a 1 in 1/65536.
func (e Estimate) P() int32 { return int32(e >> 16) }

// Seen reports whether the Estimate has learned anything.
func (e Estimate) Seen() bool { return e&(1<<sightBits-1) != 0 }

// any is -1 if the Estimate has learned anything, else 0.
func (e Estimate) any() int32 { return -int32((e&(1<<sightBits-1) + 1<<sightBits - 1) >> sightBits) }

// most is the number of sights after which an Estimate learns no slower.
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

// LearnUpTo is Learn for an Estimate that learns no slower than after the
// given number of sights.
func (e *Estimate) LearnUpTo(bit int, limit Estimate) {
	n := *e & (1<<sightBits - 1)
	p := int64(*e >> sightBits)
	target := int64(bit) * (1<<22 - 1)
	p += (target - p) * int64(pace[n]) >> 16
	*e = Estimate(p)<<sightBits | min(n+1, limit)
}
