package tags

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// header replaces the head of a column.
func header(b ...byte) func([]byte) []byte {
	return func(s []byte) []byte { return append(append([]byte(nil), b...), s[len(b):]...) }
}

// whole replaces a column.
func whole(b ...byte) func([]byte) []byte { return func([]byte) []byte { return b } }

func more(s []byte) []byte { return append(append([]byte(nil), s...), 1, 2, 3, 4, 5, 6, 7, 8) }
func half(s []byte) []byte { return s[:len(s)/2] }

// TestDamagedColumns checks that the error names the column, the game where one is
// known, and what was expected.
func TestDamagedColumns(t *testing.T) {
	const n = 300
	list := func() *Table { return tableOf(n, col("FEN", n, fen)) }
	alone := func(value func(i int) string) *Table { return tableOf(n, col("x", n, value)) }
	rated := func() *Table { return ratedGames(n, "", nil) }
	copied := func() *Table { return tableOf(n, col("z", n, identifier), col("x", n, identifier)) }
	odd := func(f func(i int) string) *Table { return alone(some(20, "?", f)) }
	for _, c := range []struct {
		name   string
		table  *Table
		column int
		damage func([]byte) []byte
		want   string // of the error, after the column's name
	}{
		{"an unknown method", alone(event), 0, whole(200), `: the column has the unknown method 200`},
		{"no column", alone(event), 0, whole(), `: the column is missing`},
		{"texts cut", alone(event), 0, whole(1, 0xac, 2, 1, 2, 3), `: .`},
		{"texts that are predicted", alone(event), 0, func([]byte) []byte {
			return text.Append(nil, tableOf(n, col("x", n, phrase)).Columns[0].Values, text.Thorough, nil)
		}, `: a column that is not to be predicted should be packed by method 0 to 4, not 5`},
		{"exceptions that are predicted", copied(), 1, func([]byte) []byte {
			return binfmt.AppendBytes([]byte{methodCopies, 0, 1}, text.Append(nil, tableOf(n, col("x", n, phrase)).Columns[0].Values, text.Thorough, nil))
		}, `: a column that is not to be predicted`},
		{"texts of too many values", alone(event), 0, whole(0, 0xff, 0xff, 3, 'a'), `: .`},
		{"dictionary cut", alone(event), 0, half, `, game \d+: `},
		{"dictionary without a head", alone(event), 0, whole(methodDictionary), `: the column's head is cut off`},
		{"dictionary's flags", alone(event), 0, header(methodDictionary, 3), `: a dictionary has flags 3`},
		{"a dictionary of openings without any", alone(event), 0, header(methodDictionary, flagOpening), `: the values of \[x\] cannot follow from openings`},
		{"dictionary's digits", alone(event), 0, header(methodDictionary, 0, 25), `: a dictionary has flags 0 and 25 digits`},
		{"dictionary's names", alone(event), 0, header(methodDictionary, flagNames), `: the values need a column \[White\]`},
		{"dictionary with more", alone(event), 0, more, `: bytes are left over after the last value`},
		{"numbers cut", alone(integer), 0, half, `, game \d+: the column ends before its last value`},
		{"numbers' form", alone(integer), 0, header(methodNumbers, 6), `: numbers have form 6, the last is 5`},
		{"numbers' text", alone(integer), 0, whole(methodNumbers, 0, 9, 'a'), `: a text of 9 bytes has only 1`},
		{"numbers with more", alone(integer), 0, more, `: bytes are left over after the last value`},
		{"numbers' exceptions", alone(none(20, integer)), 0, dropExceptions, `, game 20: an exception is missing`},
		{"numbers refer to no form", alone(integer), 0, whole(methodNumbers, flagReference, 6), `: numbers refer to form 6, the last is 5`},
		{"numbers refer to no column", alone(integer), 0, whole(methodNumbers, flagReference, 8), `: the column depends on column 1 of 1`},
		{"numbers with more in no column", alone(integer), 0, whole(methodNumbers, flagAdded, 8), `: the column depends on column 1 of 1`},
		{"numbers' partner", alone(integer), 0, whole(methodNumbers, flagPartner, 0), `: the partner of numbers is column 0, expected after 0 and before 1`},
		{"a partner's partner", copied(), 0, whole(methodNumbers, flagPartner, 1, 0, 0, flagPartner), `: the partner of a column of numbers has one`},
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
		{"players' Black", rated(), 0, header(methodPlayers, 0), `: the values of Black are column 0, expected after 0 and before 6`},
		{"players' digits", rated(), 0, header(methodPlayers, 1, 25), `: columns of players have too many digits`},
		{"players of one side", rated(), 3, whole(methodPlayers, 4, 9, 1, 0), `: columns of players name those of one side`},
		{"players with more", rated(), 0, more, `: bytes are left over after the last value`},
		{"ratings cut", rated(), 3, half, `, game \d+: `},
		{"ratings before the first", rated(), 3, header(methodRatings, 1), `: a column of ratings is column 0, expected from 3 to 5`},
		{"ratings twice", rated(), 3, header(methodRatings, 4, 4), `: ratings of column \[WhiteElo\] are there already`},
		{"ratings of one side", rated(), 3, header(methodRatings, 4, 0), `: the ratings of a side have no column`},
		{"ratings' form", rated(), 3, header(methodRatings, 4, 5, 6, 0, 2), `: ratings have form 2, the last is 1`},
		{"ratings without players", rated(), 3, header(methodRatings, 4, 5, 6, 0, 0, 0, 1, 0, 0), `: ratings name no columns of players`},
		{"ratings with more", rated(), 3, more, `: bytes are left over after the last value`},
		{"positions cut", list(), 0, half, `, game 1: a text of`},
		{"positions with more", list(), 0, more, `: bytes are left over after the last value`},
		{"positions damaged", list(), 0, func(s []byte) []byte { return append(s[:len(s)-2:len(s)-2], 0xff, 0xff) }, `, game 1: a list is damaged`},
		{"too few positions", list(), 0, func([]byte) []byte { return binfmt.AppendBytes([]byte{methodPositions}, make([]byte, 2*299)) }, `, game 1: a list of 300 positions has 299 lines`},
		{"positions that nobody reads", func() *Table { t := list(); t.Lists = nil; return t }(), 0, whole(methodPositions, 1, 1), `: a list of positions where none is expected`},
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

// phrase is a value that is shorter predicted than packed otherwise.
func phrase(i int) string {
	list := []string{"rook", "bishop", "knight", "queen", "pawn", "ending", "attack"}
	return list[i*i%7] + " " + list[i*3%7] + " and " + list[i*i*i%7]
}

// dropExceptions takes the exceptions out of a column of numbers or identifiers.
func dropExceptions(s []byte) []byte {
	d := coding{head: s[2:], need: func(int) error { return nil }}
	if s[0] == methodNumbers {
		d.head = s[1+1:]
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

// withExceptions returns the head of a column and its exceptions.
func withExceptions(head []byte, values [][]byte) []byte {
	c := coding{table: new(Table), head: head, exceptions: values}
	c.texts = func(values [][]byte) []byte { return text.Append(nil, values, text.Quick, nil) }
	c.appendExceptions()
	return c.head
}

// TestMoreTextsThanValues checks that exceptions are no more than values, and are
// used up.
func TestMoreTextsThanValues(t *testing.T) {
	exceptions := func(n int) []byte {
		return withExceptions([]byte{methodCopies, 0, 1}, col("", n, event).Values)
	}
	table := tableOf(3, col("x", 3, integer), col("y", 3, integer))
	streams := pack(table)
	for n, want := range map[int]string{4: "there are 4 exceptions for 3 values", 2: "2 exceptions are left over after the last value"} {
		streams[1] = append(exceptions(n), 0xff, 0xff, 0xff, 0xff)
		_, err := unpack(table, streams, []int{1})
		require.ErrorContains(t, err, "[y]: "+want)
	}
}

// TestSharedColumn checks how errors name the column without a name.
func TestSharedColumn(t *testing.T) {
	_, err := unpack(tableOf(3, col("", 3, event)), [][]byte{nil}, []int{0})
	require.EqualError(t, errors.Unwrap(err), "corrupt input: stream [other tags]: the column is missing")
}
