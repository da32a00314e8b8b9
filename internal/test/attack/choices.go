package attack

// choices are bytes that decide: a program from a fuzz target or a random generator.
// After its end every answer is 0.
type choices struct{ rest []byte }

func (c *choices) byte() byte {
	if len(c.rest) == 0 {
		return 0
	}
	b := c.rest[0]
	c.rest = c.rest[1:]
	return b
}

// below returns a number from 0 to n-1, and 0 if there is none.
func (c *choices) below(n int) int {
	v := 0
	for most := 1; most < n; most <<= 8 {
		v = v<<8 | int(c.byte())
	}
	return v % max(n, 1)
}

// limits are values of claims: the least, the greatest, and neighbours of the format's
// limits.
var limits = [...]uint64{
	0, 1, 2, 3, 15, 16, 17, 63, 64, 255, 256, 3999, 4000, 4001, 65535, 65536, 1 << 20, 4<<20 - 1, 4 << 20, 4<<20 + 1,
	16 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1,
}

// limit returns a claim at a limit.
func (c *choices) limit() uint64 { return limits[c.below(len(limits))] }

// times returns how often a part of some size is repeated; the total has a limit that is
// mostly small.
func (c *choices) times(size int) int {
	most := [...]int{1 << 8, 1 << 10, 1 << 10, 1 << 12, 1 << 12, 1 << 14, 1 << 16, 1 << 18}[c.below(8)]
	if c.byte() == 255 {
		most = 8 << 20
	}
	n := [...]int{2, 3, 8, 64, 256, 4096, 65536, 1 << 23}[c.below(8)]
	return max(1, min(n, most/max(size, 1)))
}

// few returns how often something is repeated that is decoded again each time: mostly a
// few times, so that most cases are quick, and sometimes a thousand times.
func (c *choices) few(size int) int {
	most := 16
	if c.byte()&63 == 63 {
		most = 1000
	}
	return min(c.times(size), most)
}

// within returns the ends of a part of n bytes, not empty if n is over 0.
func (c *choices) within(n int) (from, to int) {
	if n == 0 {
		return 0, 0
	}
	from = c.below(n)
	size := [...]int{1, 2, 4, 16, 64, n}[c.below(6)]
	return from, min(n, from+size)
}
