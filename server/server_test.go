package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// pgnFile and archive open a text as a file that is served.
func pgnFile(t *testing.T, name string, text []byte) File {
	t.Helper()
	a, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(text), int64(len(text)), nil)
	require.NoError(t, err)
	return File{Name: name, Archive: a}
}

func archiveFile(t *testing.T, name string, text []byte, o *chesszip.WriterOptions) File {
	t.Helper()
	var b bytes.Buffer
	_, err := chesszip.Compress(t.Context(), &b, bytes.NewReader(text), o)
	require.NoError(t, err)
	a, err := chesszip.Open(t.Context(), bytes.NewReader(b.Bytes()), int64(b.Len()), &chesszip.ReaderOptions{Levels: levels.All()})
	require.NoError(t, err)
	return File{Name: name, Archive: a}
}

// threeGames are those of testdata, as PGN.
func threeGames(t *testing.T) []File {
	t.Helper()
	text, err := os.ReadFile("testdata/games.pgn")
	require.NoError(t, err)
	return []File{pgnFile(t, "games.pgn", text)}
}

// packedSample is an archive of 1,250 games of Lichess with all indexes.
var packedSample = sync.OnceValues(func() ([]byte, error) {
	text, err := corpus.Read(corpus.Sample)
	if err != nil {
		return nil, err
	}
	return chesszip.Encode(nil, text, &chesszip.WriterOptions{Index: chesszip.IndexPlayers | chesszip.IndexOpenings})
})

// sample1250 opens packedSample.
func sample1250(t *testing.T) []File {
	t.Helper()
	b, err := packedSample()
	require.NoError(t, err)
	a, err := chesszip.Open(t.Context(), bytes.NewReader(b), int64(len(b)), nil)
	require.NoError(t, err)
	return []File{{Name: "lichess.czip", Archive: a}}
}

// get asks h. Each edit changes the request first.
func get(h http.Handler, target string, edits ...func(*http.Request)) *http.Response {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Host = "127.0.0.1:6465"
	for _, edit := range edits {
		edit(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(b)
}

// asJSON asks for an object, and returns its fields.
func asJSON(t *testing.T, h http.Handler, target string) map[string]any {
	t.Helper()
	r := get(h, target)
	text := body(t, r)
	require.Equal(t, http.StatusOK, r.StatusCode, "%s: %s", target, text)
	require.Equal(t, typeJSON, r.Header.Get("Content-Type"), target)
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &v), target)
	return v
}

func escaped(s string) string { return url.QueryEscape(s) }

// TestGuarded holds who is answered: names of the server, pages of its own and of
// allowed sites, and these only under /api and the explorer's routes.
func TestGuarded(t *testing.T) {
	h := Handler(threeGames(t), &Options{Hosts: []string{"chess.local"}, Origins: []string{"https://tool.example"}})
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	from := func(origin, site, mode string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Origin", origin)
			r.Header.Set("Sec-Fetch-Site", site)
			r.Header.Set("Sec-Fetch-Mode", mode)
		}
	}
	ask := func(origin string) func(*http.Request) {
		return func(r *http.Request) {
			r.Method = http.MethodOptions
			r.Header.Set("Origin", origin)
			r.Header.Set("Access-Control-Request-Method", "GET")
			r.Header.Set("Access-Control-Request-Headers", "authorization")
		}
	}
	for _, c := range []struct {
		name, target string
		edit         func(*http.Request)
		status       int
		allowed      string
	}{
		{"loopback", "/api/archives", host("localhost:1"), 200, ""},
		{"IPv6", "/api/archives", host("[::1]:1"), 200, ""},
		{"named host", "/api/archives", host("CHESS.local:6465"), 200, ""},
		{"other host", "/api/archives", host("evil.example"), 421, ""},
		{"other host, a page", "/", host("192.168.0.7:6465"), 421, ""},
		{"allowed site", "/api/archives", from("https://tool.example", "cross-site", "cors"), 200, "https://tool.example"},
		{"allowed site, explorer", "/lichess", from("https://tool.example", "cross-site", "cors"), 200, "https://tool.example"},
		{"allowed site, a page", "/", from("https://tool.example", "cross-site", "cors"), 403, ""},
		{"allowed site, a name like the API", "/apis", from("https://tool.example", "cross-site", "cors"), 403, ""},
		{"other site", "/api/archives", from("https://evil.example", "cross-site", "cors"), 403, ""},
		{"other site without fetch metadata", "/api/archives", from("https://evil.example", "", ""), 403, ""},
		{"site that begins alike", "/api/archives", from("https://tool.example.evil.example", "cross-site", "cors"), 403, ""},
		{"no site", "/api/archives", from("null", "cross-site", "cors"), 403, ""},
		{"own page", "/api/archives", from("http://127.0.0.1:6465", "same-origin", "cors"), 200, ""},
		{"picture", "/api/archives", from("", "cross-site", "no-cors"), 403, ""},
		{"allowed site asks", "/lichess", ask("https://tool.example"), 204, "https://tool.example"},
		{"other site asks", "/lichess", ask("https://evil.example"), 403, ""},
		{"body", "/api/archives", func(r *http.Request) { r.ContentLength = 1 }, 413, ""},
		{"long", "/api/games", func(r *http.Request) { r.URL.RawQuery = strings.Repeat("x", maxTarget) }, 414, ""},
	} {
		r := get(h, c.target, c.edit)
		if got := r.Header.Get("Access-Control-Allow-Origin"); r.StatusCode != c.status || got != c.allowed {
			t.Errorf("%s: %d, allowed %q, want %d, %q", c.name, r.StatusCode, got, c.status, c.allowed)
		}
		if text := body(t, r); c.status >= 400 && !strings.HasPrefix(text, `{"error":`) {
			t.Errorf("%s: the error is %q, want JSON", c.name, text)
		}
		if r.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.HasPrefix(r.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: headers %v", c.name, r.Header)
		}
	}
	closed := Handler(threeGames(t), nil)
	if r := get(closed, "/api/archives", from("https://tool.example", "cross-site", "cors")); r.StatusCode != 403 || r.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("without allowed sites: %d, %v", r.StatusCode, r.Header)
	}
	open := Handler(threeGames(t), &Options{Origins: []string{"*"}})
	if r := get(open, "/api/archives", from("https://any.example", "cross-site", "cors")); r.StatusCode != 200 {
		t.Errorf("every site is allowed: %d", r.StatusCode)
	}
}

// TestNoHTML asks for everything about a game whose tags and comments hold markup: none
// of it is HTML.
func TestNoHTML(t *testing.T) {
	h := Handler(threeGames(t), nil)
	for _, target := range []string{
		"/api", "/api/games", "/api/games/1-2", "/api/games/1-2/bytes", "/api/explore", "/api/find?pattern=start", "/masters", "/lichess",
		"/player?player=petrov&color=black", "/api/games?query=" + escaped(`white:"<script>alert(1)</script>"`),
		"/api/find?pattern=" + escaped(`<script>`), "/api/games?query=" + escaped("<script>:x"), "/<script>",
	} {
		r := get(h, target)
		text := body(t, r)
		if kind := r.Header.Get("Content-Type"); strings.Contains(kind, "html") || strings.Contains(kind, "xml") {
			t.Errorf("GET %s is %s", target, kind)
		}
		if strings.Contains(text, "<script") || strings.Contains(text, "<img") {
			t.Errorf("GET %s has markup: %s", target, text)
		}
	}
	r := get(h, "/api/games/1-2/pgn")
	if text := body(t, r); r.Header.Get("Content-Type") != typePGN || !strings.Contains(text, "<script>alert(1)</script>") {
		t.Errorf("the text of a game is %s, %s", r.Header.Get("Content-Type"), text)
	}
}

// TestETag holds that what a client has is not sent again, nor worked for.
func TestETag(t *testing.T) {
	files := threeGames(t)
	h := Handler(files, nil)
	first := get(h, "/masters?play=e2e4")
	tag := first.Header.Get("ETag")
	require.NotEmpty(t, tag)
	with := func(tag string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("If-None-Match", tag) }
	}
	for _, c := range []struct {
		target, tag string
		status      int
	}{
		{"/masters?play=e2e4", tag, 304},
		{"/masters?play=e2e4", `"x", W/` + tag, 304},
		{"/masters?play=e2e4", `"x"`, 200},
		{"/masters?play=d2d4", tag, 200},
		{"/lichess?play=e2e4", tag, 200},
	} {
		if r := get(h, c.target, with(c.tag)); r.StatusCode != c.status {
			t.Errorf("GET %s with %s = %d, want %d", c.target, c.tag, r.StatusCode, c.status)
		}
	}
	files[0].Version = "changed"
	if r := get(Handler(files, nil), "/masters?play=e2e4", with(tag)); r.StatusCode != 200 {
		t.Errorf("a changed file: %d, want 200", r.StatusCode)
	}
}

// TestGames walks through the pages of a query over two files, and compares with Filter.
func TestGames(t *testing.T) {
	files := append(sample1250(t), threeGames(t)...)
	h := Handler(files, nil)
	for _, query := range []string{"", "result:draw", "elo:1600+", "white:petrov", "event:blitz", "player:nobody"} {
		var want []string
		q, err := chesszip.ParseQuery(query)
		require.NoError(t, err)
		for i, f := range files {
			for g, err := range f.Archive.Filter(t.Context(), q) {
				require.NoError(t, err)
				want = append(want, place{i, g.Number}.id())
			}
		}
		got := []string{}
		for from := 0; ; {
			v := asJSON(t, h, "/api/games?limit=500&query="+escaped(query)+"&from="+jsonText(from))
			require.EqualValues(t, len(want), v["total"], query)
			for _, g := range v["games"].([]any) {
				got = append(got, g.(map[string]any)["id"].(string))
			}
			if v["next"] == nil {
				break
			}
			from = int(v["next"].(float64))
		}
		require.ElementsMatch(t, want, got, query)
		if n := asJSON(t, h, "/api/facets?query="+escaped(query))["games"]; n != float64(len(want)) {
			t.Errorf("facets of %q are of %v games, want %d", query, n, len(want))
		}
	}
	if v := asJSON(t, h, "/api/games?archive=2&from=1&limit=1"); v["total"] != 3.0 || v["games"].([]any)[0].(map[string]any)["id"] != "2-2" {
		t.Errorf("a page of the second file is %v", v)
	}
}

func jsonText(v any) string { return strings.TrimSpace(string(encoded(v))) }

// TestFacets counts by hand.
func TestFacets(t *testing.T) {
	v := asJSON(t, Handler(threeGames(t), nil), "/api/facets")
	want := `{"games":3,"openings":[{"eco":null,"games":1},{"eco":"B20","games":1},{"eco":"C20","games":1}],"query":"",` +
		`"ratings":[{"from":null,"games":1,"to":null},{"from":2100,"games":1,"to":2199},{"from":2400,"games":1,"to":2499}],` +
		`"results":[{"games":1,"result":"0-1"},{"games":1,"result":"1-0"},{"games":1,"result":"1/2-1/2"}],` +
		`"years":[{"games":1,"year":1990},{"games":1,"year":2013},{"games":1,"year":2014}]}`
	require.JSONEq(t, want, jsonText(v))
}

// TestFind compares the pages of a pattern with Find.
func TestFind(t *testing.T) {
	files := append(sample1250(t), threeGames(t)...)
	h := Handler(files, nil)
	for _, text := range []string{"mate", `moves:"1. e4 e5 2. Nf3"`, "check then mate", "material:KNvKN"} {
		p, err := chesszip.ParsePattern(text)
		require.NoError(t, err)
		var want, got []any
		for i, f := range files {
			for hit, err := range f.Archive.Find(t.Context(), p, nil) {
				require.NoError(t, err)
				want = append(want, []any{place{i, hit.Number}.id(), float64(hit.Ply)})
			}
		}
		after := ""
		for {
			v := asJSON(t, h, "/api/find?limit=40&count=true&pattern="+escaped(text)+after)
			require.EqualValues(t, len(want), v["count"], text)
			for _, g := range v["games"].([]any) {
				g := g.(map[string]any)
				got = append(got, []any{g["id"], g["ply"]})
			}
			if v["after"] == nil {
				break
			}
			after = "&after=" + v["after"].(string)
		}
		require.Equal(t, want, got, text)
		testLook(t, h, text, want)
		if v := asJSON(t, h, "/api/find?limit=1&pattern="+escaped(text)); v["count"] != nil || len(v["games"].([]any)) != min(1, len(want)) {
			t.Errorf("one game of %q: %v", text, v)
		}
	}
}

// testLook holds that a search in steps, here of a frame each, finds the same, says how far it is,
// and counts step by step.
func testLook(t *testing.T, h http.Handler, text string, want []any) {
	var got []any
	after, looked, steps, counted := "", 0.0, 0, 0.0
	for {
		target := "look=300&pattern=" + escaped(text) + after
		v := asJSON(t, h, "/api/find?limit=40&"+target)
		for _, g := range v["games"].([]any) {
			g := g.(map[string]any)
			got = append(got, []any{g["id"], g["ply"]})
		}
		now := v["looked"].(float64)
		if now <= looked || v["total"] != 1253.0 || now > 1253 {
			t.Errorf("%s: behind %v games, %v of %v were looked at", text, looked, now, v["total"])
		}
		looked = now
		steps++
		if v["after"] == nil {
			break
		}
		after = "&after=" + v["after"].(string)
	}
	require.Equal(t, want, got, text)
	if looked != 1253 || steps < 2 {
		t.Errorf("%s: %v games were looked at in %d steps", text, looked, steps)
	}
	for after = ""; ; {
		v := asJSON(t, h, "/api/find?limit=0&count=true&look=300&pattern="+escaped(text)+after)
		counted += v["count"].(float64)
		if v["after"] == nil {
			break
		}
		after = "&after=" + v["after"].(string)
	}
	if int(counted) != len(want) {
		t.Errorf("%s: %v games counted step by step, want %d", text, counted, len(want))
	}
}

// TestPosition holds what is said of a line, of a position that no game reaches, and of
// a solved ending.
func TestPosition(t *testing.T) {
	h := Handler(threeGames(t), nil)
	v := asJSON(t, h, "/api/position?play=e2e4,e7e5")
	line := v["line"].([]any)
	if len(line) != 2 || jsonText(line[1]) != `{"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2","san":"e5","uci":"e7e5"}` || v["invalid"] != nil || v["solved"] != nil {
		t.Errorf("1. e4 e5: %v", v)
	}
	if v := asJSON(t, h, "/api/position?fen=8/8/8/8/8/8/8/K7+w+-+-+0+1"); v["invalid"] != "a player has no king" {
		t.Errorf("one king: %v", v["invalid"])
	}
	v = asJSON(t, h, "/api/position?fen=7k/8/6K1/8/8/8/5Q2/8+w+-+-+0+1")
	if jsonText(v["solved"]) != `{"plies":1,"result":"won"}` {
		t.Errorf("a mate in one is %v", v["solved"])
	}
	for _, m := range v["moves"].([]any) {
		m := m.(map[string]any)
		want := map[string]string{"f2f8": `{"plies":1,"result":"won"}`, "f2f7": `{"plies":0,"result":"drawn"}`}[m["uci"].(string)]
		if got := jsonText(m["solved"]); want != "" && got != want {
			t.Errorf("%v ends as %s, want %s", m["san"], got, want)
		}
	}
}

// TestDownload holds that selections come as their texts, or as an archive of these.
func TestDownload(t *testing.T) {
	files := append(sample1250(t), threeGames(t)...)
	h := Handler(files, nil)
	two, err := files[1].Archive.Game(t.Context(), 1)
	require.NoError(t, err)
	one, err := files[1].Archive.Game(t.Context(), 0)
	require.NoError(t, err)
	var draws bytes.Buffer
	for _, f := range files {
		_, err = f.Archive.CopyFiltered(t.Context(), &draws, new(chesszip.Query).Add("result", "draw"))
		require.NoError(t, err)
	}
	for _, c := range []struct{ target, want string }{
		{"?games=2-2,2-1", string(two) + string(one)},
		{"?games=2-1..2-2", string(one) + string(two)},
		{"?query=result:draw", draws.String()},
		{"?query=result:draw&archive=2", string(two)},
	} {
		if got := body(t, get(h, "/api/download"+c.target)); got != c.want {
			t.Errorf("download %s = %d bytes, want %d", c.target, len(got), len(c.want))
		}
		r := get(h, "/api/download"+c.target+"&format=czip")
		packed := body(t, r)
		got, err := chesszip.Decode(nil, []byte(packed), 0, nil)
		require.NoError(t, err)
		if string(got) != c.want || r.Header.Get("Content-Disposition") != `attachment; filename="games.czip"` {
			t.Errorf("download %s as an archive = %d bytes, %v, want %d", c.target, len(got), r.Header, len(c.want))
		}
	}
}

// TestBytes holds that the bits of moves add up to what the level takes for them.
func TestBytes(t *testing.T) {
	text, err := os.ReadFile("testdata/games.pgn")
	require.NoError(t, err)
	for _, level := range []*learned.Level{nil, learned.V1} {
		f := archiveFile(t, "a", text, &chesszip.WriterOptions{Level: level})
		v := asJSON(t, Handler([]File{f}, nil), "/api/games/1-1/bytes")
		moves := v["moves"].([]any)
		require.Len(t, moves, 7)
		sum := 0.0
		for _, m := range moves {
			bits := m.(map[string]any)["bits"].(float64)
			if bits < 0 || bits > 20 {
				t.Errorf("a move takes %v bits", bits)
			}
			sum += bits
		}
		if sum != v["moveBits"] || sum < 7 || sum > 70 {
			t.Errorf("7 moves take %v bits, their sum is %v", v["moveBits"], sum)
		}
		if n := v["tags"].(map[string]any); n["bits"] != nil || n["text"].(float64) < 190 {
			t.Errorf("tags are %v", n)
		}
	}
}

// TestStops ends the server by its context while a download hangs.
func TestStops(t *testing.T) {
	l, err := Listen("127.0.0.1:0")
	require.NoError(t, err)
	cause := io.ErrNoProgress
	ctx, stop := context.WithCancelCause(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, l, Handler(sample1250(t), nil)) }()
	r, err := http.Get("http://" + l.Addr().String() + "/api/download")
	require.NoError(t, err)
	defer r.Body.Close()
	stop(cause)
	require.ErrorIs(t, <-ended, cause)
}
