package terms

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/read/facts"
)

// intervals are alternatives.
type intervals []facts.Range

// has reports whether a number is in one of v.
func (v intervals) has(n facts.Number) facts.Truth {
	if n.Has == facts.No {
		return facts.No
	}
	none, all := true, true
	for _, in := range n.In {
		covered := false
		for _, r := range v {
			none = none && (in.Min > r.Max || in.Max < r.Min)
			covered = covered || in.Min >= r.Min && in.Max <= r.Max
		}
		all = all && covered
	}
	switch {
	case none:
		return facts.No
	case all:
		return n.Has
	}
	return facts.Maybe
}

// cutRange splits a range into its ends. A single value is both; a minus or a plus after
// it leaves the range open.
func cutRange(text string) (low, high string) {
	if low, high, ok := strings.Cut(text, ".."); ok {
		return low, high
	}
	if low, ok := strings.CutSuffix(text, "+"); ok {
		return low, ""
	}
	low, high, ok := strings.Cut(text, "-")
	if !ok {
		return text, text
	}
	return low, high
}

// digits parses a number without a sign.
func digits(text string) (n int, ok bool) {
	if text == "" || len(text) > 9 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// parseInterval parses a range of numbers.
func parseInterval(text string) (v facts.Range, ok bool) {
	low, high := cutRange(text)
	v = facts.Range{Max: facts.MaxInt}
	ok1, ok2 := low == "", high == ""
	if !ok1 {
		v.Min, ok1 = digits(low)
	}
	if !ok2 {
		v.Max, ok2 = digits(high)
	}
	return v, ok1 && ok2 && (low != "" || high != "") && v.Min <= v.Max
}

// parseIntervals parses ranges of numbers, separated by commas.
func parseIntervals(text string) (v intervals, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		r, ok := parseInterval(strings.TrimSpace(part))
		if !ok {
			return nil, false
		}
		v = append(v, r)
	}
	return v, true
}

const wantNumbers = "a number or a range such as 2000-2400, 2700+ or -2400, or several separated by commas"

// cutDate parses the day, the month or the year at the beginning of a text: 2013,
// 2013.01, 2013-1-31. It returns false for a month or a day that does not exist.
func cutDate(text string) (d tagvalue.Days, rest string, ok bool) {
	const year = 4
	if digitsIn(text) != year || text[:year] == "0000" {
		return d, text, false
	}
	date, rest := []byte(text[:year]), text[year:]
	for parts := 0; parts < 2 && rest != "" && strings.IndexByte(".-/", rest[0]) >= 0 && rest[0] == text[year]; parts++ {
		n := digitsIn(rest[1:])
		if n < 1 || n > 2 {
			break
		}
		part, _ := digits(rest[1 : 1+n])
		if part < 1 || parts == 0 && part > 12 || part > 31 {
			return d, text, false
		}
		date = fmt.Appendf(date, ".%02d", part)
		rest = rest[1+n:]
	}
	return tagvalue.ParseDate(date), rest, true
}

// digitsIn returns the number of digits at the beginning of a text.
func digitsIn(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// parseDates parses a range of dates.
func parseDates(text string) (span facts.Range, ok bool) {
	span = facts.Range{Max: facts.MaxInt}
	rest := text
	if rest != "" && rest[0] != '-' && !strings.HasPrefix(rest, "..") {
		d, after, ok := cutDate(rest)
		if !ok || after == "" {
			return facts.Range{Min: int(d.First), Max: int(d.Last)}, ok
		}
		span.Min = int(d.First)
		if rest = after; rest == "+" || rest == "-" || rest == ".." {
			return span, true
		}
	}
	after, dots := strings.CutPrefix(rest, "..")
	if !dots {
		if after, ok = strings.CutPrefix(rest, "-"); !ok {
			return span, false
		}
	}
	d, after, ok := cutDate(after)
	span.Max = int(d.Last)
	return span, ok && after == "" && span.Min <= span.Max
}

// parseCodes parses a range of ECO codes or their beginnings.
func parseCodes(text string) (v facts.Range, ok bool) {
	low, high := cutRange(strings.ToUpper(text))
	from, ok1 := codeBound(low, "A00", '0')
	to, ok2 := codeBound(high, "E99", '9')
	return facts.Range{Min: from, Max: to}, ok1 && ok2 && (low != "" || high != "") && from <= to
}

// codeBound parses a code or its beginning, completed by a digit; an empty text is the
// given bound.
func codeBound(text, none string, fill byte) (int, bool) {
	if text == "" {
		text = none
	}
	b := []byte(text)
	if len(b) > 3 {
		return 0, false
	}
	for len(b) < 3 {
		b = append(b, fill)
	}
	n := tagvalue.ParseECO(b)
	return n, n >= 0
}
