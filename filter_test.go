package chesszip_test

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// naive says of a game what a query asks, from its PGN alone.
type naive struct {
	*pgn.ParsedGame
	plies int
}

func (n *naive) tag(name string) string { v, _ := n.Tag(name); return v }

// ratingForms are the texts of ratings: digits, and three or more of them with a mark.
var ratingForms = regexp.MustCompile(`^[ \t]*(?:(\d{1,5})|(\d{3,5})[ \t]*(?:[?!*]+|\([^)]*\)|[Pp/]\d+|[A-Za-z]+))[ \t]*$`)

// elo is a rating, -1 for one that is not known.
func (n *naive) elo(name string) int {
	m := ratingForms.FindStringSubmatch(n.tag(name))
	if m == nil {
		return -1
	}
	v, _ := strconv.Atoi(m[1] + m[2])
	return v
}

// result is the result of the tag as PGN writes it or, if that does not say how the game
// ended, of the moves.
func (n *naive) result() string {
	v := strings.NewReplacer("½", "1/2", "0.5", "1/2", "–", "-", "−", "-", ":", "-", " ", "").Replace(n.tag("Result"))
	switch {
	case v == "1/2":
		return "1/2-1/2"
	case v != "1-0" && v != "0-1" && v != "1/2-1/2" && n.Result != "" && n.Result != "*":
		return n.Result
	}
	return v
}

// date is the date as far as it is known: 2013.05.31, 2013.05 or 2013.
func (n *naive) date() string {
	d := n.tag("Date")
	if d == "" || d[0] == '?' {
		d = n.tag("UTCDate")
	}
	d, _, _ = strings.Cut(d, ".?")
	return d
}

func naiveGames(t testing.TB, src []byte) (all []naive) {
	for g, err := range pgn.NewReader(bytes.NewReader(src), nil).Games() {
		require.NoError(t, err)
		line, _ := g.MainLine()
		if len(line.Moves) == 0 { // half-moves are counted by the rules of chess, whatever is played
			line, _ = pgn.ParseGame(strings.Replace(g.Text, "[Variant ", "[Rules ", 1)).MainLine()
		}
		all = append(all, naive{g, len(line.Moves)})
	}
	return all
}

// query is the query of a text.
func query(text string) *chesszip.Query {
	q, err := chesszip.ParseQuery(text)
	if err != nil {
		panic(err)
	}
	return q
}

// filterCases are queries and what they mean in other words.
var filterCases = []struct {
	name  string
	query *chesszip.Query
	means func(n *naive) bool
}{
	{"everything", query(""), func(n *naive) bool { return true }},
	{"elo", query("elo:2000-2300"), func(n *naive) bool {
		return min(n.elo("WhiteElo"), n.elo("BlackElo")) >= 2000 && max(n.elo("WhiteElo"), n.elo("BlackElo")) <= 2300
	}},
	{"white elo", query("white-elo:-1500"), func(n *naive) bool { return n.elo("WhiteElo") >= 0 && n.elo("WhiteElo") <= 1500 }},
	{"result", query("result:1/2-1/2"), func(n *naive) bool { return n.result() == "1/2-1/2" }},
	{"eco", query("eco:B2-C0"), func(n *naive) bool { return n.tag("ECO") >= "B20" && n.tag("ECO") <= "C09" }},
	{"year", query("date:2013"), func(n *naive) bool { return strings.HasPrefix(n.date(), "2013") }},
	{"days", query("date:2013.01.10-2013.01.25"), func(n *naive) bool { return n.date() >= "2013.01.10" && n.date() <= "2013.01.25" }},
	{"months", query("date:2024.10-"), func(n *naive) bool { return n.date() >= "2024.10" && n.date() < ":" }},
	{"short", query("ply:-20"), func(n *naive) bool { return n.plies <= 20 }},
	{"long", query("ply:150-"), func(n *naive) bool { return n.plies >= 150 }},
	{"time control", query("tc:180+0"), func(n *naive) bool { return n.tag("TimeControl") == "180+0" }},
	{"event", query("event:blitz"), func(n *naive) bool { return strings.Contains(strings.ToLower(n.tag("Event")), "blitz") }},
	{"two", query("result:0-1 elo:1500-"), func(n *naive) bool {
		return n.result() == "0-1" && min(n.elo("WhiteElo"), n.elo("BlackElo")) >= 1500
	}},
	{"either result", query("result:1-0 result:black"), func(n *naive) bool { return n.result() == "1-0" || n.result() == "0-1" }},
	{"neither result", query("-result:1-0 -result:black"), func(n *naive) bool { return n.result() != "1-0" && n.result() != "0-1" }},
	{"either range", query("elo:1000-1400 elo:2000+"), func(n *naive) bool {
		low, high := min(n.elo("WhiteElo"), n.elo("BlackElo")), max(n.elo("WhiteElo"), n.elo("BlackElo"))
		return low >= 2000 || low >= 1000 && high <= 1400
	}},
	{"no range", query("-elo:1500+"), func(n *naive) bool { return min(n.elo("WhiteElo"), n.elo("BlackElo")) < 1500 }},
	{"letters", query("eco:A,C2-C4"), func(n *naive) bool {
		return strings.HasPrefix(n.tag("ECO"), "A") || n.tag("ECO") >= "C20" && n.tag("ECO") <= "C49"
	}},
	{"no letter", query("-eco:B -eco:C"), func(n *naive) bool { return n.tag("ECO") == "" || n.tag("ECO")[0] != 'B' && n.tag("ECO")[0] != 'C' }},
	{"difference", query("diff:300+"), func(n *naive) bool {
		white, black := n.elo("WhiteElo"), n.elo("BlackElo")
		return white > 0 && black > 0 && max(white-black, black-white) >= 300
	}},
	{"not that year", query("-date:2013"), func(n *naive) bool { return !strings.HasPrefix(n.date(), "2013") }},
	{"one strong player", query("player:@2000+"), func(n *naive) bool { return max(n.elo("WhiteElo"), n.elo("BlackElo")) >= 2000 }},
	{"name and rating", query("player:a*@1800+ -white:b*"), func(n *naive) bool {
		begins := func(side, with string) bool {
			for _, w := range strings.Fields(playername.Fold(n.tag(side))) {
				if strings.HasPrefix(w, with) {
					return true
				}
			}
			return false
		}
		return (begins("White", "a") && n.elo("WhiteElo") >= 1800 || begins("Black", "a") && n.elo("BlackElo") >= 1800) && !begins("White", "b")
	}},
	{"not that long", query("-ply:30-90 result:1-0"), func(n *naive) bool { return (n.plies < 30 || n.plies > 90) && n.result() == "1-0" }},
	{"opening", query("opening:sicilian"), func(n *naive) bool {
		name := n.tag("Opening") + n.tag("ECOUrl")
		coded := (name == "" || name == "?") && n.tag("ECO") >= "B20" && n.tag("ECO") <= "B99"
		return coded || strings.Contains(strings.ToLower(name+n.tag("Variation")), "sicilian")
	}},
	{"nobody", query("player:nobodyofthisname"), func(n *naive) bool { return false }},
	{"black elo", query("black-elo:1700+"), func(n *naive) bool { return n.elo("BlackElo") >= 1700 }},
	{"White is stronger", query("white-diff:100-400"), func(n *naive) bool {
		d := n.elo("WhiteElo") - n.elo("BlackElo")
		return n.elo("WhiteElo") > 0 && n.elo("BlackElo") > 0 && d >= 100 && d <= 400
	}},
	{"Black is stronger", query("-black-diff:1+"), func(n *naive) bool {
		return n.elo("WhiteElo") <= 0 || n.elo("BlackElo") <= n.elo("WhiteElo")
	}},
	{"opponents", query("player:/^[A-Ma-m]/ opponent:/^[N-Zn-z]/"), func(n *naive) bool {
		begins := func(side string, from, to byte) bool {
			c := (n.tag(side) + "?")[0] | 0x20
			return c >= from && c <= to
		}
		return begins("White", 'a', 'm') && begins("Black", 'n', 'z') || begins("Black", 'a', 'm') && begins("White", 'n', 'z')
	}},
	{"White and Black", query("white:/a/ -black:/e/"), func(n *naive) bool {
		return strings.Contains(n.tag("White"), "a") && !strings.Contains(n.tag("Black"), "e")
	}},
	{"a title", query("title:any"), func(n *naive) bool { return titled(n, "WhiteTitle", "") || titled(n, "BlackTitle", "") }},
	{"White's title", query("white-title:gm,im"), func(n *naive) bool { return titled(n, "WhiteTitle", "GM") || titled(n, "WhiteTitle", "IM") }},
	{"not Black's title", query("-black-title:GM"), func(n *naive) bool { return !titled(n, "BlackTitle", "GM") }},
	{"site", query("site:/chess/"), func(n *naive) bool { return strings.Contains(n.tag("Site"), "chess") }},
	{"round", query("round:/^1/"), func(n *naive) bool { return strings.HasPrefix(n.tag("Round"), "1") }},
	{"any tag", query("tag:Annotator=/./ -tag:Round=/[?]/"), func(n *naive) bool { return n.tag("Annotator") != "" && !strings.Contains(n.tag("Round"), "?") }},
	{"has", query("has:FEN -has:WhiteElo"), func(n *naive) bool {
		_, fen := n.Tag("FEN")
		_, elo := n.Tag("WhiteElo")
		return fen && !elo
	}},
	{"time control of a class", query("tc:bullet"), func(n *naive) bool {
		base, added, plus := strings.Cut(strings.TrimPrefix(n.tag("TimeControl"), "40/"), "+")
		seconds, err := strconv.Atoi(base)
		increment, bad := strconv.Atoi(added)
		minutes := strings.Contains(n.tag("Event"), "Blitz") && seconds < 25
		return err == nil && (bad == nil || !plus) && seconds+40*increment < 180 && !minutes
	}},
}

// titled reports whether a tag is this title or, if it is "", any.
func titled(n *naive, tag, title string) bool {
	value := n.tag(tag)
	if title == "" {
		return strings.ContainsAny(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	}
	return strings.EqualFold(value, title)
}

// TestFilterIsNaive compares the answers of Filter with a scan of the PGN.
func TestFilterIsNaive(t *testing.T) {
	t.Parallel()
	for _, name := range corpus.Games("master-test", "chesscom-test") {
		src := headOf(t, name, 15_000)
		if name == corpus.Sample {
			src = lichessHead(t, 15_000)
		}
		games := naiveGames(t, src)
		plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
		require.NoError(t, err)
		archives := map[string]*chesszip.Archive{
			"archive": openBytes(t, compress(t, src, quick), everyLevel),
			"indexed": openBytes(t, compress(t, src, &chesszip.WriterOptions{Index: chesszip.IndexPlayers}), everyLevel),
			"numbers": openBytes(t, compress(t, src, &chesszip.WriterOptions{Index: chesszip.IndexNumbers}), everyLevel),
			"all":     openBytes(t, compress(t, src, &chesszip.WriterOptions{Index: everyIndex}), everyLevel),
			"PGN":     plain,
		}
		cases := filterCases
		// Some players and openings of the file itself.
		for i := 0; i < len(games); i += len(games)/4 + 1 {
			who := games[i].tag("White")
			cases = append(slices.Clip(cases), struct {
				name  string
				query *chesszip.Query
				means func(n *naive) bool
			}{"player " + who, new(chesszip.Query).Add("player", "="+who), func(n *naive) bool {
				return strings.EqualFold(n.tag("White"), who) || strings.EqualFold(n.tag("Black"), who)
			}})
		}
		for _, c := range cases {
			var want []int64
			for i := range games {
				if c.means(&games[i]) {
					want = append(want, int64(i))
				}
			}
			for kind, a := range archives {
				checkFilter(t, name+", "+kind+", "+c.name, a, c.query, want, games)
			}
			t.Logf("%s, %s: %d games", name, c.name, len(want))
		}
	}
}

func checkFilter(t testing.TB, what string, a *chesszip.Archive, q *chesszip.Query, want []int64, games []naive) {
	t.Helper()
	var got []int64
	for h, err := range a.Filter(t.Context(), q) {
		require.NoError(t, err)
		got = append(got, h.Number)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: Filter gave %d games, want %d: %v, want %v", what, len(got), len(want), differ(got, want), differ(want, got))
		return
	}
	n, err := a.FilterCount(t.Context(), q)
	require.NoError(t, err)
	if n != int64(len(want)) {
		t.Errorf("%s: FilterCount = %d, want %d", what, n, len(want))
	}
	if len(want) > 2000 {
		return
	}
	i := 0
	for g, err := range a.FilterGames(t.Context(), q) {
		require.NoError(t, err)
		if g.Number != want[i] || string(g.Text) != games[g.Number].Text {
			t.Fatalf("%s: FilterGames gave game %d, %.40q, want game %d, %.40q", what, g.Number, g.Text, want[i], games[want[i]].Text)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%s: FilterGames gave %d games, want %d", what, i, len(want))
	}
}

// differ returns the first numbers of a that are not in b.
func differ(a, b []int64) (d []int64) {
	for _, n := range a {
		if !slices.Contains(b, n) && len(d) < 5 {
			d = append(d, n)
		}
	}
	return d
}

func TestQueryErrors(t *testing.T) {
	a := openBytes(t, compress(t, []byte(opera), quick), everyLevel)
	for _, text := range []string{
		"elo:x", "elo:5-3", "elo:-", "white-elo:1-2-3", "date:13", "date:2013.13", "date:2014-2013", "date:-", "eco:F00", "eco:B99-B00",
		"eco:B2000", "result:won", "ply:many", "date:2013.01.01.01", "date:2013.1", "player:", "colour:white",
	} {
		_, err := chesszip.ParseQuery(text)
		require.ErrorIs(t, err, chesszip.ErrQuery, text)
		field, value, _ := strings.Cut(text, ":")
		q := new(chesszip.Query).Add(field, value)
		require.ErrorIs(t, q.Validate(), chesszip.ErrQuery, text)
		for _, err := range a.Filter(t.Context(), q) {
			require.ErrorIs(t, err, chesszip.ErrQuery, text)
		}
		_, err = a.FilterCount(t.Context(), q)
		require.ErrorIs(t, err, chesszip.ErrQuery, text)
	}
	for _, q := range []*chesszip.Query{
		query(`white:"morphy paul"`), query("white:MORPHY"), query(`white:"=morphy, paul"`), query(`black:"count isouard"`), query("player:duke"), query("date:1858"),
		query("date:-1900"), query("date:1858-"), query("ply:33"), query(`result:"0-1, 1-0"`), query("tag:Round=?"), query("site:fra"),
	} {
		if n, err := a.FilterCount(t.Context(), q); n != 1 || err != nil {
			t.Errorf("FilterCount(%+v) = %d, %v, want 1", q, n, err)
		}
	}
	for _, q := range []*chesszip.Query{
		query(`white:"karl morphy"`), query("white:morph"), query("white:=morphy"), query("date:1858.05"), query("ply:34-"), query("elo:0-"), query("eco:A00-E99"),
		query("tag:Round=1"), query("tc:blitz"),
	} {
		if n, err := a.FilterCount(t.Context(), q); n != 0 || err != nil {
			t.Errorf("FilterCount(%+v) = %d, %v, want 0", q, n, err)
		}
	}
}
