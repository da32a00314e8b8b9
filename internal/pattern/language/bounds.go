package language

import "strings"

// Bounds are the least and the most that a number may be.
type Bounds struct{ Min, Max int }

// Between returns the bounds min and max.
func Between(min, max int) Bounds { return Bounds{min, max} }

// Unbounded is more than any number that is counted.
const Unbounded = 1 << 30

// Has reports whether a number lies within the bounds.
func (b Bounds) Has(n int) bool { return b.Min <= n && n <= b.Max }

// ParseBounds reads "3", "3-5", "3-", "3+", "-5", "3..5", "-2..", "..-1".
func ParseBounds(text string) (b Bounds, ok bool) {
	low, high, isRange := strings.Cut(text, "..")
	if !isRange {
		if low, isRange = strings.CutSuffix(text, "+"); !isRange {
			low, high, isRange = strings.Cut(text, "-")
		}
	}
	b = Bounds{-Unbounded, Unbounded}
	ok = low != "" || high != ""
	for _, end := range []struct {
		text string
		to   *int
	}{{low, &b.Min}, {high, &b.Max}} {
		if end.text != "" {
			var fits bool
			*end.to, fits = ParseNumber(end.text)
			ok = ok && fits
		}
	}
	if !isRange {
		b.Max = b.Min
	}
	return b, ok && b.Min <= b.Max
}

// ParseNumber reads a whole number of at most six digits.
func ParseNumber(text string) (n int, ok bool) {
	digits, negative := strings.CutPrefix(text, "-")
	if digits == "" || len(digits) > 6 {
		return 0, false
	}
	for _, d := range []byte(digits) {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = 10*n + int(d-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}
