package contextmix

// The mixer works on the logistic scale, ln(p / (1-p)), in 1/256. Its
// tables are computed in integers, so that they are the same everywhere.

// Edge is the largest value on that scale: a probability of 1 - e^-11.
const Edge = 11*256 - 1

// squashTable[Edge+x] is the probability in 1/65536 at x.
var squashTable = func() (t [2*Edge + 1]uint16) {
	// e^(-1/256) in 1/2^32; powers of it keep 2^62 of scale.
	const step = 4278222939
	power := uint64(1) << 62
	for x := 0; x <= Edge; x++ {
		// 65536 / (1 + power/2^62)
		low := uint32((uint64(1) << 62 >> 15) / (((uint64(1) << 62) + power) >> 31))
		t[Edge+x] = uint16(min(low, 65535))
		t[Edge-x] = uint16(max(65536-low, 1))
		power = (power >> 32) * step
	}
	return t
}()

// Squash returns the probability in 1/65536, 1 to 65535, at x.
func Squash(x int32) int32 {
	return int32(squashTable[min(max(x, -Edge), Edge)+Edge])
}

// stretchTable[p>>4] is the inverse of Squash: the smallest x with at least that
// probability.
var stretchTable = func() (t [4096]int16) {
	x := int32(-Edge)
	for i := range t {
		for x < Edge && Squash(x) < int32(i<<4+8) {
			x++
		}
		t[i] = int16(x)
	}
	return t
}()

// Stretch returns the logistic value of a probability in 1/65536.
func Stretch(p int32) int32 { return int32(stretchTable[p>>4]) }
