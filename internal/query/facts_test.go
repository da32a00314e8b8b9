package query_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/facts"
	"github.com/chesszip/chesszip/internal/read/view"
)

// named is a name and some of its values.
type named struct {
	name   string
	values []string
}

// drawnTags are tags of drawn games, and some of their values.
var drawnTags = []named{
	{"White", []string{"Carlsen, Magnus", "Carlsen,M", "Carlsson", "Anand", "?", "", "O'Kelly", "Magnus Carlsen"}},
	{"Black", []string{"Carlsen, Magnus", "Carlsen, Mads", "Anand, V", "GM Anand", "-"}},
	{"WhiteElo", []string{"2500", "2700?", "0", "?", "", "1800", "2500 P12"}},
	{"BlackElo", []string{"2500", "2690", "-", "1790", "99999", "0"}},
	{"Date", []string{"2013.01.31", "2013.??.??", "2013.02.??", "????.??.??", "2014-05-06", "0001"}},
	{"UTCDate", []string{"2015.01.01", "2013.06.01", "?"}},
	{"ECO", []string{"B90", "B90/01", "A07", "E99", "?", "b20", "C65a"}},
	{"Result", []string{"1-0", "0-1", "1/2-1/2", "*", "½-½", "x"}},
	{"Event", []string{"Club blitz", "Rapid cup", "Rated bullet game", "?"}},
	{"TimeControl", []string{"3+2", "180+2", "5", "10+5", "600", "-", "?", "40/7200:3600"}},
	{"Opening", []string{"Sicilian Defense: Najdorf", "?", "-", "King's Pawn"}},
	{"Variation", []string{"Najdorf", "Open"}},
	{"ECOUrl", []string{"https://x.example/openings/Sicilian-Defense", "-"}},
	{"WhiteTitle", []string{"GM", "-", "IM"}},
	{"BlackTitle", []string{"GM", "bot"}},
	{"Round", []string{"1", "4.1", "?"}},
}

// drawnValues are values of the fields of queries.
var drawnValues = []named{
	{"player", []string{"carlsen", `"Magnus Carlsen"`, "carls*", "=anand", "/^A/", "?", "@2500+", "carlsen@2500+", `"Magnus Carlsen@2600+"`, "nobody", "okelly"}},
	{"opponent", []string{"anand", "@-2000", `"Magnus Carlsen"`}},
	{"white", []string{"carlsen", "@1800", "nobody@2000+"}},
	{"black", []string{`"Magnus Carlsen"`, "a*"}},
	{"elo", []string{"2000+", "2500-2700", "-1800,2600+", "0+", "0"}},
	{"white-elo", []string{"2500", "0"}},
	{"black-elo", []string{"-2500", "2690+"}},
	{"diff", []string{"0-10", "100+", "0"}},
	{"white-diff", []string{"1+", "0+"}},
	{"black-diff", []string{"0", "90000+"}},
	{"title", []string{"any", "gm"}},
	{"white-title", []string{"im"}},
	{"date", []string{"2013", "2013.02-", "-2014", "2013.01.31,2015", "0001+"}},
	{"eco", []string{"B", "B90", "A,E", "A-E", "C6"}},
	{"opening", []string{"sicilian", "najdorf", "king*", "?"}},
	{"result", []string{"1-0", "draw,*", "1-0,0-1,draw,*"}},
	{"event", []string{"blitz", "cup"}},
	{"round", []string{"4"}},
	{"tc", []string{"blitz", "bullet", "rapid,classical", "=5", "3+2", "?"}},
	{"ply", []string{"0+", "2", "-1", "3+"}},
	{"tag", []string{"White=nobody", "White=carlsen", "Opening=?", "Round=4.1"}},
	{"has", []string{"White", "ECO", "Opening"}},
}

// drawGames draws the texts of the games of a frame.
func drawGames(t *rapid.T) (games []string) {
	few := rapid.Bool().Draw(t, "few values") // so that columns and statistics decide more
	for range rapid.IntRange(1, 12).Draw(t, "games") {
		var b strings.Builder
		for _, tag := range drawnTags {
			if n := len(tag.values); rapid.IntRange(0, 9).Draw(t, "has") > 2 {
				if few {
					n = 1
				}
				fmt.Fprintf(&b, "[%s \"%s\"]\n", tag.name, rapid.SampledFrom(tag.values[:n]).Draw(t, tag.name))
			}
		}
		moves := rapid.SampledFrom([]string{"1. e4 c5 2. Nf3 *", "1. d4 1-0", "*", "1. f3 e5 2. g4 Qh4# 0-1"}).Draw(t, "moves")
		games = append(games, fmt.Sprintf("[A \"\"]\n%s\n%s\n\n", b.String(), moves))
	}
	return games
}

// drawQuery draws a query of some terms.
func drawQuery(t *rapid.T) (all []terms.Term) {
	var words []string
	for range rapid.IntRange(1, 4).Draw(t, "terms") {
		field := rapid.SampledFrom(drawnValues).Draw(t, "field")
		not := rapid.SampledFrom([]string{"", "-"}).Draw(t, "not")
		words = append(words, not+field.name+":"+rapid.SampledFrom(field.values).Draw(t, "value"))
	}
	all, err := terms.Parse(strings.Join(words, " "))
	require.NoError(t, err)
	return all
}

// plainView is a view of games as PGN.
func plainView(games []string) *view.View {
	var ends []int
	src := strings.Join(games, "")
	for i := range games {
		ends = append(ends, len(strings.Join(games[:i+1], "")))
	}
	p := view.NewPlain(strings.NewReader(src))
	p.Add(int64(len(src)), ends)
	f := view.NewFile(p, nil)
	return f.View(context.Background(), f.Segments()[0])
}

// frameView is a view of the frame of games, with open columns; about are the statistics of
// the games, and filter is the filter of their names.
func frameView(t *rapid.T, games []string, set open.Set) (v *view.View, about, filter []byte) {
	var text []byte
	var ends []int
	for _, g := range games {
		text = append(text, g...)
		ends = append(ends, len(text))
	}
	var packed bytes.Buffer
	a, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	w := index.NewWriter(a, set)
	e := game.Encoder{Open: set, LeastOpen: 1}
	f, _ := e.Encode(text, ends)
	encoded, err := archive.AppendFrame(nil, &f)
	require.NoError(t, err)
	var b, s index.Builder
	b.Reset(open.SetOf(&f))
	s.Reset(open.Names)
	e.EachGame(func(g *gametext.Game) bool {
		b.Add(g.Tags, g.Facts)
		s.Add(g.Tags, g.Facts)
		return true
	})
	about, filter = s.Statistics(), s.Filter()
	require.NoError(t, w.Begin(f.Games, false))
	require.NoError(t, w.Write(encoded, b.Statistics(), filter))
	require.NoError(t, w.Close())
	r, err := archive.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	require.NoError(t, err)
	in := view.NewFile(r, nil)
	return in.View(context.Background(), in.Segments()[0]), about, filter
}

// spellingsOf are the names that were counted.
func spellingsOf(s *terms.Spellings) (all []string) {
	for _, near := range []bool{false, true} {
		s.Each(near, func(name string, games int64) { all = append(all, fmt.Sprint(near, name, games)) })
	}
	return all
}

// TestFactsAgree checks that statistics and columns say No or Yes of a condition only if
// the tags do, that tags always decide, and that views with and without columns have the
// same games and spellings.
func TestFactsAgree(t *testing.T) {
	said := map[string]bool{} // sources, and their answers
	rapid.Check(t, func(t *rapid.T) {
		drawn := slices.Repeat(drawGames(t), 30) // so that they are not kept as text
		set := open.Set(rapid.IntRange(1, 7).Draw(t, "open"))
		if set&open.Moves != 0 {
			set |= open.Numbers
		}
		words := drawQuery(t)
		plain := plainView(drawn)
		frame, about, filter := frameView(t, drawn, set)
		conditions, err := terms.Compile(words)
		require.NoError(t, err)
		parsed, err := index.ParseStatistics(about)
		require.NoError(t, err)
		for _, near := range []bool{false, true} {
			for _, c := range conditions {
				byTags := facts.New(plain)
				want := make([]facts.Truth, len(drawn))
				require.NoError(t, byTags.Each(len(drawn), func(int) bool { return true }, func(item int) facts.Truth {
					want[item] = c.Test(byTags, near)
					return want[item]
				}))
				require.NotContains(t, want, facts.Maybe)
				check := func(source string, got facts.Truth, of []facts.Truth) {
					said[fmt.Sprint(source, got)] = true
					for _, w := range of {
						require.True(t, got == facts.Maybe || got == w, "%s: %v, want %v", source, got, of)
					}
				}
				check("statistics", c.Test(&facts.Statistics{Statistics: parsed, Filter: func() []byte { return filter }}, near), want)
				byColumns := facts.New(frame)
				byColumns.Every(func() { check("all games", c.Test(byColumns, near), want) })
				left, all, err := byColumns.Narrow(nil, func() facts.Truth { return c.Test(byColumns, near) })
				require.NoError(t, err)
				for i := range want {
					got := all
					if left != nil && !left[i] {
						got = facts.No
					}
					check("a game", got, want[i:i+1])
				}
			}
		}
		for _, count := range []bool{false, true} {
			var found [2][]int
			var names [2]terms.Spellings
			for k, v := range []*view.View{plain, frame} {
				f, err := query.Compile(words)
				require.NoError(t, err)
				if count {
					f.Note(&names[k])
				}
				found[k], err = items(f, v, nil)
				require.NoError(t, err)
			}
			require.Equal(t, found[0], found[1])
			require.Equal(t, spellingsOf(&names[0]), spellingsOf(&names[1]))
		}
	})
	for _, source := range []string{"statistics", "all games", "a game"} {
		for _, answer := range []facts.Truth{facts.No, facts.Maybe, facts.Yes} {
			require.True(t, said[fmt.Sprint(source, answer)], "%s: no answer is %v", source, answer)
		}
	}
}
