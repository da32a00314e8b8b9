package rows_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/rows"
	"github.com/chesszip/chesszip/internal/read/view"
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

// numbers are the Rows of the odd games with numbers alone.
var numbers = []rows.Row{
	{BlackElo: 1800, Year: 2013, Month: 1, Result: "1/2-1/2", ECO: "B90", Plies: 2},
	{Year: 1999, Month: 12, Day: 31},
	{WhiteElo: 1500, Year: 2013, Month: 2, Day: 3, Result: "1-0", ECO: "A00", Plies: 2},
	{Plies: 2},
}

// want returns the row of an item, from its text.
func want(item int, fields rows.Fields, tags []string) rows.Row {
	text := odd[item%len(odd)]
	g := pgn.ParseGame(text)
	var r rows.Row
	if fields&rows.Numbers != 0 {
		r = numbers[item%len(odd)]
	}
	r.Number = int64(item)
	if fields&rows.Text != 0 {
		r.Text = []byte(text)
	}
	switch {
	case fields&rows.Tags != 0 && len(tags) == 0:
		r.Tags = append([]pgn.Tag{}, g.Tags...)
	case fields&rows.Tags != 0:
		r.Tags = []pgn.Tag{}
		for _, name := range tags {
			if value, _ := g.Tag(name); value != "" {
				r.Tags = append(r.Tags, pgn.Tag{Name: name, Value: value})
			}
		}
	}
	if fields&(rows.Moves|rows.Remarks) != 0 {
		r.Known = true
		r.Line, _ = g.MainLine()
		if len(r.Line.Moves) == 0 {
			r.Line.Moves = nil
		}
	}
	return r
}

// TestRead checks the rows of all, some and single items with any fields, from open
// columns, packed columns and text.
func TestRead(t *testing.T) {
	all := make([]int, len(games))
	for i := range all {
		all[i] = i
	}
	for name, v := range views(t) {
		for _, items := range [][]int{all, {4, 5, 42, 99}, {50}, {98}, nil} {
			for _, fields := range []rows.Fields{
				0, rows.Text, rows.Tags, rows.Numbers, rows.Moves, rows.Remarks, rows.Tags | rows.Numbers,
				rows.Moves | rows.Numbers, rows.Remarks | rows.Tags, rows.Text | rows.Tags | rows.Numbers | rows.Moves | rows.Remarks,
			} {
				for _, tags := range [][]string{nil, {"White", "Event"}, {"Round", "Opening", "FEN"}} {
					got, err := rows.Read(v, rows.Found{Items: items}, fields, tags)
					require.NoError(t, err, "%s, %v, fields %b", name, items, fields)
					require.Len(t, got, len(items))
					for i, r := range got {
						if len(r.Line.Moves) == 0 {
							r.Line.Moves = nil
						}
						require.Equal(t, want(items[i], fields, tags), r, "%s, fields %b, %v", name, fields, tags)
					}
				}
			}
		}
	}
}

// TestRemarks checks clocks and glyphs, and that they are nil without any.
func TestRemarks(t *testing.T) {
	var text []byte
	var ends []int
	for i := range 40 {
		text = append(text, "1. e4 e5 *\n\n"...)
		if i%20 == 19 {
			text = append(text[:len(text)-len("1. e4 e5 *\n\n")], "1. e4! {[%clk 0:01:00]} e5 *\n\n"...)
		}
		ends = append(ends, len(text))
	}
	p := view.NewPlain(bytes.NewReader(text))
	p.Add(int64(len(text)), ends)
	f := view.NewFile(p, nil)
	got, err := rows.Read(f.View(t.Context(), f.Segments()[0]), rows.Found{Items: []int{18, 19, 39}}, rows.Remarks, nil)
	require.NoError(t, err)
	require.Nil(t, got[0].Remarks)
	for _, r := range got[1:] {
		require.Equal(t, []uint8{1}, r.Remarks[0].NAGs)
		require.True(t, r.Remarks[0].HasClock)
		require.Len(t, r.Line.Moves, 2)
	}
}

// TestFound checks that texts that were read before are not read again, and that steps
// stay with their items.
func TestFound(t *testing.T) {
	found := rows.Found{Items: []int{1, 2}, Steps: [][]int{{3}, {4, 5}}, Texts: [][]byte{[]byte("known"), nil}}
	got, err := rows.Read(views(t)["packed"], found, rows.Text, nil)
	require.NoError(t, err)
	require.Equal(t, []rows.Row{
		{Number: 1, Text: []byte("known"), Steps: []int{3}},
		{Number: 2, Text: []byte(odd[2]), Steps: []int{4, 5}},
	}, got)
}

// TestDamaged checks that wrong open columns are damage, and that no other source replaces
// them.
func TestDamaged(t *testing.T) {
	for _, kind := range []uint16{open.KindNumbers, open.KindPlayers, open.KindLists} {
		for _, items := range [][]int{{0, 1}, {7}} {
			damaged := opened(t, open.Names|open.Numbers, func(f *archive.Frame, s *archive.Stream) {
				if s.Kind == kind {
					s.Data = archive.AppendBlocks(nil, kind, f.Games, []byte{1}, [][]byte{{0xff}, {0xff}})
				}
			})
			got, err := rows.Read(damaged, rows.Found{Items: items}, rows.Tags|rows.Numbers, []string{"White", "Event"})
			require.ErrorIs(t, err, archive.ErrCorrupt)
			require.Empty(t, got)
		}
	}
}
