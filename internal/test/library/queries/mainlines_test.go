package queries

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// leftOver are games from positions with castling rights of moved rooks and kings, and
// of variants with the moves of chess.
const leftOver = `[FEN "4k3/8/8/8/8/8/8/2R1K2R w KQ - 0 1"]

1. O-O Kd7 (1... Ke7 {[%clk 0:00:01]}) 2. Rb1 {[%clk 0:00:02]} *

[FEN "4k3/8/8/8/8/8/8/2R1K2R w KQ - 0 1"]

1. Ke2 Kd7 2. Ke1 Ke8 {[%clk 0:00:02]} *

[FEN "4k3/8/8/8/8/8/8/2R1K2R w KQ - 0 1"]

1. O-O-O Kd7 2. Kb2 *

[Variant "Chess960"]
[FEN "4k3/8/8/8/8/8/8/2R1K2R w KQ - 0 1"]

1. O-O-O Kd7 2. Kb2 *

[FEN "r4rk1/8/8/8/8/8/8/R4RK1 b KQkq - 0 1"]

1... Kh7 2. Kh2 Rad8 {[%eval 0.3]} *

[Variant "Three-check"]
[FEN "r3k3/8/8/8/8/8/8/4K2R w Kq - 3+2 0 1"]

1. O-O O-O-O 2. Ra1 {[%clk 0:00:02]} *

[Variant "Three-check"]

1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 {[%clk 0:00:02]} 4. Qh5+ g6 5. Qxg6+ 1-0

[Variant "King of the Hill"]

1. e4 e5 2. Ke2 Nc6 3. Kd3 Nf6 4. Kc4 Be7 5. Kd5 1-0

[Variant "Racing Kings"]
[FEN "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"]

1. Kh3 Ka3 *

`

// TestMainLines checks that main lines are those of the texts for every kind of file:
// plain, in columns, as text, at a learned level, and from its index.
func TestMainLines(t *testing.T) {
	t.Parallel()
	games := append([]byte(oddlyTagged+`[FEN "4k3/8/8/8/8/8/8/4K3 b - - 7 90"]
[Result "0-1"]

90... Kd7 91. Kd2 Kd7 0-1

[Variant "Atomic"]

1. e4 *

1. e4 (1. d4 d5) e5 -- 2... Nc6 *

[Result "1/2-1/2"]

{[%clk 0:09:09]} 1. e4! {[%clk 0:01:02.5]} {[%eval 0.3] [%clk 0:09:00]} (1. d4 {[%clk 0:00:01]} d5) e5 $6 ;[%eval #-3]
2. Nf3 ?? 1/2-1/2 {[%eval -1.25]} {[%clk 1:00:00]}

[Result "*"]
[Annotator "\"Q\""]

1. e4 {[%clk 0:00:07]} c5 2. Kd5 {[%clk 0:00:06]} d6 *

1. e4 {[%clk
0:00:07] [%eval	0.3,
20]} c5 {[%eval  #3 ]} ({[%clk
9]} c6) 2. Nf3 {[%clk

0:00:06]} *

`+leftOver), kit.LichessHead(t, kit.Several(25_000, 200_000))...)
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(games), int64(len(games)), nil)
	require.NoError(t, err)
	files := map[string]*chesszip.Archive{"plain": plain}
	for name, o := range map[string]*chesszip.WriterOptions{
		"fast":      nil,
		"learned":   {Level: learned.V1},
		"positions": {Open: chesszip.ColumnMoves},
		"numbers":   {Open: chesszip.ColumnNumbers},
		"both":      {Open: chesszip.ColumnMoves | chesszip.ColumnNumbers},
	} {
		files[name] = kit.OpenBytes(t, kit.Compress(t, games, o), kit.EveryLevel)
	}
	glyphs := []byte(strings.Repeat("1. e4 e5 2. Nf3 Nc6 *\n\n", 40) + "1. e4! e5 $2 *\n")
	for name, a := range map[string]*chesszip.Archive{
		"glyphs":         kit.OpenBytes(t, kit.Compress(t, glyphs, nil), kit.EveryLevel),
		"glyphs indexed": kit.OpenBytes(t, kit.Compress(t, glyphs, &chesszip.WriterOptions{Open: chesszip.ColumnMoves}), kit.EveryLevel),
	} {
		n := 0
		for l, err := range a.Games().Rows(t.Context(), chesszip.FieldRemarks) {
			require.NoError(t, err)
			require.Equal(t, l.Number == 40, l.Remarks != nil, "%s, game %d", name, l.Number)
			if n++; n == 41 {
				require.Equal(t, []uint8{1}, l.Remarks[0].NAGs, name)
				require.Equal(t, []uint8{2}, l.Remarks[1].NAGs, name)
			}
		}
		require.Equal(t, 41, n, name)
	}
	// Ranges that end inside a frame, of games with few remarks and with words.
	var some []byte
	for i := range 60 {
		moves := "1. e4 e5 2. Nf3 Nc6 1-0"
		switch i {
		case 7, 21, 59:
			moves = "1. e4! e5 *"
		case 20, 40:
			moves = "1. e4 e5? 2. Ke3"
		}
		some = fmt.Appendf(some, "[White \"%d\"]\n\n%s\n\n", i, moves)
	}
	whole := slices.Collect(lines(t, kit.OpenPGN(t, some), 0, 60))
	require.Len(t, whole, 60)
	for name, a := range map[string]*chesszip.Archive{
		"PGN": kit.OpenPGN(t, some), "fast": kit.OpenBytes(t, kit.Compress(t, some, nil), kit.EveryLevel),
		"indexed": kit.OpenBytes(t, kit.Compress(t, some, &chesszip.WriterOptions{Open: chesszip.ColumnMoves}), kit.EveryLevel),
	} {
		for _, span := range [][2]int64{{0, 60}, {0, 59}, {7, 41}, {8, 40}, {20, 60}, {20, 21}, {3, 8}, {22, 57}, {5, 5}} {
			got := slices.Collect(lines(t, a, span[0], span[1]))
			require.Equal(t, fmt.Sprint(whole[span[0]:span[1]]), fmt.Sprint(got), "%s, %v", name, span)
		}
	}
	var want []chesszip.Game
	var wantPlies [][]pgn.Ply
	var wantTags [][]pgn.Tag
	commented := 0
	for g, err := range plain.Games().Texts(t.Context()) {
		require.NoError(t, err)
		parsed := pgn.ParseGame(string(g.Text))
		l := chesszip.Game{Number: g.Number}
		l.Known = true
		if v, ok := parsed.Tag("Variant"); ok && (v == "Atomic" || v == "Racing Kings") {
			l.Known = false
		} else {
			l.Line, _ = parsed.MainLine()
		}
		said, _ := parsed.Tag("Result")
		l.Result = tagvalue.ResultOf([]byte(said), tagvalue.ParseAnyResult([]byte(parsed.Result))).String()
		want = append(want, l)
		plies, _ := parsed.Plies()
		says := func(p pgn.Ply) bool { return p.HasClock || p.HasEval || p.NAGs != nil }
		if plies = plies[:min(len(plies), len(l.Line.Moves))]; !slices.ContainsFunc(plies, says) {
			plies = nil
		}
		commented += len(plies)
		wantPlies, wantTags = append(wantPlies, plies), append(wantTags, parsed.Tags)
	}
	require.GreaterOrEqual(t, commented, 5)
	for name, a := range files {
		for _, span := range [][2]int64{{math.MinInt64, math.MaxInt64}, {0, 1}, {4, 7}, {290, 310}, {a.NumGames() - 1, a.NumGames()}, {a.NumGames(), a.NumGames() + 5}} {
			from, to := min(max(span[0], 0), a.NumGames()), min(span[1], a.NumGames())
			var got []chesszip.Game
			for l, err := range a.Games().Range(span[0], span[1]).Lines(t.Context()) {
				require.NoError(t, err, name)
				got = append(got, l)
			}
			require.Len(t, got, int(to-from), name)
			for i, l := range got {
				w := want[int(from)+i]
				require.Equal(t, w.Number, l.Number, name)
				require.Equal(t, w.Known, l.Known, "%s, game %d", name, l.Number)
				require.Equal(t, w.Result, l.Result, "%s, game %d", name, l.Number)
				require.Equal(t, w.Line.Start, l.Line.Start, "%s, game %d", name, l.Number)
				require.Equal(t, fmt.Sprint(w.Line.Moves), fmt.Sprint(l.Line.Moves), "%s, game %d", name, l.Number)
			}
			next := from
			for l, err := range a.Games().Range(span[0], span[1]).Rows(t.Context(), annotated) {
				require.NoError(t, err, name)
				same := reflect.DeepEqual(wantPlies[next], l.Remarks) && slices.Equal(wantTags[next], l.Tags) &&
					got[next-from].Number == l.Number && got[next-from].Line.Start == l.Line.Start && slices.Equal(got[next-from].Line.Moves, l.Line.Moves) &&
					got[next-from].Known == l.Known && got[next-from].Result == l.Result
				require.True(t, same, "%s, game %d: got %v, want %v, %v, %v", name, l.Number, l, got[next-from], wantTags[next], wantPlies[next])
				next++
			}
			require.Equal(t, to, next, name)
		}
	}
}

// annotated are the fields of an annotated line.
const annotated = chesszip.FieldRemarks | chesszip.FieldTags | chesszip.FieldNumbers

// lines returns the annotated lines of a range.
func lines(t *testing.T, a *chesszip.Archive, from, to int64) iter.Seq[chesszip.Game] {
	return func(yield func(chesszip.Game) bool) {
		for l, err := range a.Games().Range(from, to).Rows(t.Context(), annotated) {
			require.NoError(t, err)
			if !yield(l) {
				return
			}
		}
	}
}
