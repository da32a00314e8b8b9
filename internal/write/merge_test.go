package write_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/movelist/learned"
)

func merge(t testing.TB, dst io.Writer, o *write.Options, from ...walk.Part) (chunk.Stats, error) {
	ctx, stop := context.WithCancel(few(t))
	defer stop()
	return write.Merge(ctx, stop, dst, from, o)
}

// packed returns an archive of src with some open columns.
func packed(t testing.TB, src []byte, level *learned.Level, set open.Set) []byte {
	o := options(1)
	o.Level, o.Open = level, set
	b, _ := compress(t, src, o)
	return b
}

// longGame is a game larger than a frame.
func longGame() []byte {
	return fmt.Appendf(nil, "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {%s} 1-0\n\n", strings.Repeat("c", 5000))
}

// plain is all of a text that is not an archive.
func plain(text []byte, games int) walk.Part {
	p := view.NewPlain(nil)
	if games > 0 {
		p.Hold(text, []int{len(text)})
	}
	f := view.NewFile(p, nil)
	return walk.Part{Frames: f, Segments: f.Segments(), Threads: 1}
}

// TestMerge checks that the frames of all parts are written, and the Stats.
func TestMerge(t *testing.T) {
	both := file(t, nil, packed(t, games(7), nil, opened), packed(t, slices.Concat(games(3), longGame()), nil, 0))
	part := both.Slice(1, len(both.Segments))
	other, empty := file(t, nil, packed(t, games(2), nil, 0)), file(t, nil, packed(t, nil, nil, 0))
	o := options(1)
	var told chunk.Stats
	o.Progress = func(s *chunk.Stats) { told = *s }
	var out bytes.Buffer
	stats, err := merge(t, &out, o, part, other, empty)
	require.NoError(t, err)
	text, _ := unpack(t, out.Bytes(), nil)
	want := slices.Concat(games(7)[len(games(3)):], games(3), longGame(), games(2))
	require.Equal(t, string(want), string(text))
	require.EqualValues(t, out.Len(), stats.Out)
	require.Equal(t, part.Size()+other.Size()+empty.Size(), stats.In)
	require.Equal(t, []int64{4 + 4 + 2, 2 + 1 + 3 + 1}, []int64{stats.Games, stats.Frames})
	require.Equal(t, []int64{stats.Games, stats.Frames}, []int64{told.Games, told.Frames})
	got := file(t, nil, out.Bytes())
	for i, s := range got.Segments[:2] {
		require.Equal(t, opened, got.Frames.Open(s.Frame))
		require.Equal(t, part.Frames.Statistics(part.Segments[i].Frame), got.Frames.Statistics(s.Frame))
	}

	out.Reset()
	stats, err = merge(t, &out, o)
	require.NoError(t, err)
	require.Equal(t, packed(t, nil, nil, 0), out.Bytes(), "nothing")
	require.Zero(t, stats.Games)

	out.Reset()
	o.Sorted = true
	_, err = merge(t, &out, o, other)
	require.NoError(t, err)
	h := file(t, nil, out.Bytes()).Frames.Member(0).Source.(*archive.Reader).Header()
	require.True(t, header.IsSorted(&h))
}

// TestMergeFilters checks that frames with open names keep their filters of names in a
// merged archive.
func TestMergeFilters(t *testing.T) {
	const names = open.Names | opened
	ctx, stop := context.WithCancel(chunk.WithLimits(t.Context(), chunk.Limits{Games: 100, Bytes: 1 << 20, Tags: 1000}))
	defer stop()
	o := options(1)
	o.Open = names
	var both []walk.Part
	for range 2 {
		var one bytes.Buffer
		_, err := write.Compress(ctx, stop, &one, bytes.NewReader(games(70)), o)
		require.NoError(t, err)
		p := file(t, nil, one.Bytes())
		require.Equal(t, names, p.Frames.Open(0))
		require.NotEmpty(t, p.Frames.Filter(0))
		both = append(both, p)
	}
	var out bytes.Buffer
	_, err := merge(t, &out, options(1), both...)
	require.NoError(t, err)
	p := file(t, nil, out.Bytes())
	for frame := range 2 {
		s := index.Statistics{Names: p.Frames.Filter(frame)}
		require.NotEmpty(t, s.Names)
		require.True(t, s.MayHaveName(index.HashName([]byte("player"))))
		require.False(t, s.MayHaveName(index.HashName([]byte("carlsen"))))
	}
}

// TestMergeRefuses checks that parts of several levels, and PGN, are refused before
// anything is written.
func TestMergeRefuses(t *testing.T) {
	fast, slow := packed(t, games(2), nil, 0), packed(t, games(2), learned.V1, 0)
	one, two, mixed := file(t, nil, fast), file(t, learned.V1, slow), file(t, nil, fast, slow)
	nothing := file(t, learned.V1, packed(t, nil, learned.V1, 0))
	for name, c := range map[string]struct {
		from []walk.Part
		ok   bool
	}{
		"one":            {[]walk.Part{two}, true},
		"of one level":   {[]walk.Part{two, nothing, two}, true},
		"of two":         {[]walk.Part{one, two}, false},
		"of nothing":     {[]walk.Part{one, nothing}, false},
		"in one file":    {[]walk.Part{mixed}, false},
		"a part of that": {[]walk.Part{mixed.Slice(1, 2), two}, true},
		"PGN":            {[]walk.Part{one, plain(games(1), 1)}, false},
		"no text":        {[]walk.Part{plain(nil, 0)}, false},
	} {
		var out bytes.Buffer
		_, err := merge(t, &out, options(1), c.from...)
		if c.ok {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorIs(t, err, write.ErrRepack, name)
		require.Zero(t, out.Len(), name)
	}
}

// TestMergeOpenings checks that the table is one of all games.
func TestMergeOpenings(t *testing.T) {
	o := options(2)
	o.Limits = openingtable.DefaultLimits()
	p := file(t, nil, packed(t, games(60), nil, opened))
	for _, asked := range []bool{false, true} {
		if asked {
			o.Openings = true
		}
		var out bytes.Buffer
		_, err := merge(t, &out, o, p, p)
		require.NoError(t, err)
		table, err := file(t, nil, out.Bytes()).Frames.Openings(t.Context(), 0)
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

// TestMergeErrors checks that errors of reading and writing are returned.
func TestMergeErrors(t *testing.T) {
	before := packed(t, games(7), nil, opened)
	p := file(t, nil, before)
	for size := range len(before) {
		full := failing(size)
		_, err := merge(t, &full, options(1), p)
		require.ErrorIs(t, err, errBroken)
	}
	e := p.Frames.Entry(p.Segments[1].Frame)
	before[e.Offset+e.Length/2] ^= 1
	stats, err := merge(t, io.Discard, options(1), p)
	require.ErrorIs(t, err, archive.ErrCorrupt)
	require.EqualValues(t, 3, stats.Games)
}
