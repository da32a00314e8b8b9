package game

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestChoose checks how many half-moves the column has at most: of real games as many as
// save something, of games from starts that no book has none.
func TestChoose(t *testing.T) {
	choose := func(src []byte, games int, level *learned.Level) int {
		var s sampler
		var w openings.Writer
		plies, _ := s.choose(&w, src, gametext.Ends(src, games), level, budget.New(len(src)))
		return plies
	}
	src := corpus.Need(t, corpus.Sample)
	for _, level := range []*learned.Level{nil, learned.V1} {
		plies := choose(src, 600, level)
		require.Greater(t, plies, fewPlies)
		require.LessOrEqual(t, plies, openings.MaxPlies)
	}
	require.Equal(t, fewPlies, choose(src, fewGames-1, nil), "too few to try")
	other := "[FEN \"bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w GDgd - 0 1\"]\n[Variant \"chess 960\"]\n\n1. e4 e5 *\n\n"
	require.Zero(t, choose([]byte(strings.Repeat(other, 20)), 20, nil), "no book has their start")
}
