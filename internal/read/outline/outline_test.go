package outline_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/outline"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/pgn"
)

// odd are games with tags that are missing, unknown, or written in several ways.
var odd = []string{
	"[White \"A \\\"b\\\"\"]\n[WhiteElo \"2000.5\"]\n[BlackElo \"1800\"]\n[Date \"2013-01\"]\n[Result \"1/2\"]\n[ECO \"B90/01\"]\n\n1. e4 c5 1/2-1/2\n\n",
	"[Black \"\"]\n[UTCDate \"1999.12.31\"]\n[Date \"????.??.??\"]\n[Result \"won\"]\n[ECO \"X00\"]\n\n*\n\n",
	"[Event \"Cup\"]\n[White \"C\"]\n[Black \"A \\\"b\\\"\"]\n[WhiteElo \"1500\"]\n[Date \"2013.02.03\"]\n[Result \"1-0\"]\n[ECO \"A00\"]\n[Opening \"Polish\"]\n[Round \"7\"]\n\n1. b4 e5 2. Ke2 1-0\n\n",
	"1. d4 d5 *\n\n",
}

// games are the odd ones repeated: 100, so that their frame has columns.
var games = func() (all []string) {
	for range 25 {
		all = append(all, odd...)
	}
	return all
}()

// views are views of games: of text, packed, and with all, some, or none of the columns
// open that outlines need.
func views(t *testing.T) map[string]*view.View {
	t.Helper()
	all := map[string]*view.View{"PGN": nil}
	p := view.NewPlain(strings.NewReader(strings.Join(games, "")))
	text, ends := cut()
	p.Add(int64(len(text)), ends)
	plain := view.NewFile(p, nil)
	all["PGN"] = plain.View(t.Context(), plain.Segments()[0])
	for name, set := range map[string]open.Set{"packed": 0, "open": open.Names | open.Numbers, "all": open.Names | open.Moves | open.Numbers, "names": open.Names, "numbers": open.Numbers} {
		all[name] = opened(t, set, nil)
	}
	return all
}

func cut() (text []byte, ends []int) {
	for _, g := range games {
		text = append(text, g...)
		ends = append(ends, len(text))
	}
	return text, ends
}

// opened is a view of games in a frame with open columns; alter, if set, changes its
// streams.
func opened(t *testing.T, set open.Set, alter func(f *archive.Frame, s *archive.Stream)) *view.View {
	t.Helper()
	e := game.Encoder{Open: set, LeastOpen: 1}
	f, _ := e.Encode(cut())
	require.Equal(t, set, open.SetOf(&f))
	var b index.Builder
	b.Reset(set)
	e.EachGame(func(g *gametext.Game) bool {
		b.Add(g.Tags, g.Facts)
		return true
	})
	for i := range f.Streams {
		if alter != nil {
			alter(&f, &f.Streams[i])
		}
	}
	var packed bytes.Buffer
	a, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	require.NoError(t, a.WriteFrame(&f, b.Statistics()))
	require.NoError(t, a.Close())
	r, err := archive.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	require.NoError(t, err)
	file := view.NewFile(r, nil)
	return file.View(t.Context(), file.Segments()[0])
}

// each returns the results of Each.
func each(t *testing.T, v *view.View, from, to int, meant []bool, more ...string) (all []outline.Game) {
	t.Helper()
	require.NoError(t, outline.Each(v, from, to, meant, more, func(g outline.Game) { all = append(all, g) }))
	return all
}

// TestEach checks outlines, from open columns and from tags.
func TestEach(t *testing.T) {
	want := []string{
		`{96 [{White A "b"} {BlackElo 1800} {Date 2013.01.??} {Result 1/2-1/2} {ECO B90}] 2}`,
		`{97 [{Date 1999.12.31}] 0}`,
		`{98 [{White C} {Black A "b"} {WhiteElo 1500} {Date 2013.02.03} {Result 1-0} {ECO A00} {Event Cup} {Opening Polish}] 2}`,
		`{99 [] 2}`,
	}
	for name, v := range views(t) {
		var got []string
		for _, g := range each(t, v, 96, 100, nil, "Opening") {
			got = append(got, fmt.Sprint(g))
		}
		require.Equal(t, want, got, name)
		got = got[:0]
		for _, g := range each(t, v, 96, 100, []bool{false, true, false, true}) {
			got = append(got, fmt.Sprint(g))
		}
		require.Equal(t, []string{want[1], want[3]}, got, name)
		require.Len(t, each(t, v, 0, 100, nil, "Round"), 100, name)
		require.Equal(t, "7", each(t, v, 2, 3, nil, "Round", "Opening")[0].Tag("Round"), name)
		require.Empty(t, each(t, v, 50, 50, nil), name)
	}
}

// TestIndexed checks that open columns are used if they have everything, and that nothing
// is called otherwise.
func TestIndexed(t *testing.T) {
	for _, c := range []struct {
		view string
		more []string
		want bool
	}{
		{"open", nil, true},
		{"all", nil, true},
		{"open", []string{"Opening", "Event", "Round"}, true},
		{"open", []string{"FEN"}, false},
		{"packed", nil, false},
		{"names", nil, false},
		{"numbers", nil, false},
		{"PGN", nil, false},
	} {
		n := 0
		ok, err := outline.Indexed(views(t)[c.view], 10, 17, nil, c.more, func(g outline.Game) {
			require.EqualValues(t, 10+n, g.Number)
			n++
		})
		require.NoError(t, err)
		require.Equal(t, c.want, ok, "%+v", c)
		require.Equal(t, c.want, n == 7, "%+v: %d games", c, n)
	}
}

// TestGame checks the values read from tags.
func TestGame(t *testing.T) {
	tags := func(pairs ...string) *outline.Game {
		g := &outline.Game{Number: 7, Plies: 9}
		for i := 0; i < len(pairs); i += 2 {
			g.Tags = append(g.Tags, pgn.Tag{Name: pairs[i], Value: pairs[i+1]})
		}
		return g
	}
	for _, c := range []struct {
		g            *outline.Game
		date         string
		white, black int
		outline      string
	}{
		{tags(), "", 0, 0, "{7 [] 9}"},
		{tags("White", "A", "White", "B", "Round", "3"), "", 0, 0, "{7 [{White A} {Round 3}] 9}"},
		{tags("Date", "2000", "UTCDate", "2001.02.03"), "2000", 0, 0, "{7 [{Date 2000.??.??}] 9}"},
		{tags("Date", "????.01.02", "UTCDate", "2001.02.03"), "2001.02.03", 0, 0, "{7 [{Date 2001.02.03}] 9}"},
		{tags("Date", "?", "UTCDate", "?"), "", 0, 0, "{7 [] 9}"},
		{tags("WhiteElo", "-", "BlackElo", "2700"), "", 0, 2700, "{7 [{BlackElo 2700}] 9}"},
		{tags("Event", "e", "ECO", "E99a", "Result", "*"), "", 0, 0, "{7 [{Result *} {ECO E99} {Event e}] 9}"},
	} {
		var raw []tagvalue.Tag
		for _, tag := range c.g.Tags {
			raw = append(raw, tagvalue.Tag{Name: []byte(tag.Name), Value: []byte(tag.Value)})
		}
		require.Equal(t, c.date, c.g.Date(), "%v", c.g)
		white, black := c.g.Elo()
		require.Equal(t, [2]int{c.white, c.black}, [2]int{white, black}, "%v", c.g)
		require.Equal(t, c.outline, fmt.Sprint(outline.Of(7, raw, tagvalue.Facts{Plies: 9, Result: tagvalue.ParseAnyResult([]byte(c.g.Tag("Result")))}, "Round")), "%v", c.g)
	}
}

// TestCount checks that counts add up to those of outlines, from open columns and from
// tags.
func TestCount(t *testing.T) {
	for name, v := range views(t) {
		o, err := outline.Count(v, 0, 100, nil, []string{"Opening"})
		require.NoError(t, err)
		require.EqualValues(t, 100, o.Games, name)
		require.Equal(t, outline.Extent{N: 100, Sum: 150, Min: 0, Max: 2}, o.Plies, name)
		require.Equal(t, outline.Extent{N: 50, Sum: 25 * 3300, Min: 1500, Max: 1800}, o.Ratings, name)
		require.Equal(t, [2]string{"1999.12.31", "2013.02.03"}, [2]string{o.First, o.Last}, name)
		want := []outline.TagCount{
			{"White", `A "b"`, 25},
			{"White", "C", 25},
			{"Black", `A "b"`, 25},
			{"Result", "1-0", 25},
			{"Result", "1/2-1/2", 25},
			{"ECO", "A00", 25},
			{"ECO", "B90", 25},
			{"Event", "Cup", 25},
			{"Opening", "Polish", 25},
		}
		require.ElementsMatch(t, want, slices.Collect(o.Values), name)
		require.GreaterOrEqual(t, o.NumValues, len(want), name)
		for range o.Values { // the caller may stop
			break
		}

		o, err = outline.Count(v, 2, 4, []bool{false, true}, nil)
		require.NoError(t, err)
		require.Empty(t, slices.Collect(o.Values), name)
		o.Values, o.NumValues = nil, 0
		require.Equal(t, outline.Overview{Games: 1, Plies: outline.Extent{N: 1, Sum: 2, Min: 2, Max: 2}}, o, name)
	}
}

// TestExtent checks how extents are added.
func TestExtent(t *testing.T) {
	var e outline.Extent
	for _, c := range []struct{ o, want outline.Extent }{
		{outline.Extent{}, outline.Extent{}},
		{outline.Extent{1, 7, 7, 7}, outline.Extent{1, 7, 7, 7}},
		{outline.Extent{}, outline.Extent{1, 7, 7, 7}},
		{outline.Extent{2, 12, 3, 9}, outline.Extent{3, 19, 3, 9}},
	} {
		e.Add(c.o)
		require.Equal(t, c.want, e)
	}
}

// TestNumbers checks the Numbers of games, from open columns and from tags.
func TestNumbers(t *testing.T) {
	want := []outline.Numbers{
		{Number: 4, BlackElo: 1800, Year: 2013, Month: 1, Result: "1/2-1/2", ECO: "B90", Plies: 2},
		{Number: 5, Year: 1999, Month: 12, Day: 31},
		{Number: 42, WhiteElo: 1500, Year: 2013, Month: 2, Day: 3, Result: "1-0", ECO: "A00", Plies: 2},
		{Number: 99, Plies: 2},
	}
	for name, v := range views(t) {
		got, n := make([]outline.Numbers, len(want)), 0
		next := func() *outline.Numbers {
			n++
			return &got[n-1]
		}
		require.NoError(t, outline.FillNumbers(v, []int{4, 5, 42, 99}, next))
		require.Equal(t, want, got, name)
		require.NoError(t, outline.FillNumbers(v, nil, next))
	}
}

// TestDamaged checks that wrong open columns are damage, and that no other source replaces
// them.
func TestDamaged(t *testing.T) {
	for _, kind := range []uint16{open.KindNumbers, open.KindPlayers, open.KindLists} {
		damaged := func() *view.View {
			return opened(t, open.Names|open.Numbers, func(f *archive.Frame, s *archive.Stream) {
				if s.Kind == kind {
					s.Data = archive.AppendBlocks(nil, kind, f.Games, []byte{1}, [][]byte{{0xff}, {0xff}})
				}
			})
		}
		never := func(g outline.Game) { t.Errorf("stream %d: %v", kind, g) }
		require.ErrorIs(t, outline.Each(damaged(), 0, 100, nil, nil, never), archive.ErrCorrupt)
		_, err := outline.Count(damaged(), 0, 100, nil, nil)
		require.ErrorIs(t, err, archive.ErrCorrupt)
		if kind == open.KindNumbers {
			err := outline.FillNumbers(damaged(), []int{1}, func() *outline.Numbers {
				t.Error("an item of a damaged column")
				return new(outline.Numbers)
			})
			require.ErrorIs(t, err, archive.ErrCorrupt)
		}
	}
}

// TestHeaders checks that the games of a file come with all their tags, in order, with
// or without open columns, and that damage comes at its place.
func TestHeaders(t *testing.T) {
	p := view.NewPlain(strings.NewReader(strings.Join(games, "")))
	text, ends := cut()
	p.Add(int64(len(text)), ends)
	var damaged, held view.Held
	damaged.Add(archive.Frame{Games: 3, Input: 100, Streams: []archive.Stream{{Kind: 99}}}, archive.Entry{Length: 10, Input: 100, Games: 3})
	var e game.Encoder
	f, _ := e.Encode(text, ends)
	held.Add(f, archive.Entry{Length: 10, Input: f.Input, Games: f.Games})
	held.Add(archive.Frame{}, archive.Entry{Length: 10, Input: 100}) // no games: not read
	file := view.Join([]view.Member{{Source: p}, {Source: &damaged}, {Source: &held}})
	all := walk.Part{Frames: file, Segments: file.Segments(), Threads: 2}
	var got []outline.Game
	var failed []int
	outline.Headers(t.Context(), all, func(g outline.Game, err error) bool {
		if err != nil {
			require.ErrorIs(t, err, archive.ErrCorrupt)
			failed = append(failed, len(got))
			return true
		}
		got = append(got, g)
		return true
	})
	require.Equal(t, []int{len(games)}, failed)
	require.Len(t, got, 2*len(games))
	for i, g := range got {
		number, first := int64(i), odd[i%len(odd)]
		if i >= len(games) {
			number += 3
		}
		require.Equal(t, number, g.Number)
		want := pgn.ParseGame(first)
		require.Len(t, g.Tags, len(want.Tags))
		for k, tag := range want.Tags {
			require.Equal(t, tag, g.Tags[k])
		}
	}
	n := 0
	outline.Headers(t.Context(), all, func(outline.Game, error) bool {
		n++
		return n < 5
	})
	require.Equal(t, 5, n)
}
