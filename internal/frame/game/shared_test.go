package game

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/cache"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
)

// TestShared checks that Decoders that share what they read need the column of openings
// and the columns of tags once, that they read them again where fewer games are kept, and
// that other frames, and other inputs, are none of it.
func TestShared(t *testing.T) {
	text := recalledGames()
	inputs, ends := cut([]byte(text))
	var e Encoder
	f, c := e.Encode(inputs[0], ends[0])
	require.True(t, c.Columns)
	last := len(ends[0]) - 1
	game := func(d *Decoder, f *archive.Frame, n int) (text string, err error) {
		err = d.Some(f, []int{n}, func(_ int, b []byte) { text = string(b) })
		return text, err
	}
	// The same frame, but its column of openings and one tag can no longer be read.
	without := f
	without.Streams = slices.Clone(f.Streams)
	cut := 0
	for i, s := range f.Streams {
		if k, ok := streams.Column(s.Kind); s.Kind == streams.KindOpenings || ok && k == 0 {
			without.Streams[i].Data = s.Data[:1]
			cut++
		}
	}
	require.Equal(t, 2, cut)

	var frames cache.Frames
	frames.Keep(1 << 20)
	shared := func(number int) *Decoder {
		d := new(Decoder)
		d.Share(frames.Frame(number))
		return d
	}
	_, err := game(shared(1), &without, 0)
	require.Error(t, err, "the columns are not read")
	_, err = game(shared(1), &f, 0)
	require.NoError(t, err)
	_, err = game(shared(1), &without, 0)
	require.NoError(t, err)
	_, err = game(shared(1), &without, last)
	require.NoError(t, err, "all was read for game 0")
	_, err = game(shared(2), &without, last)
	require.Error(t, err, "another frame")
	other := without
	other.Check++
	_, err = game(shared(1), &other, last)
	require.Error(t, err, "another input")

	d, all := shared(1), new(Decoder)
	for _, n := range []int{last, 3, last - 1, 1} {
		got, err := game(d, &without, n)
		require.NoError(t, err)
		require.Equal(t, text[ends[0][n-1]:ends[0][n]], got)
		_, want, _, err := all.Line(&f, n)
		require.NoError(t, err)
		_, line, _, err := d.Line(&without, n)
		require.NoError(t, err)
		require.Equal(t, want, line)
	}
	n := 0
	require.NoError(t, d.Tags(&without, nil, true, func(game int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		require.NoError(t, all.TagsOf(&f, game, func(want []tagvalue.Tag, wantFacts tagvalue.Facts) {
			require.Equal(t, want, tags)
			require.Equal(t, wantFacts, facts)
		}))
		n++
		return true
	}))
	require.Equal(t, last+1, n)
	whole, err := d.Decode(nil, &without)
	require.NoError(t, err)
	require.Equal(t, text, string(whole))

	d.Forget()
	d.Share(cache.Frame{})
	_, err = game(d, &without, last)
	require.Error(t, err, "no longer shared")
}

// TestSharedSearch checks that what is looked for in games whose first moves are kept is
// found as if they were not, though no tags are.
func TestSharedSearch(t *testing.T) {
	var text strings.Builder
	for i := range 90 {
		fmt.Fprintf(&text, "[White \"a%d\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n", i%7)
	}
	inputs, ends := cut([]byte(text.String()))
	var e Encoder
	f, c := e.Encode(inputs[0], ends[0])
	require.True(t, c.Columns)
	var frames cache.Frames
	frames.Keep(1 << 20)
	search := func(d *Decoder) (seen []string) {
		w := gametext.Walk{End: func(int) {}, See: func(game, ply int, p *board.Position, m board.Move) bool {
			seen = append(seen, fmt.Sprint(game, ply, p.String(), m))
			return true
		}}
		require.NoError(t, d.Search(&f, nil, &w))
		return seen
	}
	want := search(new(Decoder))
	require.Len(t, want, 90*7)
	for range 2 {
		var d Decoder
		d.Share(frames.Frame(1))
		require.Equal(t, want, search(&d))
	}
	require.NotNil(t, frames.Frame(1).Of(f.Check).First(90))
	require.Nil(t, frames.Frame(1).Of(f.Check).Tags(1))
}
