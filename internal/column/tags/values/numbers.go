// Package values says how single values of tags are written: numbers and
// times in their forms, identifiers in their alphabets, copies.
package values

import (
	"bytes"
	"strconv"
)

// MaxDigits bounds the digits of an integer.
const MaxDigits = 15

// Find finds the number in a text, which is text[at:end]: of integers the last,
// of times the first. Only what Append writes the same way is a number.
func (f NumberForm) Find(text []byte) (v int64, at, end int, ok bool) {
	if f > Signed {
		return f.findTime(text)
	}
	for end = len(text); end > 0 && !isDigit(text[end-1]); end-- {
	}
	for at = end; at > 0 && isDigit(text[at-1]); at-- {
	}
	if at == end || end-at > MaxDigits || end-at > 1 && text[at] == '0' {
		return 0, 0, 0, false
	}
	for _, c := range text[at:end] {
		v = v*10 + int64(c-'0')
	}
	if f == Plain {
		// A minus within a text is rather a hyphen.
		if at == 1 && text[0] == '-' && v != 0 {
			return -v, 0, end, true
		}
		return v, at, end, true
	}
	signed := at > 0 && (text[at-1] == '+' || text[at-1] == '-')
	if signed == (v == 0) {
		return 0, 0, 0, false
	}
	if signed {
		at--
		if text[at] == '-' {
			v = -v
		}
	}
	return v, at, end, true
}

// Parse reads a text that is a number and nothing else; false for others.
func (f NumberForm) Parse(text []byte) (int64, bool) {
	v, at, end, ok := f.Find(text)
	return v, ok && at == 0 && end == len(text)
}

// Append appends a number to dst.
func (f NumberForm) Append(dst []byte, v int64) []byte {
	if f > Signed {
		return f.appendTime(dst, v)
	}
	if f == Signed && v > 0 {
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, v, 10)
}

// Difference returns v - base, for times the shorter way round.
func (f NumberForm) Difference(v, base int64) int64 {
	d := v - base
	if round := f.round(); round > 0 {
		d = ((d+round/2)%round+round)%round - round/2
	}
	return d
}

// Sum returns base + d, for times going round.
func (f NumberForm) Sum(base, d int64) int64 {
	v := base + d
	if round := f.round(); round > 0 {
		v = (v%round + round) % round
	}
	return v
}

// Around is what stands before and behind a number.
type Around struct{ Before, Behind []byte }

// Cut finds the number of a text, and what stands around it.
func (f NumberForm) Cut(text []byte) (v int64, around Around, ok bool) {
	v, at, end, ok := f.Find(text)
	if !ok {
		return 0, Around{}, false
	}
	return v, Around{text[:at:at], text[end:]}, true
}

// Equal reports whether both are the same bytes.
func (a Around) Equal(b Around) bool {
	return bytes.Equal(a.Before, b.Before) && bytes.Equal(a.Behind, b.Behind)
}

// FindNumbers finds the form in which values are numbers, and what stands around
// the first; false if more than one in ten is none, or has other bytes around its
// number than the one before.
func FindNumbers(values [][]byte) (form NumberForm, first Around, ok bool) {
	if len(values) == 0 {
		return 0, first, false
	}
	for _, form := range [...]NumberForm{Signed, Daytime, Date, Moment, Stamp, Plain} {
		if first, ok := form.all(values); ok {
			return form, first, true
		}
	}
	return 0, first, false
}

// FindIntegers finds the form in which more values are integers and nothing else; false
// if more than half of them are none.
func FindIntegers(values [][]byte) (form NumberForm, ok bool) {
	var bad [2]int // of each form
	for _, v := range values {
		for f := range bad {
			if _, ok := NumberForm(f).Parse(v); !ok {
				bad[f]++
			}
		}
	}
	if bad[Signed] < bad[Plain] {
		form = Signed
	}
	return form, bad[form]*2 <= len(values)
}

// all reports whether most values are numbers in the form.
func (f NumberForm) all(values [][]byte) (first Around, ok bool) {
	var last Around
	seen, bad := false, 0
	for _, text := range values {
		_, around, ok := f.Cut(text)
		switch {
		case ok && !seen:
			seen, first, last = true, around, around
		case !ok || !around.Equal(last):
			if bad++; bad*10 > len(values) {
				return first, false
			}
		}
		if ok {
			last = around
		}
	}
	return first, seen
}
