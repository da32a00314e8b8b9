package pgn_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

func ExampleParsedGame_Plies() {
	g := pgn.ParseGame("1. e4 $1 {[%eval 0.25] [%clk 0:03:00]} e5 {[%clk 0:02:58.3]} (1... c5 {[%clk 0:00:01]}) 2. Qh5? *")
	plies, _ := g.Plies()
	for _, p := range plies {
		fmt.Println(notation.UCI(&g.Start, p.Move), p.NAGs, p.HasClock, p.Clock, p.HasEval, p.Eval)
	}
	// Output:
	// e2e4 [1] true 3m0s true 0.25
	// e7e5 [] true 2m58.3s false 0
	// d1h5 [2] false 0s false 0
}

// TestPlies checks what belongs to which move.
func TestPlies(t *testing.T) {
	for _, c := range []struct {
		text  string
		plies int
		whole bool
		nags  []uint8
		clock time.Duration // of the first move
		eval  pgn.Score
	}{
		{text: "{[%clk 0:09:00]} 1. d4 d5 *", plies: 2, whole: true},
		{text: "1. d4 {[%clk 0:01:00] [%eval #-3]} {[%clk 0:02:00]} *", plies: 1, whole: true, clock: time.Minute, eval: -31997},
		{text: "1. d4 {words} ;[%clk 5]\n d5 *", plies: 2, whole: true, clock: 5 * time.Second},
		{text: "1. d4 (1. e4 $4 {[%clk 5] [%eval 1]} (1. c4 $6)) $2 $999 {[%eval 0.1]} *", plies: 1, whole: true, nags: []uint8{2}, eval: 10},
		{text: "1. d4!? $10 d5 2. Ke5 {[%clk 5]} a6 *", plies: 2, nags: []uint8{5, 10}},
		{text: "*", whole: true},
	} {
		plies, whole := pgn.ParseGame(c.text).Plies()
		require.Len(t, plies, c.plies, c.text)
		require.Equal(t, c.whole, whole, c.text)
		line, _ := pgn.ParseGame(c.text).MainLine()
		for i, p := range plies {
			require.Equal(t, line.Moves[i], p.Move, c.text)
		}
		if len(plies) > 0 {
			p := plies[0]
			require.Equal(t, c.nags, p.NAGs, c.text)
			require.Equal(t, c.clock > 0, p.HasClock, c.text)
			require.Equal(t, c.clock, p.Clock, c.text)
			require.Equal(t, c.eval != 0, p.HasEval, c.text)
			require.Equal(t, c.eval, p.Eval, c.text)
		}
	}
}
