package tags

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// empty returns a table like another, without values.
func empty(of *Table) *Table {
	t := &Table{Games: of.Games, Plies: of.Plies, Lists: of.Lists}
	for _, c := range of.Columns {
		t.Columns = append(t.Columns, &Column{Name: c.Name, Rows: c.Rows})
	}
	return t
}

// readAll decodes all columns within a limit.
func readAll(t *Table, limit int, streams [][]byte) error {
	for i := range t.Columns {
		if err := t.Decode(i, limit, func(k int) []byte { return streams[k] }); err != nil {
			return err
		}
	}
	return nil
}

// TestDependencies checks what happens to columns that depend on each other.
func TestDependencies(t *testing.T) {
	copyOf := func(k int) []byte { return []byte{methodCopies, 0, byte(k + 1), 0, 0xff, 0xff, 0xff, 0xff} }
	texts := text.Append(nil, col("", 2, identifier).Values, text.Quick, nil)
	table := func(n int) *Table {
		t := tableOf(2)
		for i := range n {
			t.Columns = append(t.Columns, &Column{Name: fmt.Sprint("t", i), Rows: []int32{0, 1}})
		}
		return t
	}
	decode := func(t *Table, streams ...[]byte) error {
		return t.Decode(0, 1<<20, func(k int) []byte { return streams[k] })
	}
	require.NoError(t, decode(table(2), copyOf(1), texts))
	require.EqualError(t, decode(table(2), copyOf(0), texts), "corrupt input: stream [t0]: the column depends on itself")
	require.EqualError(t, decode(table(2), copyOf(1), copyOf(0)), "corrupt input: stream [t0]: the column depends on itself")
	require.EqualError(t, decode(table(2), copyOf(1), []byte{methodElsewhere, 0}), "corrupt input: stream [t0]: the column depends on itself")
	require.EqualError(t, decode(table(2), copyOf(1), nil), "corrupt input: stream [t1]: the column is missing")
	require.EqualError(t, decode(table(2), copyOf(1), copyOf(2)), "corrupt input: stream [t1]: the column depends on column 2 of 2")

	// As deep as there are columns.
	const depth = 64
	deep := table(depth)
	var streams [][]byte
	for i := range depth - 1 {
		streams = append(streams, copyOf(i+1))
	}
	require.NoError(t, decode(deep, append(streams, texts)...))
	for _, c := range deep.Columns {
		require.Equal(t, identifier(1), string(c.Values[1]), c.Name)
	}
	require.Error(t, decode(table(depth), append(streams, copyOf(0))...), "round in a circle")
}

// TestUpto checks that no more than the first games are read, in every method, even
// if the columns are cut off after them.
func TestUpto(t *testing.T) {
	const n, upto = 600, 40
	table := ratedGames(n, "", nil)
	table.Columns = append(table.Columns,
		col("UTCTime", n, clock), col("Round", n, some(20, "?", integer)), col("Site", n, some(20, "?", identifier)),
		col("Id", n, some(25, "?", some(20, "?", identifier))), col("Event", n, event), col("FEN", n, fen),
		col("Note", 150, func(int) string { return "the same" }), col("Position", n, position),
	)
	streams := pack(table)
	seen := map[byte]bool{}
	for _, s := range streams {
		seen[methodOf(s[0]).number] = true
	}
	require.Len(t, seen, len(methods), "each method")
	for _, cut := range []bool{false, true} {
		part := empty(table)
		part.Upto = upto
		if cut {
			for i, s := range streams {
				switch s[0] {
				case methodRatings, methodPlayers, methodDictionary, methodNumbers, methodIdentifiers:
					streams[i] = s[:len(s)*3/4]
				}
			}
		}
		require.NoError(t, readAll(part, 1<<20, streams))
		for i, c := range part.Columns {
			require.GreaterOrEqual(t, len(c.Values), upto, c.Name)
			for k := range upto {
				require.Equal(t, string(table.Columns[i].Values[k]), string(c.Values[k]), "%s of game %d", c.Name, k)
			}
		}
	}
	require.Error(t, readAll(empty(table), 1<<20, streams), "all games of columns that are cut off")
}

// TestLimit checks that the lengths of all values count against one limit: in
// each method alone, and in all columns together.
func TestLimit(t *testing.T) {
	const n = 300
	tables := map[string]*Table{
		"texts":       tableOf(1000, col("x", 1000, func(int) string { return "the same" })),
		"dictionary":  tableOf(n, col("x", n, event)),
		"numbers":     tableOf(n, col("x", n, some(20, "?", integer))),
		"identifiers": tableOf(n, col("x", n, some(20, "?", identifier))),
		"copies":      tableOf(n, col("x", n, identifier), col("y", n, some(20, "?", identifier))),
		"players":     tableOf(n, col("White", n, player), col("Black", n, event)),
		"ratings":     ratedGames(n, "WhiteElo", some(20, "?", integer)),
		"names":       tableOf(n, col("White", n, player), col("Black", n, event), col("z", n, func(i int) string { return player(i) + " won" })),
	}
	for name, table := range tables {
		total := 0
		for _, c := range table.Columns {
			total += size(c.Values)
		}
		streams := pack(table)
		require.NoError(t, readAll(empty(table), total, streams), name)
		err := readAll(empty(table), total-1, streams)
		require.ErrorIs(t, err, corrupt.Err, name)
	}
	// A list of positions may have as many bytes as lines in addition.
	table := tableOf(n, col("FEN", n, fen))
	total := size(table.Columns[0].Values)
	require.NoError(t, readAll(empty(table), total+n, pack(table)))
	require.Error(t, readAll(empty(table), total-1, pack(table)))
}

// TestHostile has 64 columns that each claim values as large as the limit, in few
// bytes: they may not take it 64 times over, even where decoding goes on after
// an error.
func TestHostile(t *testing.T) {
	const columns, limit = 64, 1 << 20
	long := strings.Repeat("abcdefgh", limit/8)
	packed := text.Append(nil, [][]byte{[]byte(long)}, text.Quick, nil)
	require.Less(t, len(packed), 1000)
	for name, stream := range map[string][]byte{
		"texts":       packed,
		"exceptions":  append(withExceptions([]byte{methodIdentifiers, 5, 0, 4}, [][]byte{[]byte(long)}), 0, 0, 0, 0),
		"identifiers": {methodIdentifiers, 5, 0, 0x80, 0x80, 0x40, 0, 0xff, 0xff, 0xff, 0xff},
		"numbers":     append(append([]byte{methodNumbers, 0, 0x80, 0x80, 0x08}, make([]byte, 1<<17)...), 0, 0, 0, 0, 0),
	} {
		table := tableOf(1)
		for range columns {
			table.Columns = append(table.Columns, &Column{Name: "x", Rows: []int32{0}})
		}
		failed := 0
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range columns {
			if err := table.Decode(i, limit, func(int) []byte { return stream }); err != nil {
				failed++
			}
		}
		runtime.ReadMemStats(&after)
		require.GreaterOrEqual(t, failed, columns-8, name)
		require.LessOrEqual(t, table.used, limit, name)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(24*limit), "%s: bytes taken", name)
	}
}

// TestFlipped has columns with a few bits or bytes changed: an error that names
// a column, or other values, within the limit and without a panic.
func TestFlipped(t *testing.T) {
	table := server(60)
	streams := pack(table)
	r := rand.New(rand.NewPCG(3, 4))
	errors := 0
	for range 400 {
		bad := append([][]byte(nil), streams...)
		i := r.IntN(len(bad))
		b := append([]byte(nil), bad[i]...)
		if r.IntN(3) == 0 {
			b = b[:r.IntN(len(b)+1)]
		} else {
			for range 1 + r.IntN(3) {
				b[r.IntN(min(len(b), 40))] ^= 1 << r.IntN(8)
			}
		}
		bad[i] = b
		if err := readAll(empty(table), 1<<16, bad); err != nil {
			errors++
			require.ErrorIs(t, err, corrupt.Err)
			require.Contains(t, err.Error(), "stream [")
		}
	}
	require.Greater(t, errors, 100)
}
