package queries

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
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

// TestOutline checks that an outline is the same from the index and from tags.
func TestOutline(t *testing.T) {
	games, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	games = append([]byte(oddlyTagged), games...)
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(games), int64(len(games)), nil)
	require.NoError(t, err)
	indexed := kit.OpenBytes(t, kit.Compress(t, games, &chesszip.WriterOptions{Open: chesszip.ColumnNames | chesszip.ColumnNumbers}), kit.EveryLevel)
	for _, i := range []int64{0, 1, 2, 3, 500, plain.NumGames() - 1} {
		want, err := plain.Outline(t.Context(), i)
		require.NoError(t, err)
		got, err := indexed.Outline(t.Context(), i)
		require.NoError(t, err)
		require.Equal(t, want, got, i)
	}
	h, err := indexed.Outline(t.Context(), 0)
	require.NoError(t, err)
	require.Equal(t, `[{White A "b"} {BlackElo 1800} {Date 2013.01.??} {Result 1/2-1/2} {ECO B90}]`, fmt.Sprint(h.Tags))
	require.Equal(t, 2, h.Plies)
	h, err = indexed.Outline(t.Context(), 1)
	require.NoError(t, err)
	require.Equal(t, `[{Date 1999.12.31}]`, fmt.Sprint(h.Tags))
	_, err = indexed.Outline(t.Context(), indexed.NumGames())
	require.ErrorIs(t, err, chesszip.ErrNoGame)
}
