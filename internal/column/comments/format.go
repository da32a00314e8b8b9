package comments

import (
	"slices"
	"strconv"
)

// format is the format of the numbers of a field. It rarely changes within a field.
type format struct {
	plus   uint8 // whether numbers have a +: 0 none, 1 positive ones, 2 also zero
	parts  uint8 // as in written
	lead   uint8 // least number of digits before the point or the first colon
	places uint8 // digits after the point
	least  uint8 // least number of them, even if they are zeros
}

// numPluses is the number of values of plus.
const numPluses = 3

var powers = [...]int64{1, 10, 100, 1000, 10_000, 100_000, 1_000_000}

// known reports whether f is set: the zero format is not.
func (f format) known() bool { return f.lead > 0 }

// fits reports whether formats reproduce all numbers of a comment.
func (l *lexed) fits() bool {
	for i := range l.slots {
		if s := &l.slots[i]; s.kind < slotLine && !s.fits() {
			return false
		}
	}
	return true
}

// fits reports whether a format reproduces a number: none writes -0.
func (s *slot) fits() bool { return s.value != 0 || !s.form.minus }

// format returns the format of a number that fits, as similar to last as possible.
func (s *slot) format(last format) format {
	w := &s.form
	f := format{parts: uint8(w.parts), lead: 1, places: uint8(w.places), least: uint8(w.places)}
	if w.zero {
		f.lead = uint8(w.lead)
	} else if last.known() && int(last.lead) <= w.lead {
		f.lead = last.lead
	}
	switch {
	case w.plus && s.value == 0:
		f.plus = 2
	case w.plus:
		f.plus = max(1, last.plus)
	case s.value == 0 && last.plus < 2, s.value < 0:
		f.plus = last.plus
	}
	if last.parts != f.parts {
		return f
	}
	// Zeros at the end are required, or there are none.
	places, least := max(last.places, f.places), min(last.least, f.least)
	if places > least && (w.places == int(least) || s.value%10 != 0) {
		f.places, f.least = places, least
	}
	return f
}

// append writes v, which is in 10^-places.
func (f format) append(dst []byte, v int64) []byte {
	a := uint64(v)
	switch {
	case v < 0:
		dst = append(dst, '-')
		a = -a
	case v > 0 && f.plus > 0, f.plus == 2:
		dst = append(dst, '+')
	}
	unit := uint64(powers[f.places])
	whole, fraction := a/unit, a%unit
	seconds := whole
	if f.parts > 1 {
		whole /= [...]uint64{2: 60, 3: 3600}[f.parts]
	}
	at := len(dst)
	dst = strconv.AppendUint(dst, whole, 10)
	for n := len(dst) - at; n < int(f.lead); n++ {
		dst = slices.Insert(dst, at, '0')
	}
	if f.parts == 3 {
		dst = appendTwo(dst, seconds/60%60)
	}
	if f.parts > 1 {
		dst = appendTwo(dst, seconds%60)
	}
	n := int(f.places)
	for n > int(f.least) && fraction%10 == 0 {
		fraction /= 10
		n--
	}
	if n == 0 {
		return dst
	}
	dst = append(dst, '.')
	for i := n - 1; i >= 0; i-- {
		dst = append(dst, byte('0'+fraction/uint64(powers[i])%10))
	}
	return dst
}

func appendTwo(dst []byte, v uint64) []byte {
	return append(dst, ':', byte('0'+v/10), byte('0'+v%10))
}

// code returns the format as one number, for the coder.
func (f format) code() int64 {
	return int64(f.plus) | int64(f.parts)<<2 | int64(f.lead)<<4 | int64(f.places)<<8 | int64(f.least)<<11
}

// formatOf is the inverse of code; ok is false for other numbers.
func formatOf(c int64) (f format, ok bool) {
	if c < 0 || c >= 1<<14 {
		return f, false
	}
	f = format{uint8(c & 3), uint8(c >> 2 & 3), uint8(c >> 4 & 15), uint8(c >> 8 & 7), uint8(c >> 11)}
	return f, f.plus < numPluses && f.parts > 0 && f.lead > 0 && f.places <= 6 && f.least <= f.places
}
