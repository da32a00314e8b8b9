package copy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/internal/write/copy"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
)

// all are all columns that may be open.
const all = open.Names | open.Moves | open.Numbers

// game is a game with a comment of so many bytes. Games are so different that columns are
// shorter than text.
func game(i, comment int) string {
	text := fmt.Appendf(nil, "[Event \"x\"]\n[White \"Player %d\"]\n[Result \"1-0\"]\n\n{%s} ", i, strings.Repeat("c", comment))
	p, r := board.Start(), rand.New(rand.NewPCG(uint64(i), 1))
	for ply := range 60 {
		if ply%2 == 0 {
			text = fmt.Appendf(text, "%d. ", ply/2+1)
		}
		legal := movegen.AppendLegal(nil, &p)
		m := legal[r.IntN(len(legal))]
		for next := p; ; next = p { // not a last move
			if movegen.Make(&next, m); len(movegen.AppendLegal(nil, &next)) > 0 {
				break
			}
			m = legal[r.IntN(len(legal))]
		}
		text = append(notation.Standard.AppendSAN(text, &p, m), ' ')
		movegen.Make(&p, m)
	}
	return string(text) + "1-0\n\n"
}

// games is a text of n games.
func games(n int) string {
	var text strings.Builder
	for i := range n {
		text.WriteString(game(i, 9))
	}
	return text.String()
}

// few returns a context whose frames have three games.
func few(ctx context.Context) context.Context {
	return chunk.WithLimits(ctx, chunk.Limits{Games: 3, Bytes: 2000, Tags: 1000, Open: 1})
}

// options are those for some open columns.
func options(set open.Set) *write.Options {
	return &write.Options{Threads: 1, Form: header.Form{Open: set}}
}

// pack returns an archive of src.
func pack(t testing.TB, src string, o *write.Options) []byte {
	t.Helper()
	ctx, stop := context.WithCancel(few(t.Context()))
	defer stop()
	var out bytes.Buffer
	_, err := write.Compress(ctx, stop, &out, strings.NewReader(src), o)
	require.NoError(t, err)
	return out.Bytes()
}

// fileOf returns all of the concatenated archives.
func fileOf(t testing.TB, threads int, level *learned.Level, archives ...[]byte) walk.Part {
	t.Helper()
	var members []view.Member
	for _, b := range archives {
		r, err := archive.NewReader(bytes.NewReader(b), int64(len(b)), nil)
		require.NoError(t, err)
		members = append(members, view.Member{Source: r, Coding: codingOf(t, r, level)})
	}
	f := view.Join(members)
	return walk.Part{Frames: f, Segments: f.Segments(), Threads: threads}
}

// codingOf returns the coding of an archive.
func codingOf(t testing.TB, r *archive.Reader, level *learned.Level) header.Coding {
	t.Helper()
	c, err := header.Of(r.Header().Params, []*learned.Level{level}, func(uint32) error { return corrupt.ErrLevel })
	require.NoError(t, err)
	return c
}

// plain returns all of a text that is not an archive.
func plain(t testing.TB, src string) walk.Part {
	t.Helper()
	p := view.NewPlain(nil)
	chunks := chunk.NewSplitter(few(t.Context()), strings.NewReader(src))
	for {
		c, err := chunks.Next()
		if err == io.EOF {
			f := view.NewFile(p, nil)
			return walk.Part{Frames: f, Segments: f.Segments(), Threads: 1}
		}
		require.NoError(t, err)
		p.Hold(bytes.Clone(c.Text), c.Ends)
	}
}

// textOf returns the decompressed text of p.
func textOf(t testing.TB, p walk.Part) string {
	t.Helper()
	var text bytes.Buffer
	n, err := copy.NewOutput(t.Context(), &text, nil, p.Frames).Games(p, math.MinInt64, math.MaxInt64)
	require.NoError(t, err)
	require.EqualValues(t, text.Len(), n)
	return text.String()
}

// some writes the items that want selects, and ends.
func some(o *copy.Output, p walk.Part, want func(game int64) bool) (int64, error) {
	ctx := context.Background()
	walk.Each(ctx, p, func(_ context.Context, v *view.View) ([]*copy.Items, error) {
		var items []int
		for i := range v.Items() {
			if want(v.First() + int64(i)) {
				items = append(items, i)
			}
		}
		if len(items) == 0 {
			return nil, nil
		}
		got, err := o.Items(v, items)
		return []*copy.Items{got}, err
	}, o.Take)
	return o.End()
}

// TestCopied checks which frames are copied, and that the archive is that of the same
// text.
func TestCopied(t *testing.T) {
	full := games(9)
	opened := options(all)
	learnedToo := options(0)
	learnedToo.Level = learned.V1
	slow := pack(t, full, learnedToo)
	sorting := options(0)
	sorting.Sort = true
	for name, c := range map[string]struct {
		from   walk.Part
		before string // written first
		to     *write.Options
		copied int64
	}{
		"full frames, but the last":  {fileOf(t, 1, nil, pack(t, full, options(0))), "", options(0), 2},
		"with open columns":          {fileOf(t, 2, nil, pack(t, games(8), opened)), "", opened, 2},
		"with a level":               {fileOf(t, 1, learned.V1, slow), "", learnedToo, 2},
		"another level":              {fileOf(t, 1, learned.V1, slow), "", options(0), 0},
		"fewer columns":              {fileOf(t, 1, nil, pack(t, full, opened)), "", options(0), 0},
		"more columns":               {fileOf(t, 1, nil, pack(t, full, options(0))), "", opened, 0},
		"something waits":            {fileOf(t, 1, nil, pack(t, full, options(0))), game(20, 0), options(0), 0},
		"sorted":                     {fileOf(t, 1, nil, pack(t, "8/8/8/8/8/8/4K3/2k5 w - - 0 1\n8/8/8/8/8/8/4K3/1k6 w - - 0 1\n", sorting)), "", sorting, 0},
		"two archives":               {fileOf(t, 1, nil, pack(t, games(6), options(0)), pack(t, games(4), options(0))), "", options(0), 3},
		"full of bytes":              {fileOf(t, 1, nil, pack(t, game(0, 1500)+game(1, 1500)+game(2, 1500), options(0))), "", options(0), 2},
		"a frame with room":          {fileOf(t, 1, nil, pack(t, games(2), options(0)), pack(t, full, options(0))), "", options(0), 0},
		"a game larger than a frame": {fileOf(t, 1, nil, pack(t, games(3)+game(4, 5000)+games(3), options(0))), "", options(0), 1},
		"a list":                     {fileOf(t, 1, nil, pack(t, strings.Repeat("8/8/8/8/8/8/4K3/2k5 w - - 0 1\n", 200), options(0))), "", options(0), 0},
		"nothing":                    {fileOf(t, 1, nil, pack(t, "", options(0))), "", options(0), 0},
	} {
		var out bytes.Buffer
		z := write.NewStream(few(t.Context()), c.to)
		z.Reset(few(t.Context()), &out)
		_, err := io.WriteString(z, c.before)
		require.NoError(t, err, name)
		n, err := copy.NewOutput(few(t.Context()), z, z, c.from.Frames).Games(c.from, math.MinInt64, math.MaxInt64)
		require.NoError(t, err, name)
		require.NoError(t, z.Close(), name)
		text := textOf(t, c.from)
		require.EqualValues(t, len(text), n, name)
		require.Equal(t, pack(t, c.before+text, c.to), out.Bytes(), name)
		require.Equal(t, c.copied, z.Stats().Copied, name)
	}
	r, err := archive.NewReader(bytes.NewReader(slow), int64(len(slow)), nil)
	require.NoError(t, err)
	f := view.Join([]view.Member{{Source: r, Coding: header.Coding{Missing: corrupt.ErrLevel}}})
	z := write.NewStream(few(t.Context()), options(0))
	z.Reset(few(t.Context()), io.Discard)
	_, err = copy.NewOutput(few(t.Context()), z, z, f).Games(walk.Part{Frames: f, Segments: f.Segments(), Threads: 1}, 0, 9)
	require.ErrorIs(t, err, corrupt.ErrLevel, "not known, it is not the fast one")
	require.NoError(t, z.Close())
	require.Zero(t, z.Stats().Copied)
}

// TestThreads checks that an archive does not depend on the number of threads.
func TestThreads(t *testing.T) {
	text := games(20)
	packed := pack(t, text, options(0))
	for threads := range 4 {
		p := fileOf(t, threads+1, nil, packed, packed)
		var out bytes.Buffer
		z := write.NewStream(few(t.Context()), options(0))
		z.Reset(few(t.Context()), &out)
		_, err := some(copy.NewOutput(few(t.Context()), z, z, p.Frames), p, func(game int64) bool { return game >= 20 || game < 12 })
		require.NoError(t, err)
		require.NoError(t, z.Close())
		require.EqualValues(t, 4+6, z.Stats().Copied)
		require.True(t, bytes.Equal(pack(t, games(12)+text, options(0)), out.Bytes()))
	}
}

// TestSomeGames checks that games of any numbers are written, and that the archive is
// that of their text.
func TestSomeGames(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var members [][]byte
		var texts []string
		set := rapid.SampledFrom([]open.Set{0, open.Names, all}).Draw(r, "open")
		for range rapid.IntRange(1, 3).Draw(r, "members") {
			first := len(texts)
			for range rapid.IntRange(0, 7).Draw(r, "games") {
				texts = append(texts, game(len(texts), rapid.SampledFrom([]int{0, 0, 0, 0, 900, 5000}).Draw(r, "comment")))
			}
			members = append(members, pack(t, strings.Join(texts[first:], ""), options(set)))
		}
		p := fileOf(t, rapid.IntRange(1, 3).Draw(r, "threads"), nil, members...)
		check := func(text string, out func(o *copy.Output) (int64, error)) {
			var plain, want, got bytes.Buffer
			n, err := out(copy.NewOutput(few(t.Context()), &plain, nil, p.Frames))
			require.NoError(r, err)
			require.EqualValues(r, len(text), n)
			require.Equal(r, text, plain.String())
			z := write.NewStream(few(t.Context()), options(set))
			z.Reset(few(t.Context()), &want)
			_, err = io.WriteString(z, text)
			require.NoError(r, err)
			require.NoError(r, z.Close())
			z.Reset(few(t.Context()), &got)
			n, err = out(copy.NewOutput(few(t.Context()), z, z, p.Frames))
			require.NoError(r, err)
			require.EqualValues(r, len(text), n)
			require.NoError(r, z.Close())
			require.True(r, bytes.Equal(want.Bytes(), got.Bytes()))
		}
		dropped := rapid.SliceOfN(rapid.IntRange(0, 20), 0, 3).Draw(r, "dropped")
		var text strings.Builder
		for i, one := range texts {
			if !slices.Contains(dropped, i) {
				text.WriteString(one)
			}
		}
		check(text.String(), func(o *copy.Output) (int64, error) {
			return some(o, p.WithGames(), func(game int64) bool { return !slices.Contains(dropped, int(game)) })
		})
		to := rapid.IntRange(0, len(texts)).Draw(r, "to")
		from := rapid.IntRange(0, to).Draw(r, "from")
		if from < to {
			check(strings.Join(texts[from:to], ""), func(o *copy.Output) (int64, error) {
				return o.Games(p.OfGames(int64(from), int64(to)), int64(from), int64(to))
			})
		}
	})
}

var errBroken = errors.New("broken")

// failing fails after so many bytes.
type failing int

func (f *failing) Write(p []byte) (int, error) {
	if *f -= failing(len(p)); *f < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

// damaged returns an archive whose second frame is damaged.
func damaged(t testing.TB, packed []byte) []byte {
	t.Helper()
	packed = bytes.Clone(packed)
	p := fileOf(t, 1, nil, packed)
	e := p.Frames.Entry(p.Segments[1].Frame)
	packed[e.Offset+e.Length/2] ^= 1
	return packed
}

// TestDamage checks that the first damage is returned, and what is written nevertheless.
func TestDamage(t *testing.T) {
	packed := pack(t, games(9), options(0))
	p := fileOf(t, 2, nil, damaged(t, packed), pack(t, games(6), options(0)))
	gap := errors.New("gap")
	p.Gaps = []walk.Gap{{Frame: p.Frames.Len(), Told: gap}}
	want := games(3) + games(6)
	for _, ask := range []func(o *copy.Output) (int64, error){
		func(o *copy.Output) (int64, error) { return o.Games(p, math.MinInt64, math.MaxInt64) },
		func(o *copy.Output) (int64, error) { return some(o, p, func(int64) bool { return true }) },
	} {
		var text, out bytes.Buffer
		n, err := ask(copy.NewOutput(few(t.Context()), &text, nil, p.Frames))
		require.ErrorIs(t, err, archive.ErrCorrupt)
		require.NotErrorIs(t, err, gap)
		require.Equal(t, want, text.String())
		require.EqualValues(t, len(want), n)

		z := write.NewStream(few(t.Context()), options(0))
		z.Reset(few(t.Context()), &out)
		n, err = ask(copy.NewOutput(few(t.Context()), z, z, p.Frames))
		require.ErrorIs(t, err, archive.ErrCorrupt)
		require.EqualValues(t, len(want), n)
		require.NoError(t, z.Close())
		require.Equal(t, pack(t, want, options(0)), out.Bytes())
	}
	huge := fileOf(t, 1, nil, pack(t, games(3)+game(4, 9000), options(0)))
	huge.Gaps = p.Gaps
	_, err := some(copy.NewOutput(few(t.Context()), io.Discard, nil, huge.Frames), huge, func(int64) bool { return true })
	require.Equal(t, gap, err)
}

// TestErrors checks that an Output ends with the error of its writer, and with that of
// the context.
func TestErrors(t *testing.T) {
	packed := pack(t, games(3)+game(3, 5000)+games(6), options(0))
	p := fileOf(t, 2, nil, packed)
	everything := func(int64) bool { return true }
	for size := 0; size < len(textOf(t, p)); size += 50 {
		full := failing(size)
		_, err := copy.NewOutput(few(t.Context()), &full, nil, p.Frames).Games(p, math.MinInt64, math.MaxInt64)
		require.EqualError(t, err, "chesszip: write: broken")
		full = failing(size)
		_, err = some(copy.NewOutput(few(t.Context()), &full, nil, p.Frames), p, everything)
		require.EqualError(t, err, "chesszip: write: broken")
	}
	for size := 0; size < len(packed); size += 9 {
		full := failing(size)
		z := write.NewStream(few(t.Context()), options(0))
		z.Reset(few(t.Context()), &full)
		_, err := copy.NewOutput(few(t.Context()), z, z, p.Frames).Games(p, math.MinInt64, math.MaxInt64)
		require.ErrorIs(t, errors.Join(err, z.Close()), errBroken)
	}
	ctx, stop := context.WithCancelCause(few(t.Context()))
	stop(errBroken)
	_, err := copy.NewOutput(ctx, io.Discard, nil, p.Frames).Games(p, math.MinInt64, math.MaxInt64)
	require.ErrorIs(t, err, errBroken)
	z := write.NewStream(ctx, options(0))
	z.Reset(ctx, io.Discard)
	_, err = some(copy.NewOutput(ctx, z, z, p.Frames), p, everything)
	require.ErrorIs(t, err, errBroken)
}

func repack(t testing.TB, dst io.Writer, o *write.Options, from ...walk.Part) (chunk.Stats, error) {
	ctx, stop := context.WithCancel(few(t.Context()))
	defer stop()
	return copy.Repack(ctx, stop, dst, from, o)
}

// TestRepack checks that the archive is that of all texts.
func TestRepack(t *testing.T) {
	level := options(0)
	level.Level = learned.V1
	packed := pack(t, games(7), options(all))
	from := []walk.Part{fileOf(t, 2, nil, packed), plain(t, games(2)), fileOf(t, 1, learned.V1, pack(t, game(1, 5000), level))}
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
	_, err = repack(t, io.Discard, level, fileOf(t, 1, nil, damaged(t, packed)), from[1])
	require.ErrorIs(t, err, archive.ErrCorrupt)
}
