package chesszip_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

func ExampleArchive_MainLines() {
	games := []byte("[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 1-0\n\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n")
	archive, err := chesszip.Encode(nil, games, nil)
	if err != nil {
		panic(err)
	}
	a, err := chesszip.Open(context.Background(), bytes.NewReader(archive), int64(len(archive)), nil)
	if err != nil {
		panic(err)
	}
	for l, err := range a.MainLines(context.Background(), 0, a.Games()) {
		if err != nil {
			panic(err)
		}
		fmt.Println(l.Number, l.Result, l.Moves)
	}
	// Output:
	// 0 1-0 [e2e4 e7e5 d1h5]
	// 1 0-1 [f2f3 e7e5 g2g4 d8h4]
}

// TestMainLines holds that main lines are those of the texts, whatever the file: plain,
// in columns, as text, at a learned level, and by its index.
func TestMainLines(t *testing.T) {
	games, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	games = append([]byte(oddlyTagged+`[FEN "4k3/8/8/8/8/8/8/4K3 b - - 7 90"]
[Result "0-1"]

90... Kd7 91. Kd2 Kd7 0-1

[Variant "Atomic"]

1. e4 *

1. e4 (1. d4 d5) e5 -- 2... Nc6 *

`), games...)
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(games), int64(len(games)), nil)
	require.NoError(t, err)
	files := map[string]*chesszip.Archive{"plain": plain}
	for name, o := range map[string]*chesszip.WriterOptions{
		"fast":      nil,
		"learned":   {Level: learned.V1},
		"positions": {Index: chesszip.IndexPositions},
		"numbers":   {Index: chesszip.IndexNumbers},
		"both":      {Index: chesszip.IndexPositions | chesszip.IndexNumbers},
	} {
		files[name] = openBytes(t, compress(t, games, o), everyLevel)
	}
	var want []chesszip.MainLine
	for g, err := range plain.All(t.Context()) {
		require.NoError(t, err)
		parsed := pgn.ParseGame(string(g.Text))
		l := chesszip.MainLine{Number: g.Number}
		l.Known = true
		if v, ok := parsed.Tag("Variant"); ok && v == "Atomic" {
			l.Known = false
		} else {
			l.Game, _ = parsed.MainLine()
		}
		result, _ := parsed.Tag("Result")
		l.Result = tagvalue.ParseAnyResult([]byte(result)).String()
		want = append(want, l)
	}
	for name, a := range files {
		for _, span := range [][2]int64{{math.MinInt64, math.MaxInt64}, {0, 1}, {4, 7}, {290, 310}, {a.Games() - 1, a.Games()}, {a.Games(), a.Games() + 5}} {
			from, to := min(max(span[0], 0), a.Games()), min(span[1], a.Games())
			var got []chesszip.MainLine
			for l, err := range a.MainLines(t.Context(), span[0], span[1]) {
				require.NoError(t, err, name)
				got = append(got, l)
			}
			require.Len(t, got, int(to-from), name)
			for i, l := range got {
				w := want[int(from)+i]
				require.Equal(t, w.Number, l.Number, name)
				require.Equal(t, w.Known, l.Known, "%s, game %d", name, l.Number)
				require.Equal(t, w.Result, l.Result, "%s, game %d", name, l.Number)
				require.Equal(t, w.Start, l.Start, "%s, game %d", name, l.Number)
				require.Equal(t, fmt.Sprint(w.Moves), fmt.Sprint(l.Moves), "%s, game %d", name, l.Number)
			}
		}
	}
}
