package items_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/read/items"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/records"
)

// games are two games: frames after a single game could be pieces of it.
const games = "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 d5 1-0\n\n"

// lines are a list of n positions, the first of them with move number first.
func lines(first, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 %d\n", first+i)
	}
	return b.String()
}

// training are n training records, the first of them of half-move first.
func training(first, n int) string {
	var b bytes.Buffer
	w := records.NewWriter(&b, records.Plain)
	for i := range n {
		r := records.Record{Position: board.Start(), Move: board.NewMove(12, 28, board.NoKind), Ply: uint16(first + i)}
		_ = w.Write(&r)
	}
	_ = w.Close()
	return b.String()
}

// table is a table of n positions.
func table(n int) string {
	var b strings.Builder
	b.WriteString("Id,FEN,Moves\n")
	for i := range n {
		fmt.Fprintf(&b, "%05d,4k3/8/8/8/8/8/4P3/4K3 w - - 0 %d,e2e4\n", i, i+1)
	}
	return b.String()
}

// opened is a file of frames, each with a list, another text, or games.
func opened(t require.TestingT, texts ...string) *view.File {
	var packed bytes.Buffer
	a, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	var e game.Encoder
	for _, text := range texts {
		f, _ := e.EncodeText([]byte(text), strings.Count(text, "[White"))
		require.NoError(t, a.WriteFrame(&f, nil))
	}
	require.NoError(t, a.Close())
	r, err := archive.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	require.NoError(t, err)
	return view.NewFile(r, nil)
}

// read returns the items of lists in their ranges, as text.
func read(t require.TestingT, f *view.File, l *items.Lists, kind view.ListKind) (items []string) {
	for _, s := range l.Segments() {
		parts, err := l.Parts(f.View(context.Background(), s))
		require.NoError(t, err)
		for _, p := range parts {
			if kind == view.Records {
				require.NoError(t, p.Records(func(r *records.Record) bool {
					items = append(items, fmt.Sprint(r.Ply))
					return true
				}))
				continue
			}
			require.NoError(t, p.Lines(func(line []byte, p *board.Position) bool {
				require.NotNil(t, p)
				items = append(items, fmt.Sprint(p.FullmoveNumber))
				require.True(t, strings.HasSuffix(string(line), " "+items[len(items)-1]))
				return true
			}))
		}
	}
	return items
}

// mixed are lists of both kinds among games and other texts: lines 1 to 90 and records
// 1 to 50.
func mixed(t require.TestingT) *view.File {
	return opened(t, lines(1, 40), games, training(1, 20), "no chess\n", lines(41, 50), training(21, 30), games)
}

// TestSpan checks the numbers of items of each kind in a file and its parts.
func TestSpan(t *testing.T) {
	f := mixed(t)
	for _, c := range []struct {
		from, to int // segments
		kind     view.ListKind
		want     [2]int64
	}{
		{0, 7, view.Lines, [2]int64{0, 90}},
		{0, 7, view.Records, [2]int64{0, 50}},
		{0, 1, view.Lines, [2]int64{0, 40}},
		{0, 1, view.Records, [2]int64{0, 0}},
		{1, 4, view.Lines, [2]int64{40, 40}},
		{1, 4, view.Records, [2]int64{0, 20}},
		{4, 7, view.Lines, [2]int64{40, 90}},
		{4, 7, view.Records, [2]int64{20, 50}},
		{3, 3, view.Lines, [2]int64{0, 0}},
	} {
		from, to, err := items.Span(t.Context(), f, f.Segments()[c.from:c.to], c.kind)
		require.NoError(t, err)
		require.Equal(t, c.want, [2]int64{from, to}, "%+v", c)
	}
}

// TestFind checks that a range has those of its items that are in the given segments,
// and only frames that have some.
func TestFind(t *testing.T) {
	f := mixed(t)
	all := f.Segments()
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(0, len(all)).Draw(t, "low")
		part := all[low:rapid.IntRange(low, len(all)).Draw(t, "high")]
		kind := rapid.SampledFrom([]view.ListKind{view.Lines, view.Records}).Draw(t, "kind")
		first, last, err := items.Span(context.Background(), f, part, kind)
		require.NoError(t, err)
		from, to := rapid.Int64Range(-3, 95).Draw(t, "from"), rapid.Int64Range(-3, 95).Draw(t, "to")
		l, err := items.Find(context.Background(), f, part, kind, from, to)
		require.NoError(t, err)
		var want []string
		for i := max(from, first); i < min(to, last); i++ {
			want = append(want, fmt.Sprint(i+1))
		}
		require.Equal(t, want, read(t, f, l, kind))
		require.Equal(t, len(want) == 0, len(l.Segments()) == 0)
	})
}

// TestAll checks that All reads no frames.
func TestAll(t *testing.T) {
	f := mixed(t)
	for kind, want := range map[view.ListKind]int{view.Lines: 90, view.Records: 50} {
		l := items.All(f, f.Segments(), kind)
		require.Len(t, l.Segments(), 5)
		require.Len(t, read(t, f, l, kind), want)
		some, err := items.Find(t.Context(), f, f.Segments(), kind, math.MinInt64, math.MaxInt64)
		require.NoError(t, err)
		require.Len(t, some.Segments(), 2)
		require.Equal(t, read(t, f, l, kind), read(t, f, some, kind))
	}
}

// TestContent checks the kind of content and the number of positions of frames without
// games.
func TestContent(t *testing.T) {
	for _, c := range []struct {
		text      string
		want      chunk.Content
		positions int64
	}{
		{lines(1, 40), chunk.Positions, 40},
		{table(40), chunk.Table, 40},
		{training(1, 20), chunk.Records, 20},
		{"no chess at all\n", chunk.Text, 0},
		{"GIF89a\x01\x00\x01\x00\x80\x00\x00", chunk.GIF, 0},
		{" \n\n", chunk.Blank, 0},
	} {
		plain := view.NewPlain(strings.NewReader(c.text))
		plain.Add(int64(len(c.text)), nil)
		for name, f := range map[string]*view.File{"frame": opened(t, c.text), "plain": view.NewFile(plain, nil)} {
			s := f.Segments()[0]
			got, err := items.Content(f.View(t.Context(), s))
			require.NoError(t, err)
			require.Equal(t, c.want, got, "%.20q as %s", c.text, name)
			n, err := items.Positions(f.View(t.Context(), s))
			require.NoError(t, err)
			require.Equal(t, c.positions, n, "%.20q as %s", c.text, name)
		}
	}
}

// TestWithout checks which segments have text and no games.
func TestWithout(t *testing.T) {
	f := mixed(t)
	all := f.Segments()
	var frames []int
	for _, s := range items.Without(f, all) {
		frames = append(frames, s.Frame)
	}
	require.Equal(t, []int{0, 2, 3, 4, 5}, frames)
	require.Equal(t, f.Segments(), all, "the caller's segments are left as they are")
	require.Empty(t, items.Without(f, nil))
}

// TestErrors checks that damage and the end of a context are returned.
func TestErrors(t *testing.T) {
	var held view.Held
	text := lines(1, 40)
	f, _ := new(game.Encoder).EncodeText([]byte(text), 0)
	for i := range f.Streams {
		f.Streams[i].Data = []byte{0xff, 0xff}
	}
	held.Add(f, archive.Entry{Length: 1, Input: f.Input})
	file := view.NewFile(&held, nil)
	all := file.Segments()
	_, _, err := items.Span(t.Context(), file, all, view.Lines)
	require.ErrorIs(t, err, archive.ErrCorrupt)
	_, err = items.Find(t.Context(), file, all, view.Lines, 3, 7)
	require.ErrorIs(t, err, archive.ErrCorrupt)
	_, err = items.All(file, all, view.Lines).Parts(file.View(t.Context(), all[0]))
	require.ErrorIs(t, err, archive.ErrCorrupt)
	_, err = items.Content(file.View(t.Context(), all[0]))
	require.ErrorIs(t, err, archive.ErrCorrupt)
	_, err = items.Positions(file.View(t.Context(), all[0]))
	require.ErrorIs(t, err, archive.ErrCorrupt)

	done, stop := context.WithCancel(t.Context())
	stop()
	whole := mixed(t)
	for _, first := range []int{0, 4} {
		_, _, err = items.Span(done, whole, whole.Segments()[first:], view.Lines)
		require.ErrorIs(t, err, context.Canceled)
	}
	_, err = items.Find(done, whole, whole.Segments()[4:], view.Lines, 50, 51)
	require.ErrorIs(t, err, context.Canceled)
}
