package sheet

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// checkEachGame compares what the encoder knows of games, and what a reader
// finds, with what their texts say.
func checkEachGame(t *testing.T, what string, e *Encoder, f *archive.Frame, text []byte, ends []int) {
	t.Helper()
	var plies []int
	var tags []string
	require.NoError(t, new(Decoder).Tags(f, nil, func(_ int, all []Tag, n int) bool {
		plies, tags = append(plies, n), append(tags, fmt.Sprintf("%q", all))
		return true
	}), what)
	require.Len(t, plies, len(ends), what)
	n, start := 0, 0
	e.EachGame(func(g *Game) bool {
		game := text[start:ends[n]]
		start = ends[n]
		var moves []board.Move
		var at *board.Position
		new(pgn.Line).Each(game, func(p *board.Position, m board.Move) bool {
			if at == nil {
				first := *p
				at = &first
			} else {
				moves = append(moves, m)
			}
			return true
		})
		if g.Playable != (at != nil) || at != nil && (g.Start != *at || fmt.Sprint(g.Moves) != fmt.Sprint(moves)) {
			t.Errorf("%s: game %d, %.200q: moves %v from %v, want %v", what, n, game, g.Moves, &g.Start, moves)
		}
		if got, want := fmt.Sprintf("%q", g.Tags), fmt.Sprintf("%q", scanTags(nil, game)); got != want || tags[n] != want {
			t.Errorf("%s: game %d, %.200q: tags %s, read %s, want %s", what, n, game, got, tags[n], want)
		}
		if want := countPlies(game); g.Plies != want || plies[n] != want {
			t.Errorf("%s: game %d, %.200q: %d plies, read %d, want %d", what, n, game, g.Plies, plies[n], want)
		}
		n++
		return true
	})
	require.Equal(t, len(ends), n, what)
}

func TestEachGame(t *testing.T) {
	tagged := "[Event \"x\"]\n[CurrentPosition \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\"]\n\n1. e4 e5 1-0\n\n"
	for what, text := range map[string]string{
		"dependent tag":    tagged,
		"illegal move":     "[Event \"x\"]\n\n1. e4 e5 2. Ke3 Nc6 3. d4 *\n\n",
		"variation":        "[Event \"x\"]\n\n1. e4 (1. d4 d5) e5 1-0\n\n",
		"stray bracket":    "[Event \"x\"]\n\n1. e4 ) e5 2. Nf3 1-0\n\n",
		"open bracket":     "[Event \"x\"]\n\n1. e4 ( 1. d4 d5 1-0\n\n",
		"after the result": "[Event \"x\"]\n\n1. e4 1-0 e5 2. Nf3 *\n\n",
		"null move":        "[Event \"x\"]\n\n1. e4 -- 2. d4 *\n\n",
		"start":            "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Ke7 8. e4 *\n\n",
		"bad start":        "[Event \"x\"]\n[FEN \"nothing\"]\n\n1. e4 *\n\n",
		"variant":          "[Event \"x\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n",
		"odd tag":          "[Event \"x\"]\n[ Round \"1\" ]\n[Site   \"y\"]\n[White\t\"z\"]\n\n1. e4 e5 *\n\n",
		"no moves":         "[Event \"x\"]\n\n*\n\n",
	} {
		text := []byte(text + tagged + text)
		frames, ends := cut(text)
		require.Len(t, frames, 1)
		var e Encoder
		f, _ := e.Encode(text, ends[0])
		checkEachGame(t, what, &e, &f, text, ends[0])
		many := bytes.Repeat(text, 30)
		_, ends = cut(many)
		f, _ = e.Encode(many, ends[0])
		checkEachGame(t, "30 times "+what, &e, &f, many, ends[0])
	}
}

func TestCorpusEachGame(t *testing.T) {
	for _, dir := range []string{"odd", "pgn", "annotated"} {
		names, err := corpus.Names(dir)
		if err != nil {
			t.Skip(err)
		}
		var e Encoder
		e.Effort = column.Quick
		for _, name := range names {
			src := corpus.Need(t, name)
			src = src[:min(len(src), 40_000)]
			frames, ends := cut(src)
			for i, text := range frames {
				f, _ := e.Encode(text, ends[i])
				checkEachGame(t, name, &e, &f, text, ends[i])
			}
		}
	}
}
