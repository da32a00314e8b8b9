package write_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
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

// file is a file of concatenated archives.
func file(t testing.TB, level *learned.Level, archives ...[]byte) walk.Part {
	t.Helper()
	var members []view.Member
	for _, b := range archives {
		r, err := archive.NewReader(bytes.NewReader(b), int64(len(b)), nil)
		require.NoError(t, err)
		coding, err := header.Of(r.Header().Params, []*learned.Level{level, learned.V1}, func(uint32) error { return corrupt.ErrLevel })
		require.NoError(t, err)
		members = append(members, view.Member{Source: r, Coding: coding})
	}
	f := view.Join(members)
	return walk.Part{Frames: f, Segments: f.Segments(), Threads: 1}
}

// appendTo writes what follows p.
func appendTo(t testing.TB, dst io.Writer, p walk.Part, src io.Reader, o *write.Options) (chunk.Stats, error) {
	ctx, stop := context.WithCancel(few(t))
	defer stop()
	return write.Append(ctx, stop, dst, src, p, o)
}

// TestAppend checks that appended frames have the level and the open columns of those before.
func TestAppend(t *testing.T) {
	for name, set := range map[string]open.Set{"packed": 0, "open": opened} {
		for _, level := range []*learned.Level{nil, learned.V1} {
			o := options(2)
			o.Level, o.Open = level, set
			before, _ := compress(t, games(4), o)
			var more bytes.Buffer
			stats, err := appendTo(t, &more, file(t, level, before), bytes.NewReader(games(5)), options(2))
			require.NoError(t, err, name)
			require.Equal(t, []int{5, 2, more.Len()}, []int{int(stats.Games), int(stats.Frames), int(stats.Out)}, name)
			text, n := unpack(t, slices.Concat(before, more.Bytes()), level)
			require.Equal(t, string(games(4))+string(games(5)), string(text), name)
			if set == 0 {
				require.Zero(t, n)
			} else {
				require.Equal(t, 4, n)
			}
		}
	}
	packed, _ := compress(t, nil, options(1))
	p := file(t, nil, packed)
	o := options(1)
	o.Open = opened
	var more bytes.Buffer
	_, err := appendTo(t, &more, p, bytes.NewReader(games(6)), o)
	require.NoError(t, err)
	text, n := unpack(t, append(packed, more.Bytes()...), nil)
	require.Equal(t, string(games(6)), string(text), "behind nothing")
	require.Equal(t, 2, n)
	require.Equal(t, opened, o.Open, "options are not changed")
	more.Reset()
	stats, err := appendTo(t, &more, p, bytes.NewReader(nil), o)
	require.NoError(t, err)
	require.Zero(t, stats)
	require.Zero(t, more.Len(), "nothing is nothing")
}

// TestAppendOpenings checks when a table is made of all games.
func TestAppendOpenings(t *testing.T) {
	o := options(2)
	o.Open, o.Openings, o.Limits = opened, true, openingtable.DefaultLimits()
	with, _ := compress(t, games(100), o)
	o.Openings = false
	without, _ := compress(t, games(100), o)
	for _, c := range []struct {
		name   string
		packed []byte
		asked  bool
		games  int
		table  bool
	}{
		{"none there", without, false, 60, false},
		{"asked for", without, true, 6, true},
		{"outgrown", with, false, 60, true},
		{"good enough", with, true, 6, false},
	} {
		before := index.OpeningsFrame(file(t, nil, c.packed).Frames.Member(0))
		o.Openings = c.asked
		var more bytes.Buffer
		_, err := appendTo(t, &more, file(t, nil, c.packed), bytes.NewReader(games(c.games)), o)
		require.NoError(t, err, c.name)
		after := file(t, nil, slices.Concat(c.packed, more.Bytes())).Frames
		require.Equal(t, c.table, index.OpeningsFrame(after.Member(0)) > before, c.name)
		if c.table {
			table, err := after.Openings(t.Context(), 0)
			require.NoError(t, err)
			require.EqualValues(t, 100+c.games, table.Directory().Games, c.name)
		}
	}
}

// TestAppendErrors checks the errors of archives that cannot be appended to, read or
// written.
func TestAppendErrors(t *testing.T) {
	o := options(1)
	o.Open = opened
	packed, _ := compress(t, games(4), o)
	p := file(t, nil, packed)
	_, err := appendTo(t, io.Discard, p, iotest.ErrReader(errBroken), o)
	require.ErrorIs(t, err, errBroken)
	for size := range 3 {
		full := failing(100 * size)
		_, err = appendTo(t, &full, p, bytes.NewReader(games(4)), o)
		require.ErrorIs(t, err, errBroken)
	}

	o.Openings, o.Limits = true, openingtable.DefaultLimits()
	unread := view.NewFile(p.Frames.Member(0).Source.(*archive.Reader).From(unreadable{}), nil)
	_, err = appendTo(t, io.Discard, walk.Part{Frames: unread, Segments: unread.Segments(), Threads: 1}, bytes.NewReader(games(4)), o)
	require.ErrorIs(t, err, errBroken, "of the games for an opening table")

	_, err = appendTo(t, io.Discard, plain(games(1), 1), bytes.NewReader(games(1)), o)
	require.ErrorIs(t, err, archive.ErrCorrupt, "of PGN")
}

type unreadable struct{}

func (unreadable) ReadAt([]byte, int64) (int, error) { return 0, errBroken }
