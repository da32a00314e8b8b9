package game

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"

	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// facts says what is known of a game: plies, start, main line, tags.
func facts(g *gametext.Game) string {
	s := fmt.Sprintf("%d plies, playable %v, %v", g.Plies, g.Playable, g.Moves)
	if g.Playable {
		s += " from " + g.Start.String()
	}
	return s + fmt.Sprintf(", tags %q", g.Tags)
}

// wantFacts returns what pgn.Line and pgn.Scanner say of a game's text.
func wantFacts(text []byte) string {
	g := gametext.Game{Tags: gametext.AppendTags(nil, text)}
	line := pgn.Line{}
	line.Each(text, func(p *board.Position, m board.Move) bool {
		if g.Playable {
			g.Moves = append(g.Moves, m)
		} else {
			g.Start, g.Playable = *p, true
		}
		return true
	})
	n := -1
	anyway := pgn.Line{Anyway: true}
	anyway.Each(text, func(*board.Position, board.Move) bool { n++; return true })
	g.Plies = max(n, 0)
	if len(g.Tags) == 0 {
		g.Tags = nil
	}
	return facts(&g)
}

// checkFacts compares what an Encoder and a Decoder say of the games of a frame
// with what their texts say.
func checkFacts(t *testing.T, what string, e *Encoder, f *archive.Frame, text []byte, ends []int) {
	t.Helper()
	var want []string
	start := 0
	for _, end := range ends {
		want = append(want, wantFacts(text[start:end]))
		start = end
	}
	n := 0
	e.EachGame(func(g *gametext.Game) bool {
		if len(g.Tags) == 0 {
			g.Tags = nil
		}
		require.Equal(t, want[n], facts(g), "%s: EachGame, game %d", what, n)
		n++
		return true
	})
	require.Equal(t, len(want), n, "%s: games of EachGame", what)
	d := Decoder{Level: e.Level}
	n = 0
	err := d.Tags(f, nil, true, func(game int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		require.Equal(t, n, game)
		text := want[n]
		wantPlies, _, _ := strings.Cut(text, " ")
		_, wantTags, _ := strings.Cut(text, ", tags ")
		if len(tags) == 0 {
			tags = nil
		}
		require.Equal(t, wantPlies, fmt.Sprint(facts.Plies), "%s: plies of game %d", what, n)
		require.Equal(t, wantTags, fmt.Sprintf("%q", tags), "%s: tags of game %d", what, n)
		n++
		return true
	})
	require.NoError(t, err, what)
	require.Equal(t, len(want), n, "%s: games of Tags", what)
}

// checkBoth checks facts of a frame as columns, if it can be, and as text.
func checkBoth(t *testing.T, what string, text []byte, ends []int, level *learned.Level) {
	t.Helper()
	e := Encoder{Level: level, Unchecked: true}
	f, _ := e.Encode(text, ends)
	checkFacts(t, what, &e, &f, text, ends)
	if e.split {
		f = columns(t, &e, text, ends)
		checkFacts(t, what+" in columns", &e, &f, text, ends)
	}
	f, _ = e.EncodeText(text, len(ends))
	checkFacts(t, what+" as text", &e, &f, text, ends)
}

// endingGames are n games, each with its last position as a tag, and a game
// without that whose fifth word cannot be played.
func endingGames(n int) (texts []string) {
	for i := range n {
		p := board.Start()
		var moves strings.Builder
		for ply := range 6 {
			legal := movegen.AppendLegal(nil, &p)
			m := legal[(i*7+ply*3)%len(legal)]
			if ply%2 == 0 {
				fmt.Fprintf(&moves, "%d. ", ply/2+1)
			}
			moves.Write(append(notation.Standard.AppendSAN(nil, &p, m), ' '))
			movegen.Make(&p, m)
		}
		texts = append(texts, fmt.Sprintf("[Event \"x\"]\n[CurrentPosition \"%s\"]\n[Result \"*\"]\n\n%s*\n\n", AppendFEN(nil, &p), moves.String()))
	}
	return append(texts, "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 Nc6 3. d4 *\n\n")
}

// TestDependentTags checks that tags which depend on the moves are given without
// the text, and that half-moves are those that can be played.
func TestDependentTags(t *testing.T) {
	texts := endingGames(60)
	text := []byte(strings.Join(texts, ""))
	_, ends := cut(text)
	for _, level := range []*learned.Level{nil, learned.V1} {
		e := Encoder{Level: level}
		f, c := e.Encode(text, ends[0])
		require.True(t, c.Columns)
		checkFacts(t, "60 games and one", &e, &f, text, ends[0])
		d := Decoder{Level: level}
		plies := []int{}
		require.NoError(t, d.Tags(&f, []string{"Result"}, true, func(_ int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
			plies = append(plies, facts.Plies)
			return true
		}))
		require.Equal(t, 2, plies[60])
		require.Equal(t, 6, plies[59])
		n := 0
		require.NoError(t, d.Tags(&f, nil, true, func(int, []tagvalue.Tag, tagvalue.Facts) bool { n++; return n < 40 }))
		require.Equal(t, 40, n)
	}
}

// moreOddGames are texts whose tags or main lines are easily taken for others.
var moreOddGames = []string{
	"\ufeff[Event \"x\"]\n\n1. e4 e5 *\n",
	"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - \\\"0 7\"]\n\n1. e4 *\n",
	"[Event \"x\"]\n[ FEN\t\"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\" ]\n\n7... Ke7 *\n",
	"[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"][Variant \"Chess960\"]\n\n7... Ke7 *\n",
	"[Event \"x\"]\n[FEN \"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O e5 *\n",
	"[Event \"x\"]\n\n{a} ; b\n1. e4 (1. d4) (1. c4 1-0) e5 (1... c5 2. Nf3 ( 2. c3 ) ) 1/2 2. Nf3 *\n",
	"[Event \"x\"]\n\n1. e4 ) ) e5 ( 2. Nf3 *\n",
	"[Event \"x\"]\n\n1. e4 -- 2. d4 xx 3. Nf3 *\n",
	"[White \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\"]\n\n1. e4 {rnbqkbnr} *\n",
}

func TestFacts(t *testing.T) {
	for _, text := range append(append([]string{"no game at all\n"}, moreOddGames...), oddMoves...) {
		_, ends := cut([]byte(text))
		for _, level := range []*learned.Level{nil, learned.V1} {
			checkBoth(t, fmt.Sprintf("%q", text), []byte(text), ends[0], level)
		}
	}
	for _, g := range games {
		_, ends := cut([]byte(g.text))
		checkBoth(t, g.name, []byte(g.text), ends[0], nil)
	}
}

func TestCorpusFacts(t *testing.T) {
	names, err := corpus.Names("odd")
	if err != nil {
		t.Skip(err)
	}
	for _, name := range names {
		n := 1_500
		if os.Getenv("CHESSZIP_LONG") != "" {
			n = 20_000
		}
		inputs, ends := cut(corpus.NeedHead(t, name, n))
		if len(inputs) > 0 {
			checkBoth(t, name, inputs[0], ends[0], nil)
		}
	}
}
