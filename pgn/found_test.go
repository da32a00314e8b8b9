package pgn_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/corpus/found"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// uci returns moves from start as UCI writes them, castling as the king's way.
func uci(start board.Position, moves []board.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, notation.UCI(&start, m, false))
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
