package language

import "strings"

// Unbounded is more than any count.
const Unbounded = 1 << 30

// ParseBounds parses the least and the greatest value of a number: "3", "3-5", "3-",
// "3+", "-5", "3..5", "-2..", "..-1".
func ParseBounds(text string) (low, high int, ok bool) {
	from, to, isRange := strings.Cut(text, "..")
	if !isRange {
		if from, isRange = strings.CutSuffix(text, "+"); !isRange {
			from, to, isRange = strings.Cut(text, "-")
		}
	}
	low, high = -Unbounded, Unbounded
	ok1, ok2 := true, true
	if from != "" {
		low, ok1 = ParseNumber(from)
	}
	if to != "" {
		high, ok2 = ParseNumber(to)
	}
	if !isRange {
		high = low
	}
	return low, high, ok1 && ok2 && from+to != "" && low <= high
}

// ParseNumber parses a whole number of at most six digits.
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
