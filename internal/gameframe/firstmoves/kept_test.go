package firstmoves

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/gameframe/openings"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// TestKept holds that a column is kept if there is room for it, that more of it takes
// the place of less, and that what was put in last stays.
func TestKept(t *testing.T) {
	start := board.Start()
	e4, _, err := notation.Standard.ParseSAN([]byte("e4"), &start, movegen.AppendLegal(nil, &start))
	require.NoError(t, err)
	g := openings.Game{Start: start, Plies: 1}
	const games = 40
	var w openings.Writer
	w.Reset(1, 0, false)
	for range games {
		w.Write(&g, []board.Move{e4})
	}
	data := w.Finish()
	read := func(n int) *openings.Reader {
		r := new(openings.Reader)
		require.NoError(t, r.Open(data, budget.New(1<<20)))
		for range n {
			require.NoError(t, r.Read(&g))
		}
		return r
	}
	some, all := read(10), read(games)

	var nothing *Kept
	nothing.put(3, all)
	require.Nil(t, nothing.of(3))
	var k Kept
	k.put(3, all)
	require.Nil(t, k.of(3), "there is no room")
	k.Keep(2 * all.Column().Size())
	k.put(3, some)
	require.Equal(t, 10, k.of(3).Games())
	require.Nil(t, k.of(4))
	k.put(3, all)
	require.Equal(t, games, k.of(3).Games())
	k.put(3, some)
	require.Equal(t, games, k.of(3).Games())
	require.Len(t, k.list, 1)
	k.put(4, all)
	require.NotNil(t, k.of(3))
	k.put(5, all)
	require.Nil(t, k.of(3), "it was put in first")
	require.NotNil(t, k.of(4))
	require.NotNil(t, k.of(5))
	require.Equal(t, 2*all.Column().Size(), k.size)

	var r openings.Reader
	r.Use(k.of(5))
	require.Equal(t, games, r.Games())
	require.Equal(t, all.Of(games-1), r.Of(games-1))
	require.Nil(t, r.Of(games))
	require.Equal(t, all.Last(), r.Last())
	require.Same(t, k.of(5), r.Column())

	k.Keep(0)
	require.Empty(t, k.list)
	require.Zero(t, k.size)
}
