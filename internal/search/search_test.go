package search_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/search"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// games are what queries are asked of, by their numbers.
var games = []string{
	"[White \"Carlsen, Magnus\"]\n[Black \"Anand\"]\n[WhiteElo \"2870\"]\n[BlackElo \"2780\"]\n[Date \"2013.11.09\"]\n[ECO \"A07\"]\n[Result \"1/2-1/2\"]\n[TimeControl \"180+2\"]\n\n1. Nf3 d5 1/2-1/2\n\n",
	"[White \"Carlsson\"]\n[Black \"carlsen\"]\n[WhiteElo \"?\"]\n[BlackElo \"1500\"]\n[Date \"2013.??.??\"]\n[ECO \"B90/01\"]\n[Result \"0-1\"]\n[TimeControl \"60\"]\n\n1. e4 c5 2. Nf3 0-1\n\n",
	"[White \"A\"]\n[Black \"B\"]\n[Date \"????.??.??\"]\n[UTCDate \"2014.01.31\"]\n[Opening \"Sicilian Defense: Najdorf\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n",
	"[Event \"Cup\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 1-0\n\n",
}

// view is of games, as PGN.
func view() *frameview.View {
	src := strings.Join(games, "")
	p := frameview.NewPlain(strings.NewReader(src))
	var ends []int
	for n := range games {
		ends = append(ends, len(strings.Join(games[:n+1], "")))
	}
	p.Add(int64(len(src)), ends)
	f := frameview.NewFile(p, nil)
	return f.View(context.Background(), f.Segments()[0])
}

// statistics are those of games.
func statistics(t *testing.T) []byte {
	var b frameindex.Builder
	b.Reset(frameindex.Players)
	require.NoError(t, view().Tags(nil, true, func(_ int, tags []tagvalue.Tag, plies int) bool {
		b.Add(tags, plies)
		return true
	}))
	return b.Statistics()
}

func TestItems(t *testing.T) {
	all := statistics(t)
	for _, c := range []struct {
		q    *search.Query
		want []int
	}{
		{nil, []int{0, 1, 2, 3}},
		{&search.Query{}, []int{0, 1, 2, 3}},
		{&search.Query{White: "carlsen"}, []int{0}},
		{&search.Query{White: "Carlsen, Magnus"}, []int{0}},
		{&search.Query{White: "Magnus Carlsen"}, nil},
		{&search.Query{Player: "carlsen"}, []int{0, 1}},
		{&search.Query{Black: "=CARLSEN"}, []int{1}},
		{&search.Query{White: "=carlsen"}, nil},
		{&search.Query{Event: "cup"}, []int{3}},
		{&search.Query{Opening: "najdorf"}, []int{2}},
		{&search.Query{Elo: "2780-2870"}, []int{0}},
		{&search.Query{Elo: "2781-"}, nil},
		{&search.Query{BlackElo: "-1500"}, []int{1}},
		{&search.Query{WhiteElo: "2870"}, []int{0}},
		{&search.Query{Date: "2013"}, []int{0, 1}},
		{&search.Query{Date: "2013.11"}, []int{0}},
		{&search.Query{Date: "2013.12-"}, []int{2}},
		{&search.Query{Date: "-2012"}, nil},
		{&search.Query{ECO: "B"}, []int{1}},
		{&search.Query{ECO: "A07-B90"}, []int{0, 1}},
		{&search.Query{Result: "0-1,*"}, []int{1, 2}},
		{&search.Query{Result: "1-0"}, nil},
		{&search.Query{TimeControl: "bullet"}, []int{1}},
		{&search.Query{TimeControl: "Blitz"}, []int{0}},
		{&search.Query{TimeControl: "180+2"}, []int{0}},
		{&search.Query{Plies: "2"}, []int{0, 2}},
		{&search.Query{Plies: "3-7"}, []int{1, 3}},
		{&search.Query{Tags: map[string]string{"Event": "Cup"}}, []int{3}},
		{&search.Query{Player: "carlsen", Date: "2013", Plies: "3"}, []int{1}},
	} {
		f, err := search.Compile(c.q)
		require.NoError(t, err)
		got, err := f.Items(view())
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(c.want), fmt.Sprint(got), "%+v", c.q)
		if len(c.want) > 0 && f.Excludes(all) {
			t.Errorf("%+v: the statistics exclude games that are meant", c.q)
		}
		require.Equal(t, c.q == nil || len(c.want) == 4, f.All(), "%+v", c.q)
	}
}

// TestExcludes holds what statistics of a frame decide.
func TestExcludes(t *testing.T) {
	all := statistics(t)
	for _, c := range []struct {
		q    search.Query
		want bool
	}{
		{search.Query{White: "carlsen"}, false},
		{search.Query{White: "zzz"}, true},
		{search.Query{Event: "zzz"}, false}, // events are not in the statistics
		{search.Query{Elo: "2871-"}, true},
		{search.Query{Elo: "2800-"}, false},
		{search.Query{Date: "2015-"}, true},
		{search.Query{Date: "-2012"}, true},
		{search.Query{ECO: "E"}, true},
		{search.Query{Result: "1-0"}, true},
		{search.Query{Plies: "8-"}, true},
		{search.Query{Plies: "7"}, false},
	} {
		f, err := search.Compile(&c.q)
		require.NoError(t, err)
		require.Equal(t, c.want, f.Excludes(all), "%+v", c.q)
		require.False(t, f.Excludes(nil), "%+v: no statistics", c.q)
		require.False(t, f.Excludes([]byte{255}), "%+v: statistics of a later version", c.q)
	}
}

func TestMalformed(t *testing.T) {
	for field, q := range map[string]search.Query{
		"Elo": {Elo: "2000-1000"}, "WhiteElo": {WhiteElo: "x"}, "BlackElo": {BlackElo: "-"}, "Date": {Date: "2013.13"},
		"ECO": {ECO: "F1"}, "Result": {Result: "2-0"}, "Plies": {Plies: "-1-3"},
	} {
		_, err := search.Compile(&q)
		var at *search.Error
		require.True(t, errors.As(err, &at), "%+v", q)
		require.Equal(t, field, at.Field)
	}
	for field, text := range map[string]string{
		"pattern": "", "fen": "fen:x", "material": "material:KR", "moves": `moves:"1. e4 Ke7 2. x"`,
	} {
		_, err := search.CompilePattern(text)
		var at *search.Error
		require.True(t, errors.As(err, &at), text)
		require.Equal(t, field, at.Field)
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		p    string
		q    *search.Query
		want string // items and half-moves
	}{
		{`moves:"1. e4"`, nil, "1:1 2:1 3:1"},
		{`moves:"1. e4 c5 2. Nf3"`, nil, "1:3 3:3"},
		{`moves:"1. e4"`, &search.Query{Plies: "7"}, "3:1"},
		{`fen:"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"`, nil, "1:1 2:1 3:1"},
		{`fen:"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w"`, nil, ""},
		{`material:"KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP"`, nil, "3:6"},
		{`material:"KQRRBBNNPPPPPPPvKQRRBBNNPPPPPPPP"`, nil, "3:6"},
		{`material:"KvK"`, nil, ""},
		{"end -check", nil, "0:2 1:3 2:2 3:7"},
		{"black-capture", nil, "3:5"},
	} {
		m, err := search.CompilePattern(c.p)
		require.NoError(t, err)
		f, err := search.Compile(c.q)
		require.NoError(t, err)
		for _, many := range []bool{false, true} {
			places, err := m.Find(view(), f, many)
			require.NoError(t, err)
			var got []string
			for _, at := range places {
				got = append(got, fmt.Sprintf("%d:%d", at.Item, at.Steps[0]))
				if at.Text != nil && !bytes.Equal(at.Text, []byte(games[at.Item])) {
					t.Errorf("%+v: the text of item %d is %q", c.p, at.Item, at.Text)
				}
			}
			require.Equal(t, c.want, strings.Join(got, " "), "%+v, many %v", c.p, many)
		}
	}
}
