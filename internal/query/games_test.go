package query_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/query"
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

// TestParallelGames checks that tags, texts and counts are of the matching games, in
// their order, and that damage comes at its place.
func TestParallelGames(t *testing.T) {
	for q, want := range map[string][]int64{
		"":               {0, 1, 2, 3, 4, -1, 6},
		"player:carlsen": {0, 1, 4, -1, 6},
		"white:carlsen":  {0, 4, -1},
		"ply:3":          {1, -1, 6},
		"event:cup":      {3, -1},
		"white:nobody":   {-1},
	} {
		f := compile(t, q)
		var got, texts []int64
		query.Headers(t.Context(), three(), f, func(number int64, tags []tagvalue.Tag, facts tagvalue.Facts) int64 {
			require.Positive(t, facts.Plies)
			require.Contains(t, textOf(number), fmt.Sprintf("[%s %q]", tags[0].Name, tags[0].Value))
			return number
		}, func(number int64, err error) bool {
			if err != nil {
				require.ErrorIs(t, err, archive.ErrCorrupt)
				number = -1
			}
			got = append(got, number)
			return true
		})
		require.Equal(t, want, got, q)
		query.Games(t.Context(), three(), f, func(g query.Game, err error) bool {
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
		n, err := query.Count(t.Context(), three(), f)
		if q == "" { // no frame is decoded for the count
			require.NoError(t, err)
			require.EqualValues(t, 7, n)
			continue
		}
		require.ErrorIs(t, err, archive.ErrCorrupt)
		require.EqualValues(t, len(want)-1, n, q)
	}
	n := 0
	query.Games(t.Context(), three(), compile(t, ""), func(query.Game, error) bool {
		n++
		return n < 3
	})
	require.Equal(t, 3, n)
}

// TestParallelHits checks that matching games come in their order, with and without
// their texts.
func TestParallelHits(t *testing.T) {
	for _, c := range []struct{ p, q, want string }{
		{`moves:"1. e4"`, "", "1:1 2:1 3:1 damage 6:1"},
		{`moves:"1. e4 c5 2. Nf3"`, "", "1:3 3:3 damage 6:3"},
		{`moves:"1. e4" then moves:"1. e4 c5"`, "player:carlsen", "1:2 damage 6:2"},
		{`material:"KvK"`, "", "damage"},
	} {
		m, err := query.CompilePattern(c.p)
		require.NoError(t, err)
		f := compile(t, c.q)
		for name, look := range map[string]func(context.Context, walk.Part, *query.Filter, func(query.Hit, error) bool){"hits": m.Hits, "bare": m.Bare} {
			var got []string
			look(t.Context(), three(), f, func(h query.Hit, err error) bool {
				if err != nil {
					require.ErrorIs(t, err, archive.ErrCorrupt)
					got = append(got, "damage")
					return true
				}
				if name == "hits" {
					require.Equal(t, textOf(h.Number), string(h.Text))
				} else {
					require.Nil(t, h.Text)
				}
				require.Equal(t, h.Ply, h.Steps[len(h.Steps)-1])
				got = append(got, fmt.Sprintf("%d:%d", h.Number, h.Ply))
				return true
			})
			require.Equal(t, c.want, strings.Join(got, " "), "%s of %s", name, c.p)
		}
		n, err := m.Count(t.Context(), three(), f)
		require.ErrorIs(t, err, archive.ErrCorrupt)
		require.EqualValues(t, strings.Count(c.want, ":"), n)
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
		within := compile(t, c.q).Within(p)
		var got []int
		for _, s := range within.Segments {
			got = append(got, s.Frame)
		}
		require.Equal(t, c.want, got, c.q)
		require.Equal(t, c.reads, within.Reads, c.q)
		require.Equal(t, p.Gaps, within.Gaps, c.q)
	}
}
