package queries

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// filterCases are queries with equivalent functions.
var filterCases = []struct {
	name  string
	query *chesszip.Query
	means func(n *kit.Naive) bool
}{
	{"everything", kit.Query(""), func(n *kit.Naive) bool { return true }},
	{"elo", kit.Query("elo:2000-2300"), func(n *kit.Naive) bool {
		return min(n.Elo("WhiteElo"), n.Elo("BlackElo")) >= 2000 && max(n.Elo("WhiteElo"), n.Elo("BlackElo")) <= 2300
	}},
	{"white elo", kit.Query("white-elo:-1500"), func(n *kit.Naive) bool { return n.Elo("WhiteElo") >= 0 && n.Elo("WhiteElo") <= 1500 }},
	{"result", kit.Query("result:1/2-1/2"), func(n *kit.Naive) bool { return n.Ended() == "1/2-1/2" }},
	{"eco", kit.Query("eco:B2-C0"), func(n *kit.Naive) bool { return n.Value("ECO") >= "B20" && n.Value("ECO") <= "C09" }},
	{"year", kit.Query("date:2013"), func(n *kit.Naive) bool { return strings.HasPrefix(n.Date(), "2013") }},
	{"days", kit.Query("date:2013.01.10-2013.01.25"), func(n *kit.Naive) bool { return n.Date() >= "2013.01.10" && n.Date() <= "2013.01.25" }},
	{"months", kit.Query("date:2024.10-"), func(n *kit.Naive) bool { return n.Date() >= "2024.10" && n.Date() < ":" }},
	{"short", kit.Query("ply:-20"), func(n *kit.Naive) bool { return n.Plies <= 20 }},
	{"long", kit.Query("ply:150-"), func(n *kit.Naive) bool { return n.Plies >= 150 }},
	{"time control", kit.Query("tc:180+0"), func(n *kit.Naive) bool { return n.Value("TimeControl") == "180+0" }},
	{"event", kit.Query("event:blitz"), func(n *kit.Naive) bool { return strings.Contains(strings.ToLower(n.Value("Event")), "blitz") }},
	{"two", kit.Query("result:0-1 elo:1500-"), func(n *kit.Naive) bool {
		return n.Ended() == "0-1" && min(n.Elo("WhiteElo"), n.Elo("BlackElo")) >= 1500
	}},
	{"either result", kit.Query("result:1-0 result:black"), func(n *kit.Naive) bool { return n.Ended() == "1-0" || n.Ended() == "0-1" }},
	{"neither result", kit.Query("-result:1-0 -result:black"), func(n *kit.Naive) bool { return n.Ended() != "1-0" && n.Ended() != "0-1" }},
	{"either range", kit.Query("elo:1000-1400 elo:2000+"), func(n *kit.Naive) bool {
		low, high := min(n.Elo("WhiteElo"), n.Elo("BlackElo")), max(n.Elo("WhiteElo"), n.Elo("BlackElo"))
		return low >= 2000 || low >= 1000 && high <= 1400
	}},
	{"no range", kit.Query("-elo:1500+"), func(n *kit.Naive) bool { return min(n.Elo("WhiteElo"), n.Elo("BlackElo")) < 1500 }},
	{"letters", kit.Query("eco:A,C2-C4"), func(n *kit.Naive) bool {
		return strings.HasPrefix(n.Value("ECO"), "A") || n.Value("ECO") >= "C20" && n.Value("ECO") <= "C49"
	}},
	{"no letter", kit.Query("-eco:B -eco:C"), func(n *kit.Naive) bool {
		return n.Value("ECO") == "" || n.Value("ECO")[0] != 'B' && n.Value("ECO")[0] != 'C'
	}},
	{"difference", kit.Query("diff:300+"), func(n *kit.Naive) bool {
		white, black := n.Elo("WhiteElo"), n.Elo("BlackElo")
		return white > 0 && black > 0 && max(white-black, black-white) >= 300
	}},
	{"not that year", kit.Query("-date:2013"), func(n *kit.Naive) bool { return !strings.HasPrefix(n.Date(), "2013") }},
	{"one strong player", kit.Query("player:@2000+"), func(n *kit.Naive) bool { return max(n.Elo("WhiteElo"), n.Elo("BlackElo")) >= 2000 }},
	{"name and rating", kit.Query("player:a*@1800+ -white:b*"), func(n *kit.Naive) bool {
		begins := func(side, with string) bool {
			for _, w := range strings.Fields(playername.Fold(n.Value(side))) {
				if strings.HasPrefix(w, with) {
					return true
				}
			}
			return false
		}
		return (begins("White", "a") && n.Elo("WhiteElo") >= 1800 || begins("Black", "a") && n.Elo("BlackElo") >= 1800) && !begins("White", "b")
	}},
	{"not that long", kit.Query("-ply:30-90 result:1-0"), func(n *kit.Naive) bool { return (n.Plies < 30 || n.Plies > 90) && n.Ended() == "1-0" }},
	{"opening", kit.Query("opening:sicilian"), func(n *kit.Naive) bool {
		name := n.Value("Opening") + n.Value("ECOUrl")
		coded := (name == "" || name == "?") && n.Value("ECO") >= "B20" && n.Value("ECO") <= "B99"
		return coded || strings.Contains(strings.ToLower(name+n.Value("Variation")), "sicilian")
	}},
	{"nobody", kit.Query("player:nobodyofthisname"), func(n *kit.Naive) bool { return false }},
	{"black elo", kit.Query("black-elo:1700+"), func(n *kit.Naive) bool { return n.Elo("BlackElo") >= 1700 }},
	{"White is stronger", kit.Query("white-diff:100-400"), func(n *kit.Naive) bool {
		d := n.Elo("WhiteElo") - n.Elo("BlackElo")
		return n.Elo("WhiteElo") > 0 && n.Elo("BlackElo") > 0 && d >= 100 && d <= 400
	}},
	{"Black is stronger", kit.Query("-black-diff:1+"), func(n *kit.Naive) bool {
		return n.Elo("WhiteElo") <= 0 || n.Elo("BlackElo") <= n.Elo("WhiteElo")
	}},
	{"opponents", kit.Query("player:/^[A-Ma-m]/ opponent:/^[N-Zn-z]/"), func(n *kit.Naive) bool {
		begins := func(side string, from, to byte) bool {
			c := (n.Value(side) + "?")[0] | 0x20
			return c >= from && c <= to
		}
		return begins("White", 'a', 'm') && begins("Black", 'n', 'z') || begins("Black", 'a', 'm') && begins("White", 'n', 'z')
	}},
	{"White and Black", kit.Query("white:/a/ -black:/e/"), func(n *kit.Naive) bool {
		return strings.Contains(n.Value("White"), "a") && !strings.Contains(n.Value("Black"), "e")
	}},
	{"a title", kit.Query("title:any"), func(n *kit.Naive) bool { return titled(n, "WhiteTitle", "") || titled(n, "BlackTitle", "") }},
	{"White's title", kit.Query("white-title:gm,im"), func(n *kit.Naive) bool { return titled(n, "WhiteTitle", "GM") || titled(n, "WhiteTitle", "IM") }},
	{"not Black's title", kit.Query("-black-title:GM"), func(n *kit.Naive) bool { return !titled(n, "BlackTitle", "GM") }},
	{"site", kit.Query("site:/chess/"), func(n *kit.Naive) bool { return strings.Contains(n.Value("Site"), "chess") }},
	{"round", kit.Query("round:/^1/"), func(n *kit.Naive) bool { return strings.HasPrefix(n.Value("Round"), "1") }},
	{"any tag", kit.Query("tag:Annotator=/./ -tag:Round=/[?]/"), func(n *kit.Naive) bool { return n.Value("Annotator") != "" && !strings.Contains(n.Value("Round"), "?") }},
	{"has", kit.Query("has:FEN -has:WhiteElo"), func(n *kit.Naive) bool {
		_, fen := n.Tag("FEN")
		_, elo := n.Tag("WhiteElo")
		return fen && !elo
	}},
	{"time control of a class", kit.Query("tc:bullet"), func(n *kit.Naive) bool {
		base, added, plus := strings.Cut(strings.TrimPrefix(n.Value("TimeControl"), "40/"), "+")
		seconds, err := strconv.Atoi(base)
		increment, bad := strconv.Atoi(added)
		minutes := strings.Contains(n.Value("Event"), "Blitz") && seconds < 25
		return err == nil && (bad == nil || !plus) && seconds+40*increment < 180 && !minutes
	}},
}

// titled reports whether a tag is the title or, if title is "", any title.
func titled(n *kit.Naive, tag, title string) bool {
	value := n.Value(tag)
	if title == "" {
		return strings.ContainsAny(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	}
	return strings.EqualFold(value, title)
}

// TestFilterIsNaive compares the answers of Filter with a scan of the PGN.
func TestFilterIsNaive(t *testing.T) {
	t.Parallel()
	for _, name := range corpus.Games("master-test", "chesscom-test") {
		src := kit.HeadOf(t, name, kit.Several(6_000, 15_000))
		if name == corpus.Sample {
			src = kit.LichessHead(t, kit.Several(6_000, 15_000))
		}
		games := kit.NaiveGames(t, src)
		plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
		require.NoError(t, err)
		archives := map[string]*chesszip.Archive{
			"archive": kit.OpenBytes(t, kit.Compress(t, src, kit.Quick), kit.EveryLevel),
			"indexed": kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: chesszip.ColumnNames}), kit.EveryLevel),
			"numbers": kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: chesszip.ColumnNumbers}), kit.EveryLevel),
			"mixed":   kit.OpenBytes(t, kit.PackedMixed(t, src), kit.EveryLevel),
			"all":     kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: kit.EveryIndex}), kit.EveryLevel),
			"PGN":     plain,
		}
		cases := filterCases
		// Some players and openings of the file.
		for i := 0; i < len(games); i += len(games)/4 + 1 {
			who := games[i].Value("White")
			cases = append(slices.Clip(cases), struct {
				name  string
				query *chesszip.Query
				means func(n *kit.Naive) bool
			}{"player " + who, new(chesszip.Query).Add("player", "="+who), func(n *kit.Naive) bool {
				return strings.EqualFold(n.Value("White"), who) || strings.EqualFold(n.Value("Black"), who)
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

func checkFilter(t testing.TB, what string, a *chesszip.Archive, q *chesszip.Query, want []int64, games []kit.Naive) {
	t.Helper()
	var got []int64
	for h, err := range a.Games().Where(q).Headers(t.Context()) {
		require.NoError(t, err)
		got = append(got, h.Number)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: Filter gave %d games, want %d: %v, want %v", what, len(got), len(want), differ(got, want), differ(want, got))
		return
	}
	n, err := a.Games().Where(q).Count(t.Context())
	require.NoError(t, err)
	if n != int64(len(want)) {
		t.Errorf("%s: FilterCount = %d, want %d", what, n, len(want))
	}
	if len(want) > 2000 {
		return
	}
	i := 0
	for g, err := range a.Games().Where(q).Texts(t.Context()) {
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
	a := kit.OpenBytes(t, kit.Compress(t, []byte(kit.Opera), kit.Quick), kit.EveryLevel)
	for _, text := range []string{
		"elo:x", "elo:5-3", "elo:-", "white-elo:1-2-3", "date:13", "date:2013.13", "date:2014-2013", "date:-", "eco:F00", "eco:B99-B00",
		"eco:B2000", "result:won", "ply:many", "date:2013.01.01.01", "date:2013.1x", "date:2013.001", "player:", "colour:white",
	} {
		_, err := chesszip.ParseQuery(text)
		require.ErrorIs(t, err, chesszip.ErrQuery, text)
		field, value, _ := strings.Cut(text, ":")
		q := new(chesszip.Query).Add(field, value)
		require.ErrorIs(t, q.Validate(), chesszip.ErrQuery, text)
		for _, err := range a.Games().Where(q).Headers(t.Context()) {
			require.ErrorIs(t, err, chesszip.ErrQuery, text)
		}
		_, err = a.Games().Where(q).Count(t.Context())
		require.ErrorIs(t, err, chesszip.ErrQuery, text)
	}
	for _, q := range []*chesszip.Query{
		kit.Query(`white:"morphy paul"`), kit.Query("white:MORPHY"), kit.Query(`white:"=morphy, paul"`), kit.Query(`black:"count isouard"`), kit.Query("player:duke"), kit.Query("date:1858"),
		kit.Query("date:-1900"), kit.Query("date:1858-"), kit.Query("ply:33"), kit.Query(`result:"0-1, 1-0"`), kit.Query("tag:Round=?"), kit.Query("site:fra"),
	} {
		if n, err := a.Games().Where(q).Count(t.Context()); n != 1 || err != nil {
			t.Errorf("FilterCount(%+v) = %d, %v, want 1", q, n, err)
		}
	}
	for _, q := range []*chesszip.Query{
		kit.Query(`white:"karl morphy"`), kit.Query("white:morph"), kit.Query("white:=morphy"), kit.Query("date:1858.05"), kit.Query("ply:34-"), kit.Query("elo:0-"), kit.Query("eco:A00-E99"),
		kit.Query("tag:Round=1"), kit.Query("tc:blitz"),
	} {
		if n, err := a.Games().Where(q).Count(t.Context()); n != 0 || err != nil {
			t.Errorf("FilterCount(%+v) = %d, %v, want 0", q, n, err)
		}
	}
}
