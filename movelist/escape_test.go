package movelist

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// TestEscapedPlaces writes and reads every move of a position with 218, among
// them those at the last place with a word of its own, and at the first without.
func TestEscapedPlaces(t *testing.T) {
	p, err := board.ParseFEN("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	require.NoError(t, err)
	legal := movegen.AppendLegal(nil, &p)
	require.Len(t, legal, 218)
	var past Past
	places := map[int]bool{}
	for index := range legal {
		var w FastWriter
		w.Write(past, &p, legal, index)
		places[w.ranker.Rank(index)] = true
		w.Write(past, &p, legal, 0) // what follows must be found
		r := NewFastReader(w.AppendTo(nil))
		for _, want := range []int{index, 0} {
			got, err := r.Read(past, &p, legal)
			require.NoError(t, err, "place %d", w.ranker.Rank(index))
			require.Equal(t, want, got, "place %d", w.ranker.Rank(index))
		}
		require.True(t, r.AtEnd())
	}
	require.True(t, places[later-1] && places[later] && places[later+1])
}
