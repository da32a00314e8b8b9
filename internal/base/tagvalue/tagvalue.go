// Package tagvalue reads the values of tags: results, dates, ratings, ECO codes, time
// controls, the words of names. No other package does.
package tagvalue

import (
	"bytes"
	"math"
	"strconv"
)

// Tag is a tag of a game: its name, and its value exactly as in the file, between the
// quotes. A value may hold backslashes, control characters and bytes that are not
// UTF-8.
type Tag struct{ Name, Value []byte }

// Unknown reports whether a value says that nothing is known: it has only spaces, question
// marks, full stops, dashes and asterisks.
func Unknown(value []byte) bool { return len(bytes.Trim(value, " ?.-*")) == 0 }

// First returns the value of the first tag with one of the names, tried in their
// order; nil if and only if there is none. If no tag has exactly a name, the first
// tag that differs only in the case of letters counts.
func First(tags []Tag, names ...string) []byte {
	for _, n := range names {
		for i := range tags {
			if string(tags[i].Name) == n {
				return tags[i].value()
			}
		}
		for i := range tags {
			if SameName(tags[i].Name, n) {
				return tags[i].value()
			}
		}
	}
	return nil
}

// value returns t.Value, but never nil.
func (t *Tag) value() []byte { return NotNil(t.Value) }

// NotNil returns a value, but never nil, which would mean no value.
func NotNil(value []byte) []byte {
	if value == nil {
		return []byte{}
	}
	return value
}

// SameName reports whether two names of tags are equal except for the case of ASCII
// letters.
func SameName[T string | []byte](a T, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(b) {
		if c, d := a[i], b[i]; c != d && (c^d != 0x20 || c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return true
}

// Facts holds facts of a game besides its tags.
type Facts struct {
	Plies  int    // half-moves of the main line that can be played
	Result Result // by ResultOf
}

// ResultOf returns the result of a game from the value of its tag Result and the
// result that ends its moves, OtherResult for none. It is that of the tag, unless
// only the moves have a win or a draw.
func ResultOf(tag []byte, ending Result) Result {
	if r := ParseAnyResult(tag); r < Unfinished || ending >= Unfinished {
		return r
	}
	return ending
}

// Days are a range of days by their numbers, both ends included; see Day. The zero
// Days are empty.
type Days struct{ First, Last uint64 }

// Known reports whether there are any days.
func (d Days) Known() bool { return d.Last > 0 }

// Year returns the year of the first day, 0 for empty Days.
func (d Days) Year() int { return int(d.First / (12 * 31)) }

// AppendText appends the date as 2013.01.31, or 2013.01.?? or 2013.??.?? for any day
// of a month or a year, to dst.
func (d Days) AppendText(dst []byte) []byte {
	const month, year = 31, 12 * 31
	dst = appendPart(dst, d.First/year, 4)
	days := d.Last - d.First + 1
	dst = append(dst, '.')
	if days >= year {
		dst = append(dst, "??"...)
	} else {
		dst = appendPart(dst, d.First%year/month+1, 2)
	}
	dst = append(dst, '.')
	if days >= month {
		return append(dst, "??"...)
	}
	return appendPart(dst, d.First%month+1, 2)
}

// appendPart appends a part of a date, with zeros in front up to a width.
func appendPart(dst []byte, n uint64, width int) []byte {
	digits := strconv.AppendUint(nil, n, 10)
	for range width - len(digits) {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}

// Day returns the number of a day; month and day count from 1, and every month has 31
// days.
func Day(year, month, day int) uint64 { return uint64((year*12+month-1)*31 + day - 1) }

// ParseDate returns the days that the value of a date tag may mean: 2013.01.31,
// 2013.01.?? or 2013, with dots, dashes or slashes. Without a year they are empty.
func ParseDate(value []byte) Days {
	var part [3]int // year, month, day; 0 if not known
	widths := [3]int{4, 2, 2}
	for i := range part {
		n := min(widths[i], len(value))
		number := 0
		for _, c := range value[:n] {
			if c < '0' || c > '9' {
				number = 0
				break
			}
			number = 10*number + int(c-'0')
		}
		if n < widths[i] || number == 0 {
			break
		}
		part[i] = number
		value = value[n:]
		if len(value) == 0 || value[0] != '.' && value[0] != '-' && value[0] != '/' {
			break
		}
		value = value[1:]
	}
	return DaysOf(part[0], part[1], part[2])
}

// DaysOf returns the days of a year; of a month if month is not 0; one day if day is
// not 0.
func DaysOf(year, month, day int) Days {
	switch {
	case year == 0:
		return Days{}
	case month < 1 || month > 12:
		return Days{Day(year, 1, 1), Day(year, 12, 31)}
	case day < 1 || day > 31:
		return Days{Day(year, month, 1), Day(year, month, 31)}
	}
	d := Day(year, month, day)
	return Days{d, d}
}

// MaxNumber is the greatest number that ParseNumber reads.
const MaxNumber = 99_999

// ParseNumber reads a value of one to five digits, such as a rating; 0 for
// anything else.
func ParseNumber(value []byte) int {
	if len(value) == 0 || len(value) > 5 {
		return 0
	}
	n := 0
	for _, c := range value {
		if c < '0' || c > '9' {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// ParseRating reads the rating of a player: a number of one to five digits, with white
// space around it. After three digits or more a mark may follow, such as the ? or P of a
// provisional rating, with the number of games or without, or (R). It returns false for
// anything else.
func ParseRating(value []byte) (rating int, ok bool) {
	value = bytes.Trim(value, " \t")
	n := 0
	for n < len(value) && value[n]-'0' <= 9 {
		n++
	}
	if n == 0 || n > 5 || n < leastMarked && n < len(value) || !isRatingMark(bytes.TrimLeft(value[n:], " \t")) {
		return 0, false
	}
	return ParseNumber(value[:n]), true
}

// leastMarked is the least number of digits of a rating with a mark: 1st is a place,
// and 3d a class.
const leastMarked = 3

// isRatingMark reports whether a text may follow the digits of a rating.
func isRatingMark(mark []byte) bool {
	if len(mark) == 0 || len(bytes.Trim(mark, "?!*")) == 0 {
		return true
	}
	last := len(mark) - 1
	if mark[0] == '(' {
		return mark[last] == ')' && bytes.IndexByte(mark, ')') == last
	}
	// P12 and /12: after 12 games.
	games := bytes.TrimLeft(mark[1:], "0123456789")
	if len(games) == 0 && last > 0 && (mark[0] == 'P' || mark[0] == 'p' || mark[0] == '/') {
		return true
	}
	return len(bytes.Trim(mark, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")) == 0 // R, USCF
}

// RoundNumbers returns the numbers that the value of a Round tag begins with, between
// dots, brackets and blanks: 3 and 2 for 3.2 and for 3(2), none for "final".
func RoundNumbers(value []byte) (all []int) {
	for part := range bytes.FieldsFuncSeq(value, func(c rune) bool { return c == '.' || c == '(' || c == ')' || c == ' ' }) {
		if len(part) > maxRoundDigits {
			break
		}
		n := 0
		for _, c := range part {
			if c < '0' || c > '9' {
				return all
			}
			n = 10*n + int(c-'0')
		}
		all = append(all, n)
	}
	return all
}

// maxRoundDigits is the most digits of a number of a round.
const maxRoundDigits = 9

// ECOCodes is the number of ECO codes.
const ECOCodes = 500

// ParseECO returns the number of an ECO code, 0 for A00 and 499 for E99; more
// than a code, such as B90/01 or B90a, counts as the code. It is -1 for others.
func ParseECO(value []byte) int {
	if len(value) < 3 || value[0] < 'A' || value[0] > 'E' || value[1]-'0' > 9 || value[2]-'0' > 9 {
		return -1
	}
	return int(value[0]-'A')*100 + int(value[1]-'0')*10 + int(value[2]-'0')
}

// AppendECO appends the code of a number of ParseECO.
func AppendECO(dst []byte, code int) []byte {
	return append(dst, 'A'+byte(code/100), '0'+byte(code/10%10), '0'+byte(code%10))
}

// maxIncrement is the largest increment for each move, in seconds.
const maxIncrement = 1 << 20

// FortyMoves returns the seconds that a player has for 40 moves in a time control of
// the PGN standard: stages such as 40/7200, 20/3600+30 and 1800, separated by colons.
// The last stage is for all moves left, or repeats if it has a number of moves. It
// returns false for others, such as an hourglass, and for days.
func FortyMoves(value []byte) (seconds int, ok bool) {
	const day = 24 * 60 * 60
	left := estimatedMoves
	for more := true; more; {
		var stage []byte
		stage, value, more = bytes.Cut(value, []byte(":"))
		moves := left
		if n, clock, ok := bytes.Cut(stage, []byte("/")); ok {
			if stage, moves = clock, ParseNumber(n); moves == 0 {
				return 0, false
			}
		}
		base, increment, ok := ParseTimeControl(stage)
		if !ok {
			return 0, false
		}
		played, times := min(moves, left), 1
		if !more {
			played, times = left, max((left+moves-1)/max(moves, 1), 1)
		}
		if base > day || times*base > day {
			return 0, false
		}
		seconds, left = seconds+times*base+played*increment, left-played
	}
	return seconds, true
}

// estimatedMoves is the assumed number of moves of a player in a game.
const estimatedMoves = 40

// ParseTimeControl reads the seconds of a time control such as "180" or "180+2", and
// the increment for each move; false for others.
func ParseTimeControl(value []byte) (base, increment int, ok bool) {
	text, added, plus := bytes.Cut(value, []byte("+"))
	base, err := strconv.Atoi(string(text))
	if err != nil || base < 0 {
		return 0, 0, false
	}
	if plus {
		if increment, err = strconv.Atoi(string(added)); err != nil || increment < 0 || increment > maxIncrement {
			return 0, 0, false
		}
	}
	return base, increment, true
}

// Speeds are the classes of games, by the seconds for 40 moves that each is below.
var Speeds = [...]struct {
	Name  string
	Below int
}{{"bullet", 180}, {"blitz", 480}, {"rapid", 1500}, {"classical", math.MaxInt32}}

// SpeedOf returns the class of a game in which a player has so many seconds for 40 moves.
func SpeedOf(seconds int) string {
	i := 0
	for i < len(Speeds)-1 && seconds >= Speeds[i].Below {
		i++
	}
	return Speeds[i].Name
}

// letters maps the bytes of words to lower case, in ASCII only; 0 is a byte between
// words.
var letters = func() (t [256]byte) {
	for c := range 256 {
		switch {
		case c >= 'A' && c <= 'Z':
			t[c] = byte(c | 0x20)
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c >= 0x80:
			t[c] = byte(c)
		}
	}
	return t
}()

// InWord reports whether a byte is part of a word.
func InWord(c byte) bool { return letters[c] != 0 }

// NextWord returns where the first run of letters and digits of a value from at on
// begins and ends, bytes over 127 count as letters; both are len(value) if there is
// none.
func NextWord(value []byte, at int) (start, end int) {
	for at < len(value) && letters[value[at]] == 0 {
		at++
	}
	for end = at; end < len(value) && letters[value[end]] != 0; end++ {
	}
	return at, end
}
