package query_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/view"
)

// games are the games of the tests, by their numbers.
var games = []string{
	"[White \"Carlsen, Magnus\"]\n[Black \"Anand\"]\n[WhiteElo \"2870\"]\n[BlackElo \"2780\"]\n[Date \"2013.11.09\"]\n[ECO \"A07\"]\n[Result \"1/2-1/2\"]\n[TimeControl \"180+2\"]\n\n1. Nf3 d5 1/2-1/2\n\n",
	"[White \"Carlsson\"]\n[Black \"carlsen\"]\n[WhiteElo \"?\"]\n[BlackElo \"1500\"]\n[Date \"2013.??.??\"]\n[ECO \"B90/01\"]\n[Result \"0-1\"]\n[TimeControl \"60\"]\n\n1. e4 c5 2. Nf3 0-1\n\n",
	"[White \"A\"]\n[Black \"B\"]\n[Date \"????.??.??\"]\n[UTCDate \"2014.01.31\"]\n[Opening \"Sicilian Defense: Najdorf\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n",
	"[Event \"Cup\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 1-0\n\n",
}

// viewOfGames is a view of games, as PGN.
func viewOfGames() *view.View {
	src := strings.Join(games, "")
	p := view.NewPlain(strings.NewReader(src))
	var ends []int
	for n := range games {
		ends = append(ends, len(strings.Join(games[:n+1], "")))
	}
	p.Add(int64(len(src)), ends)
	f := view.NewFile(p, nil)
	return f.View(context.Background(), f.Segments()[0])
}

// statistics are those of games, and their filter of names.
func statistics(t *testing.T) (all []byte, names func() []byte) {
	var b index.Builder
	b.Reset(open.Names)
	require.NoError(t, viewOfGames().Tags(nil, true, func(_ int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		b.Add(tags, facts)
		return true
	}))
	return b.Statistics(), b.Filter
}

// compile is the filter of the text of a query.
func compile(t *testing.T, text string) *query.Filter {
	t.Helper()
	terms, err := terms.Parse(text)
	require.NoError(t, err)
	f, err := query.Compile(terms)
	require.NoError(t, err)
	return f
}

// selection returns the Selection of a filter.
func selection(f *query.Filter) *query.Selection { return new(query.Selection).Where(f) }

// items returns the items that match, of those among some.
func items(f *query.Filter, v *view.View, among []int) ([]int, error) {
	found, err := selection(f).Finder(false)(v, among)
	return found.Items, err
}

func TestItems(t *testing.T) {
	all, names := statistics(t)
	for _, c := range []struct {
		q    string
		want []int
	}{
		{"", []int{0, 1, 2, 3}},
		{"white:carlsen", []int{0}},
		{`white:"Carlsen, Magnus"`, []int{0}},
		{`white:"Magnus Carlsen"`, []int{0}},
		{`white:"Magnus Carlsson"`, nil},
		{"player:carlsen", []int{0, 1}},
		{"black:=CARLSEN", []int{1}},
		{"white:=carlsen", nil},
		{"event:cup", []int{3}},
		{"opening:najdorf", []int{1, 2}},
		{"elo:2780-2870", []int{0}},
		{"elo:2781-", nil},
		{"black-elo:-1500", []int{1}},
		{"white-elo:2870", []int{0}},
		{"date:2013", []int{0, 1}},
		{"date:2013.11", []int{0}},
		{"date:2013.12-", []int{2}},
		{"date:-2012", nil},
		{"eco:B", []int{1}},
		{"eco:A07-B90", []int{0, 1}},
		{"result:0-1,*", []int{1, 2}},
		{"result:1-0", []int{3}},
		{"result:draw,0-1,*", []int{0, 1, 2}},
		{"tc:bullet", []int{1}},
		{"tc:Blitz", []int{0}},
		{"tc:180+2", []int{0}},
		{"ply:2", []int{0, 2}},
		{"ply:3-7", []int{1, 3}},
		{"tag:Event=Cup", []int{3}},
		{"player:carlsen date:2013 ply:3", []int{1}},
	} {
		f := compile(t, c.q)
		got, err := items(f, viewOfGames(), nil)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(c.want), fmt.Sprint(got), "%+v", c.q)
		if len(c.want) > 0 && f.Excludes(all, names) {
			t.Errorf("%s: the statistics exclude games that are meant", c.q)
		}
		require.Equal(t, c.q == "", f.All(), "%+v", c.q)
	}
}

// TestAmong checks that only the given items are considered.
func TestAmong(t *testing.T) {
	for _, c := range []struct {
		q           string
		among, want []int
	}{
		{"", []int{1, 2}, []int{1, 2}},
		{"player:carlsen", []int{0, 1, 2, 3}, []int{0, 1}},
		{"player:carlsen", []int{1, 2}, []int{1}},
		{"player:carlsen", []int{2, 3}, nil},
		{"event:cup", []int{3}, []int{3}},
		{"event:cup", []int{}, nil},
		{"white:nobody", []int{0, 1}, nil},
	} {
		got, err := items(compile(t, c.q), viewOfGames(), c.among)
		require.NoError(t, err)
		require.Equal(t, c.want, got, "%+v", c)
	}
}

// TestExcludes checks which queries the statistics of a frame exclude.
func TestExcludes(t *testing.T) {
	all, names := statistics(t)
	for _, c := range []struct {
		q    string
		want bool
	}{
		{"white:carlsen", false},
		{"white:zzz", true},
		{"event:zzz", false}, // events are not in the statistics
		{"elo:2871-", true},
		{"elo:2800-", false},
		{"date:2015-", true},
		{"date:-2012", true},
		{"eco:E", true},
		{"result:1-0", false},
		{"ply:8-", true},
		{"ply:7", false},
	} {
		f := compile(t, c.q)
		require.Equal(t, c.want, f.Excludes(all, names), "%+v", c.q)
		require.False(t, f.Excludes(nil, names), "%s: no statistics", c.q)
		require.False(t, f.Excludes([]byte{255}, names), "%s: statistics of a later version", c.q)
	}
}

// TestExcludesTerms checks which alternatives and negated terms the statistics of one
// game exclude.
func TestExcludesTerms(t *testing.T) {
	var game []tagvalue.Tag
	for name, value := range map[string]string{
		"White": "Carlsen, Magnus", "Black": "Anand", "WhiteElo": "2863", "BlackElo": "2792", "Date": "2014.11.08", "ECO": "C65", "Result": "1-0",
	} {
		game = append(game, tagvalue.Tag{Name: []byte(name), Value: []byte(value)})
	}
	var b index.Builder
	b.Reset(open.Names)
	b.Add(game, tagvalue.Facts{Plies: 40, Result: tagvalue.WhiteWins})
	for text, want := range map[string]bool{
		"player:nobody":                true,
		"player:nobody player:carlsen": false,
		"player:nobody player:nemo":    true,
		"player:nobody player:nem*":    false,
		"player:nobody@2800+":          true,
		"player:carls*@2900+":          true,
		"player:@2800+":                false,
		`player:"nobody x*"`:           true,
		"player:=nobody":               true,
		"player:/nobody/":              false,
		"player:carlsen event:x":       false,
		"tag:White=nobody":             true,
		"tag:Event=nobody":             false,
		"elo:2900+ elo:-2000":          true,
		"elo:2900+ elo:2800+":          false,
		"elo:2900+,2000-2500":          true,
		"diff:100+":                    true,
		"diff:0-10,80+":                false,
		"date:2013,2015":               true,
		"date:2013 date:2014":          false,
		"eco:B,D":                      true,
		"eco:B eco:C6":                 false,
		"result:draw result:0-1":       true,
		"result:draw,1-0":              false,
		"ply:1-10,50+":                 true,
		"-result:1-0":                  true,
		"-result:draw":                 false,
		"-result:draw -result:1-0":     true,
		"-ply:30+":                     true,
		"-ply:30-39,41+":               false,
		"-player:nobody":               false,
		"-player:carlsen":              false,
		"-elo:2000+":                   false,
		"-date:2014":                   false,
		"-eco:C":                       false,
		"opening:sicilian":             false,
		"result:1-0 eco:C date:2014+":  false,
	} {
		require.Equal(t, want, compile(t, text).Excludes(b.Statistics(), b.Filter), text)
	}
}

func TestMalformed(t *testing.T) {
	for field, text := range map[string]string{
		"pattern": "", "fen": "fen:x", "material": "material:KR", "moves": `moves:"1. e4 Ke7 2. x"`,
	} {
		_, err := query.CompilePattern(text)
		var at *terms.Error
		require.True(t, errors.As(err, &at), text)
		require.Equal(t, field, at.Field)
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		p    string
		q    string
		want string // items and half-moves
	}{
		{`moves:"1. e4"`, "", "1:1 2:1 3:1"},
		{`moves:"1. e4 c5 2. Nf3"`, "", "1:3 3:3"},
		{`moves:"1. e4"`, "ply:7", "3:1"},
		{`fen:"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"`, "", "1:1 2:1 3:1"},
		{`fen:"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w"`, "", ""},
		{`material:"KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP"`, "", "3:6"},
		{`material:"KQRRBBNNPPPPPPPvKQRRBBNNPPPPPPPP"`, "", "3:6"},
		{`material:"KvK"`, "", ""},
		{"end -check", "", "0:2 1:3 2:2 3:7"},
		{"black-capture", "", "3:5"},
	} {
		m, err := query.CompilePattern(c.p)
		require.NoError(t, err)
		f := compile(t, c.q)
		find := selection(f).With(m).Finder(true)
		for range 2 { // the second time many games match, perhaps
			found, err := find(viewOfGames(), nil)
			require.NoError(t, err)
			var got []string
			for i, item := range found.Items {
				got = append(got, fmt.Sprintf("%d:%d", item, found.Steps[i][0]))
				if text := found.Texts[i]; text != nil && string(text) != games[item] {
					t.Errorf("%+v: the text of item %d is %q", c.p, item, text)
				}
			}
			require.Equal(t, c.want, strings.Join(got, " "), "%+v", c.p)
		}
	}
}
