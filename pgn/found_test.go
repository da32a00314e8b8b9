package pgn_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus/found"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// uci returns moves from start as UCI writes them, castling as the king's way.
func uci(start board.Position, moves []board.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, notation.UCI(&start, m))
		movegen.Make(&start, m)
	}
	return strings.Join(words, " ")
}

// TestFound: games as they are found are read as a careful person would, or what is
// not understood is said with its place.
func TestFound(t *testing.T) {
	for _, c := range found.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			var games []*pgn.ParsedGame
			for g, err := range pgn.NewReader(strings.NewReader(c.Text), nil).Games() {
				require.NoError(t, err)
				games = append(games, g)
			}
			require.Len(t, games, 1)
			g := games[0]
			line, _ := g.MainLine()
			if got := uci(line.Start, line.Moves); got != c.Moves {
				t.Errorf("moves are %s, want %s", got, c.Moves)
			}
			language := c.Language
			if language == "" {
				language = "English"
			}
			require.Equal(t, language, g.Language.String())
			if c.Problem == "" {
				require.NoError(t, g.Err())
			} else {
				require.ErrorContains(t, g.Err(), c.Problem)
			}
			var l pgn.Line
			checkLine(t, &l, c.Text)
			checkExport(t, g)
		})
	}
}

// TestSigns: signs of printed books are written as the numbers of the standard, those
// without as comments.
func TestSigns(t *testing.T) {
	const text = "[Event \"x\"]\n\n1. e4N e5△ 2. Nf3 N (2. Bc4 TN) Nc6 ⌓ 3. Bb5 RR a6+− 4. Ba4 ◫ Nf6 D *"
	g := pgn.ParseGame(text)
	require.NoError(t, g.Err())
	require.Equal(t, "e2e4 N e7e5 △ g1f3 N ( f1c4 TN ) b8c6 ⌓ f1b5 RR a7a6 +− b5a4 ◫ g8f6 D *", describe(g))
	out := string(pgn.AppendGame(nil, g))
	require.Contains(t, out, "1. e4 $146 e5 $140 2. Nf3 $146 (2. Bc4 $146) 2... Nc6 $142 3. Bb5 $145 a6 $18\n4. Ba4 {◫} 4... Nf6 $220 *")
	tree, err := g.Tree()
	require.NoError(t, err)
	require.Equal(t, []uint8{146}, tree.Root().Next().NAGs)
}

// TestProblemOfWord: what is wrong in a glued word is said with the place of the word.
func TestProblemOfWord(t *testing.T) {
	const text = "[Event \"x\"]\n\n1.e4e5 2.Nf3Nc6 3.Bb5Qxa6 *"
	g := pgn.ParseGame(text)
	p := g.Problems[0]
	require.Equal(t, "Bb5Qxa6", p.Text)
	require.Equal(t, int64(strings.Index(text, "Bb5Q")), p.Offset)
	require.Equal(t, 4, p.Ply)
}
