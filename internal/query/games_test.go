package query_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/read/rows"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// part is all of a file.
func part(f *view.File) walk.Part {
	return walk.Part{Frames: f, Segments: f.Segments(), Threads: 2}
}

// held is a member of frames of texts, each with games or other text; a text "damaged"
// is a frame of games that cannot be decoded.
func held(texts ...[]string) view.Member {
	h := &view.Held{}
	for _, texts := range texts {
		var text []byte
		var ends []int
		for _, s := range texts {
			text = append(text, s...)
			if s[0] == '[' {
				ends = append(ends, len(text))
			}
		}
		var e game.Encoder
		f, _ := e.Encode(text, ends)
		if texts[0] == "damaged" {
			f = archive.Frame{Games: int64(len(texts)), Input: f.Input, Streams: []archive.Stream{{Kind: 99}}}
		}
		h.Add(f, archive.Entry{Length: 10, Input: f.Input, Games: f.Games})
	}
	return view.Member{Source: h}
}

// three are games in two frames, a frame of other text, a member that ends with damage,
// and games again: numbers 0 to 3, 4, 5 and 6, of which 5 cannot be read.
func three() walk.Part {
	return part(view.Join([]view.Member{
		held(games[:2], []string{"no game"}, games[2:]),
		held(games[:1], []string{"damaged"}),
		held(games[1:2]),
	}))
}

// textOf is the text of a game of three.
func textOf(number int64) string {
	return map[int64]string{0: games[0], 1: games[1], 2: games[2], 3: games[3], 4: games[0], 6: games[1]}[number]
}

// each calls yield with the selected games of p, with or without their texts.
func each(ctx context.Context, p walk.Part, s *query.Selection, want rows.Fields, yield func(rows.Row, error) bool) {
	find := s.Finder(want&rows.Text != 0)
	walk.Each(ctx, s.Within(p), func(_ context.Context, v *view.View) ([]rows.Row, error) {
		found, err := find(v, nil)
		if err != nil {
			return nil, err
		}
		return rows.Read(v, found, want, nil)
	}, yield)
}

// TestParallelGames checks that texts are of the matching games, in their order, and that
// damage comes at its place.
func TestParallelGames(t *testing.T) {
	for q, want := range map[string][]int64{
		"":               {0, 1, 2, 3, 4, -1, 6},
		"player:carlsen": {0, 1, 4, -1, 6},
		"white:carlsen":  {0, 4, -1},
		"ply:3":          {1, -1, 6},
		"event:cup":      {3, -1},
		"white:nobody":   {-1},
	} {
		var texts []int64
		each(t.Context(), three(), selection(compile(t, q)), rows.Text, func(g rows.Row, err error) bool {
			if err != nil {
				require.ErrorIs(t, err, archive.ErrCorrupt)
				texts = append(texts, -1)
				return true
			}
			require.Equal(t, textOf(g.Number), string(g.Text))
			texts = append(texts, g.Number)
			return true
		})
		require.Equal(t, want, texts, q)
	}
	n := 0
	each(t.Context(), three(), new(query.Selection), rows.Text, func(rows.Row, error) bool {
		n++
		return n < 3
	})
	require.Equal(t, 3, n)
}

// TestParallelPatterns checks that games with a pattern come in their order, with and
// without their texts, and those with two patterns.
func TestParallelPatterns(t *testing.T) {
	for _, c := range []struct{ p, q, want string }{
		{`moves:"1. e4"`, "", "1:1 2:1 3:1 damage 6:1"},
		{`moves:"1. e4 c5 2. Nf3"`, "", "1:3 3:3 damage 6:3"},
		{`moves:"1. e4" then moves:"1. e4 c5"`, "player:carlsen", "1:2 damage 6:2"},
		{`material:"KvK"`, "", "damage"},
	} {
		m, err := query.CompilePattern(c.p)
		require.NoError(t, err)
		first, err := query.CompilePattern(`moves:"1. e4"`)
		require.NoError(t, err)
		for name, s := range map[string]*query.Selection{
			"one": selection(compile(t, c.q)).With(m), "two": new(query.Selection).With(first).Where(compile(t, c.q)).With(m),
		} {
			for _, want := range []rows.Fields{0, rows.Text} {
				var got []string
				each(t.Context(), three(), s, want, func(h rows.Row, err error) bool {
					if err != nil {
						require.ErrorIs(t, err, archive.ErrCorrupt)
						got = append(got, "damage")
						return true
					}
					if want == 0 {
						require.Nil(t, h.Text)
					} else {
						require.Equal(t, textOf(h.Number), string(h.Text))
					}
					got = append(got, fmt.Sprintf("%d:%d", h.Number, h.Steps[len(h.Steps)-1]))
					return true
				})
				require.Equal(t, c.want, strings.Join(got, " "), "%s of %s", name, c.p)
			}
		}
	}
}

// TestWithin checks that frames without games, and those that their statistics exclude,
// are not read, and the announcements of reads.
func TestWithin(t *testing.T) {
	h := &view.Held{}
	var b index.Builder
	for _, g := range games[:3] {
		var e game.Encoder
		f, _ := e.Encode([]byte(g), []int{len(g)})
		b.Reset(open.Names)
		e.EachGame(func(g *game.Game) bool {
			b.Add(g.Tags, g.Facts)
			return true
		})
		h.Add(f, archive.Entry{Length: 10, Input: f.Input, Games: 1, Meta: bytes.Clone(b.Statistics())})
		h.Add(archive.Frame{}, archive.Entry{Length: 5})
	}
	h.Add(archive.Frame{}, archive.Entry{Length: 10, Input: 100})
	p := part(view.Join([]view.Member{{Source: h}}))
	p.Gaps = []walk.Gap{{Frame: 2}}
	for _, c := range []struct {
		q     string
		want  []int
		reads walk.Reads
	}{
		{"", []int{0, 2, 4}, walk.ReadsUnknown},
		{"date:2013", []int{0, 2}, walk.ReadsUnknown},
		{"white:magnus", []int{0, 2, 4}, walk.ReadsUnknown},
		{"tag:Opening=Najdorf", []int{0, 2, 4}, walk.ReadsUnknown},
		{"tag:Round=1", []int{0, 2, 4}, walk.ReadsUnknown},
		{"elo:3000-", nil, walk.ReadsUnknown},
	} {
		within := selection(compile(t, c.q)).Within(p)
		var got []int
		for _, s := range within.Segments {
			got = append(got, s.Frame)
		}
		require.Equal(t, c.want, got, c.q)
		require.Equal(t, c.reads, within.Reads, c.q)
		require.Equal(t, p.Gaps, within.Gaps, c.q)
	}
}
