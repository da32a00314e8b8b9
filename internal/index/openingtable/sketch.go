package openingtable

import (
	"math/bits"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
)

// hash returns 64 bits of an essence; equal positions have equal hashes.
func hash(p *board.Position) uint64 {
	h := uint64(p.Turn)<<32 | uint64(p.Castling)<<8 | uint64(p.EnPassant)
	for _, plane := range p.Planes() {
		hi, lo := bits.Mul64(h^uint64(plane)^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = hi ^ lo ^ uint64(plane)
	}
	hi, lo := bits.Mul64(h^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return hi ^ lo
}

// sketch counts hashes in counters of four bits, which they share: a count is never too
// low, up to 15.
type sketch struct {
	counters []byte // two in each byte
}

// maxCount is the greatest count.
const maxCount = 15

// newSketch returns a sketch of 2^n counters.
func newSketch(n int) *sketch { return &sketch{make([]byte, 1<<n/2)} }

func (s *sketch) reset() { clear(s.counters) }

// slot returns the number of a hash's counter.
func (s *sketch) slot(h uint64) uint64 { return h & uint64(2*len(s.counters)-1) }

func (s *sketch) add(h uint64) {
	at := s.slot(h)
	shift := at & 1 * 4
	if c := &s.counters[at/2]; *c>>shift&15 < maxCount {
		*c += 1 << shift
	}
}

// count returns an upper bound of how often the hashes of a slot were added, up to
// maxCount.
func (s *sketch) count(slot uint64) int { return int(s.counters[slot/2] >> (slot & 1 * 4) & 15) }

// set is a set of numbers that may contain more than was added: a Bloom filter.
type set struct {
	bits   []uint64
	probes int // bits of each number; if 1, a number is its own bit
}

func (s *set) each(v uint64, yield func(word *uint64, bit uint64) bool) bool {
	mask := uint64(64*len(s.bits) - 1)
	if s.probes == 1 {
		return yield(&s.bits[v&mask/64], 1<<(v%64))
	}
	h := (v + 1) * 0x9e3779b97f4a7c15
	h ^= h >> 29
	step := h>>32 | 1
	for range s.probes {
		at := h & mask
		if !yield(&s.bits[at/64], 1<<(at%64)) {
			return false
		}
		h += step * 0xbf58476d1ce4e5b9
		h ^= h >> 31
	}
	return true
}

func (s *set) add(v uint64) {
	s.each(v, func(word *uint64, bit uint64) bool {
		*word |= bit
		return true
	})
}

func (s *set) has(v uint64) bool {
	return s.each(v, func(word *uint64, bit uint64) bool { return *word&bit != 0 })
}

// frequent are the hashes that occur at least as often as the threshold, and few others.
type frequent struct {
	slots  int    // number of counters, as a power of two
	passes uint64 // number of passes; each counts some of the hashes
	found  set    // frequent counters of all passes
	size   int64  // number of these
	least  int
}

// probes is the number of bits for a counter if there are several passes.
const probes = 4

// pliesPerCounter is how many half-moves one pass counts for each counter: with twice as
// many, one position in 300 would falsely be frequent.
const pliesPerCounter = 2

// newFrequent returns a finder of the frequent hashes among hashes. It uses 2^slots
// counters for each pass, and 2^bits bits for all if there are several passes.
func newFrequent(hashes uint64, slots, bits, least int) *frequent {
	f := &frequent{slots: slots, least: least, passes: hashes>>slots/pliesPerCounter + 1}
	f.found = set{make([]uint64, 1<<slots/64), 1}
	if f.passes > 1 {
		f.found = set{make([]uint64, 1<<bits/64), probes}
	}
	return f
}

// passOf returns the pass that counts a hash.
func (f *frequent) passOf(h uint64) uint64 { return (h >> 40) % f.passes }

// number returns the number of a hash in found: its pass and its counter.
func (f *frequent) number(h uint64) uint64 { return f.passOf(h)<<40 | h&(1<<f.slots-1) }

func (f *frequent) has(h uint64) bool {
	if f.passes == 1 {
		h &= 1<<f.slots - 1
		return f.found.bits[h/64]>>(h%64)&1 != 0
	}
	return f.found.has(f.number(h))
}

// slotsAStep is the number of counters in a unit of work.
const slotsAStep = 16

// keep adds the frequent counters of a pass to found.
func (f *frequent) keep(s *sketch, pass uint64, steps *budget.Budget) {
	for at := range uint64(1) << f.slots {
		if at%slotsAStep == 0 && !steps.Step(1) {
			return
		}
		if s.count(at) >= f.least {
			f.found.add(pass<<40 | at)
			f.size++
		}
	}
}
