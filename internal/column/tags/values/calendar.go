package values

import "strings"

// NumberForm is the written form of a number. Each number has exactly one text in a
// form.
type NumberForm byte

// The forms of numbers.
const (
	Plain   NumberForm = iota // an integer
	Signed                    // an integer with a sign, + or -, except before 0
	Daytime                   // a time of day, 22:01:31, as seconds
	Date                      // 2024.05.13, as days
	Moment                    // 2024-05-13T18:10:12.282, as milliseconds
	Stamp                     // 2024-05-13 18:10:12.282031, as microseconds
	NumForms
)

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Seconds of a day, and days of the 10,000 years after which the calendar of patterns
// repeats.
const (
	daySeconds = 24 * 60 * 60
	roundDays  = 25 * eraDays
	eraDays    = 400*365 + 97
)

// parts are the letters of patterns: years, months, days, hours, minutes,
// seconds and fractions of them.
const parts = "YMDhmsf"

// calendar holds the pattern of each form of times.
var calendar = [NumForms]struct {
	pattern string
	ticks   int64 // of a day
	second  int64 // in ticks
	days    int64 // after which it repeats
}{
	Daytime: {"hh:mm:ss", daySeconds, 1, 1},
	Date:    {"YYYY.MM.DD", 1, 0, roundDays},
	Moment:  {"YYYY-MM-DDThh:mm:ss.fff", daySeconds * 1e3, 1e3, roundDays},
	Stamp:   {"YYYY-MM-DD hh:mm:ss.ffffff", daySeconds * 1e6, 1e6, roundDays},
}

// round returns the number of different times in a form, 0 for other forms.
func (f NumberForm) round() int64 { return calendar[f].ticks * calendar[f].days }

// Time reports whether the form is one of times.
func (f NumberForm) Time() bool { return f > Signed && f < NumForms }

// From converts a time, or a duration, of another form into this one.
func (f NumberForm) From(v int64, other NumberForm) int64 {
	to, from := calendar[f].ticks, calendar[other].ticks
	if to == 0 || from == 0 {
		return v
	}
	if to >= from {
		v *= to / from
	} else {
		v /= from / to
	}
	return v % f.round()
}

// findTime finds the first time in a text.
func (f NumberForm) findTime(text []byte) (v int64, at, end int, ok bool) {
	n := len(calendar[f].pattern)
	for at := 0; at+n <= len(text); at++ {
		if v, ok := f.parseTime(text[at : at+n]); ok {
			return v, at, at + n, true
		}
	}
	return 0, 0, 0, false
}

// parseTime reads a text as long as the pattern.
func (f NumberForm) parseTime(text []byte) (v int64, ok bool) {
	c := &calendar[f]
	var part [len(parts)]int64
	for i := range len(c.pattern) {
		if k := strings.IndexByte(parts, c.pattern[i]); k < 0 {
			if text[i] != c.pattern[i] {
				return 0, false
			}
		} else if !isDigit(text[i]) {
			return 0, false
		} else {
			part[k] = part[k]*10 + int64(text[i]-'0')
		}
	}
	seconds := part[3]*3600 + part[4]*60 + part[5]
	if part[3] > 23 || part[4] > 59 || part[5] > 59 {
		return 0, false
	}
	v = seconds*c.second + part[6]
	if c.days > 1 {
		day := dayOf(part[0], part[1], part[2])
		if y, m, d := dateOf(day); y != part[0] || m != part[1] || d != part[2] {
			return 0, false
		}
		v += day * c.ticks
	}
	return v, true
}

// appendTime appends a time to dst.
func (f NumberForm) appendTime(dst []byte, v int64) []byte {
	c := &calendar[f]
	var part [len(parts)]int64
	part[0], part[1], part[2] = dateOf(v / c.ticks)
	if c.second > 0 {
		s := v % c.ticks / c.second
		part[3], part[4], part[5], part[6] = s/3600, s/60%60, s%60, v%c.second
	}
	at := len(dst)
	dst = append(dst, c.pattern...)
	for i := len(dst) - 1; i >= at; i-- {
		if k := strings.IndexByte(parts, dst[i]); k >= 0 {
			dst[i] = byte('0' + part[k]%10)
			part[k] /= 10
		}
	}
	return dst
}

// dayOf returns the number of a day since 1 March of the year 0, where years wrap
// around after 9999.
func dayOf(y, m, d int64) int64 {
	m -= 3
	if m < 0 {
		y, m = (y+9999)%10000, m+12
	}
	era, of := y/400, y%400
	return era*eraDays + of*365 + of/4 - of/100 + (153*m+2)/5 + d - 1
}

// dateOf is the inverse of dayOf.
func dateOf(day int64) (y, m, d int64) {
	day %= roundDays
	era, of := day/eraDays, day%eraDays
	year := (of - of/1460 + of/36524 - of/146096) / 365
	rest := of - (365*year + year/4 - year/100)
	m = (5*rest + 2) / 153
	d = rest - (153*m+2)/5 + 1
	y = era*400 + year
	if m += 3; m > 12 {
		y, m = (y+1)%10000, m-12
	}
	return y, m, d
}
