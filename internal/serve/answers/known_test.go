package answers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

func TestOf(t *testing.T) {
	g := pgn.ParseGame(`[WhiteElo "2410"]
[BlackElo "?"]
[Result "1/2-1/2"]
[TimeControl "180+2"]
[Termination "Normal"]

1. e4 1/2-1/2
`)
	require.Equal(t, &learned.Known{WhiteElo: 2410, Result: gamestate.Draw, Seconds: 260, Ending: learned.Normal}, Known(g))
	require.Equal(t, &learned.Known{}, Known(pgn.ParseGame("1. e4 *")))
}
