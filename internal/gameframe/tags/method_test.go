package tags

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
)

// fakeLists stores the numbers of positions that fen makes, two bytes each.
type fakeLists struct{}

func (fakeLists) Append(dst, lines []byte, _ bool, _ *budget.Budget) ([]byte, bool) {
	for line := range bytes.Lines(lines) {
		var n uint16
		if _, err := fmt.Sscan(string(line[bytes.LastIndexByte(line, ' ')+1:]), &n); err != nil || fen(int(n))+"\n" != string(line) {
			return nil, false
		}
		dst = binary.BigEndian.AppendUint16(dst, n)
	}
	return dst, true
}

func (fakeLists) Decode(src []byte, limit int, _ *budget.Budget) (lines []byte, err error) {
	for ; len(src) >= 2; src = src[2:] {
		n := binary.BigEndian.Uint16(src)
		if n == 0xffff || len(lines) > limit {
			return nil, errors.New("a list is damaged")
		}
		lines = append(lines, fen(int(n))+"\n"...)
	}
	return lines, nil
}

// fen returns a value that fakeLists can store.
func fen(i int) string {
	return fmt.Sprintf("k/%d/p/p/p/p/p/%d8 w KQkq - 0 %d", i%8, i%7, i)
}

// col returns a column of values, one for each game.
func col(name string, n int, value func(i int) string) *Column {
	c := &Column{Name: name}
	for i := range n {
		c.Rows, c.Values = append(c.Rows, int32(i)), append(c.Values, []byte(value(i)))
	}
	return c
}

// tableOf returns a table of columns of some games.
func tableOf(games int, columns ...*Column) *Table {
	t := &Table{Games: games, Columns: columns, Lists: fakeLists{}}
	for i := range games {
		t.Plies = append(t.Plies, int32(40+i*i%60))
	}
	return t
}

// letters returns n letters out of those given, made up from a number.
func letters(of string, n, seed int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 9))
	var b strings.Builder
	for range n {
		b.WriteByte(of[r.IntN(len(of))])
	}
	return b.String()
}

func random(i, n int) int { return rand.New(rand.NewPCG(uint64(i), 5)).IntN(n) }

// some makes every n-th value another one.
func some(n int, other string, value func(i int) string) func(i int) string {
	return func(i int) string {
		if i%n == n-1 {
			return other + fmt.Sprint(i)
		}
		return value(i)
	}
}

func integer(i int) string { return fmt.Sprint(random(i, 5000)) }
func change(i int) string  { return fmt.Sprintf("%+d", random(i, 5000)-2500) }
func clock(i int) string {
	v := random(i, 86400)
	return fmt.Sprintf("%02d:%02d:%02d", v/3600, v/60%60, v%60)
}
func event(i int) string      { return fmt.Sprint("event ", string(rune('a'+random(i, 6)))) }
func player(i int) string     { return "Player " + letters(smalls, 2+i%5, random(i, 20)) }
func identifier(i int) string { return letters(digits+capitals+smalls, 8, i) }

// ratedGames returns columns of players and ratings; the column named has the
// values given instead.
func ratedGames(games int, name string, value func(i int) string) *Table {
	t := tableOf(games,
		col("White", games, player),
		col("Black", games, func(i int) string { return player(i + games) }),
		col("Result", games, func(i int) string { return []string{"1-0", "0-1", "1/2-1/2"}[random(i, 3)] }),
		col("WhiteElo", games, func(i int) string { return fmt.Sprint(1500 + random(i, 900)) }),
		col("BlackElo", games, func(i int) string { return fmt.Sprint(1500 + random(i+games, 900)) }),
		col("WhiteRatingDiff", games, func(i int) string { return fmt.Sprintf("%+d", random(i, 20)-10) }))
	for i, c := range t.Columns {
		if c.Name == name {
			t.Columns[i] = col(name, games, value)
		}
	}
	return t
}

// TestChosen holds which method a column has, each where it is chosen and where
// it just is not, and that all come back.
func TestChosen(t *testing.T) {
	long := func(i int) string { return "a word and another, " + letters(smalls, 20+i%7, i) }
	for _, c := range []struct {
		name  string
		want  byte
		table *Table // whose last column is looked at
	}{
		{"no values", 0, tableOf(1, col("x", 0, event))},
		{"one value", 0, tableOf(1, col("x", 1, event))},
		{"the same value", 0, tableOf(1000, col("x", 1000, func(int) string { return "?" }))},
		{"few texts", methodTexts, tableOf(30, col("x", 30, long))},
		{"a few more texts than fit", methodDictionary, tableOf(fewValues, col("x", fewValues, long))},

		{"words that recur", methodDictionary, tableOf(300, col("x", 300, event))},
		{"numbers that recur", methodDictionary, tableOf(600, col("x", 600, func(i int) string { return fmt.Sprint(i * i % 7 * 1000) }))},
		{"numbers of which half recur", methodNumbers, tableOf(600, col("x", 600, func(i int) string { return fmt.Sprint(i / 2 * 3) }))},

		{"integers", methodNumbers, tableOf(300, col("x", 300, integer))},
		{"with a sign", methodNumbers, tableOf(300, col("x", 300, change))},
		{"times of day", methodNumbers, tableOf(300, col("x", 300, clock))},
		{"numbers behind words", methodNumbers, tableOf(300, col("x", 300, func(i int) string { return "round " + integer(i) + ")" }))},
		{"one in ten no number", methodNumbers, tableOf(300, col("x", 300, some(10, "?", integer)))},
		{"one in nine no number", methodDictionary, tableOf(300, col("x", 300, some(9, "?", integer)))},
		{"numbers with needless zeros", methodDictionary, tableOf(300, col("x", 300, func(i int) string { return "0" + letters(digits, 1+i%12, i) }))},

		{"identifiers", methodIdentifiers, tableOf(300, col("x", 300, identifier))},
		{"one in ten of another length", methodIdentifiers, tableOf(300, col("x", 300, some(10, "another", identifier)))},
		{"one in nine of another length", methodDictionary, tableOf(300, col("x", 300, some(9, "another", identifier)))},
		{"of the least length", methodIdentifiers, tableOf(300, col("x", 300, func(i int) string { return letters(smalls+digits, leastIdentifier, i) }))},
		{"shorter", methodDictionary, tableOf(300, col("x", 300, func(i int) string { return letters(smalls+digits+capitals, leastIdentifier-1, i) }))},
		{"of ten letters", methodIdentifiers, tableOf(300, col("x", 300, func(i int) string { return letters("abcdefghij", 8, i) }))},
		{"of nine letters", methodDictionary, tableOf(300, col("x", 300, func(i int) string { return letters("abcdefghi", 8, i) }))},
		{"of 65 letters", methodDictionary, tableOf(300, col("x", 300, func(i int) string { return letters(digits+capitals+smalls+"-_.", 8, i) }))},

		{"copies", methodCopies, tableOf(300, col("x", 300, identifier), col("y", 300, identifier))},
		{"copies of what is behind the slash", methodCopies, tableOf(300, col("x", 300, func(i int) string { return "http://x/" + identifier(i) }), col("y", 300, identifier))},
		{"one in twenty no copy", methodCopies, tableOf(300, col("x", 300, identifier), col("y", 300, some(20, "another", identifier)))},
		{"one in eighteen no copy", methodIdentifiers, tableOf(300, col("x", 300, identifier), col("y", 300, some(18, "another", identifier)))},
		{"copies of a column that is all the same", methodDictionary, tableOf(300, col("x", 300, func(int) string { return "same" }), col("y", 300, some(100, "other", func(int) string { return "same" })))},

		{"names of players", methodPlayers, tableOf(leastNames, col("Black", leastNames, event), col("White", leastNames, player))},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == methodPlayers { // Black is to come after White
				c.table.Columns[0], c.table.Columns[1] = c.table.Columns[1], c.table.Columns[0]
				streams := comesBack(t, c.table)
				require.Equal(t, []byte{methodPlayers, methodElsewhere}, []byte{streams[0][0], streams[1][0]})
				return
			}
			streams := comesBack(t, c.table)
			require.Equal(t, c.want, methodOf(streams[len(streams)-1][0]).number)
		})
	}
}

// comesBack returns the columns of a table, which come back.
func comesBack(t *testing.T, table *Table) [][]byte {
	t.Helper()
	streams := pack(table)
	order := indices(len(streams))
	got, err := unpack(table, streams, order)
	require.NoError(t, err)
	equal(t, got, table, order)
	return streams
}

// TestTogether holds when columns are stored together: those of players, and of
// ratings.
func TestTogether(t *testing.T) {
	twice := func(t *Table) *Table {
		c := t.Columns[0]
		c.Rows[3] = c.Rows[2]
		return t
	}
	without := func(t *Table, name string) *Table {
		i := t.number(t.find(name, len(t.Columns)))
		t.Columns = append(t.Columns[:i], t.Columns[i+1:]...)
		return t
	}
	text := func(int) string { return "?" }
	rated := []byte{methodRatings, methodElsewhere, methodElsewhere}
	for _, c := range []struct {
		name  string
		from  int // column
		want  []byte
		table *Table
	}{
		{"players of eight games", 0, []byte{methodPlayers, methodElsewhere}, tableOf(leastNames, col("White", leastNames, player), col("Black", leastNames, event))},
		{"of seven", 0, []byte{methodDictionary, methodDictionary}, tableOf(leastNames-1, col("White", leastNames-1, player), col("Black", leastNames-1, event))},
		{"all the same", 0, []byte{methodTexts, methodDictionary}, tableOf(300, col("White", 300, text), col("Black", 300, event))},
		{"Black first", 0, []byte{methodDictionary, methodDictionary}, tableOf(300, col("Black", 300, player), col("White", 300, event))},
		{"a game with White twice", 0, []byte{methodDictionary, methodDictionary}, twice(tableOf(300, col("White", 300, player), col("Black", 300, event)))},
		{"ratings", 3, rated, ratedGames(300, "", nil)},
		{"of eight games", 3, rated, ratedGames(leastRatings, "", nil)},
		{"half no numbers", 3, rated, ratedGames(300, "WhiteElo", some(2, "?", integer))},
		{"more than half no numbers", 3, []byte{methodDictionary, methodNumbers}, ratedGames(300, "WhiteElo", func(i int) string {
			if i%20 < 11 {
				return "?" + integer(i)
			}
			return integer(i)
		})},
		{"without Black's", 3, []byte{methodNumbers}, without(ratedGames(300, "", nil), "BlackElo")},
		{"without changes", 3, rated[:2], without(ratedGames(300, "", nil), "WhiteRatingDiff")},
		{"without players", 2, []byte{methodNumbers}, without(ratedGames(300, "", nil), "White")},
		{"without results", 2, rated, without(ratedGames(300, "", nil), "Result")},
		{"too large for ratings", 3, rated, ratedGames(300, "WhiteElo", some(30, "9000000", integer))},
	} {
		t.Run(c.name, func(t *testing.T) {
			streams := comesBack(t, c.table)
			var got []byte
			for _, s := range streams[c.from:] {
				got = append(got, methodOf(s[0]).number)
			}
			require.GreaterOrEqual(t, len(got), len(c.want))
			require.Equal(t, c.want, got[:len(c.want)])
		})
	}
}

// TestPositions holds when columns are lists of positions.
func TestPositions(t *testing.T) {
	for _, c := range []struct {
		name string
		want bool
		n    int
		of   func(i int) string
	}{
		{"four positions", true, leastPositions, fen},
		{"three", false, leastPositions - 1, fen},
		{"more than one list", true, 2*listLength + 3, fen},
		{"one with a slash more", false, 30, some(30, "/", fen)},
		{"too short", false, 30, func(i int) string { return strings.Repeat("/", 7) + "w - " + fmt.Sprint(i) }},
		{"no list", false, 30, some(30, "k/p/p/p/p/p/p/8 w KQkq - 0 ", fen)},
		{"two lines", false, 30, func(i int) string { return fen(i) + "\r" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			streams := comesBack(t, tableOf(c.n, col("FEN", c.n, c.of)))
			require.Equal(t, c.want, streams[0][0] == methodPositions, "method %d", streams[0][0])
		})
	}
	table := tableOf(30, col("FEN", 30, fen))
	table.Lists = nil
	require.NotEqual(t, methodPositions, int(pack(table)[0][0]), "nobody stores lists")
}

// TestIdentifierForms holds which form identifiers have.
func TestIdentifierForms(t *testing.T) {
	small, all := digits+smalls, digits+capitals+smalls
	for _, c := range []struct {
		name       string
		form       byte
		n          int
		before, of string
	}{
		{"an alphabet of its own", 0, 300, "http://x/", "0123456789ABCDEF"},
		{"Lichess", 1, 300, "https://lichess.org/", all},
		{"Lichess without capitals", 2, 300, "https://lichess.org/", small},
		{"another server", 3, 300, "http://x/", all},
		{"without capitals", 4, 300, "", small},
		{"few hexadecimal ones", 4, 12, "http://x/", "0123456789abcdef"},
	} {
		t.Run(c.name, func(t *testing.T) {
			streams := comesBack(t, tableOf(c.n, col("x", c.n, func(i int) string { return c.before + letters(c.of, 12, i) })))
			require.Equal(t, []byte{methodIdentifiers, c.form}, streams[0][:2])
		})
	}
	// Digits alone are numbers, unless they are too long.
	streams := comesBack(t, tableOf(300, col("x", 300, func(i int) string { return letters(digits, valueform.MaxDigits+1, i) })))
	require.Equal(t, []byte{methodIdentifiers, 5}, streams[0][:2])
}

// TestReplacedNames holds that names of players in other tags are replaced: where one in
// ten has any, and the names are long enough.
func TestReplacedNames(t *testing.T) {
	const n = 300
	table := func(name, other string, every int) *Table {
		return tableOf(n,
			col("White", n, func(i int) string { return name + fmt.Sprint(random(i, 9)) }),
			col("Black", n, event),
			col("Termination", n, func(i int) string {
				if i%every == 0 {
					return name + fmt.Sprint(random(i, 9)) + " won, " + event(i) + " lost"
				}
				return other
			}))
	}
	for _, c := range []struct {
		name  string
		want  byte
		table *Table
	}{
		{"one in ten", flagNames, table("Al ", "drawn", 10)},
		{"one in twelve", 0, table("Al ", "drawn", 12)},
		{"a value with the byte 1", 0, table("Al ", "\x01", 2)},
	} {
		t.Run(c.name, func(t *testing.T) {
			streams := comesBack(t, c.table)
			require.Equal(t, []byte{methodDictionary, c.want}, streams[2][:2])
		})
	}
	require.Equal(t, "\x01 won", string(replaceNames([]byte("Ale won"), []byte("Ale"), []byte("le"))))
	require.Equal(t, "Ale won", string(replaceNames([]byte("Ale won"), []byte("Al"), []byte("le"))), "short names")
}

// header replaces the head of a column.
func header(b ...byte) func([]byte) []byte {
	return func(s []byte) []byte { return append(append([]byte(nil), b...), s[len(b):]...) }
}

// whole replaces a column.
func whole(b ...byte) func([]byte) []byte { return func([]byte) []byte { return b } }

func more(s []byte) []byte { return append(append([]byte(nil), s...), 1, 2, 3, 4, 5, 6, 7, 8) }
func half(s []byte) []byte { return s[:len(s)/2] }

// TestDamagedColumns holds that the error names the column, the game where one is
// known, and what was expected.
func TestDamagedColumns(t *testing.T) {
	const n = 300
	alone := func(value func(i int) string) *Table { return tableOf(n, col("x", n, value)) }
	rated := func() *Table { return ratedGames(n, "", nil) }
	copied := func() *Table { return tableOf(n, col("z", n, identifier), col("x", n, identifier)) }
	odd := func(f func(i int) string) *Table { return alone(some(20, "?", f)) }
	for _, c := range []struct {
		name   string
		table  *Table
		column int
		damage func([]byte) []byte
		want   string // of the error, behind the column's name
	}{
		{"an unknown method", alone(event), 0, whole(200), `: the column has the unknown method 200`},
		{"no column", alone(event), 0, whole(), `: the column is missing`},
		{"texts cut", alone(event), 0, whole(1, 0xac, 2, 1, 2, 3), `: .`},
		{"texts of too many values", alone(event), 0, whole(0, 0xff, 0xff, 3, 'a'), `: .`},
		{"dictionary cut", alone(event), 0, half, `, game \d+: `},
		{"dictionary without a head", alone(event), 0, whole(methodDictionary), `: the column's head is cut off`},
		{"dictionary's flags", alone(event), 0, header(methodDictionary, 3), `: a dictionary has flags 3`},
		{"a dictionary of openings without any", alone(event), 0, header(methodDictionary, flagOpening), `: the values of \[x\] cannot follow from openings`},
		{"dictionary's digits", alone(event), 0, header(methodDictionary, 0, 25), `: a dictionary has flags 0 and 25 digits`},
		{"dictionary's names", alone(event), 0, header(methodDictionary, flagNames), `: the values need a column \[White\]`},
		{"dictionary with more", alone(event), 0, more, `: bytes are left over after the last value`},
		{"numbers cut", alone(integer), 0, half, `, game \d+: the column ends before its last value`},
		{"numbers' form", alone(integer), 0, header(methodNumbers, 3), `: numbers have form 3, the last is 2`},
		{"numbers' text", alone(integer), 0, whole(methodNumbers, 0, 0, 0, 0, 9, 'a'), `: a text of 9 bytes has only 1`},
		{"numbers with more", alone(integer), 0, more, `: bytes are left over after the last value`},
		{"numbers' exceptions", odd(integer), 0, dropExceptions, `, game 20: an exception is missing`},
		{"identifiers cut", alone(identifier), 0, half, `, game \d+: the column ends before its last value`},
		{"identifiers' form", alone(identifier), 0, header(methodIdentifiers, 6), `: identifiers have form 6, the last is 5`},
		{"identifiers' alphabet cut", alone(identifier), 0, whole(methodIdentifiers, 0, 0, 1, 2), `: the alphabet of identifiers is cut off`},
		{"identifiers' alphabet empty", alone(identifier), 0, whole(append(append([]byte{methodIdentifiers, 0, 0}, make([]byte, 32)...), 4, 0)...), `: the alphabet of identifiers has no letters`},
		{"identifiers too long", alone(identifier), 0, whole(methodIdentifiers, 3, 0, 0xff, 0xff, 0xff, 3, 0, 0xff, 0xff, 0xff, 0xff), `, game 1: the values of all tags together are longer`},
		{"identifiers with more", alone(identifier), 0, more, `: bytes are left over after the last value`},
		{"identifiers' exceptions", odd(identifier), 0, dropExceptions, `, game 20: an exception is missing`},
		{"copies cut", copied(), 1, func(s []byte) []byte { return s[:4] }, `, game \d+: `},
		{"copies' form", copied(), 1, header(methodCopies, 2), `: copies have form 2, the last is 1`},
		{"copies of nothing", copied(), 1, header(methodCopies, 0, 0), `: copies name no column`},
		{"copies of a column that is not there", copied(), 1, header(methodCopies, 0, 9), `: the column depends on column 8 of 2`},
		{"copies with more", copied(), 1, more, `: bytes are left over after the last value`},
		{"elsewhere in none", rated(), 4, whole(methodElsewhere, 9), `: the column depends on column 9 of 6`},
		{"elsewhere, but not there", rated(), 4, whole(methodElsewhere, 2), `: the values are not in column \[Result\]`},
		{"elsewhere with more", rated(), 4, more, `: bytes are left over`},
		{"players cut", rated(), 0, half, `, game \d+: `},
		{"players' Black", rated(), 0, header(methodPlayers, 0), `: the names of Black are column 0, expected after 0 and before 6`},
		{"players' digits", rated(), 0, header(methodPlayers, 1, 25), `: columns of players have too many digits`},
		{"players with more", rated(), 0, more, `: bytes are left over after the last value`},
		{"ratings cut", rated(), 3, half, `, game \d+: `},
		{"ratings before the first", rated(), 3, header(methodRatings, 1), `: a column of ratings is column 0, expected from 3 to 5`},
		{"ratings twice", rated(), 3, header(methodRatings, 4, 4), `: ratings of column \[WhiteElo\] are there already`},
		{"ratings of one side", rated(), 3, header(methodRatings, 4, 0), `: the ratings of a side have no column`},
		{"ratings' form", rated(), 3, header(methodRatings, 4, 5, 6, 0, 2), `: ratings have form 2, the last is 1`},
		{"ratings without players", rated(), 3, header(methodRatings, 4, 5, 6, 0, 0, 0, 1, 0, 0), `: ratings name no columns of players`},
		{"ratings with more", rated(), 3, more, `: bytes are left over after the last value`},
		{"positions cut", alone(fen), 0, half, `, game 1: a text of`},
		{"positions with more", alone(fen), 0, more, `: bytes are left over after the last value`},
		{"positions damaged", alone(fen), 0, func(s []byte) []byte { return append(s[:len(s)-2:len(s)-2], 0xff, 0xff) }, `, game 1: a list is damaged`},
		{"too few positions", alone(fen), 0, func([]byte) []byte { return binfmt.AppendBytes([]byte{methodPositions}, make([]byte, 2*299)) }, `, game 1: a list of 300 positions has 299 lines`},
		{"positions that nobody reads", func() *Table { t := alone(fen); t.Lists = nil; return t }(), 0, whole(methodPositions, 1, 1), `: a list of positions where none is expected`},
	} {
		t.Run(c.name, func(t *testing.T) {
			lists := c.table.Lists
			streams := pack(c.table)
			streams[c.column] = c.damage(streams[c.column])
			c.table.Lists = lists
			_, err := unpack(c.table, streams, []int{c.column})
			require.ErrorIs(t, err, corrupt.Err)
			name := c.table.Columns[c.column].Name
			require.Regexp(t, `corrupt input: stream \[`+name+`\]`+c.want, err.Error())
		})
	}
}

// dropExceptions takes the exceptions out of a column of numbers or identifiers.
func dropExceptions(s []byte) []byte {
	d := coding{head: s[2:], need: func(int) error { return nil }}
	if s[0] == methodNumbers {
		d.head = s[1+1+3:]
		d.bytes(nil)
		d.bytes(nil)
	} else {
		d.bytes(nil)
		d.number(0)
	}
	before := len(s) - len(d.head)
	d.bytes(nil)
	return append(append(append([]byte(nil), s[:before]...), 0), d.head...)
}

// TestMoreTextsThanValues holds that exceptions are no more than values, and are
// used up.
func TestMoreTextsThanValues(t *testing.T) {
	exceptions := func(n int) []byte {
		return appendExceptions([]byte{methodCopies, 0, 1}, col("", n, event).Values, nil)
	}
	table := tableOf(3, col("x", 3, integer), col("y", 3, integer))
	streams := pack(table)
	for n, want := range map[int]string{4: "there are 4 exceptions for 3 values", 2: "2 exceptions are left over after the last value"} {
		streams[1] = append(exceptions(n), 0xff, 0xff, 0xff, 0xff)
		_, err := unpack(table, streams, []int{1})
		require.ErrorContains(t, err, "[y]: "+want)
	}
}

// TestSharedColumn holds how errors name the column without a name.
func TestSharedColumn(t *testing.T) {
	_, err := unpack(tableOf(3, col("", 3, event)), [][]byte{nil}, []int{0})
	require.EqualError(t, errors.Unwrap(err), "corrupt input: stream [other tags]: the column is missing")
}
