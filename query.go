package chesszip

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/internal/skip"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Query says which games are meant by what their tags say. Each field is as a
// user types it; an empty one asks nothing, and a game must answer to all the
// others. Of tags of one name the first counts.
//
// Names are looked for by words: "carlsen" and "Carlsen, Magnus" both mean
// "Carlsen, Magnus", neither means "Carlsson". Words are letters and digits,
// the case of ASCII letters makes no difference. "=DrNykterstein" means exactly
// that value, but for the case.
//
// Ranges have both ends or one: "2000-2400", "2000-", "-2400", or a single
// value.
type Query struct {
	White, Black string
	Player       string // White or Black
	Event, Site  string // names
	Opening      string // a name, of the tags Opening and Variation
	// Elo is a range that the ratings of both players lie in, WhiteElo and
	// BlackElo of one.
	Elo, WhiteElo, BlackElo string
	// Date is a range of days, months or years: "2013", "2013.01-2013.06",
	// "2013.01.31-". A game whose day is not known is meant only if all days
	// that it may be are. The tag is Date or, where that has no year, UTCDate.
	Date string
	// ECO is a range of codes, or their beginnings: "B20-B99", "C4", "E".
	ECO string
	// Result is one or several of 1-0, 0-1, 1/2-1/2 and *, by commas.
	Result string
	// TimeControl is the value of that tag, such as "180+2", or what Lichess
	// calls it: bullet (base and 40 increments below 180 seconds), blitz (480),
	// rapid (1500) or classical.
	TimeControl string
	// Plies is a range of the number of half-moves, as Header has it.
	Plies string
	// Tags are further tags by name, and what their values must be: names.
	Tags map[string]string
}

// ErrQuery is what every *QueryError wraps.
var ErrQuery = errors.New("chesszip: malformed query")

// QueryError says what of a query cannot be understood.
type QueryError struct {
	Field string // name of the field, such as "Date"
	Text  string // what it holds
	Want  string // what it may hold
}

// Error returns a sentence such as
//
//	chesszip: malformed query: Date "soon": want days, months or years such as 2013.01-2013.06
func (e *QueryError) Error() string {
	return fmt.Sprintf("%v: %s %q: want %s", ErrQuery, e.Field, e.Text, e.Want)
}

// Unwrap returns ErrQuery.
func (e *QueryError) Unwrap() error { return ErrQuery }

// query is a Query that was understood.
type query struct {
	tests []test
	// skips say of a frame's summary that no game of it can be meant.
	skips []func(m *skip.Meta) bool
}

// test is what the value of one of some tags must be, nil where there is none;
// or what all of these tags together must be. What follows from numbers is said
// of them, too: of the columns of an index, the values of those that it names.
type test struct {
	names   []string
	holds   func(value []byte) bool
	all     func(tags []tagvalue.Tag) bool
	plies   func(n int) bool // instead of a tag
	columns []int
	fits    func(numbers []uint64) bool
}

func (t *test) passes(tags []tagvalue.Tag, plies int) bool {
	switch {
	case t.all != nil:
		return t.all(tags)
	case t.plies != nil:
		return t.plies(plies)
	}
	for _, name := range t.names {
		if t.holds(first(tags, name)) {
			return true
		}
	}
	return false
}

// interval is a range of whole numbers, both ends included.
type interval struct{ min, max int }

const maxInt = int(^uint(0) >> 1)

func (v interval) has(n int) bool { return n >= v.min && n <= v.max }

// holds is has for a number of an index.
func (v interval) holds(n uint64) bool { return n <= math.MaxInt32 && v.has(int(n)) }

// misses reports whether a range of a summary holds nothing of v.
func (v interval) misses(r *skip.Range) bool {
	return !r.Known || v.max < 0 || r.Min > uint64(v.max) || v.min > 0 && r.Max < uint64(v.min)
}

// compile understands q; nil asks nothing.
func (q *Query) compile() (*query, error) {
	c := &query{}
	if q == nil {
		return c, nil
	}
	for _, s := range [...]struct {
		text string
		tags []string
		name bool
	}{
		{q.White, []string{"White"}, true},
		{q.Black, []string{"Black"}, true},
		{q.Player, []string{"White", "Black"}, true},
		{q.Event, []string{"Event"}, false},
		{q.Site, []string{"Site"}, false},
		{q.Opening, []string{"Opening", "Variation"}, false},
	} {
		if s.text != "" {
			c.words(s.text, s.name, s.tags...)
		}
	}
	for tag, text := range q.Tags {
		c.words(text, tag == "White" || tag == "Black", tag)
	}
	for _, add := range []func(*Query) error{c.elo, c.date, c.eco, c.result, c.timeControl, c.length} {
		if err := add(q); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// words asks for a name in one of some tags, which are players' or not.
func (c *query) words(text string, players bool, tags ...string) {
	want := wordsOf(text)
	exact, isExact := strings.CutPrefix(text, "=")
	holds := func(v []byte) bool { return hasWords(v, want) }
	if isExact || len(want) == 0 {
		holds = func(v []byte) bool { return v != nil && bytes.EqualFold(v, []byte(exact)) }
	}
	c.tests = append(c.tests, test{names: tags, holds: holds})
	if !players {
		return
	}
	hashes := make([]uint64, len(want))
	for i, w := range want {
		hashes[i] = skip.HashName(w)
	}
	c.skips = append(c.skips, func(m *skip.Meta) bool {
		for _, h := range hashes {
			if !m.MayName(h) {
				return true
			}
		}
		return false
	})
}

// hasWords reports whether want are words of a value, one behind the other.
func hasWords(value []byte, want [][]byte) bool {
	var space [64]byte
	if len(want) == 1 {
		found := false
		eachWord(space[:0], value, func(w []byte) bool {
			found = bytes.Equal(w, want[0])
			return !found
		})
		return found
	}
	all := wordsOf(string(value))
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
	bad := func() (interval, error) {
		return v, &QueryError{field, text, "a number or a range such as 2000-2400, 2000- or -2400"}
	}
	low, high := cutRange(text)
	v = interval{0, maxInt}
	if low != "" {
		if v.min, err = strconv.Atoi(low); err != nil || v.min < 0 {
			return bad()
		}
	}
	if high != "" {
		if v.max, err = strconv.Atoi(high); err != nil {
			return bad()
		}
	}
	if low == "" && high == "" || v.max < v.min {
		return bad()
	}
	return v, nil
}

func (c *query) elo(q *Query) error {
	for _, s := range [...]struct {
		field, text string
		columns     []int
	}{
		{"Elo", q.Elo, []int{numberWhiteElo, numberBlackElo}},
		{"WhiteElo", q.WhiteElo, []int{numberWhiteElo}},
		{"BlackElo", q.BlackElo, []int{numberBlackElo}},
	} {
		if s.text == "" {
			continue
		}
		v, err := parseInterval(s.field, s.text)
		if err != nil {
			return err
		}
		for _, column := range s.columns {
			c.tests = append(c.tests, test{
				names: []string{numberTags[column]},
				holds: func(value []byte) bool {
					n := number(value)
					return n > 0 && v.has(n)
				},
				columns: []int{column},
				fits:    func(n []uint64) bool { return n[0] > 0 && v.holds(n[0]) },
			})
		}
		c.skips = append(c.skips, func(m *skip.Meta) bool { return v.misses(&m.Ratings) })
	}
	return nil
}

func (c *query) date(q *Query) error {
	if q.Date == "" {
		return nil
	}
	low, high := cutRange(q.Date)
	from, to := days{}, days{last: ^uint64(0)}
	ok := low != "" || high != ""
	if low != "" {
		from = dateOf([]byte(low))
		ok = ok && from.known() && wholeDate(low)
	}
	if high != "" {
		to = dateOf([]byte(high))
		ok = ok && to.known() && wholeDate(high)
	}
	if !ok || to.last < from.first {
		return &QueryError{"Date", q.Date, "days, months or years such as 2013, 2013.01-2013.06 or 2013.01.31-"}
	}
	holds := func(d days) bool { return d.known() && d.first >= from.first && d.last <= to.last }
	c.tests = append(c.tests, test{
		names:   []string{"Date", "UTCDate"},
		all:     func(tags []tagvalue.Tag) bool { return holds(dateTags(tags)) },
		columns: []int{numberDay, numberDays},
		fits:    func(n []uint64) bool { return n[0] > 0 && holds(days{n[0], n[0] + n[1] - 1}) },
	})
	c.skips = append(c.skips, func(m *skip.Meta) bool {
		return !m.Dates.Known || m.Dates.Max < from.first || m.Dates.Min > to.last
	})
	return nil
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

func (c *query) eco(q *Query) error {
	if q.ECO == "" {
		return nil
	}
	low, high := cutRange(q.ECO)
	from, ok1 := ecoBound(low, "A00", '0')
	to, ok2 := ecoBound(high, "E99", '9')
	if !ok1 || !ok2 || to < from {
		return &QueryError{"ECO", q.ECO, "codes such as B20, B20-B99, C4 or E"}
	}
	v := interval{from, to}
	c.tests = append(c.tests, test{
		names:   []string{"ECO"},
		holds:   func(value []byte) bool { return v.has(ecoOf(value)) },
		columns: []int{numberECO},
		fits:    func(n []uint64) bool { return n[0] > 0 && v.holds(n[0]-1) },
	})
	var groups uint64
	for g := from / 10; g <= to/10; g++ {
		groups |= 1 << g
	}
	c.skips = append(c.skips, func(m *skip.Meta) bool { return m.ECO&groups == 0 })
	return nil
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
	n := ecoOf(b)
	return n, n >= 0
}

func (c *query) result(q *Query) error {
	if q.Result == "" {
		return nil
	}
	var want uint8
	for _, r := range strings.Split(q.Result, ",") {
		bit := resultOf([]byte(strings.TrimSpace(r)))
		if bit == skip.OtherResult {
			return &QueryError{"Result", q.Result, "1-0, 0-1, 1/2-1/2 or *, or several by commas"}
		}
		want |= bit
	}
	c.tests = append(c.tests, test{
		names:   []string{"Result"},
		holds:   func(v []byte) bool { return resultOf(v)&want != 0 },
		columns: []int{numberResult},
		fits:    func(n []uint64) bool { return n[0] > 0 && want>>(n[0]-1)&1 != 0 },
	})
	c.skips = append(c.skips, func(m *skip.Meta) bool { return m.Results&want == 0 })
	return nil
}

// speeds are the classes of time controls: seconds that base and 40 increments
// must be below.
var speeds = []struct {
	name  string
	below int
}{{"bullet", 180}, {"blitz", 480}, {"rapid", 1500}, {"classical", maxInt}}

func (c *query) timeControl(q *Query) error {
	if q.TimeControl == "" {
		return nil
	}
	want := test{names: []string{"TimeControl"}, holds: func(v []byte) bool { return string(v) == q.TimeControl }}
	from := 0
	for _, s := range speeds {
		if s.name == strings.ToLower(q.TimeControl) {
			want.holds = func(v []byte) bool {
				n := secondsOf(v)
				return n >= from && n < s.below && n >= 0
			}
			break
		}
		from = s.below
	}
	c.tests = append(c.tests, want)
	return nil
}

// secondsOf returns what a time control gives for a game of 40 moves: base and
// 40 increments; -1 for other values than "180" or "180+2".
func secondsOf(value []byte) int {
	base, added, plus := bytes.Cut(value, []byte("+"))
	b, err := strconv.Atoi(string(base))
	if err != nil || b < 0 {
		return -1
	}
	if !plus {
		return b
	}
	a, err := strconv.Atoi(string(added))
	if err != nil || a < 0 || a > 1<<20 {
		return -1
	}
	return b + 40*a
}

func (c *query) length(q *Query) error {
	if q.Plies == "" {
		return nil
	}
	v, err := parseInterval("Plies", q.Plies)
	if err != nil {
		return err
	}
	c.tests = append(c.tests, test{
		plies:   v.has,
		columns: []int{numberPlies},
		fits:    func(n []uint64) bool { return n[0] > 0 && v.holds(n[0]-1) },
	})
	c.skips = append(c.skips, func(m *skip.Meta) bool { return v.misses(&m.Plies) })
	return nil
}

// asksNothing reports whether every game is meant.
func (c *query) asksNothing() bool {
	return len(c.tests) == 0
}

// mayMean reports whether a frame with the given meta may have games that are
// meant.
func (c *query) mayMean(meta []byte) bool {
	if len(meta) == 0 || len(c.skips) == 0 {
		return true
	}
	m, err := skip.Parse(meta)
	if err != nil {
		return true // the footer's checksum holds: made by a later version
	}
	for _, s := range c.skips {
		if s(&m) {
			return false
		}
	}
	return true
}
