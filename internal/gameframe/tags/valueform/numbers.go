// Package valueform says how single values of tags are written: numbers in
// their forms, identifiers in their alphabets.
//
// Files, from top to bottom: numbers.go, alphabet.go, class.go.
package valueform

import (
	"bytes"
	"strconv"
)

// NumberForm is how the digits of a number are written. Each number has one
// text in a form.
type NumberForm byte

// The forms of numbers.
const (
	Plain   NumberForm = iota // an integer
	Signed                    // an integer with a sign, + or -, before all but 0
	Daytime                   // a time of day, 22:01:31, as seconds
	NumForms
)

// day is the seconds of a day.
const day = 24 * 60 * 60

// MaxDigits bounds the digits of an integer.
const MaxDigits = 15

// Parse reads a number that Append writes the same way; false for others.
func (f NumberForm) Parse(text []byte) (v int64, ok bool) {
	if f == Daytime {
		return parseDaytime(text)
	}
	digits := text
	if len(text) > 0 && (text[0] == '-' || text[0] == '+' && f == Signed) {
		digits = text[1:]
	}
	if len(digits) == 0 || len(digits) > MaxDigits {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	if text[0] == '-' {
		v = -v
	}
	var room [24]byte
	return v, bytes.Equal(f.Append(room[:0], v), text)
}

func parseDaytime(text []byte) (v int64, ok bool) {
	if len(text) != len("22:01:31") || text[2] != ':' || text[5] != ':' {
		return 0, false
	}
	for _, at := range [...]int{0, 3, 6} {
		a, b := text[at], text[at+1]
		if a < '0' || a > '9' || b < '0' || b > '9' || at > 0 && a > '5' {
			return 0, false
		}
		v = v*60 + int64(a-'0')*10 + int64(b-'0')
	}
	return v, v < day
}

// Append appends a number to dst.
func (f NumberForm) Append(dst []byte, v int64) []byte {
	switch {
	case f == Daytime:
		two := func(v int64) { dst = append(dst, byte('0'+v/10%10), byte('0'+v%10)) }
		two(v / 3600)
		dst = append(dst, ':')
		two(v / 60 % 60)
		dst = append(dst, ':')
		two(v % 60)
		return dst
	case f == Signed && v > 0:
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, v, 10)
}

// Difference returns v - base, for times of day the shorter way round the clock.
func (f NumberForm) Difference(v, base int64) int64 {
	d := v - base
	if f == Daytime {
		d = ((d+day/2)%day+day)%day - day/2
	}
	return d
}

// Sum returns base + d, round the clock for times of day.
func (f NumberForm) Sum(base, d int64) int64 {
	v := base + d
	if f == Daytime {
		v = (v%day + day) % day
	}
	return v
}

// NumberFormat is how a column of numbers is written: the same bytes before and
// behind each.
type NumberFormat struct {
	Form           NumberForm
	Before, Behind []byte
}

// Parse reads a number; false if it is written in another way.
func (n *NumberFormat) Parse(text []byte) (int64, bool) {
	if len(text) < len(n.Before)+len(n.Behind) || !bytes.HasPrefix(text, n.Before) || !bytes.HasSuffix(text, n.Behind) {
		return 0, false
	}
	return n.Form.Parse(text[len(n.Before) : len(text)-len(n.Behind)])
}

// Append appends a number to dst.
func (n *NumberFormat) Append(dst []byte, v int64) []byte {
	dst = append(dst, n.Before...)
	dst = n.Form.Append(dst, v)
	return append(dst, n.Behind...)
}

// all reports whether at most one of ten values is written in another way.
func (n *NumberFormat) all(values [][]byte) bool {
	bad := 0
	for _, v := range values {
		if _, ok := n.Parse(v); !ok {
			if bad++; bad*10 > len(values) {
				return false
			}
		}
	}
	return true
}

// FindNumbers finds how values are written as numbers, nil if not most of them
// are.
func FindNumbers(values [][]byte) *NumberFormat {
	if len(values) == 0 {
		return nil
	}
	before, behind := Affixes(values)
	// Digits that all values share belong to the numbers.
	cut := NumberFormat{Before: bytes.TrimRight(before, "0123456789+-:"), Behind: bytes.TrimLeft(behind, "0123456789")}
	for _, n := range []NumberFormat{{}, cut} {
		for n.Form = range NumForms {
			if n.all(values) {
				return &n
			}
		}
	}
	return nil
}
