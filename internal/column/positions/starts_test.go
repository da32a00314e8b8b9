package positions

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// TestArrange checks the numbering of Chess960 by some known numbers, and that
// all are different and have their king between the rooks and bishops on both
// colours.
func TestArrange(t *testing.T) {
	letters := func(n int) string {
		var b []byte
		for _, kind := range arrange(n) {
			b = append(b, kind.Letter())
		}
		return string(b)
	}
	for n, want := range map[int]string{0: "BBQNNRKR", 518: "RNBQKBNR", 534: "RNBKQBNR", 959: "RKRNNQBB"} {
		if got := letters(n); got != want {
			t.Errorf("arrange(%d) = %s, want %s", n, got, want)
		}
	}
	seen := map[[8]board.Kind]bool{}
	for n := range arrangements {
		pieces := arrange(n)
		var at [8][]int
		for f, kind := range pieces {
			at[kind] = append(at[kind], f)
		}
		rooks, king, bishops := at[board.Rook], at[board.King], at[board.Bishop]
		if len(rooks) != 2 || len(king) != 1 || len(bishops) != 2 || len(at[board.Knight]) != 2 || len(at[board.Queen]) != 1 ||
			rooks[0] > king[0] || rooks[1] < king[0] || (bishops[0]+bishops[1])&1 == 0 || seen[pieces] {
			t.Errorf("arrange(%d) = %s, want another arrangement of Chess960", n, letters(n))
		}
		seen[pieces] = true
	}
	if got, want := startOf(518), board.Start(); got != want {
		t.Errorf("startOf(518) = %s, want %s", got, want)
	}
}

// TestStartSearch looks for the starts of positions a few moves on.
func TestStartSearch(t *testing.T) {
	var s startSearch
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Uint16Range(0, arrangements-1).Draw(t, "number")
		p := startOf(number)
		plies := rapid.IntRange(0, 3).Draw(t, "plies")
		for range plies {
			movegen.Make(&p, rapid.SampledFrom(movegen.AppendLegal(nil, &p)).Draw(t, "move"))
		}
		if !s.find(&p, rapid.Bool().Draw(t, "counters")) {
			t.Fatalf("find(%s) finds no start, want %d", p, number)
		}
		q := startOf(s.found.arrangement)
		for _, m := range s.found.moves[:s.found.plies] {
			movegen.Make(&q, m)
		}
		if !reachedAs(&q, &p) {
			t.Errorf("find(%s) leads to %s", p, q)
		}
	})
}

// TestNoStart checks that positions that no start leads to are given up soon.
func TestNoStart(t *testing.T) {
	var s startSearch
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
		"8/8/8/8/8/8/8/8 w - - 0 1",
		"kkkkkkkk/pppppppp/8/8/8/8/PPPPPPPP/KKKKKKKK b - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kkq - 0 1",
		"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1",
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if s.find(&p, false) {
			t.Errorf("find(%s) = %v, want none", fen, s.found)
		}
		if s.made > maxMade+arrangements {
			t.Errorf("find(%s) makes %d moves, want at most %d", fen, s.made, maxMade)
		}
	}
}
