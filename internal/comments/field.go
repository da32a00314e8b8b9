package comments

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/contextmix"
)

// field is what is known of the numbers that stand behind the same words.
type field struct {
	format format
	known  bool  // whether there is a format
	places uint8 // of all values kept
	// By the side that moved last.
	last, residual [2]int64
	has            [2]bool
	first          map[uint32]int64 // the first value of the last game of each time control
	costs          [numBases]uint32
	off            [2][numBases]int64 // by how much each was off the last time
	used           int                // the base used last
	earlier        [2]int64           // the residual before the last
	twin           twin
	leans          [2]int32         // whether a side's residuals are above 0 or below, -4096 to 4096
	repeats        uint32           // whether the last differences were those before
	calm           int32            // mean number of digits of the last residuals, in 1/256
	seen           map[uint32]int64 // numbers after the moves of openings
}

// What a number is foretold by; the residual is what it differs by. The base
// that has done best of late is used, as long as no other does a good deal
// better. Of clocks, the own one counts with what the time control adds.
const (
	baseZero     = iota
	baseOwn      // the same side's last number
	baseOther    // the other side's
	baseMirror   // the other side's, with the sign changed
	baseSpent    // the same side's, less the number before this one in the comment: time left
	baseAdded    // the same side's, and what the time control adds
	baseProduct  // of the number before and the third before, over 1000: nodes from speed and time
	baseProducts // the same, times 1000
	baseFirst    // the first of the last game with this time control
	baseTwin     // a number behind other words
	baseSeen     // the number that stood after the same moves
	numBases
)

// twin is another field that had the very number of a field before.
type twin struct {
	*field
	mirror int // 1 if it was the number of the side that did not move last
	right  int // how often of late
}

// Bounds of a twin: how many fields are looked at, the least number that is
// taken for more than chance, how often it must be right, and how often counts.
const (
	twinFields = 256
	twinLeast  = 5
	twinSure   = 2
	twinMost   = 8
)

// twinValue returns the twin's number in the places of f.
func (f *field) twinValue(side int) (v int64, ok bool) {
	t := &f.twin
	if t.field == nil || t.right < twinSure || !t.has[side^t.mirror] {
		return 0, false
	}
	return t.scaled(side^t.mirror, f.places), true
}

// scaled returns the last number of a side in other places.
func (f *field) scaled(side int, places uint8) int64 {
	if places >= f.places {
		return f.last[side] * powers[places-f.places]
	}
	return f.last[side] / powers[f.places-places]
}

// findTwin looks for a field with the number v.
func (c *Coder) findTwin(f *field, v int64) {
	t, side := &f.twin, c.at.Side
	if t.field != nil {
		if t.has[side^t.mirror] && t.scaled(side^t.mirror, f.places) == v {
			t.right = min(t.right+1, twinMost)
			return
		}
		if t.right--; t.right > 0 {
			return
		}
		t.field = nil
	}
	if -twinLeast < v && v < twinLeast {
		return
	}
	for _, g := range c.order {
		for mirror := range 2 {
			if s := side ^ mirror; g != f && g.has[s] && g.scaled(s, f.places) == v {
				*t = twin{g, mirror, 1}
				return
			}
		}
	}
}

// maxFactor bounds the factors of a product.
const maxFactor = 1 << 31

// bases lists what there is to foretell a number by.
func (f *field) bases(c *Coder, done []slot) (base [numBases]int64, there [numBases]bool) {
	side := c.at.Side
	there[baseZero] = true
	if f.has[side] {
		base[baseOwn], there[baseOwn] = f.last[side], true
		added := c.at.Added * powers[f.places]
		base[baseAdded], there[baseAdded] = f.last[side]+added, added != 0
		if f.format.parts > 1 {
			base[baseOwn], there[baseAdded] = base[baseAdded], false
		}
		if n := len(done); n > 0 {
			base[baseSpent], there[baseSpent] = f.last[side]-done[n-1].value, done[n-1].kind < slotLine
		}
	} else if v, ok := f.first[c.at.Control]; ok {
		base[baseFirst], there[baseFirst] = v, true
	}
	if f.has[1-side] && (f.format.parts < 2 || !f.has[side]) {
		base[baseOther], there[baseOther] = f.last[1-side], true
		base[baseMirror], there[baseMirror] = -f.last[1-side], true
	}
	base[baseTwin], there[baseTwin] = f.twinValue(side)
	if c.at.Line != 0 && f.format.parts < 2 {
		base[baseSeen], there[baseSeen] = f.seen[c.at.Line]
	}
	if n := len(done); n > 2 {
		a, b := done[n-1].value, done[n-3].value
		if a > 0 && b > 0 && a < maxFactor && b < maxFactor {
			base[baseProduct], there[baseProduct] = (a*b+500)/1000, true
			if a*b < maxFactor*maxFactor/1000 {
				base[baseProducts], there[baseProducts] = a*b*1000, true
			}
		}
	}
	return base, there
}

// choose returns the base to use.
func (f *field) choose(there *[numBases]bool) (best int) {
	for i := range f.costs {
		if there[i] && f.costs[i] < f.costs[best] {
			best = i
		}
	}
	if there[f.used] && f.costs[f.used] < f.costs[best]+f.costs[best]>>4 {
		return f.used
	}
	f.used = best
	return best
}

// learn takes note of a number, and of how well each base foretold it.
func (f *field) learn(c *Coder, v int64, base *[numBases]int64, there *[numBases]bool, used int) {
	for i := range base {
		if !there[i] {
			continue
		}
		d := v - base[i]
		cost := uint32(bits.Len64(uint64(max(d, -d)))) << 8
		if d == f.off[c.at.Side][i] { // as what is added to a clock
			cost = min(cost, 1<<8)
		}
		f.off[c.at.Side][i] = d
		f.costs[i] += cost - f.costs[i]>>5
	}
	c.findTwin(f, v)
	side := c.at.Side
	if c.at.Line != 0 && (len(f.seen) < maxSeen || there[baseSeen]) {
		if f.seen == nil {
			f.seen = map[uint32]int64{}
		}
		f.seen[c.at.Line] = v
	}
	d := v - base[used]
	switch {
	case d > 0:
		f.leans[side] += (1<<12 - f.leans[side]) >> 5
	case d < 0:
		f.leans[side] -= (1<<12 + f.leans[side]) >> 5
	}
	f.calm += (int32(bits.Len64(uint64(max(d, -d))))<<8 - f.calm) >> 2
	if !f.has[side] && !f.has[1-side] {
		if f.first == nil {
			f.first = map[uint32]int64{}
		}
		if len(f.first) < maxControls {
			f.first[c.at.Control] = v
		}
	}
	f.earlier[side] = f.residual[side]
	f.residual[side] = v - base[used]
	f.last[side], f.has[side] = v, true
}

// maxSeen bounds the numbers that a field remembers of openings.
const maxSeen = 1 << 14

// maxControls bounds the time controls that a field remembers.
const maxControls = 1 << 12

// rescale makes room for more digits behind the point.
func (f *field) rescale(places uint8) {
	if places <= f.places {
		return
	}
	by := powers[places-f.places]
	for i := range f.last {
		f.last[i] *= by
		f.residual[i] *= by
		f.earlier[i] *= by
		for k := range f.off[i] {
			f.off[i][k] *= by
		}
	}
	for k := range f.first {
		f.first[k] *= by
	}
	for k := range f.seen {
		f.seen[k] *= by
	}
	f.places = places
}

// class returns a coarse measure of v: its sign, its number of digits, and the
// two digits below the highest.
func class(v int64) uint32 {
	a := uint64(max(v, -v))
	n := bits.Len64(a)
	k := uint32(n) << 2
	if n > 2 {
		k |= uint32(a>>(n-3)) & 3
	} else {
		k |= uint32(a) & 3
	}
	if v < 0 {
		k |= 1 << 10
	}
	return k
}

// half is coarser: sign, number of digits, and the one below the highest.
func half(v int64) uint32 { return class(v) >> 1 }

// leastAgain is the least difference that is asked for to be the last one again:
// smaller ones are coded as fast.
const leastAgain = 96

// number codes the number in a slot; done are the slots before it.
func (c *Coder) number(s *slot, done []slot) error {
	f := c.field(s.key ^ uint32(s.kind))
	if err := c.format(f, s); err != nil {
		return err
	}
	base, there := f.bases(c, done)
	used := f.choose(&there)
	side := c.at.Side
	own, other := f.residual[side], f.residual[1-side]
	key := contextmix.Hash(s.key, uint32(used)<<8|uint32(f.format.parts))
	before := uint32(0)
	if n := len(done); n > 0 {
		before = class(c.residual)
	}
	mine, theirs := f.last[side], f.last[1-side]
	left := half(mine)
	if !f.has[side] {
		own, left = 0, 1<<20
	}
	// Evaluations rise with the moves of one side as they fall with those of
	// the other: they are looked at from the side that moved.
	view := int64(1)
	if side == 1 && f.format.parts < 2 && int64(f.leans[0])*int64(f.leans[1]) < 0 {
		view = -1
		own, other, mine, theirs = -own, -other, -mine, -theirs
	}
	h := func(a, b uint32) uint32 { return contextmix.Hash(key+a, b) }
	if own >= leastAgain || own <= -leastAgain {
		c.words.Begin(contextmix.Hash(13, f.repeats), contextmix.Hash(key, 13), contextmix.Hash(key+1, f.repeats))
		again := c.words.Flag(view*(s.value-base[used]) == own)
		f.repeats = f.repeats << 1 & 0xff
		if again {
			f.repeats |= 1
			s.value = base[used] + view*own
			c.residual = view * own
			f.learn(c, s.value, &base, &there, used)
			return nil
		}
	}
	if f.format.parts > 1 {
		c.numbers.Begin(
			key,
			h(1, class(own)),
			h(2, class(own)<<16|class(other)),
			h(3, left<<16^c.at.Control),
			h(4, uint32(min(c.at.Ply/4, 30))<<16^c.at.Control),
			h(5, class(own)<<12|half(f.earlier[side])),
			h(6, class(f.last[side])<<12|half(own)),
			h(7, half(f.last[side])<<12|half(other)))
	} else {
		mark := c.at.Mark << 1
		c.numbers.Begin(
			key,
			h(1, class(own)<<8|mark),
			h(2, class(own)<<16|class(other)),
			h(3, class(mine)<<16^c.at.Control),
			h(4, class(theirs)<<19|half(other)<<8|mark),
			h(5, before<<12|half(own)),
			h(6, uint32(own)),
			h(7, uint32(theirs)<<8|mark),
			h(8, class(other)<<8|mark),
			h(9, uint32(min(c.at.Ply/4, 30))<<8|mark),
			h(10, uint32(f.calm)>>7<<8|mark),
			h(11, class(theirs)<<8|mark))
	}
	v := base[used] + view*c.numbers.Signed(view*(s.value-base[used]))
	s.value = v
	c.residual = v - base[used]
	f.learn(c, v, &base, &there, used)
	return nil
}

// format codes how a slot's number is written and brings its value to the
// field's places.
func (c *Coder) format(f *field, s *slot) error {
	want := f.format
	if c.c.Writing() {
		want, _ = s.fit(f.format, f.known)
	}
	c.numbers.Begin(contextmix.Hash(11, 0), contextmix.Hash(s.key, 11))
	if !c.numbers.Flag(f.known && want == f.format) {
		c.numbers.Begin(contextmix.Hash(12, 0))
		got, ok := formatOf(c.numbers.Number(want.code()))
		if !ok {
			return corrupt("a number is written in an unknown way")
		}
		f.format, f.known = got, true
		f.rescale(got.places)
	} else if !f.known {
		return corrupt("a number is written in an unknown way")
	}
	if c.c.Writing() {
		s.value *= powers[int(f.places)-s.form.places]
	}
	return nil
}

// see takes note of a number in a comment that was spelled out.
func (c *Coder) see(s *slot, done []slot) {
	f := c.field(s.key ^ uint32(s.kind))
	format, ok := s.fit(f.format, f.known)
	if !ok {
		return
	}
	f.format, f.known = format, true
	f.rescale(format.places)
	s.value *= powers[int(f.places)-s.form.places]
	base, there := f.bases(c, done)
	f.learn(c, s.value, &base, &there, f.choose(&there))
}

// text writes the number of a slot.
func (c *Coder) text(dst []byte, s *slot) []byte {
	f := c.field(s.key ^ uint32(s.kind))
	return f.format.append(dst, s.value/powers[f.places-f.format.places])
}

func (c *Coder) field(key uint32) *field {
	f := c.fields[key]
	if f == nil {
		f = new(field)
		c.fields[key] = f
		if len(c.order) < twinFields {
			c.order = append(c.order, f)
		}
	}
	return f
}
