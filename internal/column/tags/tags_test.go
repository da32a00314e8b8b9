package tags

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/column/text"
)

// pack codes all columns of t, that named FEN as thoroughly as may be.
func pack(t *Table) (streams [][]byte) {
	for i, c := range t.Columns {
		effort := text.Quick
		if c.Name == "FEN" {
			effort = text.Thorough
		}
		streams = append(streams, t.Append(nil, i, effort))
	}
	return streams
}

// unpack reads columns in the given order.
func unpack(of *Table, streams [][]byte, order []int) (*Table, error) {
	t := &Table{Games: of.Games, Plies: of.Plies, Lists: of.Lists}
	for _, c := range of.Columns {
		t.Columns = append(t.Columns, &Column{Name: c.Name, Rows: c.Rows})
	}
	for _, i := range order {
		if err := t.Decode(i, 1<<20, func(k int) []byte { return streams[k] }); err != nil {
			return t, fmt.Errorf("column %d: %w", i, err)
		}
	}
	return t, nil
}

func equal(t interface{ Fatalf(string, ...any) }, got, want *Table, order []int) {
	for _, i := range order {
		g, w := got.Columns[i], want.Columns[i]
		for k := range w.Values {
			if string(g.Values[k]) != string(w.Values[k]) {
				t.Fatalf("%s of game %d is %q, want %q", w.Name, w.Rows[k], g.Values[k], w.Values[k])
			}
		}
	}
}

// tagNames has those that are treated by what they mean, and others.
var tagNames = []string{"Event", "Site", "White", "Black", "Result", "UTCTime", "WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff", "Termination", "PlyCount", "x", ""}

// TestInverse checks that all tables come back, whole and column by column.
func TestInverse(t *testing.T) {
	kinds := []func(*rapid.T) string{
		func(t *rapid.T) string {
			return rapid.SampledFrom([]string{"a", "b", "Al won", "Bob won", "", "\x01"}).Draw(t, "v")
		},
		func(t *rapid.T) string { return fmt.Sprint(rapid.IntRange(-30, 2500).Draw(t, "v")) },
		func(t *rapid.T) string { return fmt.Sprintf("%+d", rapid.IntRange(-30, 30).Draw(t, "v")) },
		func(t *rapid.T) string { return fmt.Sprintf("http://x/%08x", rapid.Uint32().Draw(t, "v")) },
		func(t *rapid.T) string {
			v := rapid.IntRange(0, 86399).Draw(t, "v")
			return fmt.Sprintf("%02d:%02d:%02d", v/3600, v/60%60, v%60)
		},
		func(t *rapid.T) string { return string(rapid.SliceOfN(rapid.Byte(), 0, 6).Draw(t, "v")) },
		func(t *rapid.T) string {
			return rapid.SampledFrom([]string{"Al", "Bob", "Cleo", "Albert", "Bobby"}).Draw(t, "v")
		},
		func(t *rapid.T) string { return rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2", "*"}).Draw(t, "v") },
	}
	rapid.Check(t, func(t *rapid.T) {
		table := &Table{Games: rapid.IntRange(1, 40).Draw(t, "games")}
		for range table.Games {
			table.Plies = append(table.Plies, int32(rapid.IntRange(0, 200).Draw(t, "plies")))
		}
		for i := range rapid.IntRange(1, 10).Draw(t, "columns") {
			c := &Column{Name: rapid.SampledFrom(tagNames).Draw(t, "name")}
			kind := rapid.SampledFrom(kinds).Draw(t, "kind")
			often := rapid.IntRange(1, 20).Draw(t, "often")
			copied := i > 0 && rapid.IntRange(0, 4).Draw(t, "copied") == 0
			for game := range int32(table.Games) {
				for n := rapid.IntRange(0, often).Draw(t, "n"); n > 0 && n < 4 || n > 15; n = 0 {
					v := []byte(kind(t))
					if copied && rapid.IntRange(0, 30).Draw(t, "strange") > 0 {
						if w := table.Columns[i-1].value(table, game); w != nil {
							v = values.Tail.Of(w)
						}
					}
					if rapid.IntRange(0, 20).Draw(t, "strange") == 0 {
						v = []byte("?")
					}
					c.Rows, c.Values = append(c.Rows, game), append(c.Values, v)
				}
			}
			if len(c.Values) > 0 {
				table.Columns = append(table.Columns, c)
			}
			if i == 0 && len(c.Values) == 0 {
				return
			}
			if len(c.Values) == 0 {
				break
			}
		}
		streams := pack(table)
		order := rapid.Permutation(indices(len(table.Columns))).Draw(t, "order")
		got, err := unpack(table, streams, order)
		require.NoError(t, err)
		equal(t, got, table, order)
		one := order[:1]
		got, err = unpack(table, streams, one)
		require.NoError(t, err)
		equal(t, got, table, one)
		// The first games of a column, and what it depends on.
		upto := rapid.IntRange(1, table.Games).Draw(t, "upto")
		part := &Table{Games: table.Games, Plies: table.Plies, Upto: upto}
		for _, c := range table.Columns {
			part.Columns = append(part.Columns, &Column{Name: c.Name, Rows: c.Rows})
		}
		require.NoError(t, part.Decode(order[0], 1<<20, func(k int) []byte { return streams[k] }))
		for k, row := range table.Columns[order[0]].Rows {
			if int(row) >= upto {
				break
			}
			if g, w := part.Columns[order[0]].Values[k], table.Columns[order[0]].Values[k]; string(g) != string(w) {
				t.Fatalf("value %d of the first %d games is %q, want %q", k, upto, g, w)
			}
		}
	})
}

func indices(n int) (v []int) {
	for i := range n {
		v = append(v, i)
	}
	return v
}

// server makes up the games of a server: players who meet at random, ratings
// that follow from their results.
func server(games int) *Table {
	r := rand.New(rand.NewPCG(1, 2))
	t := &Table{Games: games}
	rating := make([]int, 200)
	for i := range rating {
		rating[i] = 1000 + r.IntN(1200)
	}
	for _, n := range tagNames[:10] {
		t.Columns = append(t.Columns, &Column{Name: n})
	}
	clock := 0
	for g := range games {
		a, b := r.IntN(200), r.IntN(200)
		result, change := "1-0", 8
		if r.IntN(2) == 0 {
			result, change = "0-1", -8
		}
		clock += r.IntN(16)
		v := []string{"Rated game", fmt.Sprintf("https://x.org/%08x", r.Uint32()), fmt.Sprintf("player%d", a), fmt.Sprintf("player%d", b), result,
			fmt.Sprintf("%02d:%02d:%02d", clock/3600%24, clock/60%60, clock%60), fmt.Sprint(rating[a]), fmt.Sprint(rating[b]), fmt.Sprintf("%+d", change), fmt.Sprintf("%+d", -change)}
		rating[a] += change
		rating[b] -= change
		for i, c := range t.Columns {
			c.Rows, c.Values = append(c.Rows, int32(g)), append(c.Values, []byte(v[i]))
		}
		t.Plies = append(t.Plies, 60)
	}
	return t
}

// TestServer checks what a column may cost: little more than its information.
func TestServer(t *testing.T) {
	const games = 4000
	table := server(games)
	streams := pack(table)
	order := indices(len(table.Columns))
	got, err := unpack(table, streams, order)
	require.NoError(t, err)
	equal(t, got, table, order)
	name := math.Log2(200) / 8
	for i, limit := range map[int]float64{
		0: 0.01, 1: 4.03, 2: 2 * name * 1.06, 3: 0.01, 4: 0.132, 5: 0.53, 6: 0.3, 7: 0.01, 8: 0.01, 9: 0.01,
	} {
		if got := float64(len(streams[i])) / games; got > limit {
			t.Errorf("%s takes %.3f bytes a game, want at most %.3f", tagNames[i], got, limit)
		}
	}
}

func FuzzDecode(f *testing.F) {
	table := server(30)
	streams := pack(table)
	for i, s := range streams {
		f.Add(byte(i), s)
	}
	f.Fuzz(func(_ *testing.T, i byte, data []byte) {
		bad := append([][]byte(nil), streams...)
		bad[int(i)%len(bad)] = data
		_, _ = unpack(table, bad, indices(len(bad)))
	})
}

func BenchmarkDecode(b *testing.B) {
	table := server(4000)
	streams := pack(table)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := unpack(table, streams, indices(len(streams))); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(4000*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
