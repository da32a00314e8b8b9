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

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/column/tags/values"
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

// position returns a real one, as a FEN has it.
func position(i int) string {
	p := board.Start()
	for k := range 8 {
		if p.Put(board.Square(8+k), 0); i>>k&1 == 0 {
			p.Put(board.Square(8+k), board.WhitePawn)
		}
	}
	p.FullmoveNumber += uint16(i / 3)
	return string(p.AppendFEN(nil))
}

// words look like identifiers, and are packed better as texts.
var words = [8]string{"abcdefgh", "ijklmnop", "qrstuvwx", "yzabqwer", "tyuiopas", "dfghjklz", "xcvbnmqa", "zwsxedcr"}

// fen returns a value that fakeLists can store.
func fen(i int) string {
	return fmt.Sprintf("k/%d/p/p/p/p/p/%d8 w KQkq - 0 %d", random(i, 1<<30), i%7, i)
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

// none makes every n-th value another one, which is no number.
func none(n int, value func(i int) string) func(i int) string {
	return func(i int) string {
		if i%n == n-1 {
			return "none"
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
func event(i int) string { return fmt.Sprint("event ", string(rune('a'+random(i, 6)))) }

// Letters of values.
const (
	digits   = "0123456789"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	smalls   = "abcdefghijklmnopqrstuvwxyz"
)

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

// TestChosen checks which method a column has, each where it is chosen and where
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
		{"one in ten no number", methodNumbers, tableOf(300, col("x", 300, none(10, integer)))},
		{"one in nine no number", methodDictionary, tableOf(300, col("x", 300, none(9, integer)))},
		{"dates", methodNumbers, tableOf(300, col("x", 300, func(i int) string { return fmt.Sprintf("2024.%02d.%02d", 1+i/28%12, 1+i%28) }))},
		{"milliseconds", methodNumbers, tableOf(300, col("x", 300, func(i int) string { return "2024-05-13T" + clock(i) + "." + letters("123", 3, i) + " UTC" }))},
		{"numbers behind what changes now and then", methodNumbers, tableOf(300, col("x", 300, func(i int) string { return fmt.Sprintf("%d.%d", i/20, random(i, 5000)) }))},
		{"and often", methodDictionary, tableOf(300, col("x", 300, func(i int) string { return fmt.Sprintf("%d.%d", i/9, random(i, 50)) }))},
		{"numbers with needless zeros", methodDictionary, tableOf(300, col("x", 300, func(i int) string { return "0" + letters(digits, 1+i%12, i) }))},

		{"identifiers", methodIdentifiers, tableOf(300, col("x", 300, identifier))},
		{"one in ten of another length", methodIdentifiers, tableOf(300, col("x", 300, some(10, "another", identifier)))},
		{"one in nine of another length", methodDictionary, tableOf(300, col("x", 300, some(9, "another", identifier)))},
		{"of the least length", methodIdentifiers, tableOf(300, col("x", 300, func(i int) string { return letters(smalls+digits, values.LeastIdentifier, i) }))},
		{"shorter", methodDictionary, tableOf(300, col("x", 300, func(i int) string { return letters(smalls+digits+capitals, values.LeastIdentifier-1, i) }))},
		{"words for identifiers", methodTexts, tableOf(60, col("x", 60, func(i int) string { return words[i%8] + words[i/8] }))},
		{"of ten letters", methodIdentifiers, tableOf(900, col("x", 900, func(i int) string { return letters("abcdefghij", 8, i) }))},
		{"of nine letters", methodDictionary, tableOf(900, col("x", 900, func(i int) string { return letters("abcdefghi", 8, i) }))},
		{"of 65 letters", methodDictionary, tableOf(300, col("x", 300, func(i int) string { return letters(digits+capitals+smalls+"-_.", 8, i) }))},

		{"copies", methodCopies, tableOf(300, col("x", 300, identifier), col("y", 300, identifier))},
		{"copies of what is behind the slash", methodCopies, tableOf(300, col("x", 300, func(i int) string { return "http://x/" + identifier(i) }), col("y", 300, identifier))},
		{"one in twenty no copy", methodCopies, tableOf(300, col("x", 300, identifier), col("y", 300, some(20, "another", identifier)))},
		{"one in eighteen no copy", methodIdentifiers, tableOf(300, col("x", 300, identifier), col("y", 300, some(18, "another", identifier)))},
		{"copies of a column that is all the same", methodDictionary, tableOf(300, col("x", 300, func(int) string { return "same" }), col("y", 300, some(100, "other", func(int) string { return "same" })))},

		{"names of players", methodPlayers, tableOf(leastTogether, col("Black", leastTogether, event), col("White", leastTogether, player))},
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

// TestTogether checks when columns are stored together: those of players, and of
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
		{"players of eight games", 0, []byte{methodPlayers, methodElsewhere}, tableOf(leastTogether, col("White", leastTogether, player), col("Black", leastTogether, event))},
		{"of seven", 0, []byte{methodDictionary, methodDictionary}, tableOf(leastTogether-1, col("White", leastTogether-1, player), col("Black", leastTogether-1, event))},
		{"all the same", 0, []byte{methodTexts, methodDictionary}, tableOf(300, col("White", 300, text), col("Black", 300, event))},
		{"Black first", 0, []byte{methodDictionary, methodDictionary}, tableOf(300, col("Black", 300, player), col("White", 300, event))},
		{"a game with White twice", 0, []byte{methodDictionary, methodDictionary}, twice(tableOf(300, col("White", 300, player), col("Black", 300, event)))},
		{"ratings", 3, rated, ratedGames(300, "", nil)},
		{"of eight games", 3, rated, ratedGames(leastTogether, "", nil)},
		{"half no numbers", 3, rated, ratedGames(300, "WhiteElo", some(2, "?", integer))},
		{"more than half no numbers", 3, []byte{methodNumbers, methodNumbers}, ratedGames(300, "WhiteElo", func(i int) string {
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

// TestBoards checks when columns are positions by their squares.
func TestBoards(t *testing.T) {
	for _, c := range []struct {
		name string
		want bool
		n    int
		of   func(i int) string
	}{
		{"positions", true, 300, position},
		{"without counters", true, 300, func(i int) string { return strings.Join(strings.Fields(position(i))[:4], " ") }},
		{"rights by files", true, 300, func(i int) string { return strings.Replace(position(i), "KQkq", "HAha", 1) }},
		{"now and then", true, 300, func(i int) string {
			if i%3 == 0 {
				return strings.Join(strings.Fields(position(i))[:4], " ")
			}
			return position(i)
		}},
		{"one in ten is none", true, 300, none(10, position)},
		{"one in nine is none", false, 300, none(9, position)},
	} {
		t.Run(c.name, func(t *testing.T) {
			streams := comesBack(t, tableOf(c.n, col("Start", c.n, c.of)))
			require.Equal(t, c.want, streams[0][0] == methodBoards, "method %d", streams[0][0])
		})
	}
}

// TestPositions checks when columns are lists of positions.
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

// TestIdentifierForms checks which form identifiers have.
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
	streams := comesBack(t, tableOf(300, col("x", 300, func(i int) string { return letters(digits, values.MaxDigits+1, i) })))
	require.Equal(t, []byte{methodIdentifiers, 5}, streams[0][:2])
}

// TestReplacedNames checks that names of players in other tags are replaced: where one in
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
	require.Equal(t, "\x01 won", string(dictionary.ReplaceNames([]byte("Ale won"), []byte("Ale"), []byte("le"))))
	require.Equal(t, "Ale won", string(dictionary.ReplaceNames([]byte("Ale won"), []byte("Al"), []byte("le"))), "short names")
}
