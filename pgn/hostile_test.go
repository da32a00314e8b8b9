package pgn_test

import (
	"testing"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/attack/hostile"
	"github.com/chesszip/chesszip/pgn"
)

// TestTriesAreLinear checks that of four times as much hostile text four times as many
// words are tried as moves, in whatever languages and parts, not sixteen.
func TestTriesAreLinear(t *testing.T) {
	work := func(text []byte) int {
		var l pgn.Line
		n := 0
		l.Each(text, func(*board.Position, board.Move) bool { n++; return true })
		in := pgn.NewScanner(text)
		for _, ok := in.Next(); ok; _, ok = in.Next() {
			n++
		}
		return n + in.Looked() + l.Tries() + pgn.ParseTries(text)
	}
	for _, f := range hostile.Families() {
		t.Run(f.Name, func(t *testing.T) {
			one, four := f.Make(10_000), f.Make(40_000)
			a, b := work(one), work(four)
			t.Logf("%.2f steps a byte", float64(b)/float64(len(four)))
			if b*len(one) > a*len(four)*11/10+1000*len(one) {
				t.Errorf("%d steps for %d bytes, %d for %d", a, len(one), b, len(four))
			}
		})
	}
}
