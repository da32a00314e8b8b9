package pgn_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

func TestCheck(t *testing.T) {
	require.Equal(t, []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}, pgn.Roster())
	mate, stalemate := "1. f3 e5 2. g4 Qh4#", "[FEN \"7k/5Q2/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Qg6"
	for _, c := range []struct {
		text string
		want []error // in any order
	}{
		{"[Result \"1-0\"]\n\n1. e4 1-0", nil},
		{"[Result \"0-1\"]\n\n" + mate + " 0-1", nil},
		{"[Result \"1-0\"]\n\n" + mate + " 1-0", []error{pgn.ErrFinal}},
		{"[Result \"*\"]\n\n" + mate + " *", []error{pgn.ErrFinal}},
		{"[Result \"?\"]\n\n" + mate + " 0-1", nil},
		{"[Result \"1-0\"]\n" + stalemate + " 1-0", []error{pgn.ErrFinal}},
		{"[Result \"1/2-1/2\"]\n" + stalemate + " 1/2-1/2", nil},
		{"[Result \"0-1\"]\n\n1. e4 1-0", []error{pgn.ErrResult}},
		{"[Result \"0-1\"]\n\n1. e4 *", []error{pgn.ErrResult}},
		{"[Result \"0-1\"]\n\n1. e4", []error{pgn.ErrNoResult}},
		{"[Result \"won\"]\n\n1. e4 *", []error{pgn.ErrValue}},
		{"[Result \"*\"]\n\n1. e4 Ke7 2. d4 *", []error{notation.ErrIllegal}},
		{"1. e4 *", []error{pgn.ErrMissing}},
		{"[result \"1-0\"]\n[Date \"2012.02.29\"]\n[ECO \"B90/01\"]\n[WhiteElo \"2700?\"]\n[BlackElo \"-\"]\n\n1. e4 1-0", nil},
		{"[Result \"1-0\"]\n[Date \"2013.02.29\"]\n\n1. e4 1-0", []error{pgn.ErrValue}},
		{"[Result \"1-0\"]\n[Date \"2013.13.01\"]\n[UTCDate \"11.02.2013\"]\n\n1. e4 1-0", []error{pgn.ErrValue, pgn.ErrValue}},
		{"[Result \"1-0\"]\n[Date \"2013.??.??\"]\n[UTCDate \"????.??.??\"]\n[EventDate \"2013\"]\n\n1. e4 1-0", nil},
		{"[Result \"1-0\"]\n[Date \"2025.11.\"]\n[ECO \"F00\"]\n[WhiteElo \"strong\"]\n\n1. e4 1-0", []error{pgn.ErrValue, pgn.ErrValue, pgn.ErrValue}},
		{"[Result \"1-0\"]\n\n1. e4 (1. d4 1-0", []error{pgn.ErrOpen, pgn.ErrNoResult}},
	} {
		found := pgn.ParseGame(c.text).Check("Result")
		require.Len(t, found, len(c.want), "%s: %v", c.text, found)
		for i, err := range c.want {
			require.True(t, errors.Is(found[i].Err, err), "%s: %v", c.text, found[i].Err)
		}
	}
	require.Empty(t, pgn.ParseGame("1. e4 *").Check())
	require.Equal(t, "[Event Site Date Round White Black Result]", fmt.Sprint(func() (names []string) {
		for _, p := range pgn.ParseGame("1. e4 *").Check(pgn.Roster()...) {
			names = append(names, p.Text)
		}
		return names
	}()))
}
