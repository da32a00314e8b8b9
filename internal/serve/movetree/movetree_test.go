package movetree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/pgn"
)

// mainLine parses a text.
func mainLine(text string) *Line { return Read(pgn.ParseGame(text), nil) }

// written formats lines as movetext, and plays them: the FEN of each move must be that
// of the resulting position.
func written(t *testing.T, l *Line, start string, ply int) string {
	t.Helper()
	var words []string
	for _, m := range l.Moves {
		p, err := board.ParseFEN(start)
		require.NoError(t, err)
		s := gamestate.NewState(p)
		if m.UCI == "0000" {
			require.NoError(t, s.Play(board.NullMove))
		} else {
			require.NoError(t, s.PlayUCI(m.UCI), "%s in %s", m.UCI, start)
		}
		p = s.Position()
		require.Equal(t, p.String(), m.FEN)
		ply++
		require.Equal(t, ply, m.Ply)
		words = append(words, m.SAN)
		for _, v := range m.Variations {
			words = append(words, "("+written(t, v, start, ply-1)+")")
		}
		start = m.FEN
	}
	if l.Rest != "" {
		words = append(words, "<"+l.Rest+">")
	}
	return strings.Join(words, " ")
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ name, tags, moves, want string }{
		{"nested", "", "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... e6)) 2... d6) 2. Nf3", "e4 e5 (c5 Nf3 (c3 d5 (e6)) d6) Nf3"},
		{"of the first move", "", "1. e4 (1. d4 d5) (1. c4) 1... e5", "e4 (d4 d5) (c4) e5"},
		{"en passant", "", "1. e4 a6 2. e5 d5 (2... f5 3. exf6) 3. exd6", "e4 a6 e5 d5 (f5 exf6) exd6"},
		{"promotion", `[FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"]`, "1. a8=Q (1. a8=N Kg6) Kg6", "a8=Q (a8=N Kg6) Kg6"},
		{"Black begins", `[FEN "8/P6k/8/8/8/8/7K/8 b - - 0 40"]`, "40... Kg6 (40... Kg7 41. Kx9) 41. a8=Q", "Kg6 (Kg7 <41. Kx9>) a8=Q"},
		{
			"Chess960", `[FEN "1k5r/8/8/8/8/8/1P6/1R1K3R w HBh - 0 1"][Variant "Chess960"]`, "1. O-O (1. O-O-O Kc7) 1... Kc7",
			"O-O (O-O-O Kc7) Kc7",
		},
		{"null moves", "", "1. e4 -- 2. d4", "e4 -- d4"},
		{"illegal", "", "1. e4 e5 2. Ke8 $2 {why} Nc6 (2... d6) 3. Nf3", "e4 e5 <2. Ke8 $2 {why} 2... Nc6 (2... d6) 3. Nf3>"},
		{"illegal in a variation", "", "1. e4 e5 (1... Kd4 2. d4 (2. c3)) 2. Nf3", "e4 e5 (<1... Kd4 2. d4 (2. c3)>) Nf3"},
		{"not ended", "", "1. e4 e5 (1... c5 (1... e6", "e4 e5 (c5 (e6))"},
		{"not begun", "", "(1. d4 d5) 1. e4 ) e5", "e4 e5"},
		{"rules of another game", `[Variant "Atomic"]`, "1. e4 e5", "<1. e4 e5>"},
	} {
		g := pgn.ParseGame("[Event \"a\"]\n" + c.tags + "\n\n" + c.moves + " *\n")
		if got := written(t, Read(g, nil), g.Start.String(), 0); got != c.want {
			t.Errorf("%s: %s gives %s, want %s", c.name, c.moves, got, c.want)
		}
	}
}

// TestRemarks checks the comments and scores in a variation.
func TestRemarks(t *testing.T) {
	g := mainLine("[Event \"a\"]\n\n{zero} 1. e4 (1. c4?!) e5 {one} ({two} 1... c5 $14 {[%clk 0:01:00.5] [%eval -1.5]} {three}) 2. Nf3 *\n")
	require.Equal(t, []string{"zero"}, g.Comments)
	require.Equal(t, []string{"one"}, g.Moves[1].Comments)
	v := g.Moves[1].Variations[0]
	require.Equal(t, []string{"two"}, v.Comments)
	require.Equal(t, []int{14}, v.Moves[0].NAGs)
	require.Equal(t, []string{"[%clk 0:01:00.5] [%eval -1.5]", "three"}, v.Moves[0].Comments)
	require.Equal(t, 60.5, *v.Moves[0].Clock)
	require.Equal(t, -150, *v.Moves[0].Eval.Centipawns)
	require.Equal(t, []int{6}, g.Moves[0].Variations[0].Moves[0].NAGs)
}

// TestBounded checks that hostile text gives only text.
func TestBounded(t *testing.T) {
	var count func(l *Line) (lines, depth int)
	count = func(l *Line) (lines, depth int) {
		lines = 1
		for _, m := range l.Moves {
			lines++
			for _, v := range m.Variations {
				n, d := count(v)
				lines, depth = lines+n, max(depth, d+1)
			}
		}
		return lines, depth
	}
	for _, c := range []struct {
		name, moves  string
		lines, depth int
	}{
		{"deep", "e4 " + strings.Repeat("(e4 ", 100_000), maxDepth + 40, maxDepth + 1},
		{"open brackets", "e4 " + strings.Repeat("(", 1_000_000), 4, 1},
		{"empty variations", "e4 " + strings.Repeat("()", 1_000_000), maxMoves + 2, 1},
		{"many variations", "e4 " + strings.Repeat("(d4)", 400_000), maxMoves + 2, 1},
		{"long", strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 100_000), maxMoves + 1, 0},
		{"long variation", "e4 (" + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 100_000) + ") e5", maxMoves + 3, 1},
	} {
		g := mainLine("[Event \"a\"]\n\n" + c.moves + " *\n")
		lines, depth := count(g)
		if lines > c.lines || depth > c.depth || lines < 2 {
			t.Errorf("%s: %d lines and moves, %d deep, want at most %d and %d", c.name, lines, depth, c.lines, c.depth)
		}
		if c.name == "long" && len(g.Rest) < 1_000_000 {
			t.Errorf("%s: %d bytes are the rest", c.name, len(g.Rest))
		}
	}
}
