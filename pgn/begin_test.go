package pgn_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// TestBegin names what is a game, and where it begins, which is marked here.
func TestBegin(t *testing.T) {
	for _, text := range []string{
		"§[Event \"a\"]", "§[A-b_1 \"\"]\n*", "§1. e4", "§1. e4 z9", "§1.Nf3 d5", "§1. {c} d4", "§1. -- e5", "§1. Z0 Nf6 2. e4", "§e4", "e5\n§e4 e5", "§d4 *", "§e4 {c} x",
		"\ufeff\n% a\n{b} ; c\n§[A \"b\"]", "Two games (mine)\n§[A \"b\"]", "White: me\n\n§1. e4 e5", "*\n§1. e4", "1. e5\n§1. e4",
		"§12. Nf3 Nc6", "1... e5 §2. Nf3 Nc6", "[type=\"x\"] §1. c4", "§e2-e4 e7e5", "see §1. e4", "§1. Sf3 Sf6 *", "§1.♘f3", "§1. Кf3 d5", "§1.e4e5 2.Nf3Nc6", "§1.Sf3Sf6",
	} {
		src := strings.ReplaceAll(text, "§", "")
		at, ok := pgn.Begin([]byte(src))
		require.True(t, ok, text)
		require.Equal(t, strings.Index(text, "§"), at, text)
		n := 0
		for g, err := range pgn.NewReader(strings.NewReader(src), nil).Games() {
			require.NoError(t, err)
			require.Equal(t, src, g.Text)
			n++
		}
		require.Equal(t, 1, n, text)
	}
}

// TestNoGame names what is no game.
func TestNoGame(t *testing.T) {
	noise := rand.NewChaCha8([32]byte{1})
	random := make([]byte, 4<<20)
	_, _ = noise.Read(random)
	for what, text := range map[string]string{
		"nothing": "", "blank": " \r\n\n", "a mark": "\ufeff", "a result": "*\n", "results": "1-0\n0-1\n1/2-1/2\n", "a comment": "{1. e4 e5 [Event \"x\"]}",
		"prose": "The move e4 is best, 3. I think.\ne4 is played often, and\nd4 too.\n", "an escape": "% 1. e4\n", "numbers": "1. 2. 3. 12...",
		"moves that cannot be played": "1. e5 Nf6 2. Ke4 Zz9\n", "a null move": "1. -- *", "null moves": "1. -- --", "castling": "O-O\n",
		"a script": "#!/bin/sh\nif [ -n \"$1\" ]; then\n[ -d \"$2\" ] && x=1\n", "a style sheet": "input[type=\"text\"] { color: red }\na[href=\"x\"] {}",
		"a list of positions": strings.Repeat(board.Start().String()+"\n", 100), "EPD": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sm e4; id \"1-0\";\n",
		"a variation": "(1. e4 e5)", "UTF-16": "1\x00.\x00 \x00e\x004\x00", "random bytes": string(random),
	} {
		_, ok := pgn.Begin([]byte(text))
		require.False(t, ok, what)
		var s pgn.Splitter
		n, ok := s.Next([]byte(text), true)
		require.Equal(t, len(text), n, what)
		require.Equal(t, len(text) > 0, ok, what)
		require.False(t, s.IsGame(), what)
		for g := range pgn.NewReader(strings.NewReader(text), nil).Games() {
			t.Errorf("%s is a game: %.40q", what, g.Text)
		}
	}
}

// TestFirstMoves checks that a game begins with exactly the moves that White has, in
// any language.
func TestFirstMoves(t *testing.T) {
	start := board.Start()
	legal := movegen.AppendLegal(nil, &start)
	require.Len(t, legal, 20)
	want := map[string]bool{}
	for _, m := range legal {
		want[notation.SAN(&start, m)] = true
	}
	n := 0
	for _, square := range []string{"a3", "c3", "f3", "h3"} {
		want["R"+square] = true // a knight in Finnish
	}
	for _, piece := range []string{"", "N", "B", "R", "Q", "K"} {
		for square := range 64 {
			word := piece + board.Square(square).String()
			_, ok := pgn.Begin([]byte("1. " + word))
			require.Equal(t, want[word], ok, word)
			if ok {
				n++
			}
		}
	}
	require.Equal(t, 24, n)
}

// TestEveryTextIsAGame: of what a Splitter returns, all but one text alone are
// games, which begin where they begin when they are alone: at once, or after lines
// that look like tags.
func TestEveryTextIsAGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := pgnish(t)
		var s pgn.Splitter
		for first := true; len(src) > 0; first = false {
			n, ok := s.Next(src, true)
			require.True(t, ok)
			at, is := pgn.Begin(src[:n])
			require.Equal(t, is, s.IsGame(), "%q", src[:n])
			require.True(t, is || first && n == len(src), "%q", src)
			require.True(t, first || at == 0 || src[0] == '[', "%q begins at %d", src[:n], at)
			src = src[n:]
		}
	})
}

// TestReadAgain: tokens that decide where a game begins are read alike when the
// game itself is.
func TestReadAgain(t *testing.T) {
	const game = "[A \"b\"]\n1. d4 1-0\n"
	for _, next := range []string{"e4{c} {d} x\n", "1. {c} {d} e4 {e} x\n", "1. {c} e4\n", "e4! {c} e5\n"} {
		require.Equal(t, []string{game, next, game}, split([]byte(game+next+game)), next)
		var s pgn.Splitter
		src := []byte(game + next + game)
		n, ok := s.Next(src, false)
		require.True(t, ok)
		require.Equal(t, len(game), n)
		n, ok = s.Next(src[n:], true)
		require.True(t, ok)
		require.Equal(t, len(next), n, next)
	}
}

// TestPrefaceCostsNothing: with text before it, a game has the tags and moves
// that it has without.
func TestPrefaceCostsNothing(t *testing.T) {
	src := corpus.Need(t, corpus.Sample)
	var s pgn.Splitter
	n, _ := s.Next(src, true)
	game := string(src[:n])
	want := pgn.ParseGame(game)
	for _, preface := range []string{"% exported\n", "{c}\n", "; [White \"x\"]\n", "Games of 2013 (1. Nf3)\n\n", "\ufeff", "*\n", "1. e5\n\n"} {
		got := pgn.ParseGame(preface + game)
		require.Equal(t, want.Tags, got.Tags, preface)
		wantLine, _ := want.MainLine()
		gotLine, _ := got.MainLine()
		require.Equal(t, wantLine, gotLine, preface)
		require.Equal(t, preface+game, got.Text)
		plies := -1
		new(pgn.Line).Each([]byte(preface+game), func(*board.Position, board.Move) bool { plies++; return true })
		require.Equal(t, len(wantLine.Moves), plies, preface)
		checkExport(t, got)
	}
}

// TestPass checks that a Splitter that has been told to pass text finds the same
// ends.
func TestPass(t *testing.T) {
	game := "[Event \"x\"]\n[Site \"y\"]\n\n" + strings.Repeat("1. e4 {c} (1. d4) ", 50) + "*\n\n"
	src := []byte(strings.Repeat("prose\n", 20) + game + game)
	var whole pgn.Splitter
	want, _ := whole.Next(src, true)
	for cut := 1; cut < want-20; cut += 7 {
		var s pgn.Splitter
		_, ok := s.Next(src[:cut], false)
		require.False(t, ok)
		at, begun := s.Begun()
		require.True(t, begun || at <= cut && at <= bytes.IndexByte(src, '['), fmt.Sprint(cut))
		n := cut
		if !begun && at > 0 {
			n = at
		}
		s.Pass(src[:cut], n)
		left, ok := s.Next(src[n:], true)
		require.True(t, ok)
		require.Equal(t, want, n+left, "passed %d", n)
	}
}
