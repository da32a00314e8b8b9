package tags

import (
	"bytes"
	"strconv"
)

// numberForm is how the digits of a number are written. Each number has one
// text in a form.
type numberForm byte

const (
	plain   numberForm = iota // an integer
	signed                    // an integer with a sign, + or -, before all but 0
	daytime                   // a time of day, 22:01:31, as seconds
	numForms
)

// day is the seconds of a day.
const day = 24 * 60 * 60

// maxNumberDigits bounds the digits of an integer.
const maxNumberDigits = 15

// parse reads a number that append writes the same way.
func (f numberForm) parse(text []byte) (v int64, ok bool) {
	if f == daytime {
		return parseDaytime(text)
	}
	digits := text
	if len(text) > 0 && (text[0] == '-' || text[0] == '+' && f == signed) {
		digits = text[1:]
	}
	if len(digits) == 0 || len(digits) > maxNumberDigits {
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
	return v, bytes.Equal(f.append(room[:0], v), text)
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

func (f numberForm) append(dst []byte, v int64) []byte {
	switch {
	case f == daytime:
		two := func(v int64) { dst = append(dst, byte('0'+v/10%10), byte('0'+v%10)) }
		two(v / 3600)
		dst = append(dst, ':')
		two(v / 60 % 60)
		dst = append(dst, ':')
		two(v % 60)
		return dst
	case f == signed && v > 0:
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, v, 10)
}

// difference returns v - base, for times of day the shorter way round the clock.
func (f numberForm) difference(v, base int64) int64 {
	d := v - base
	if f == daytime {
		d = ((d+day/2)%day+day)%day - day/2
	}
	return d
}

// sum returns base + d, round the clock for times of day.
func (f numberForm) sum(base, d int64) int64 {
	v := base + d
	if f == daytime {
		v = (v%day + day) % day
	}
	return v
}

// numberFormat is how a column of numbers is written: the same bytes before and
// behind each.
type numberFormat struct {
	form           numberForm
	before, behind []byte
}

func (n *numberFormat) parse(text []byte) (int64, bool) {
	if len(text) < len(n.before)+len(n.behind) || !bytes.HasPrefix(text, n.before) || !bytes.HasSuffix(text, n.behind) {
		return 0, false
	}
	return n.form.parse(text[len(n.before) : len(text)-len(n.behind)])
}

func (n *numberFormat) append(dst []byte, v int64) []byte {
	dst = append(dst, n.before...)
	dst = n.form.append(dst, v)
	return append(dst, n.behind...)
}

// parseAll returns the numbers of values, and which are none.
func (n *numberFormat) parseAll(values [][]byte) (v []int64, ok []bool, bad int) {
	v, ok = make([]int64, len(values)), make([]bool, len(values))
	for i, text := range values {
		if v[i], ok[i] = n.parse(text); !ok[i] {
			bad++
		}
	}
	return v, ok, bad
}
