package answers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/turns"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// pgnFile and archive open a text as a file to serve.
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
	text, err := os.ReadFile("../../../server/testdata/games.pgn")
	require.NoError(t, err)
	return []File{pgnFile(t, "games.pgn", text)}
}

// packedSample is an archive of 1,250 games of Lichess with all indexes.
var packedSample = sync.OnceValues(func() ([]byte, error) {
	text, err := corpus.Read(corpus.Sample)
	if err != nil {
		return nil, err
	}
	return chesszip.Encode(nil, text, &chesszip.WriterOptions{Open: chesszip.ColumnNames | chesszip.OpeningTable})
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

// taken is a received answer.
type taken struct {
	bytes.Buffer
	head   Head
	pieces int // number of flushes
}

func (w *taken) Begin(h Head) { w.head = h }
func (w *taken) Flush()       { w.pieces++ }

// ask requests an answer.
func ask(t *testing.T, s *Site, target string) *taken {
	t.Helper()
	w := &taken{}
	require.NoError(t, s.Ask(t.Context(), target, nil, w), target)
	return w
}

func body(t *testing.T, s *Site, target string) string { return ask(t, s, target).String() }

// asJSON requests an object, and returns its fields.
func asJSON(t *testing.T, s *Site, target string) map[string]any {
	t.Helper()
	w := ask(t, s, target)
	require.Equal(t, TypeJSON, w.head.Type, target)
	var v map[string]any
	require.NoError(t, json.Unmarshal(w.Bytes(), &v), target)
	return v
}

func escaped(s string) string { return url.QueryEscape(s) }

// TestGames reads all pages of a query over two files, and compares with Filter.
func TestGames(t *testing.T) {
	files := append(sample1250(t), threeGames(t)...)
	s := New(files, Options{})
	for _, query := range []string{"", "result:draw", "elo:1600+", "white:petrov", "event:blitz", "player:nobody"} {
		var want []string
		q, err := chesszip.ParseQuery(query)
		require.NoError(t, err)
		for i, f := range files {
			for g, err := range f.Archive.Games().Where(q).Headers(t.Context()) {
				require.NoError(t, err)
				want = append(want, Place{i, g.Number}.ID())
			}
		}
		got := []string{}
		for from := 0; ; {
			v := asJSON(t, s, "/api/games?limit=500&query="+escaped(query)+"&from="+strconv.Itoa(from))
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
		if n := asJSON(t, s, "/api/facets?query="+escaped(query))["games"]; n != float64(len(want)) {
			t.Errorf("facets of %q are of %v games, want %d", query, n, len(want))
		}
	}
	for query, want := range map[string]int{"white:carlsne": 0, "opening:sicillian": 1, "opening:sicillian -opening:sicilian": 0} {
		if v := asJSON(t, s, "/api/games?query="+escaped(query)); v["total"] != 0.0 || len(v["hints"].([]any)) != want {
			t.Errorf("%s has the hints %v, want %d", query, v["hints"], want)
		} else if want == 1 && v["hints"].([]any)[0].(map[string]any)["query"] != "opening:sicilian" {
			t.Errorf("%s has the hints %v", query, v["hints"])
		}
	}
	if v := asJSON(t, s, "/api/games?archive=2&from=1&limit=1"); v["total"] != 3.0 || v["games"].([]any)[0].(map[string]any)["id"] != "2-2" {
		t.Errorf("a page of the second file is %v", v)
	}
}

// TestWords asks the queries of testdata/queries.json that have words without fields.
func TestWords(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/queries.json")
	require.NoError(t, err)
	var all struct {
		Games []struct {
			Tags  map[string]string
			Moves string
		}
		Cases []struct {
			Query, Meant, Said string
			Games              []float64
		}
	}
	require.NoError(t, json.Unmarshal(text, &all))
	var pgn strings.Builder
	for _, g := range all.Games {
		for name, value := range g.Tags {
			fmt.Fprintf(&pgn, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
		}
		fmt.Fprintf(&pgn, "\n%s\n\n", g.Moves)
	}
	a, err := chesszip.OpenPGN(t.Context(), strings.NewReader(pgn.String()), int64(pgn.Len()), nil)
	require.NoError(t, err)
	s := New([]File{{Name: "games.pgn", Archive: a}}, Options{})
	for _, c := range all.Cases {
		if c.Meant == "" {
			continue
		}
		v := asJSON(t, s, "/api/games?query="+escaped(c.Query))
		got := []float64{}
		for _, g := range v["games"].([]any) {
			got = append(got, g.(map[string]any)["number"].(float64))
		}
		require.Equal(t, []any{c.Meant, c.Said, c.Games}, []any{v["query"], v["understood"], got}, c.Query)
	}
}

func jsonText(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// TestFacets compares with counts by hand.
func TestFacets(t *testing.T) {
	v := asJSON(t, New(threeGames(t), Options{}), "/api/facets")
	want := `{"games":3,"openings":[{"eco":null,"games":1,"name":null},{"eco":"B20","games":1,"name":"Sicilian Defense"},{"eco":"C20","games":1,"name":"King's Pawn Game"}],"query":"",` +
		`"ratings":[{"from":null,"games":1,"to":null},{"from":2100,"games":1,"to":2199},{"from":2400,"games":1,"to":2499}],` +
		`"results":[{"games":1,"result":"0-1"},{"games":1,"result":"1-0"},{"games":1,"result":"1/2-1/2"}],"understood":"",` +
		`"years":[{"games":1,"year":1990},{"games":1,"year":2013},{"games":1,"year":2014}]}`
	require.JSONEq(t, want, jsonText(t, v))
}

// TestSort compares sorted lists with those of a Sorter.
func TestSort(t *testing.T) {
	files := append(sample1250(t), threeGames(t)...)
	s := New(files, Options{})
	q, err := chesszip.ParseQuery("-result:draw")
	require.NoError(t, err)
	for _, key := range []string{"elo", "-elo", "white-elo", "-black-elo", "eco", "-eco", "ply", "-ply", "result", "-result", "white", "-white", "black"} {
		sorter, err := chesszip.NewSorter(&chesszip.SortOptions{By: key})
		require.NoError(t, err)
		for _, f := range files {
			require.NoError(t, sorter.AddGames(t.Context(), f.Archive.Games().Where(q)))
		}
		var want, got []int64
		for g, err := range sorter.Games(t.Context()) {
			require.NoError(t, err)
			want = append(want, g.Number+1)
		}
		require.NoError(t, sorter.Close())
		for next := any(0.0); next != nil; {
			v := asJSON(t, s, fmt.Sprintf("/api/games?query=-result:draw&limit=500&sort=%s&from=%.0f", key, next))
			require.EqualValues(t, len(want), v["total"], key)
			for _, g := range v["games"].([]any) {
				got = append(got, int64(g.(map[string]any)["number"].(float64)))
			}
			next = v["next"]
		}
		require.Equal(t, want, got, key)
	}
}

// TestSortWithoutIndex checks that many games without an index are not sorted, with an
// error.
func TestSortWithoutIndex(t *testing.T) {
	s := New([]File{pgnFile(t, "many.pgn", bytes.Repeat([]byte("[White \"A\"]\n\n*\n\n"), unindexed+1))}, Options{})
	require.Equal(t, []any{}, asJSON(t, s, "/api/archives")["archives"].([]any)[0].(map[string]any)["sorts"])
	for _, key := range []string{"date", "white"} {
		err := s.Ask(t.Context(), "/api/games?sort="+key, nil, nil)
		require.ErrorContains(t, err, "many.pgn cannot be sorted by "+key)
		require.Equal(t, Wrong, ProblemOf(err).Kind)
	}
	require.Nil(t, asJSON(t, s, "/api/suggest?text=a")["players"])
}

// TestSortByDate checks that a date comes before less precise ones.
func TestSortByDate(t *testing.T) {
	var text strings.Builder
	for _, date := range []string{"????.??.??", "2001.??.??", "2001.05.??", "2001.05.02", "2001.06.01", "1999.12.31"} {
		fmt.Fprintf(&text, "[Date \"%s\"]\n\n1. e4 *\n\n", date)
	}
	s := New([]File{pgnFile(t, "dates.pgn", []byte(text.String()))}, Options{})
	for key, want := range map[string]string{
		"date":  "1999.12.31 2001.05.02 2001.05.?? 2001.06.01 2001.??.?? <nil>",
		"-date": "2001.06.01 2001.05.02 2001.05.?? 2001.??.?? 1999.12.31 <nil>",
	} {
		var dates []string
		for _, g := range asJSON(t, s, "/api/games?sort="+key)["games"].([]any) {
			dates = append(dates, fmt.Sprint(g.(map[string]any)["date"]))
		}
		require.Equal(t, want, strings.Join(dates, " "), key)
	}
}

// TestSuggest requests players and openings for typed text.
func TestSuggest(t *testing.T) {
	s := New(threeGames(t), Options{})
	for text, want := range map[string]string{
		"PETROV, AN": `[{"games":2,"name":"Petrov, Anna"}] []`,
		"bo lind":    `[{"games":2,"name":"Lind, Bo"}] []`,
		"etrov":      `[] []`,
		"najd":       `[] [{"eco":"B90-B99","name":"Sicilian Defense: Najdorf Variation"}]`,
		"e60":        `[] [{"eco":"E60","name":"Indian Defense: West Indian Defense"}]`,
		"<script":    `[{"games":1,"name":"\u003cscript\u003ealert(1)\u003c/script\u003e"}] []`,
	} {
		v := asJSON(t, s, "/api/suggest?text="+escaped(text))
		require.Equal(t, want, jsonText(t, v["players"])+" "+jsonText(t, v["openings"]), text)
	}
}

// TestFind compares the pages of a pattern with Find.
func TestFind(t *testing.T) {
	files := append(sample1250(t), threeGames(t)...)
	s := New(files, Options{})
	for _, text := range []string{"mate", `moves:"1. e4 e5 2. Nf3"`, "check then mate", "material:KNvKN"} {
		p, err := chesszip.ParsePattern(text)
		require.NoError(t, err)
		var want, got []any
		for i, f := range files {
			for hit, err := range f.Archive.Games().With(p).Texts(t.Context()) {
				require.NoError(t, err)
				want = append(want, []any{Place{i, hit.Number}.ID(), float64(hit.Ply())})
			}
		}
		after := ""
		for {
			v := asJSON(t, s, "/api/find?limit=40&count=true&pattern="+escaped(text)+after)
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
		testLook(t, s, text, want)
		if v := asJSON(t, s, "/api/find?limit=1&pattern="+escaped(text)); v["count"] != nil || len(v["games"].([]any)) != min(1, len(want)) {
			t.Errorf("one game of %q: %v", text, v)
		}
	}
}

// TestDownload checks that selections come as their texts, or as an archive of these.
func TestDownload(t *testing.T) {
	files := append(sample1250(t), threeGames(t)...)
	s := New(files, Options{})
	two, err := files[1].Archive.Game(t.Context(), 1, chesszip.FieldText)
	require.NoError(t, err)
	one, err := files[1].Archive.Game(t.Context(), 0, chesszip.FieldText)
	require.NoError(t, err)
	var draws bytes.Buffer
	for _, f := range files {
		_, err = f.Archive.Games().Where(new(chesszip.Query).Add("result", "draw")).WriteTo(t.Context(), &draws)
		require.NoError(t, err)
	}
	for _, c := range []struct{ target, name, want string }{
		{"?games=2-2,2-1", "games.czip", string(two.Text) + string(one.Text)},
		{"?games=2-1..2-2", "games.czip", string(one.Text) + string(two.Text)},
		{"?query=result:draw", "games-result-draw.czip", draws.String()},
		{"?query=result:draw&archive=2", "games-result-draw.czip", string(two.Text)},
	} {
		if got := body(t, s, "/api/download"+c.target); got != c.want {
			t.Errorf("download %s = %d bytes, want %d", c.target, len(got), len(c.want))
		}
		packed := ask(t, s, "/api/download"+c.target+"&format=czip")
		got, err := chesszip.Decode(nil, packed.Bytes(), 0, nil)
		require.NoError(t, err)
		if string(got) != c.want || packed.head != (Head{Type: TypeBinary, Name: c.name}) {
			t.Errorf("download %s as an archive = %d bytes, %v, want %d", c.target, len(got), packed.head, len(c.want))
		}
	}
}

// TestBytes checks that the bits of moves add up to the level's size of them.
func TestBytes(t *testing.T) {
	text, err := os.ReadFile("../../../server/testdata/games.pgn")
	require.NoError(t, err)
	for _, level := range []*learned.Level{nil, learned.V1} {
		f := archiveFile(t, "a", text, &chesszip.WriterOptions{Level: level})
		v := asJSON(t, New([]File{f}, Options{}), "/api/games/1-1/bytes")
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
		if n := v["tags"].(map[string]any); n["estimatedBytes"].(float64) < 1 || n["text"].(float64) < 190 {
			t.Errorf("tags are %v", n)
		}
	}
}

// TestAsk checks which targets are answered, and the kinds of errors.
func TestAsk(t *testing.T) {
	s := New(threeGames(t), Options{})
	for _, c := range []struct {
		target string
		kind   Kind
		says   string
	}{
		{"/api/game", Missing, "no such route"},
		{"/api/games/", Missing, "no such route"},
		{"/api/games/1-1/moves", Missing, "no such route"},
		{"/api/games/1-1/pgn/", Missing, "no such route"},
		{"/api/games/pgn", Missing, "no such game"},
		{"/api/games//pgn", Missing, "no such route"},
		{"/api/games/1-4", Missing, "no such game"},
		{"/api/archives/2/columns", Missing, "no such archive"},
		{"/api/games?limit=soon", Wrong, "limit"},
		{"/api/games?query=wite:a", Wrong, "wite"},
		{"/api/games?query=50%", Wrong, "behind the question mark"},
		{"/api/explore?fen=nonsense", Wrong, "FEN"},
		{"/masters", Missing, "no such route"},
	} {
		err := s.Ask(t.Context(), c.target, nil, &taken{})
		require.Error(t, err, c.target)
		if p := ProblemOf(err); p.Kind != c.kind || !strings.Contains(p.Text, c.says) {
			t.Errorf("%s: %d, %q, want %d and %q", c.target, p.Kind, p.Text, c.kind, c.says)
		}
	}
	if got := body(t, s, "/api/games/1-2/pgn"); !strings.HasPrefix(got, "[Event ") {
		t.Errorf("the text of a game is %q", got)
	}
	// Counts are sent before sample games.
	if w := ask(t, s, "/api/explore?play=e2e4"); w.pieces != 2 || w.head != (Head{Type: TypeJSON}) {
		t.Errorf("an answer in %d pieces, %v", w.pieces, w.head)
	}
}

// TestBusy checks that searches wait for their turn, that those of clients that have
// left leave the queue, and that a full queue refuses; requests without a search are
// answered.
func TestBusy(t *testing.T) {
	s := New(sample1250(t), Options{Scans: 1, Queue: 2})
	scan := func(i int) string { return "/api/explore?play=g1h3&query=elo:" + strconv.Itoa(1000+i) + "%2B" }
	require.NoError(t, s.scans.Enter(t.Context())) // occupies the only slot
	ctx, gone := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			if err := s.Ask(ctx, scan(i), nil, &taken{}); err != context.Canceled {
				t.Errorf("client %d is gone: %v", i, err)
			}
		})
	}
	for s.scans.Waiting() < 2 {
	}
	err := s.Ask(t.Context(), scan(2), nil, &taken{})
	require.ErrorIs(t, err, turns.ErrBusy)
	require.Equal(t, Busy, ProblemOf(err).Kind)
	for _, target := range []string{"/api/explore", "/api/games?query=result:draw", "/api/games/1-17", "/api/position", "/api/archives"} {
		ask(t, s, target)
	}
	gone()
	wg.Wait()
	for s.scans.Waiting() > 0 {
	}
	s.scans.Leave()
	ask(t, s, scan(2))
	if begun, ended := s.scans.Counts(); begun != 2 || ended != 2 {
		t.Errorf("%d searches begun, %d ended, want 2: those of clients that have gone are none", begun, ended)
	}
	ask(t, s, "/api/explore?play=e2e4")
	if begun, _ := s.scans.Counts(); begun != 2 {
		t.Errorf("a position of the table: %d searches", begun)
	}
}

// TestParseQuery compares parseQuery with package net/url.
func TestParseQuery(t *testing.T) {
	for _, query := range []string{
		"", "a=1", "a=1&b=2&a=3", "a", "a==b=", "=b", "a+b=c+d%2B", "a=%C3%bc%26%3D&%62=x", "a=1;b=2", "a=1&b;c", "a=%", "a=%2", "a=%2x",
		"a=%+1", "%zz=1&b=%", "a=%2%20", "a=\"", "a=ü",
	} {
		got, err := parseQuery(query)
		want, err2 := url.ParseQuery(query)
		if err2 != nil {
			require.EqualError(t, err, err2.Error(), query)
			continue
		}
		require.NoError(t, err, query)
		if query == "" {
			want = url.Values{"": {""}}
		}
		require.Equal(t, map[string][]string(want), got, query)
	}
}
