package duplicates

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/extsort"
)

// longer are the moves of possible duplicates: the first has two continuations.
var longer = []string{moves, moves[:len(moves)-1] + "11. Nbd2 *", moves[:len(moves)-1] + "11. Nbd2 Bb7 *", moves[:len(moves)-1] + "11. c4 *"}

// game returns a game with given numbers of player and moves.
func game(player, line int) *Game {
	return read(fmt.Sprintf("[White \"p%d\"]\n\n%s", player, longer[line]))
}

// pairsOf returns the pairs of games that differ by player and line, by comparing all.
func pairsOf(games []*Game, first bool) (pairs []Pair) {
	order := slices.Clone(games)
	if !first {
		slices.SortStableFunc(order, func(a, b *Game) int { return cmp.Or(b.Plies()-a.Plies(), cmp.Compare(b.bytes, a.bytes)) })
	}
	var kept []*compared
	for _, g := range order {
		c := g.compared()
		if i := slices.IndexFunc(kept, func(k *compared) bool { return k.same(c) }); i >= 0 {
			k := kept[i]
			pairs = append(pairs, Pair{g.Index, Place{g.Source, g.Number, g.Plies()}, Place{k.Source, k.Number, k.Plies()}})
		} else {
			kept = append(kept, c)
		}
	}
	slices.SortFunc(pairs, func(a, b Pair) int { return cmp.Compare(a.Index, b.Index) })
	return pairs
}

func pairs(t require.TestingT, f *Finder) (all []Pair) {
	for p, err := range f.Pairs(context.Background()) {
		require.NoError(t, err)
		all = append(all, p)
	}
	return all
}

// TestPairs checks that pairs are those found by comparing all games, in the order of
// the games, and that Kept has all others, whatever the memory and however often.
func TestPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.Bool().Draw(t, "first")
		f := NewFinder("", rapid.SampledFrom([]int{1, 300, 1 << 20}).Draw(t, "memory"), first)
		defer f.Close()
		var games []*Game
		for i := range rapid.IntRange(0, 12).Draw(t, "games") {
			g := game(rapid.IntRange(0, 1).Draw(t, "player"), rapid.IntRange(0, len(longer)-1).Draw(t, "line"))
			g.Source, g.Number, g.Index = rapid.Int64().Draw(t, "source"), rapid.Int64().Draw(t, "number"), uint64(250+i)
			games = append(games, g)
			require.NoError(t, f.Add(g))
		}
		want := pairsOf(games, first)
		for range 2 {
			require.Equal(t, want, pairs(t, f))
			keep, stop := f.Kept(context.Background())
			for _, g := range games {
				dropped := slices.ContainsFunc(want, func(p Pair) bool { return p.Index == g.Index })
				kept, err := keep(IndexKey(g.Index))
				require.NoError(t, err)
				require.Equal(t, dropped, !kept)
			}
			kept, err := keep(IndexKey(1 << 40))
			require.NoError(t, err)
			require.True(t, kept)
			stop()
		}
	})
}

// many returns a Finder with n equal games.
func many(t *testing.T, n, memory int) *Finder {
	f := NewFinder(t.TempDir(), memory, true)
	for i := range n {
		g := game(0, 0)
		g.Index = uint64(i)
		require.NoError(t, f.Add(g))
	}
	return f
}

// TestPairsStop checks leaving the loop, and a done context.
func TestPairsStop(t *testing.T) {
	for _, memory := range []int{1, 1 << 20} {
		f := many(t, 5, memory)
		ctx, stop := context.WithCancel(t.Context())
		stop()
		for p, err := range f.Pairs(ctx) {
			require.ErrorIs(t, err, context.Canceled)
			require.Zero(t, p)
		}
		keep, end := f.Kept(ctx)
		for range 2 {
			kept, err := keep(IndexKey(0))
			require.False(t, kept)
			require.ErrorIs(t, err, context.Canceled)
		}
		end()

		ctx, stop = context.WithCancel(t.Context())
		for range f.Pairs(ctx) {
			stop()
			break
		}
		stop()
		keep, end = f.Kept(t.Context())
		kept, err := keep(IndexKey(0))
		require.NoError(t, err)
		require.True(t, kept)
		end()
		end()

		require.Len(t, pairs(t, f), 4)
		require.NoError(t, f.Close())
		require.Empty(t, pairs(t, f))
	}
}

func TestPairsErrors(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	err := NewFinder(none, 1, false).Add(game(0, 0))
	require.ErrorIs(t, err, extsort.Err)
	require.ErrorIs(t, err, os.ErrNotExist)

	// The facts are in memory, the pairs are not.
	f := many(t, 3, 3000)
	f.pairs = extsort.New(none, 1)
	for p, err := range f.Pairs(t.Context()) {
		require.ErrorIs(t, err, extsort.Err)
		require.ErrorContains(t, err, none)
		require.Zero(t, p)
	}
	keep, stop := f.Kept(t.Context())
	defer stop()
	_, err = keep(IndexKey(0))
	require.ErrorIs(t, err, extsort.Err)
	require.NoError(t, f.Close())
}

// brief is a context that is done after so many calls.
type brief struct {
	context.Context
	asks int
}

func (e *brief) Err() error {
	if e.asks--; e.asks < 0 {
		return context.Canceled
	}
	return nil
}

// TestFindsAnew checks that pairs are complete, each once, after an interrupted search.
func TestFindsAnew(t *testing.T) {
	for _, memory := range []int{1, 1 << 20} {
		for asks := range 5 {
			f := many(t, 5, memory)
			for _, err := range f.Pairs(&brief{t.Context(), asks}) {
				require.ErrorIs(t, err, context.Canceled)
			}
			all := pairs(t, f)
			require.Len(t, all, 4)
			for i, p := range all {
				require.EqualValues(t, i+1, p.Index)
			}
			require.NoError(t, f.Close())
		}
	}
}
