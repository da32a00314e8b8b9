package comments

import "math/bits"

// field is the state of the numbers after the same words.
type field struct {
	order  int    // its index among the fields
	number uint32 // the same, for contexts
	format format
	places uint8 // of all stored values
	sides  [2]side
	first  map[uint32]int64 // the first value of the last game of each time control
	costs  [numBases]uint32 // recent errors of each base
	used   int              // the base used last
	twin   twin
	again  uint32 // whether the last differences repeated, the newest lowest
}

// side is the state of the numbers of one side.
type side struct {
	game       uint32 // game of the last number
	last       int64
	difference int64           // of the last number from its base
	off        [numBases]int64 // last error of each base
}

// The bases of a number. The last base stays in use until another is clearly better
// in recent numbers.
const (
	baseZero     = iota
	baseOwn      // the same side's last number; of clocks, plus the increment
	baseOther    // the other side's
	baseMirror   // the other side's, with the sign changed
	baseSpent    // the same side's, minus the number before this one in the comment: time left
	baseProduct  // of the number before and the third before, over 1000: nodes from speed and time
	baseProducts // the same, times 1000
	baseFirst    // the first of the last game with this time control
	baseTwin     // the last number of another field
	numBases
)

// twin is another field that earlier had the same number as a field.
type twin struct {
	field  int // its index among the fields
	mirror int // 1 if it was the other side's number
	right  int // recent successes, 0 without a twin
}

// Bounds of a twin: the fields searched, the least number that is not chance, and the
// least and greatest number of successes.
const (
	twinFields = 256
	twinLeast  = 5
	twinSure   = 2
	twinMost   = 8
)

const (
	maxControls = 1 << 12 // time controls whose first values a field stores
	maxFactor   = 1 << 31 // of a product
)

// recent is the last number of a field and a side.
type recent struct {
	value  int64
	game   uint32
	places uint8
}

// in returns the number in the given places.
func (r *recent) in(places uint8) int64 {
	switch {
	case places == r.places:
		return r.value
	case places > r.places:
		return r.value * powers[places-r.places]
	}
	return r.value / powers[r.places-places]
}

// fields holds the fields, by the keys of slots.
type fields struct {
	held   *held
	byKey  map[uint32]*field
	recent [twinFields][2]recent // of the first fields, and each side
	game   uint32
}

func (s *fields) init(h *held) { s.held, s.byKey = h, map[uint32]*field{} }

// of returns the field of a slot.
func (s *fields) of(slot *slot) *field {
	key := slot.key ^ uint32(slot.kind)
	f := s.byKey[key]
	if f == nil {
		s.held.take(fieldBytes)
		f = &field{order: len(s.byKey), number: uint32(len(s.byKey)) & styleMask}
		s.byKey[key] = f
	}
	return f
}

// bases are the possible bases of a number, and the one in use.
type bases struct {
	value [numBases]int64
	there [numBases]bool
	used  int
}

func (b *bases) add(base int, v int64) { b.value[base], b.there[base] = v, true }

// bases sets the possible bases of a number of f; before are the slots before it.
func (s *fields) bases(b *bases, f *field, before []slot, at *At) {
	own, other := &f.sides[at.Side], &f.sides[1-at.Side]
	isClock := f.format.parts > 1
	n := len(before)
	b.add(baseZero, 0)
	if own.game == s.game {
		added := int64(0)
		if isClock {
			added = at.Added * powers[f.places]
		}
		b.add(baseOwn, own.last+added)
		if n > 0 && before[n-1].kind < slotLine {
			b.add(baseSpent, own.last-before[n-1].value)
		}
	} else if v, ok := f.first[at.Control]; ok {
		b.add(baseFirst, v)
	}
	if other.game == s.game && !(isClock && own.game == s.game) {
		b.add(baseOther, other.last)
		b.add(baseMirror, -other.last)
	}
	if t := &f.twin; t.right >= twinSure {
		if r := &s.recent[t.field][at.Side^t.mirror]; r.game == s.game {
			b.add(baseTwin, r.in(f.places))
		}
	}
	if n > 2 {
		x, y := before[n-1].value, before[n-3].value
		if x > 0 && y > 0 && x < maxFactor && y < maxFactor {
			b.add(baseProduct, (x*y+500)/1000)
			if x*y < maxFactor*maxFactor/1000 {
				b.add(baseProducts, x*y*1000)
			}
		}
	}
	b.used = f.choose(&b.there)
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

// learn records a number, and the error of each base.
func (s *fields) learn(f *field, b *bases, v int64, at *At) {
	own := &f.sides[at.Side]
	for i := range b.value {
		if !b.there[i] {
			continue
		}
		d := v - b.value[i]
		cost := digits(d) << 8
		if d == own.off[i] { // as with an increment of a clock
			cost = min(cost, 1<<8)
		}
		own.off[i] = d
		f.costs[i] += cost - f.costs[i]>>5
	}
	s.findTwin(f, v, at.Side)
	d := v - b.value[b.used]
	if own.game != s.game && f.sides[1-at.Side].game != s.game {
		if f.first == nil {
			f.first = map[uint32]int64{}
		}
		if len(f.first) < maxControls {
			s.held.take(firstBytes)
			f.first[at.Control] = v
		}
	}
	own.game, own.last, own.difference = s.game, v, d
	if f.order < twinFields {
		s.recent[f.order][at.Side] = recent{v, s.game, f.places}
	}
}

// digits returns the number of binary digits of v.
func digits(v int64) uint32 { return uint32(bits.Len64(uint64(max(v, -v)))) }

// findTwin finds a field whose last number is v.
func (s *fields) findTwin(f *field, v int64, side int) {
	t := &f.twin
	if t.right > 0 {
		if r := &s.recent[t.field][side^t.mirror]; r.game == s.game && r.in(f.places) == v {
			t.right = min(t.right+1, twinMost)
			return
		}
		if t.right--; t.right > 0 {
			return
		}
	}
	if -twinLeast < v && v < twinLeast {
		return
	}
	for i := range min(len(s.byKey), twinFields) {
		for mirror := range 2 {
			if r := &s.recent[i][side^mirror]; r.game == s.game && r.in(f.places) == v && i != f.order {
				*t = twin{i, mirror, 1}
				return
			}
		}
	}
}

// rewrite records the format of numbers, and rescales them for more digits after the
// point.
func (f *field) rewrite(to format) {
	f.format = to
	if to.places <= f.places {
		return
	}
	by := powers[to.places-f.places]
	for i := range f.sides {
		s := &f.sides[i]
		s.last *= by
		s.difference *= by
		for k := range s.off {
			s.off[k] *= by
		}
	}
	for k := range f.first {
		f.first[k] *= by
	}
	f.places = to.places
}
