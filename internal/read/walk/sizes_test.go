package walk_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// indexed is an archive of frames of 40 games, with index frames of contents, and with
// some space for statistics in the footer.
func indexed(t *testing.T, room int, contents ...index.Content) walk.Part {
	t.Helper()
	var packed bytes.Buffer
	a, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	w := index.NewWriter(a, room)
	var e game.Encoder
	for i, content := range contents {
		var text []byte
		var ends []int
		for n := range 40 {
			text = fmt.Appendf(text, "[White \"player %d of frame %d\"]\n[ECO \"B%02d\"]\n\n1. e4 c5 2. Nf3 *\n\n", n, i, n)
			ends = append(ends, len(text))
		}
		f, _ := e.Encode(text, ends)
		encoded, err := archive.AppendFrame(nil, &f)
		require.NoError(t, err)
		var b index.Builder
		b.Reset(content)
		e.EachGame(func(g *gametext.Game) bool {
			b.Add(g.Tags, g.Facts)
			return true
		})
		require.NoError(t, w.Write(encoded, b.Statistics()))
		if content != 0 {
			encodedIndex, err := b.Frame(archive.Checksum(encoded))
			require.NoError(t, err)
			require.NoError(t, w.Write(encodedIndex, nil))
		}
	}
	require.NoError(t, w.Close())
	r, err := archive.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	require.NoError(t, err)
	return whole(view.NewFile(r, nil), 1)
}

// TestStreamSizes checks that the streams of all frames are counted once each.
func TestStreamSizes(t *testing.T) {
	for _, room := range []int{0, index.DefaultRoom} {
		p := indexed(t, room, index.Numbers, 0, index.Numbers)
		for name, c := range map[string]struct {
			of     walk.Part
			frames []int
		}{
			"all":  {p, allFrames(p)},
			"part": {p.Slice(0, 2), []int{0, 1, 2}},
			"none": {p.Slice(1, 1), nil},
		} {
			want := int64(0)
			for _, n := range c.frames {
				f, err := p.Frames.Frame(t.Context(), n)
				require.NoError(t, err)
				for _, s := range f.Streams {
					want += int64(len(s.Data))
				}
			}
			sizes, err := c.of.StreamSizes(t.Context())
			require.NoError(t, err)
			var names []string
			for i, s := range sizes {
				want -= s.Bytes
				names = append(names, s.Name)
				require.True(t, i == 0 || sizes[i-1].Bytes >= s.Bytes)
			}
			require.Zero(t, want, "%s in room %d", name, room)
			require.Equal(t, name != "none", slices.Contains(names, "[White]"))
			require.Len(t, slices.Compact(slices.Sorted(slices.Values(names))), len(names))
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := indexed(t, 0, 0).StreamSizes(ctx)
	require.ErrorIs(t, err, context.Canceled)
	gone := view.NewPlain(nil)
	gone.Add(10, []int{10})
	_, err = whole(view.NewFile(gone, nil), 1).StreamSizes(t.Context())
	require.ErrorIs(t, err, archive.ErrLimit)
	require.NotErrorIs(t, err, archive.ErrCorrupt)
}

// allFrames are the numbers of all frames of a file.
func allFrames(p walk.Part) (all []int) {
	for n := range p.Frames.Len() {
		all = append(all, n)
	}
	return all
}

// TestContent checks that the first non-empty index frame is used, and that of many
// frames only some are examined.
func TestContent(t *testing.T) {
	for _, c := range []struct {
		contents []index.Content
		want     index.Content
	}{
		{nil, 0},
		{[]index.Content{0, 0}, 0},
		{[]index.Content{0, index.Numbers, index.Players}, index.Numbers},
		{append(make([]index.Content, 99), index.Numbers), index.Numbers},
		{append(make([]index.Content, 100), index.Numbers), 0},
	} {
		got, err := indexed(t, index.DefaultRoom, c.contents...).Content(t.Context())
		require.NoError(t, err)
		require.Equal(t, c.want, got, "%v", c.contents)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := indexed(t, 0, index.Numbers).Content(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// TestPlace checks the places of items.
func TestPlace(t *testing.T) {
	p := whole(joined([]archive.Entry{entry(2)}, []archive.Entry{entry(1), entry(0), entry(0), indexEntry, entry(0)}), 1)
	require.Len(t, p.Segments, 3)
	require.Equal(t, walk.Place{Games: 2, Input: 100, Stored: 10}, p.Place(p.Segments[0]))
	require.Equal(t, walk.Place{Number: 1, First: 2, Games: 1, Input: 300, Stored: 30, Offset: 10, Index: 5}, p.Place(p.Segments[1]))
	require.Equal(t, walk.Place{Number: 5, First: 3, Input: 100, Stored: 10, Offset: 45}, p.Place(p.Segments[2]))
	known := indexed(t, index.DefaultRoom, index.Numbers)
	at := known.Place(known.Segments[0])
	require.Positive(t, at.Index)
	require.EqualValues(t, len(known.Frames.Statistics(0)), at.Statistics)
}

// TestPieceOf checks the part of a view that belongs to a range of games.
func TestPieceOf(t *testing.T) {
	p, all := texts(t, 1, 2, 4, 16, nil)
	for from := range 8 {
		for to := from + 1; to <= 8; to++ {
			got := ""
			for _, s := range p.OfGames(int64(from), int64(to)).Segments {
				text, err := walk.PieceOf(p.Frames.View(t.Context(), s), 0, int64(from), int64(to))
				require.NoError(t, err)
				got += string(text)
			}
			require.Equal(t, strings.Join(all[from:to], ""), got, "%d to %d", from, to)
		}
	}
	plain := view.NewPlain(nil)
	plain.Hold([]byte("no games"), nil)
	f := view.NewFile(plain, nil)
	v := f.View(t.Context(), f.Segments()[0])
	text, err := walk.PieceOf(v, 0, 0, math.MaxInt64)
	require.NoError(t, err)
	require.Empty(t, text)
	text, err = walk.PieceOf(v, 0, math.MinInt64, math.MaxInt64)
	require.NoError(t, err)
	require.Equal(t, "no games", string(text))
}
