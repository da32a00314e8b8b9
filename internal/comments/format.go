package comments

import "strconv"

// format is how the numbers of a field are written. Numbers of one field share
// it, so that it costs next to nothing.
type format struct {
	plus   uint8 // whether a + stands before numbers: 0 none, 1 positive ones, 2 zero too
	parts  uint8 // as in written
	lead   uint8 // least number of digits before the point or the first colon
	places uint8 // digits behind the point
	least  uint8 // how many of them stay where they are zeros
}

// unlike says that a text departs from all formats: "-0.00", say.
const unlike = 3

var powers = [...]int64{1, 10, 100, 1000, 10_000, 100_000, 1_000_000}

// fit returns the format in which a number is written, the one like last if
// there is a choice, and false if no format writes it so.
func (s *slot) fit(last format, known bool) (f format, ok bool) {
	w := &s.form
	f = format{parts: uint8(w.parts), lead: 1, places: uint8(w.places), least: uint8(w.places)}
	if w.zero {
		f.lead = uint8(w.lead)
	} else if known && int(last.lead) <= w.lead {
		f.lead = last.lead
	}
	switch {
	case w.plus && s.value == 0:
		f.plus = 2
	case w.plus:
		f.plus = 1
		if known {
			f.plus = max(1, last.plus)
		}
	case s.value == 0 && !w.minus && known && last.plus < 2:
		f.plus = last.plus
	case s.value < 0 && known:
		f.plus = last.plus
	}
	if known && last.parts == f.parts {
		places, least := max(last.places, f.places), min(last.least, f.least)
		if places > least {
			trimmed := f
			trimmed.places, trimmed.least = places, least
			if s.writtenAs(trimmed) {
				return trimmed, true
			}
		}
	}
	return f, s.writtenAs(f)
}

func (s *slot) writtenAs(f format) bool {
	if int(f.places) < s.form.places {
		return false
	}
	var room [40]byte
	v := s.value * powers[int(f.places)-s.form.places]
	return string(f.append(room[:0], v)) == string(s.text)
}

// append writes v, which is in 10^-places.
func (f format) append(dst []byte, v int64) []byte {
	a := v
	switch {
	case v < 0:
		dst = append(dst, '-')
		a = -v
	case v > 0 && f.plus > 0, f.plus == 2:
		dst = append(dst, '+')
	}
	unit := powers[f.places]
	whole, fraction := a/unit, a%unit
	seconds := whole
	switch f.parts {
	case 2:
		whole /= 60
	case 3:
		whole /= 3600
	}
	at := len(dst)
	dst = strconv.AppendInt(dst, whole, 10)
	for n := len(dst) - at; n < int(f.lead); n++ {
		dst = append(dst, 0)
		copy(dst[at+1:], dst[at:])
		dst[at] = '0'
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
		dst = append(dst, byte('0'+fraction/powers[i]%10))
	}
	return dst
}

func appendTwo(dst []byte, v int64) []byte {
	return append(dst, ':', byte('0'+v/10), byte('0'+v%10))
}

// code is the format as one number, for the coder.
func (f format) code() int64 {
	return int64(f.plus) | int64(f.parts)<<2 | int64(f.lead)<<4 | int64(f.places)<<8 | int64(f.least)<<11
}

// formatOf undoes code; false for what is no format.
func formatOf(c int64) (f format, ok bool) {
	if c < 0 || c >= 1<<14 {
		return f, false
	}
	f = format{uint8(c & 3), uint8(c >> 2 & 3), uint8(c >> 4 & 15), uint8(c >> 8 & 7), uint8(c >> 11)}
	return f, f.plus < unlike && f.parts > 0 && f.lead > 0 && f.places <= 6 && f.least <= f.places
}
