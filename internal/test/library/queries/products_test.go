package queries

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/pgn"
)

// oddlyTagged are games with tags that are missing, unknown, or written differently.
const oddlyTagged = `[White "A \"b\""]
[WhiteElo "2000.5"]
[BlackElo "1800"]
[Date "2013-01"]
[Result "1/2"]
[ECO "B90/01"]

1. e4 c5 1/2-1/2

[Black ""]
[UTCDate "1999.12.31"]
[Date "????.??.??"]
[Result "won"]
[ECO "X00"]

*

1. d4 d5 *

`

// selection is a selection, and the games that it leaves of all.
type selection struct {
	name   string
	of     func(a *chesszip.Archive) chesszip.Games
	leaves func(all []chesszip.Game) []chesszip.Game
}

// selections are ranges, numbers, queries and patterns, alone and together. Queries and
// patterns are computed here from tags and moves.
func selections() (all []selection) {
	q, p := kit.Query("elo:1500+ -result:draw"), kit.Pattern(`moves:"1. e4 e5"`)
	matches := func(g *chesszip.Game) bool {
		rating := g.WhiteElo
		if rating == 0 || g.BlackElo > 0 && g.BlackElo < rating {
			rating = g.BlackElo
		}
		return rating >= 1500 && g.Result != "1/2-1/2"
	}
	has := func(g *chesszip.Game) bool {
		return len(g.Line.Moves) > 1 && g.Line.Moves[0] == board.NewMove(board.E2, board.E4, 0) && g.Line.Moves[1] == board.NewMove(board.E7, board.E5, 0)
	}
	for _, span := range [][2]int64{{math.MinInt64, math.MaxInt64}, {290, 704}, {5, 2}} {
		for _, numbers := range [][]int64{nil, {703, 1, 2, 1, 299, 700, 0}} {
			for k := range 4 {
				all = append(all, selection{
					fmt.Sprint(span, numbers, k),
					func(a *chesszip.Archive) chesszip.Games {
						g := a.Games()
						if k&1 != 0 {
							g = g.Where(q)
						}
						if g = g.Range(span[0], span[1]); numbers != nil {
							g = g.Numbers(numbers...)
						}
						if k&2 != 0 {
							g = g.With(p)
						}
						return g
					},
					func(all []chesszip.Game) (left []chesszip.Game) {
						some := all
						if numbers != nil {
							some = nil
							for _, n := range numbers {
								some = append(some, all[n])
							}
						}
						for _, g := range some {
							if g.Number < span[0] || g.Number >= span[1] || k&1 != 0 && !matches(&g) || k&2 != 0 && !has(&g) {
								continue
							}
							if k&2 != 0 {
								g.Steps = []int{2}
							}
							left = append(left, g)
						}
						return left
					},
				})
			}
		}
	}
	return all
}

// with returns g with some fields alone.
func with(g chesszip.Game, fields chesszip.Fields, tags []string) chesszip.Game {
	out := chesszip.Game{Number: g.Number, Steps: g.Steps}
	if fields&chesszip.FieldText != 0 {
		out.Text = g.Text
	}
	if fields&chesszip.FieldTags != 0 {
		out.Tags = g.Tags
		if len(tags) > 0 {
			out.Tags = nil
			for _, name := range tags {
				if value := g.Tag(name); value != "" {
					out.Tags = append(out.Tags, pgn.Tag{Name: name, Value: value})
				}
			}
		}
	}
	if fields&chesszip.FieldNumbers != 0 {
		out.Plies, out.WhiteElo, out.BlackElo, out.Result, out.ECO = g.Plies, g.WhiteElo, g.BlackElo, g.Result, g.ECO
		out.Year, out.Month, out.Day = g.Year, g.Month, g.Day
	}
	if fields&(chesszip.FieldMoves|chesszip.FieldRemarks) != 0 {
		out.Known, out.Line = g.Known, g.Line
	}
	return out
}

// same compares games; nil is an empty slice.
func same(a, b *chesszip.Game) bool {
	return a.Number == b.Number && bytes.Equal(a.Text, b.Text) && slices.Equal(a.Tags, b.Tags) &&
		[5]int{a.Plies, a.WhiteElo, a.BlackElo, a.Year, a.Month} == [5]int{b.Plies, b.WhiteElo, b.BlackElo, b.Year, b.Month} &&
		a.Day == b.Day && a.Result == b.Result && a.ECO == b.ECO && a.Known == b.Known && a.Line.Start == b.Line.Start &&
		slices.Equal(a.Line.Moves, b.Line.Moves) && slices.Equal(a.Steps, b.Steps) && len(a.Remarks) == len(b.Remarks)
}

// TestProducts asks every selection for everything, by text, packed and open columns. The
// rows of all games are compared with the texts by other tests.
func TestProducts(t *testing.T) {
	t.Parallel()
	plain, indexed := twoWays(t)
	var all []chesszip.Game
	for g, err := range plain.Games().Rows(t.Context(), chesszip.FieldText|chesszip.FieldTags|chesszip.FieldNumbers|chesszip.FieldMoves) {
		require.NoError(t, err)
		all = append(all, g)
	}
	var src bytes.Buffer
	_, err := plain.WriteTo(t.Context(), &src)
	require.NoError(t, err)
	files := map[string]*chesszip.Archive{
		"PGN": plain, "all columns": indexed, "packed": kit.OpenBytes(t, kit.Compress(t, src.Bytes(), nil), nil),
		"moves": kit.OpenBytes(t, kit.Compress(t, src.Bytes(), &chesszip.WriterOptions{Open: chesszip.ColumnMoves}), nil),
	}
	some := 0
	for _, s := range selections() {
		want := s.leaves(all)
		some = max(some, len(want))
		for name, a := range files {
			games := s.of(a)
			n, err := games.Count(t.Context())
			require.NoError(t, err, "%s, %s", name, s.name)
			require.EqualValues(t, len(want), n, "%s, %s", name, s.name)
			var text, wantText bytes.Buffer
			_, err = games.WriteTo(t.Context(), &text)
			require.NoError(t, err)
			for _, g := range want {
				wantText.Write(g.Text)
			}
			require.Equal(t, wantText.String(), text.String(), "%s, %s", name, s.name)
			for _, ask := range []struct {
				fields chesszip.Fields
				tags   []string
			}{
				{}, {fields: chesszip.FieldText}, {fields: chesszip.FieldNumbers}, {fields: chesszip.FieldMoves},
				{fields: chesszip.FieldTags | chesszip.FieldNumbers},
				{chesszip.FieldTags, []string{"White", "Event", "Round", "Nothing"}},
				{chesszip.FieldText | chesszip.FieldTags | chesszip.FieldNumbers | chesszip.FieldMoves, []string{"Event"}},
			} {
				k := 0
				for g, err := range games.Rows(t.Context(), ask.fields, ask.tags...) {
					require.NoError(t, err)
					require.Less(t, k, len(want), "%s, %s", name, s.name)
					if w := with(want[k], ask.fields, ask.tags); !same(&w, &g) {
						require.Equal(t, w, g, "%s, %s, fields %b", name, s.name, ask.fields)
					}
					k++
				}
				require.Equal(t, len(want), k, "%s, %s, fields %b", name, s.name, ask.fields)
			}
			// Each game counts once.
			once := map[int64]bool{}
			for _, g := range want {
				once[g.Number] = g.Known
			}
			known := 0
			for _, is := range once {
				if is {
					known++
				}
			}
			x, err := games.Explore(t.Context(), board.Start())
			require.NoError(t, err)
			require.EqualValues(t, known, x.Games(), "%s, %s", name, s.name)
			sorter, err := chesszip.NewSorter(&chesszip.SortOptions{By: "elo"})
			require.NoError(t, err)
			require.NoError(t, sorter.AddGames(t.Context(), games))
			sorted := 0
			for _, err := range sorter.Games(t.Context()) {
				require.NoError(t, err)
				sorted++
			}
			require.Len(t, once, sorted, "%s, %s", name, s.name)
			require.NoError(t, sorter.Close())
		}
	}
	require.Equal(t, len(all), some)
}

// TestSelectionErrors checks the errors of malformed selections, and of numbers without a
// game.
func TestSelectionErrors(t *testing.T) {
	plain, indexed := twoWays(t)
	for _, a := range []*chesszip.Archive{plain, indexed} {
		for _, games := range []chesszip.Games{
			a.Games().Where(new(chesszip.Query).Add("elo", "soon")), a.Games().With(nil), a.Games().With(new(chesszip.Pattern)).Where(nil),
		} {
			for _, err := range games.Headers(t.Context(), "White") {
				require.ErrorIs(t, err, chesszip.ErrQuery)
			}
			_, err := games.Count(t.Context())
			require.ErrorIs(t, err, chesszip.ErrQuery)
			_, err = games.WriteTo(t.Context(), io.Discard)
			require.ErrorIs(t, err, chesszip.ErrQuery)
			_, err = games.Explore(t.Context(), board.Start())
			require.ErrorIs(t, err, chesszip.ErrQuery)
		}
		var got []string
		for g, err := range a.Games().Numbers(2, -1, 1, a.NumGames()).Rows(t.Context(), 0) {
			if err != nil {
				require.ErrorIs(t, err, chesszip.ErrNoGame)
			}
			got = append(got, fmt.Sprint(g.Number, err == nil))
		}
		require.Equal(t, []string{"2 true", "-1 false", "1 true", fmt.Sprint(a.NumGames(), " false")}, got)
		n, err := a.Games().Numbers(2, -1, 1).Count(t.Context())
		require.ErrorIs(t, err, chesszip.ErrNoGame)
		require.EqualValues(t, 2, n)
		numbers := a.Games().Numbers(1, 2, 3).Numbers(9, 3, 1)
		got = nil
		for g, err := range numbers.Rows(t.Context(), 0) {
			require.NoError(t, err)
			got = append(got, fmt.Sprint(g.Number))
		}
		require.Equal(t, []string{"3", "1"}, got)
	}
}

// TestTwoQueries checks that both of two queries, and both of two patterns, must match.
func TestTwoQueries(t *testing.T) {
	plain, indexed := twoWays(t)
	for _, a := range []*chesszip.Archive{plain, indexed} {
		one, both := a.Games().Where(kit.Query("result:1-0 elo:1600+")).With(kit.Pattern("mate")), []int64(nil)
		for g, err := range one.Rows(t.Context(), 0) {
			require.NoError(t, err)
			both = append(both, g.Number)
		}
		require.NotEmpty(t, both)
		var got []int64
		two := a.Games().Where(kit.Query("elo:1600+")).With(kit.Pattern("check")).Where(kit.Query("result:1-0")).With(kit.Pattern("mate"))
		for g, err := range two.Rows(t.Context(), 0) {
			require.NoError(t, err)
			got = append(got, g.Number)
		}
		require.Equal(t, both, got)
		require.True(t, slices.IsSorted(got))
	}
}
