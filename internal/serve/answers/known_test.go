package answers

import (
	"testing"

	"github.com/stretchr/testify/require"

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
	require.Equal(t, &learned.Known{WhiteElo: 2410, Result: learned.Draw, Seconds: 260, Ending: learned.Normal}, Known(g))
	require.Equal(t, &learned.Known{}, Known(pgn.ParseGame("1. e4 *")))
}

func TestClock(t *testing.T) {
	for text, want := range map[string][2]int{"180+2": {180, 2}, "600": {600, 0}, "0+1": {0, 1}, "60+": {60, 0}} {
		base, increment, ok := Clock(text)
		if got := [2]int{base, increment}; !ok || got != want {
			t.Errorf("Clock(%q) = %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "-", "40/7200", "-1", "60+-1", "1:00", "9999999", "60+9999999"} {
		if _, _, ok := Clock(text); ok {
			t.Errorf("Clock(%q) is one", text)
		}
	}
}
