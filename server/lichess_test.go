package server

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/answers"
)

// Two public clients of explorer.lichess.org: their requests, built as they build them,
// and every field that they read.
//
// berserk, lichess-org/berserk at 86f157d8: berserk/clients/opening_explorer.py, lines
// 28-75 (/lichess), 77-104 (/masters), 106-158 and 160-219 (/player, one line of NDJSON
// after the other), 221-228 (/master/pgn/{id}). requests omits what is None and writes
// True and False. Fields and their types: berserk/types/opening_explorer.py at eaf9187e,
// lines 27-91.
//
// The page of Lichess itself, lichess-org/lila: ui/analyse/src/explorer/explorerXhr.ts
// at 30a984aa, lines 18-59, builds requests, repeats speeds and ratings with brackets,
// and reads NDJSON from all three; explorerView.ts at c42516ed reads the fields: lines
// 20-33 (white, draws, black), 35-77 (moves, opening, uci, san), 79-97 (game,
// averageRating, averageOpponentRating, performance), 106-157 (id, uci, white, black,
// winner, month, year, speed), 224-232 and 270-286 (queuePosition, opening).
//
// null is allowed if a type is marked by "?". The types of both have the same fields,
// except that berserk expects a speed of masters' games, which the explorer does not
// send either.

// kinds are the JSON types of fields: number, string, object, list; "?" also allows
// null.
type kinds map[string]string

var (
	openingFields = kinds{"eco": "string", "name": "string"}
	playerFields  = kinds{"name": "string", "rating": "number?"}
	moveFields    = kinds{"uci": "string", "san": "string", "white": "number", "draws": "number", "black": "number", "game": "object?", "opening": "object?"}
	gameFields    = kinds{"id": "string", "winner": "string?", "white": "object", "black": "object", "year": "number?", "month": "string?"}
)

func with(k kinds, more kinds) kinds {
	all := kinds{}
	for _, part := range []kinds{k, more} {
		for name, kind := range part {
			all[name] = kind
		}
	}
	return all
}

// check checks that an object has the fields, and no others.
func check(t *testing.T, what string, v any, fields kinds) map[string]any {
	t.Helper()
	o, ok := v.(map[string]any)
	require.True(t, ok, "%s is %v", what, v)
	for name, kind := range fields {
		value, there := o[name]
		require.True(t, there, "%s has no %s", what, name)
		got := map[bool]string{true: "null"}[value == nil]
		switch value.(type) {
		case float64:
			got = "number"
		case string:
			got = "string"
		case map[string]any:
			got = "object"
		case []any:
			got = "list"
		}
		if want, orNull := strings.CutSuffix(kind, "?"); got != want && (got != "null" || !orNull) {
			t.Errorf("%s: %s is a %s, want %s", what, name, got, kind)
		}
	}
	for name := range o {
		if fields[name] == "" {
			t.Errorf("%s has %s, which the explorer does not send", what, name)
		}
	}
	return o
}

// checkAnswer checks the form of the explorer's answer to a path.
func checkAnswer(t *testing.T, what, path string, history bool, v any) map[string]any {
	t.Helper()
	fields := kinds{"white": "number", "draws": "number", "black": "number", "opening": "object?", "moves": "list", "topGames": "list"}
	move, game := with(moveFields, kinds{"averageRating": "number?"}), gameFields
	switch path {
	case "/lichess":
		fields["recentGames"] = "list"
		if history {
			fields["history"] = "list?"
		}
	case "/player":
		fields["recentGames"], fields["queuePosition"] = "list", "number"
		move = with(moveFields, kinds{"averageOpponentRating": "number?", "performance": "number?"})
	}
	if path != "/masters" {
		game = with(gameFields, kinds{"speed": "string?", "mode": "string?"})
	}
	o := check(t, what, v, fields)
	opening := func(of string, v any) {
		if v != nil {
			check(t, of, v, openingFields)
		}
	}
	checkGame := func(of string, v any, fields kinds) {
		g := check(t, of, v, fields)
		check(t, of+" white", g["white"], playerFields)
		check(t, of+" black", g["black"], playerFields)
		if w := g["winner"]; w != nil && w != "white" && w != "black" {
			t.Errorf("%s: the winner is %v", of, w)
		}
		if m, ok := g["month"].(string); ok && (len(m) != 7 || m[4] != '-') {
			t.Errorf("%s: the month is %s", of, m)
		}
	}
	opening(what+" opening", o["opening"])
	for _, m := range o["moves"].([]any) {
		m := check(t, what+" move", m, move)
		opening(what+" move's opening", m["opening"])
		if m["game"] != nil {
			checkGame(what+" move's game", m["game"], game)
		}
	}
	for _, list := range []string{"topGames", "recentGames"} {
		games, _ := o[list].([]any)
		for _, g := range games {
			checkGame(what+" "+list, g, with(game, kinds{"uci": "string"}))
		}
	}
	return o
}

// query encodes the parameters of a request in their order, without empty values.
func query(pairs ...string) string {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			v.Add(pairs[i], pairs[i+1])
		}
	}
	return v.Encode()
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// TestClients sends the requests of both clients, and checks the form of every answer.
func TestClients(t *testing.T) {
	h := Handler(sample1250(t), &Options{Origins: []string{"https://lichess.org"}})
	white, black := namesOf(t, h, "1-1")
	known := map[string]bool{} // fields that are not null in some answer
	for _, c := range []struct {
		name, path, query string
		moves, top, late  int // the greatest numbers
	}{
		{"berserk: masters", "/masters", query("fen", startFEN, "play", "e2e4", "since", "1990", "until", "2020", "moves", "3", "topGames", "2"), 3, 2, 0},
		{"berserk: masters by default", "/masters", "", 12, 15, 0},
		{"berserk: lichess", "/lichess", query("variant", "standard", "fen", startFEN, "play", "d2d4,d7d5", "speeds", "blitz,rapid,classical",
			"ratings", "1600,1800,2000", "since", "2012-01", "until", "2015-12", "moves", "5", "topGames", "4", "recentGames", "4", "history", "True"), 5, 4, 4},
		{"berserk: lichess by default", "/lichess", query("variant", "standard"), 12, 4, 4},
		{"berserk: player", "/player", query("player", white, "color", "white", "variant", "standard", "moves", "4", "recentGames", "3", "history", "False"), 4, 0, 3},
		{"berserk: player as Black", "/player", query("player", black, "color", "black"), 12, 0, 8},
		{"lila: masters", "/masters", query("variant", "standard", "fen", startFEN, "play", "e2e4,c7c5"), 12, 15, 0},
		{"lila: lichess", "/lichess", query("variant", "standard", "fen", startFEN, "play", "e2e4", "speeds", "bullet,blitz,rapid", "speeds[]", "bullet",
			"speeds[]", "blitz", "speeds[]", "rapid", "ratings", "1400,1600", "ratings[]", "1400", "ratings[]", "1600"), 12, 4, 4},
		{"lila: without games", "/lichess", query("variant", "standard", "fen", startFEN, "play", "", "topGames", "0", "recentGames", "0"), 12, 0, 0},
		{"lila: player", "/player", query("variant", "standard", "fen", startFEN, "play", "", "speeds", "blitz,classical", "player", white, "color", "white",
			"modes", "rated,casual", "since", "2013-01"), 12, 0, 8},
	} {
		r := get(h, c.path+"?"+c.query, func(r *http.Request) {
			if strings.HasPrefix(c.name, "lila") {
				r.Header.Set("Origin", "https://lichess.org")
				r.Header.Set("Sec-Fetch-Site", "cross-site")
				r.Header.Set("Sec-Fetch-Mode", "cors")
			}
		})
		text := body(t, r)
		require.Equal(t, 200, r.StatusCode, "%s: %s", c.name, text)
		want := answers.TypeJSON
		if c.path == "/player" {
			want = typeNDJSON
		}
		require.Equal(t, want, r.Header.Get("Content-Type"), c.name)
		require.True(t, strings.HasSuffix(text, "\n"), c.name)
		for line := range strings.Lines(text) {
			var v any
			require.NoError(t, json.Unmarshal([]byte(line), &v), c.name)
			collectKnown(known, v)
			o := checkAnswer(t, c.name, c.path, strings.Contains(c.query, "history=True"), v)
			recent, _ := o["recentGames"].([]any)
			moves, top := o["moves"].([]any), o["topGames"].([]any)
			if len(moves) > c.moves || len(top) > c.top || len(recent) > c.late {
				t.Errorf("%s: %d moves, %d top games, %d recent ones, want at most %d, %d, %d", c.name, len(moves), len(top), len(recent), c.moves, c.top, c.late)
			}
			if o["white"].(float64)+o["draws"].(float64)+o["black"].(float64) == 0 {
				t.Errorf("%s finds no game", c.name)
			}
			for _, g := range append(top, recent...) {
				id := g.(map[string]any)["id"].(string)
				for _, path := range []string{"/masters/pgn/", "/master/pgn/"} {
					if text := body(t, get(h, path+id)); !strings.HasPrefix(text, "[Event ") {
						t.Errorf("%s: %s%s is %q", c.name, path, id, text)
					}
				}
			}
		}
	}
	// null is for what a game does not have. These games have everything except how
	// often a position was played in each month.
	for name := range known {
		if !known[name] && name != "history" {
			t.Errorf("no answer knows %s", name)
		}
	}
}

// collectKnown adds the fields of v that are not null.
func collectKnown(known map[string]bool, v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, w := range v {
			known[name] = known[name] || w != nil
			collectKnown(known, w)
		}
	case []any:
		for _, w := range v {
			collectKnown(known, w)
		}
	}
}

func namesOf(t *testing.T, h http.Handler, id string) (white, black string) {
	v := asJSON(t, h, "/api/games/"+id)
	return v["white"].(string), v["black"].(string)
}

// TestExplorerFilters compares the explorer's parameters with the equivalent queries.
func TestExplorerFilters(t *testing.T) {
	files := sample1250(t)
	h := Handler(files, nil)
	for _, c := range []struct{ target, query string }{
		{"/lichess", ""},
		{"/lichess?ratings=0,1000,1200,1400,1600,1800,2000,2200,2500", ""},
		{"/lichess?ratings=1500", "elo:1400-1599"},
		{"/lichess?ratings=999,2499,3400", "elo:1-999,2200+"},
		{"/lichess?ratings=1600", "elo:1600-1799"},
		{"/lichess?ratings=1600,1800,2200", "elo:1600-1999,2200-2499"},
		{"/lichess?ratings=2000,2200,2500", "elo:2000+"},
		{"/lichess?ratings[]=1400&ratings[]=1600", "elo:1400-1799"},
		{"/lichess?speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence", ""},
		{"/lichess?speeds=blitz", "-tc:bullet -tc:rapid -tc:classical -tc:=-"},
		{"/lichess?speeds=classical,correspondence", "-tc:bullet -tc:blitz -tc:rapid"},
		{"/lichess?speeds[]=rapid", "-tc:bullet -tc:blitz -tc:classical -tc:=-"},
		{"/lichess?since=2013-01&until=2013-12", "date:2013"},
		{"/lichess?since=2013-02", "date:2013-02+"},
		{"/masters?since=2013&until=2013", "date:2013"},
		{"/masters?until=2012", "date:-2012"},
		{"/masters?speeds=bullet&ratings=2500", ""}, // not its parameters
	} {
		q, err := chesszip.ParseQuery(c.query)
		require.NoError(t, err)
		var sum [3]float64
		for g, err := range files[0].Archive.Games().Where(q).Rows(t.Context(), chesszip.FieldNumbers) {
			require.NoError(t, err)
			if i := strings.Index("1-0 1/2-1/2 0-1 ", g.Result+" "); g.Result != "" && i >= 0 {
				sum[map[string]int{"1-0": 0, "1/2-1/2": 1, "0-1": 2}[g.Result]]++
			}
		}
		v := asJSON(t, h, c.target)
		if got := [3]float64{v["white"].(float64), v["draws"].(float64), v["black"].(float64)}; got != sum {
			t.Errorf("%s counts %v, %q means %v", c.target, got, c.query, sum)
		}
	}
	// Games without a speed are not left out.
	if v := asJSON(t, Handler(threeGames(t)[:1], nil), "/lichess?speeds=blitz"); v["white"] != 1.0 || v["black"] != 1.0 || v["draws"] != 0.0 {
		t.Errorf("blitz of three games: %v", v)
	}
}

// TestPlayerStream checks that there is a line for each file; the last covers all of
// them.
func TestPlayerStream(t *testing.T) {
	three := threeGames(t)
	h := Handler(append(three, three[0]), nil)
	lines := strings.Split(strings.TrimSpace(body(t, get(h, "/player?player=lind&color=white&moves=1"))), "\n")
	require.Len(t, lines, 2)
	for i, line := range lines {
		var v struct{ White, Draws, Black int }
		require.NoError(t, json.Unmarshal([]byte(line), &v))
		if v.Black != i+1 || v.White+v.Draws != 0 {
			t.Errorf("line %d is %s", i+1, line)
		}
	}
}
