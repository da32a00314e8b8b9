package pgn_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
)

func TestAppendStripped(t *testing.T) {
	all := pgn.Strip{Comments: true, Variations: true, NAGs: true}
	for _, c := range []struct {
		name, text, want string
		what             pgn.Strip
	}{
		{"nothing", "[A \"x\"]\n\n1.  e4 {x}\r\n e5 *\n", "[A \"x\"]\n\n1.  e4 {x}\r\n e5 *\n", pgn.Strip{}},
		{"comment and number", "1. e4 {x} 1... e5 2. d4 1-0\n\n", "1. e4 e5 2. d4 1-0\n\n", all},
		{"number without a comment", "1. e4 1... e5 {x} 2. d4", "1. e4 1... e5 2. d4", all},
		{"number of White", "1. e4 e5 {x} 2. d4", "1. e4 e5 2. d4", all},
		{"comment that stays before the number", "1. e4 {x} (1. d4) 1... e5", "1. e4 {x} 1... e5", pgn.Strip{Variations: true}},
		{"ends of lines", "1. e4 {x}\r\n(1. d4 {y} d5)\r\n1... e5\r\n\r\n", "1. e4\r\ne5\r\n\r\n", all},
		{"nothing between", "1.e4{x}e5(1...d5)2.d4", "1.e4 e5 2.d4", all},
		{"inside variations", "1. e4 ({a} 1. d4 {b}) e5 ( 1... d5{c} ) *", "1. e4 (1. d4) e5 ( 1... d5 ) *", pgn.Strip{Comments: true}},
		{"nested", "1. e4 (1. d4 (1. c4) d5) *", "1. e4 *", all},
		{"variation without its end", "1. e4 (1. c4) (1. d4 (1. c4) d5 *", "1. e4 (1. d4 d5 *", all},
		{"first and last", "{x} 1. e4 {y}", "1. e4", all},
		{"line comment", "1. e4 ; x\n1... e5 ; y\n\n", "1. e4\ne5\n\n", all},
		{"line comment that stays", "1. e4 ; x\n(1. d4) 1... e5", "1. e4 ; x\n1... e5", pgn.Strip{Variations: true}},
		{"escape", "1. e4 {x}\n% y\n1... e5", "1. e4\n% y\n1... e5", all},
		{"escape behind an escape", "1. e4\n% x\n  {y}\n% z\n *", "1. e4\n% x\n% z\n *", all},
		{"no new escape", "1. e4\n{x} %y", "1. e4\n %y", all},
		{"glyphs", "1. e4! e5 $6 2. d4 ?! *", "1. e4 e5 2. d4 *", all},
		{"clocks", "1. e4 { [%eval 0.1] [%clk 0:01:00] } 1... e5 {[%clk 0:01:00]} 2. d4 {ok [%emt 1] so} *", "1. e4 { [%eval 0.1] } 1... e5 2. d4 {ok so} *", pgn.Strip{Clocks: true}},
		{"evaluations", "1. e4 { [%eval 0.1] [%clk 0:01:00] } 1... e5 { [%eval #3] } 2. d4 *", "1. e4 { [%clk 0:01:00] } 1... e5 2. d4 *", pgn.Strip{Evals: true}},
		{"both", "1. e4 { [%eval 0.1] [%clk 0:01:00] } 1... e5 *", "1. e4 e5 *", pgn.Strip{Evals: true, Clocks: true}},
		{"clocks in a line comment", "1. e4 ; [%clk 0:01:00] x\n *", "1. e4 ; x\n *", pgn.Strip{Clocks: true}},
		{"tags", "[A \"x\"]\n[B \"y\"]\n[FEN \"z\"]\n[C \"]\"]\n\n1. e4 *\n", "[B \"y\"]\n[FEN \"z\"]\n\n1. e4 *\n", pgn.Strip{Tags: []string{"B"}}},
		{"no tags", "[A \"x\"]\n[B \"y\"]\n[FEN \"z\"]\n[C \"]\"]\n\n1. e4 *\n", "[A \"x\"]\n[FEN \"z\"]\n\n1. e4 *\n", pgn.Strip{NoTags: []string{"B", "C", "FEN"}}},
		{"some tags, but for one", "[A \"x\"]\n[B \"y\"]\n[C \"z\"]\n\n1. e4 *\n", "[A \"x\"]\n\n1. e4 *\n", pgn.Strip{Tags: []string{"A", "B"}, NoTags: []string{"B"}}},
		{"every tag", "[A \"x\"]\n[B \"y\"]\n\n1. e4 *\n", "[A \"x\"]\n\n1. e4 *\n", pgn.Strip{NoTags: []string{"A", "B"}}},
		{"no tag that stays", "[A \"x\"]\n[B \"y\"]\n\n1. e4 *\n", "[A \"x\"]\n\n1. e4 *\n", pgn.Strip{Tags: []string{"C"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, ">"+c.want, string(pgn.AppendStripped([]byte(">"), []byte(c.text), &c.what)))
		})
	}
}

// The remaining text keeps its meaning, on real games and on games with annotations.
func TestAppendStrippedKeepsGames(t *testing.T) {
	sample, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	const annotated = "[White \"A\"]\n\n{x} 1. e4! {y} (1. d4 (1. c4 $1 c5) d5) ; z\n1... e5 2. Nf3 $14 {[%clk 0:01:00] a [%eval 0.3]} *\n\n"
	for text := range strings.SplitSeq(string(sample[:400_000])+"\n\n\n"+annotated, "\n\n\n") {
		g := pgn.ParseGame(text)
		for _, what := range []pgn.Strip{{Comments: true}, {Variations: true}, {NAGs: true}, {Comments: true, Variations: true, NAGs: true}} {
			got := pgn.ParseGame(string(pgn.AppendStripped(nil, []byte(text), &what)))
			require.Equal(t, g.Tags, got.Tags)
			require.Equal(t, g.Result, got.Result)
			require.Equal(t, without(g, &what), without(got, &pgn.Strip{}), "%+v of %s", what, text)
		}
	}
}

// without returns the texts of a game's elements that what leaves.
func without(g *pgn.ParsedGame, what *pgn.Strip) (left []string) {
	depth := 0
	for _, e := range g.Movetext {
		switch e.Kind {
		case pgn.Open:
			depth++
		case pgn.Close:
			depth--
		}
		inside := what.Variations && (depth > 0 || e.Kind == pgn.Close)
		comment := what.Comments && (e.Kind == pgn.Comment || e.Kind == pgn.LineComment)
		if !inside && !comment && (e.Kind != pgn.NAG || !what.NAGs) {
			left = append(left, e.Text)
		}
	}
	return left
}

func TestEvalOf(t *testing.T) {
	for _, c := range []struct {
		comment, want string
	}{
		{"[%eval 0.17]", "0.17"}, {"x [%eval -3.5,20] y", "-3.5"}, {"[%eval #-3]", "#-3"}, {"[%eval #12]", "#12"},
		{"[%eval 0.005]", "0.01"}, {"[%eval -0.004]", "0"}, {"[%eval 9999999]", "300"}, {"[%eval +1]", "1"}, {"[%eval .5]", "0.5"},
		{"[%eval -#0]", "#-0"}, {"[%eval 000001.5]", "1.5"},
		{"[%eval x]", ""}, {"[%eval ]", ""}, {"[%eval .]", ""}, {"[%eval 1e5]", ""}, {"[%eval #1001]", ""}, {"[%eval 1", ""}, {"", ""},
	} {
		s, ok := pgn.EvalOf(c.comment)
		require.Equal(t, c.want != "", ok, c.comment)
		if ok {
			require.Equal(t, c.want, s.String(), c.comment)
		}
	}
}

func TestClockOf(t *testing.T) {
	for comment, want := range map[string]string{
		"[%clk 0:03:21]": "3m21s", "x [%clk 1:00:00.5] y": "1h0m0.5s", "[%clk 59]": "59s", "[%clk 2:03]": "2m3s",
		"[%clk 9999:59:59.999999999]": "9999h59m59.999999999s",
		"[%clk 9999:99:99]":           "", "[%clk 10000:00:00]": "", "[%clk -1]": "", "[%clk 1:2:3:4]": "", "[%clk 1.]": "", "[%clk 1.0000000000]": "", "[%emt 1]": "",
	} {
		left, ok := pgn.ClockOf(comment)
		require.Equal(t, want != "", ok, comment)
		if ok {
			require.Equal(t, want, left.String(), comment)
		}
	}
}

// FuzzAppendStripped checks on any bytes that nothing changes where nothing is left out,
// and that what is left out is gone.
func FuzzAppendStripped(f *testing.F) {
	f.Add("[A \"x\"]\n\n1. e4 {x [%clk 1]} (1. d4 ; y\n d5) 1... e5 $1 %z\n% w\n 2. d4 (1-0\n\n")
	f.Add("1.e4{x}e5(1...d5)2.d4 [ {x} B \"y\"]\r\n(%)\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		require.Equal(t, text, string(pgn.AppendStripped(nil, []byte(text), &pgn.Strip{})))
		s := pgn.NewScanner(pgn.AppendStripped(nil, []byte(text), &pgn.Strip{Comments: true, NAGs: true}))
		for token, ok := s.Next(); ok; token, ok = s.Next() {
			switch token.Kind {
			case pgn.Comment, pgn.LineComment, pgn.NAG:
				t.Fatalf("%q stays of %q", token.Text, text)
			}
		}
	})
}
