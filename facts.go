package chesszip

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/skip"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Days are a span of days, both ends included, as skip.Day numbers them. The
// zero Days are none.
type days struct{ first, last uint64 }

func (d days) known() bool { return d.last > 0 }

// dateOf reads the value of a date tag: 2013.01.31, 2013.01.?? or 2013, with
// dots, dashes or slashes. Without a year there is no date.
func dateOf(value []byte) days {
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
		if len(value) == 0 {
			break
		}
		if value[0] != '.' && value[0] != '-' && value[0] != '/' {
			break
		}
		value = value[1:]
	}
	return span(part[0], part[1], part[2])
}

// span returns the days of a year, of a month where it is not 0, or of a day.
func span(year, month, day int) days {
	switch {
	case year == 0:
		return days{}
	case month < 1 || month > 12:
		return days{skip.Day(year, 1, 1), skip.Day(year, 12, 31)}
	case day < 1 || day > 31:
		return days{skip.Day(year, month, 1), skip.Day(year, month, 31)}
	}
	d := skip.Day(year, month, day)
	return days{d, d}
}

// number reads a value of one to five digits, such as a rating; 0 for
// anything else.
func number(value []byte) int {
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

// ecoOf returns the number of an ECO code, A00 being 0 and E99 499; more than
// a code, such as B90/01 or B90a, counts as the code. It is -1 for others.
func ecoOf(value []byte) int {
	if len(value) < 3 || value[0] < 'A' || value[0] > 'E' || value[1]-'0' > 9 || value[2]-'0' > 9 {
		return -1
	}
	return int(value[0]-'A')*100 + int(value[1]-'0')*10 + int(value[2]-'0')
}

// resultOf returns the bit of skip.Meta.Results for the value of a Result tag.
func resultOf(value []byte) uint8 {
	switch string(value) {
	case "1-0":
		return skip.WhiteWins
	case "0-1":
		return skip.BlackWins
	case "1/2-1/2", "1/2":
		return skip.Draw
	case "*":
		return skip.Unfinished
	}
	return skip.OtherResult
}

// eachWord calls yield with the words of a value, which are in lower case as
// far as ASCII goes, until it returns false. A word is a run of letters and
// digits; bytes over 127 count as letters. It is valid until yield returns.
func eachWord(buf []byte, value []byte, yield func(word []byte) bool) []byte {
	buf = buf[:0]
	for _, c := range value {
		switch {
		case c >= 'A' && c <= 'Z':
			buf = append(buf, c|0x20)
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c >= 0x80:
			buf = append(buf, c)
		default:
			if len(buf) > 0 && !yield(buf) {
				return buf
			}
			buf = buf[:0]
		}
	}
	if len(buf) > 0 {
		yield(buf)
	}
	return buf
}

// wordsOf returns the words of a text.
func wordsOf(text string) (words [][]byte) {
	eachWord(nil, []byte(text), func(w []byte) bool {
		words = append(words, bytes.Clone(w))
		return true
	})
	return words
}

// first returns the value of the first tag of one of the names, tried in
// their order; nil if there is none.
func first(tags []tagvalue.Tag, names ...string) []byte {
	for _, n := range names {
		for i := range tags {
			if string(tags[i].Name) == n {
				return tags[i].Value
			}
		}
	}
	return nil
}

// dateTags returns the days that a game may have been played on: what its
// Date says or, if that has no year, UTCDate.
func dateTags(tags []tagvalue.Tag) days {
	if d := dateOf(first(tags, "Date")); d.known() {
		return d
	}
	return dateOf(first(tags, "UTCDate"))
}

// How a frame's meta is made: bytes a game that it may take at most, times
// 100; and the bits that a filter of names has for each of them.
const (
	metaHundredths = 15
	leastNameBits  = 4
	enoughNameBits = 10
)

// metaOf returns the summary of a frame for the index, nil where that would be
// large for so few games.
func metaOf(d tagReader, f *archive.Frame, all bool) ([]byte, error) {
	most := int(f.Games) * metaHundredths / 100
	if all {
		most = maxNamesMeta
	} else if most < leastMeta {
		return nil, nil
	}
	var m skip.Meta
	names := map[uint64]struct{}{}
	var buf []byte
	add := func(w []byte) bool {
		names[skip.HashName(w)] = struct{}{}
		return true
	}
	err := eachTags(d, f, func(_ int, tags []tagvalue.Tag, plies int) bool {
		m.Plies.Add(uint64(plies))
		m.Results |= resultOf(first(tags, "Result"))
		if eco := ecoOf(first(tags, "ECO")); eco >= 0 {
			m.ECO |= 1 << (eco / 10)
		}
		for _, name := range [...]string{"WhiteElo", "BlackElo"} {
			if n := number(first(tags, name)); n > 0 {
				m.Ratings.Add(uint64(n))
			}
		}
		if d := dateTags(tags); d.known() {
			if !m.Dates.Known {
				m.Dates = skip.Range{Min: d.last, Max: d.first, Known: true}
			}
			m.Dates.Min, m.Dates.Max = min(m.Dates.Min, d.last), max(m.Dates.Max, d.first)
		}
		for _, name := range [...]string{"White", "Black"} {
			buf = eachWord(buf, first(tags, name), add)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	b := m.Append(nil)
	if len(b) > most {
		return nil, nil
	}
	least := leastNameBits
	if all {
		least = 1
	}
	if m.Names = skip.FilterNames(names, least, enoughNameBits, most-len(b)); m.Names != nil {
		b = m.Append(b[:0])
	}
	return slices.Clip(b), nil
}

// leastMeta is the size below which no meta is thought of, maxNamesMeta the
// most that one takes whose names were asked for.
const (
	leastMeta    = 20
	maxNamesMeta = 16 << 10
)
