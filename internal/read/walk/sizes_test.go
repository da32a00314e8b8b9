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

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// opened is an archive of frames of 80 games with some columns open in each.
func opened(t *testing.T, sets ...open.Set) walk.Part {
	t.Helper()
	var packed bytes.Buffer
	a, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	w := index.NewWriter(a, 0)
	for i, set := range sets {
		e := game.Encoder{Open: set, LeastOpen: 1}
		var text []byte
		var ends []int
		for n := range 80 {
			text = fmt.Appendf(text, "[White \"player %d of frame %d\"]\n[ECO \"B%02d\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *\n\n", n, i, n)
			ends = append(ends, len(text))
		}
		f, _ := e.Encode(text, ends)
		encoded, err := archive.AppendFrame(nil, &f)
		require.NoError(t, err)
		var b index.Builder
		b.Reset(set)
		e.EachGame(func(g *gametext.Game) bool {
			b.Add(g.Tags, g.Facts)
			return true
		})
		require.NoError(t, w.Write(encoded, b.Statistics(), b.Filter()))
	}
	require.NoError(t, w.Close())
	r, err := archive.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	require.NoError(t, err)
	return whole(view.NewFile(r, nil), 1)
}

// TestStreamSizes checks that the streams of all frames are counted once each.
func TestStreamSizes(t *testing.T) {
	p := opened(t, open.Names, 0, open.Names|open.Moves|open.Numbers)
	require.Equal(t, 4, p.Frames.Len(), "the last has filters of names")
	for name, c := range map[string]struct {
		of     walk.Part
		frames []int
	}{
		"all":  {p, allFrames(p)},
		"part": {p.Slice(0, 2), []int{0, 1}},
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
		require.Zero(t, want, name)
		require.Equal(t, name != "none", slices.Contains(names, "open players"))
		require.Equal(t, name != "none", slices.Contains(names, "[White]"))
		require.Equal(t, name == "all", slices.Contains(names, "open moves"))
		require.Len(t, slices.Compact(slices.Sorted(slices.Values(names))), len(names))
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := opened(t, 0).StreamSizes(ctx)
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

// TestOpen checks which columns are open in a part.
func TestOpen(t *testing.T) {
	const columns = open.Moves | open.Numbers
	p := opened(t, 0, open.Names, columns)
	require.Equal(t, open.Names|columns, p.Open())
	require.Equal(t, open.Names, p.Slice(0, 2).Open())
	require.Zero(t, p.Slice(0, 1).Open())
	require.Zero(t, opened(t).Open())
	for i, want := range []open.Set{0, open.Names, columns} {
		require.Equal(t, want, p.Place(p.Segments[i]).Open)
	}
}

// TestPlace checks the places of items.
func TestPlace(t *testing.T) {
	p := whole(joined([]archive.Entry{entry(2)}, []archive.Entry{entry(1), entry(0), entry(0), indexEntry, entry(0)}), 1)
	require.Len(t, p.Segments, 3)
	require.Equal(t, walk.Place{Games: 2, Input: 100, Stored: 10}, p.Place(p.Segments[0]))
	require.Equal(t, walk.Place{Number: 1, First: 2, Games: 1, Input: 300, Stored: 30, Offset: 10}, p.Place(p.Segments[1]))
	require.Equal(t, walk.Place{Number: 5, First: 3, Input: 100, Stored: 10, Offset: 45}, p.Place(p.Segments[2]))
	known := opened(t, open.Numbers)
	at := known.Place(known.Segments[0])
	require.Positive(t, at.Statistics)
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
