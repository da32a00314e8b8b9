// Package values has the written forms of single values of tags: numbers and times,
// identifiers in their alphabets, copies.
package values

import (
	"bytes"
	"strconv"
)

// MaxDigits bounds the digits of an integer.
const MaxDigits = 15

// Find finds the number in a text, which is text[at:end]: of integers the last, of
// times the first. Only text that Append would write is a number.
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

// Parse reads a text that is only a number; ok is false for others.
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

// Difference returns v - base, for times modulo their period, of the least magnitude.
func (f NumberForm) Difference(v, base int64) int64 {
	d := v - base
	if round := f.round(); round > 0 {
		d = ((d+round/2)%round+round)%round - round/2
	}
	return d
}

// Sum returns base + d, for times modulo their period.
func (f NumberForm) Sum(base, d int64) int64 {
	v := base + d
	if round := f.round(); round > 0 {
		v = (v%round + round) % round
	}
	return v
}

// Around is the bytes before and after a number.
type Around struct{ Before, Behind []byte }

// Cut finds the number of a text, and the bytes around it.
func (f NumberForm) Cut(text []byte) (v int64, around Around, ok bool) {
	v, at, end, ok := f.Find(text)
	if !ok {
		return 0, Around{}, false
	}
	return v, Around{text[:at:at], text[end:]}, true
}

// Equal reports whether a and b have the same bytes.
func (a Around) Equal(b Around) bool {
	return bytes.Equal(a.Before, b.Before) && bytes.Equal(a.Behind, b.Behind)
}

// FindNumbers returns the form in which values are numbers, and the bytes around the
// first. ok is false if more than one in ten is not a number, or has other bytes
// around it than the previous value.
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

// FindIntegers returns the form in which more values are only an integer; ok is false
// if more than half of them are not.
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
