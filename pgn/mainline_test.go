package pgn_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// checkLine compares Line with ParseGame and MainLine.
func checkLine(t interface{ Errorf(string, ...any) }, l *pgn.Line, text string) {
	var want []board.Move
	var start board.Position
	known := false
	if g := pgn.ParseGame(text); g != nil {
		line, _ := g.MainLine()
		start, want = line.Start, line.Moves
		known = true
		if got := tagvalue.ParseAnyResult(l.Result([]byte(text))).String(); got != g.Result {
			t.Errorf("%.300q: Result gave %q, want %q", text, got, g.Result)
		}
		for _, p := range g.Problems {
			// Lines that are not known from their start have no positions.
			if p.Err == pgn.ErrVariant || len(want) == 0 && p.Ply == 0 && p.Text != "" && hasFEN(g, p.Text) {
				known = false
			}
		}
	}
	var got []board.Move
	n := 0
	p := start
	l.Each([]byte(text), func(now *board.Position, m board.Move) bool {
		if n > 0 {
			got = append(got, m)
			movegen.Make(&p, m)
		}
		n++
		if *now != p {
			t.Errorf("%.80q: position %d is %v, want %v", text, n, now, &p)
		}
		return true
	})
	if !slices.Equal(got, want) || (n > 0) != known {
		t.Errorf("%.300q: Each gave %v from %d positions, want %v, known %v", text, got, n, want, known)
	}
}

func hasFEN(g *pgn.ParsedGame, text string) bool {
	v, ok := g.Tag("FEN")
	return ok && v == text
}

func TestLine(t *testing.T) {
	var l pgn.Line
	for _, text := range []string{
		"", " \n", "1. e4 e5 (1... c5) 2. Nf3 *", "(1. d4) 1. e4 *", "1. e4) d5 2. e5 1-0 2... f5", "1. e4 (1. d4 d5", "*", "x",
		"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O Ke7 2. Ke9 Kd6", "[FEN \"x\"]\n1. e4", "[Variant \"Atomic\"]\n1. e4",
		"[Variant \"Chess960\"]\n1. e4 {x} -- 2. d4 $1", "[A \"b\"]", "1. e4 (1. d4 1-0) e5 1-0",
		"[A \"b\"]\nx1. e4 1-0",
	} {
		checkLine(t, &l, text)
	}
	// Anyway, a variant is played by the standard rules as far as that goes.
	for text, want := range map[string]int{"[Variant \"Atomic\"]\n1. e4 e5": 3, "[FEN \"x\"]\n1. e4": 2, " ": 0} {
		n := 0
		(&pgn.Line{Anyway: true}).Each([]byte(text), func(*board.Position, board.Move) bool { n++; return true })
		if n != want {
			t.Errorf("%q: Each of Anyway gave %d positions, want %d", text, n, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var text string
		for _, s := range rapid.SliceOfN(rapid.SampledFrom([]string{
			"1. e4 ", "e5 ", "Nf3 ", "(", ")", "Nc6 ", "{c}", "1-0 ", "--", " d4 ", "d5 ", "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n", "[A \"b\"]\n",
			"O-O ", "Ke7 ", "?", "*", "\xef\xbb\xbf", "x", "[Variant \"x\"]\n",
		}), 0, 30).Draw(t, "parts") {
			text += s
		}
		checkLine(t, &l, text)
	})
}

func TestLineOfCorpus(t *testing.T) {
	var l pgn.Line
	for _, folder := range []string{"odd", "annotated", ""} {
		names := []string{corpus.Sample}
		if folder != "" {
			names, _ = corpus.Names(folder)
		}
		for _, name := range names {
			src := corpus.Need(t, name)
			if os.Getenv("CHESSZIP_LONG") == "" {
				src = src[:min(len(src), 15_000)]
			}
			var s pgn.Splitter
			for len(src) > 0 {
				n, _ := s.Next(src, true)
				checkLine(t, &l, string(src[:n]))
				src = src[n:]
			}
		}
	}
}

// TestOutcome checks which result a game has, and where its tag and its moves contradict
// each other.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		tag, moves, want string
		problem          bool
	}{
		{`[Result "1-0"]`, "1-0", "1-0", false}, {`[Result "1-0"]`, "0-1", "1-0", true}, {`[Result "1/2-1/2"]`, "1-0", "1/2-1/2", true},
		{`[Result "1-0"]`, "*", "1-0", false}, {`[Result "1-0"]`, "", "1-0", false}, {`[Result "½-½"]`, "1/2", "1/2-1/2", false},
		{`[Result "*"]`, "0:1", "0-1", false}, {`[Result "?"]`, "½–½", "1/2-1/2", false}, {`[Result ""]`, "1 - 0", "1-0", false},
		{`[result "0-1"]`, "1-0", "0-1", true}, {`[Event "x"]`, "1-0", "1-0", false}, {`[Event "x"]`, "", "*", false},
		{`[Result "*"]`, "*", "*", false}, {`[Result "1-0"]`, "(2. f4 0-1) 1-0", "1-0", false},
	} {
		g := pgn.ParseGame(c.tag + "\n\n1. e4 e5 2. Nf3 " + c.moves + "\n")
		if got := g.Outcome().String(); got != c.want {
			t.Errorf("%s, %s: Outcome is %q, want %q", c.tag, c.moves, got, c.want)
		}
		if told := errors.Is(g.Err(), pgn.ErrResult); told != c.problem || len(g.Problems) > 1 {
			t.Errorf("%s, %s: problems are %v", c.tag, c.moves, g.Problems)
		}
	}
}

// BenchmarkLine walks through the main lines of the first games of files.
func BenchmarkLine(b *testing.B) {
	for _, name := range []string{"lichess-old-test", "master-test", "tcec-test"} {
		b.Run(name, func(b *testing.B) {
			src := corpus.Need(b, "pgn/"+name+".pgn")
			src = src[:min(len(src), 4<<20)]
			var l pgn.Line
			moves := 0
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				var s pgn.Splitter
				for rest := src; len(rest) > 0; {
					n, _ := s.Next(rest, true)
					l.Each(rest[:n], func(*board.Position, board.Move) bool { moves++; return true })
					rest = rest[n:]
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/ply")
		})
	}
}
