package search

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// interval is a range of whole numbers, both ends included.
type interval struct{ min, max int }

const maxInt = int(^uint(0) >> 1)

func (v interval) has(n int) bool { return n >= v.min && n <= v.max }

// holds is has for a number of an index.
func (v interval) holds(n uint64) bool { return n <= math.MaxInt32 && v.has(int(n)) }

// misses reports whether a range of frame statistics holds nothing of v.
func (v interval) misses(r *frameindex.Range) bool {
	return !r.Known || v.max < 0 || r.Min > uint64(v.max) || v.min > 0 && r.Max < uint64(v.min)
}

// hasWords reports whether want are words of a value, one behind the other.
func hasWords(value []byte, want [][]byte) bool {
	var space [64]byte
	if len(want) == 1 {
		found := false
		tagvalue.EachWord(space[:0], value, func(w []byte) bool {
			found = bytes.Equal(w, want[0])
			return !found
		})
		return found
	}
	all := tagvalue.Words(string(value))
	for ; len(all) >= len(want); all = all[1:] {
		same := true
		for i, w := range want {
			same = same && bytes.Equal(all[i], w)
		}
		if same {
			return true
		}
	}
	return false
}

// cutRange cuts a range into its ends; a single value is both.
func cutRange(text string) (low, high string) {
	low, high, ok := strings.Cut(text, "-")
	if !ok {
		return text, text
	}
	return low, high
}

// parseInterval reads a range of numbers.
func parseInterval(field, text string) (v interval, err error) {
	low, high := cutRange(text)
	v = interval{0, maxInt}
	if low != "" {
		v.min, err = strconv.Atoi(low)
	}
	if high != "" && err == nil {
		v.max, err = strconv.Atoi(high)
	}
	if err != nil || low == "" && high == "" || v.min < 0 || v.max < v.min {
		return v, &Error{field, text, "a number or a range such as 2000-2400, 2000- or -2400"}
	}
	return v, nil
}

// dateBound reads a date; nothing is the bound given.
func dateBound(text string, none tagvalue.Days) (tagvalue.Days, bool) {
	if text == "" {
		return none, true
	}
	d := tagvalue.ParseDate([]byte(text))
	return d, d.Known() && wholeDate(text)
}

// wholeDate reports whether a date of a query is one to its end.
func wholeDate(text string) bool {
	parts := strings.Split(text, ".")
	if len(parts) > 3 || len(parts[0]) != 4 {
		return false
	}
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 1 || i > 0 && len(p) != 2 || i == 1 && n > 12 || i == 2 && n > 31 {
			return false
		}
	}
	return true
}

// ecoBound reads a code or its beginning, filled up with a digit; nothing is
// the bound given.
func ecoBound(text, none string, fill byte) (int, bool) {
	if text == "" {
		text = none
	}
	b := []byte(strings.ToUpper(text))
	if len(b) > 3 {
		return 0, false
	}
	for len(b) < 3 {
		b = append(b, fill)
	}
	n := tagvalue.ParseECO(b)
	return n, n >= 0
}

// fortyMoves returns the seconds that a time control gives for a game of 40
// moves: base and 40 increments; -1 for other values than "180" or "180+2".
func fortyMoves(value []byte) int {
	base, increment, ok := tagvalue.ParseTimeControl(value)
	if !ok {
		return -1
	}
	return base + 40*increment
}
