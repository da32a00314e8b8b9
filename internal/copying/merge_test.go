package copying_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/coding"
	"github.com/chesszip/chesszip/internal/copying"
	"github.com/chesszip/chesszip/internal/frameindex"
	"github.com/chesszip/chesszip/internal/framewalk"
	"github.com/chesszip/chesszip/internal/framing"
	"github.com/chesszip/chesszip/internal/openinggames"
	"github.com/chesszip/chesszip/internal/openingtable"
	"github.com/chesszip/chesszip/movelist/learned"
)

func merge(t testing.TB, dst io.Writer, o *framing.Options, from ...framewalk.Part) (framing.Stats, error) {
	ctx, stop := context.WithCancel(few(t.Context()))
	defer stop()
	return copying.Merge(ctx, stop, dst, from, o)
}

func repack(t testing.TB, dst io.Writer, o *framing.Options, from ...framewalk.Part) (framing.Stats, error) {
	ctx, stop := context.WithCancel(few(t.Context()))
	defer stop()
	return copying.Repack(ctx, stop, dst, from, o)
}

// TestMerge holds that the frames of all parts come, and what Stats say of them.
func TestMerge(t *testing.T) {
	one, two := pack(t, games(7), options(all)), pack(t, games(3)+game(4, 5000), options(0))
	file := open(t, 1, nil, one, two)
	two = pack(t, games(2), options(0))
	other := open(t, 1, nil, two)
	empty := open(t, 1, nil, pack(t, "", options(0)))
	o := options(0)
	var told framing.Stats
	o.Progress = func(s *framing.Stats) { told = *s }
	var out bytes.Buffer
	stats, err := merge(t, &out, o, file.Slice(1, len(file.Segments)), other, empty)
	require.NoError(t, err)
	got := open(t, 1, nil, out.Bytes())
	require.Equal(t, textOf(t, file)[len(games(3)):]+games(2), textOf(t, got))
	require.EqualValues(t, out.Len(), stats.Out)
	require.Equal(t, file.Slice(1, len(file.Segments)).Size()+other.Size()+empty.Size(), stats.In)
	require.Equal(t, []int64{4 + 4 + 2, 2 + 1 + 3 + 1}, []int64{stats.Games, stats.Frames})
	require.Equal(t, []int64{stats.Games, stats.Frames}, []int64{told.Games, told.Frames})
	for i, s := range got.Segments[:2] {
		require.NotEqual(t, -1, s.Index)
		require.Equal(t, file.Frames.Statistics(file.Segments[i+1].Frame), got.Frames.Statistics(s.Frame))
	}

	out.Reset()
	stats, err = merge(t, &out, o)
	require.NoError(t, err)
	require.Equal(t, pack(t, "", options(0)), out.Bytes(), "nothing")
	require.Zero(t, stats.Games)

	out.Reset()
	o.Sorted = true
	_, err = merge(t, &out, o, other)
	require.NoError(t, err)
	h := open(t, 1, nil, out.Bytes()).Frames.Member(0).Source.(*archive.Reader).Header()
	require.True(t, coding.IsSorted(&h))
}

// TestMergeRefuses holds that parts of several levels, and PGN, are refused before
// anything is written.
func TestMergeRefuses(t *testing.T) {
	level := options(0)
	level.Level = learned.V1
	fast := open(t, 1, nil, pack(t, games(2), options(0)))
	slow := open(t, 1, learned.V1, pack(t, games(2), level))
	slowEmpty := open(t, 1, learned.V1, pack(t, "", level))
	mixed := open(t, 1, nil, pack(t, games(2), options(0)), pack(t, games(2), level))
	for name, c := range map[string]struct {
		from []framewalk.Part
		ok   bool
	}{
		"one":            {[]framewalk.Part{slow}, true},
		"of one level":   {[]framewalk.Part{slow, slowEmpty, slow}, true},
		"of two":         {[]framewalk.Part{fast, slow}, false},
		"of nothing":     {[]framewalk.Part{fast, slowEmpty}, false},
		"in one file":    {[]framewalk.Part{mixed}, false},
		"a part of that": {[]framewalk.Part{mixed.Slice(1, 2), slow}, true},
		"PGN":            {[]framewalk.Part{fast, plain(t, games(2))}, false},
		"no text":        {[]framewalk.Part{plain(t, "")}, false},
	} {
		var out bytes.Buffer
		_, err := merge(t, &out, options(0), c.from...)
		if c.ok {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorIs(t, err, copying.ErrRepack, name)
		require.Zero(t, out.Len(), name)
	}
}

// TestMergeOpenings holds that the table is one of all games.
func TestMergeOpenings(t *testing.T) {
	o := options(all | frameindex.Openings)
	o.Limits = openingtable.DefaultLimits()
	p := open(t, 1, nil, pack(t, games(60), o))
	for _, asked := range []bool{false, true} {
		if asked {
			o.Openings = func() *openinggames.Games { return new(openinggames.Games) }
		}
		var out bytes.Buffer
		_, err := merge(t, &out, o, p, p)
		require.NoError(t, err)
		table, err := open(t, 1, nil, out.Bytes()).Frames.Openings(t.Context(), 0)
		require.NoError(t, err)
		require.Equal(t, asked, table != nil)
		if asked {
			require.EqualValues(t, 120, table.Directory().Games)
			full := failing(out.Len() - 10)
			_, err = merge(t, &full, o, p, p)
			require.ErrorIs(t, err, errBroken)
		}
	}
}

// TestMergeErrors holds that errors of reading and writing are returned.
func TestMergeErrors(t *testing.T) {
	packed := pack(t, games(7), options(all))
	p := open(t, 1, nil, packed)
	for size := range len(packed) {
		full := failing(size)
		_, err := merge(t, &full, options(0), p)
		require.ErrorIs(t, err, errBroken)
	}
	var out bytes.Buffer
	stats, err := merge(t, &out, options(0), open(t, 1, nil, damaged(t, packed)))
	require.ErrorIs(t, err, archive.ErrCorrupt)
	require.EqualValues(t, 3, stats.Games)
}

// TestRepack holds that the archive is that of all texts.
func TestRepack(t *testing.T) {
	level := options(0)
	level.Level = learned.V1
	packed := pack(t, games(7), options(all))
	from := []framewalk.Part{open(t, 2, nil, packed), plain(t, games(2)), open(t, 1, learned.V1, pack(t, game(1, 5000), level))}
	want := pack(t, games(7)+games(2)+game(1, 5000), level)
	var out bytes.Buffer
	stats, err := repack(t, &out, level, from...)
	require.NoError(t, err)
	require.Equal(t, want, out.Bytes())
	require.Equal(t, []int64{10, int64(len(want))}, []int64{stats.Games, stats.Out})
	for size := 0; size < len(want); size += 7 {
		full := failing(size)
		_, err := repack(t, &full, level, from...)
		require.ErrorIs(t, err, errBroken)
	}
	_, err = repack(t, io.Discard, level, open(t, 1, nil, damaged(t, packed)), from[1])
	require.ErrorIs(t, err, archive.ErrCorrupt)
}
