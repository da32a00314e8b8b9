package write_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/internal/write/journal"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
)

// opened are open columns that frames of few games have, too: with names they would be
// longer than text.
const opened = open.Moves | open.Numbers

// plies is the number of half-moves of a game.
const plies = 60

// games is a text of n games, so different that columns are shorter than text.
func games(n int) []byte {
	var text []byte
	for i := range n {
		text = fmt.Appendf(text, "[Event \"x\"]\n[White \"Player %d\"]\n[Result \"1-0\"]\n\n", i)
		p, r := board.Start(), rand.New(rand.NewPCG(uint64(i), 1))
		for ply := range plies {
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
		text = append(text, "1-0\n\n"...)
	}
	return text
}

// few returns a context whose frames have three games.
func few(t testing.TB) context.Context {
	return chunk.WithLimits(t.Context(), chunk.Limits{Games: 3, Bytes: 2000, Tags: 1000, Open: 1})
}

// options are those for some number of threads.
func options(threads int) *write.Options {
	return &write.Options{Threads: threads}
}

func compressTo(t testing.TB, dst io.Writer, src io.Reader, o *write.Options) (chunk.Stats, error) {
	ctx, stop := context.WithCancel(few(t))
	defer stop()
	return write.Compress(ctx, stop, dst, src, o)
}

// compress returns the archive of src.
func compress(t testing.TB, src []byte, o *write.Options) ([]byte, chunk.Stats) {
	t.Helper()
	var out bytes.Buffer
	stats, err := compressTo(t, &out, bytes.NewReader(src), o)
	require.NoError(t, err)
	return out.Bytes(), stats
}

// unpack returns the decompressed frames of an archive, and how many have open columns.
func unpack(t testing.TB, packed []byte, level *learned.Level) (text []byte, n int) {
	t.Helper()
	r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
	require.NoError(t, err)
	d := game.Decoder{Level: level}
	for i := range r.Len() {
		f, err := r.Frame(t.Context(), i)
		require.NoError(t, err)
		if index.IsIndex(&f) {
			continue
		}
		if open.SetOf(&f) != 0 {
			n++
		}
		text, err = d.Decode(text, &f)
		require.NoError(t, err)
	}
	return text, n
}

// TestCompress checks that all bytes come back, and the Stats.
func TestCompress(t *testing.T) {
	for name, src := range map[string][]byte{"nothing": nil, "a game": games(1), "games": games(10), "prose": bytes.Repeat([]byte("no game\n"), 600), "both": append(games(4), "1. e4 {without end"...)} {
		for _, level := range []*learned.Level{nil, learned.V1} {
			o := options(2)
			o.Level, o.Open = level, opened
			var told chunk.Stats
			o.Progress = func(s *chunk.Stats) { told = *s }
			packed, stats := compress(t, src, o)
			text, n := unpack(t, packed, level)
			require.Equal(t, string(src), string(text), name)
			require.Equal(t, []int{len(src), len(packed)}, []int{int(stats.In), int(stats.Out)}, name)
			require.Equal(t, []int64{stats.In, stats.Games, stats.Frames}, []int64{told.In, told.Games, told.Frames}, name)
			require.False(t, stats.Sorted)
			if name == "games" {
				require.Equal(t, 4, n)
				require.Equal(t, []int64{10, 4, 0, 10 * plies}, []int64{stats.Games, stats.Frames, stats.TextFrames, stats.Plies})
			}
			if name == "prose" {
				require.NotZero(t, stats.TextFrames)
				require.Equal(t, chunk.ContentOf(src), stats.Content)
				require.NotEqual(t, chunk.Empty, stats.Content)
			}
		}
	}
}

// TestSameBytes checks that an archive depends neither on threads nor on the sizes of
// Writes.
func TestSameBytes(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		src := games(rapid.IntRange(0, 12).Draw(r, "games"))
		o := *options(1)
		o.Open = rapid.SampledFrom([]open.Set{0, open.Names, open.Numbers, opened, open.Names | opened}).Draw(r, "open")
		o.Plain = rapid.Bool().Draw(r, "plain")
		o.Unchecked = rapid.Bool().Draw(r, "unchecked")
		want, stats := compress(t, src, &o)
		o.Threads = rapid.IntRange(1, 3).Draw(r, "threads")
		got, _ := compress(t, src, &o)
		require.Equal(r, want, got)
		z := write.NewStream(few(t), &o)
		for range 2 {
			var out bytes.Buffer
			z.Reset(few(t), &out)
			for rest := src; len(rest) > 0; {
				n := rapid.IntRange(0, len(rest)).Draw(r, "n")
				k, err := z.Write(rest[:n])
				require.NoError(r, err)
				require.Equal(r, n, k)
				rest = rest[n:]
			}
			require.NoError(r, z.Close())
			require.Equal(r, want, out.Bytes())
			require.Equal(r, stats, z.Stats())
			require.NoError(r, z.Close(), "a second time")
			_, err := z.Write(nil)
			require.EqualError(r, err, "chesszip: write after Close")
			require.False(r, z.Empty())
		}
	})
}

// lines is a list of positions.
const lines = "8/8/8/8/8/8/4K3/2k5 w - - 0 1\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n8/8/8/8/8/8/4K3/1k6 w - - 0 1\n"

// TestSorted checks that lines come back in some order, also from a Stream.
func TestSorted(t *testing.T) {
	o := options(1)
	o.Sort = true
	packed, stats := compress(t, []byte(lines), o)
	require.True(t, stats.Sorted)
	text, _ := unpack(t, packed, nil)
	require.ElementsMatch(t, strings.SplitAfter(lines, "\n"), strings.SplitAfter(string(text), "\n"))
	r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
	require.NoError(t, err)
	h := r.Header()
	require.True(t, header.IsSorted(&h))

	z := write.NewStream(t.Context(), o)
	var out bytes.Buffer
	z.Reset(t.Context(), &out)
	_, err = io.WriteString(z, lines)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	require.Equal(t, packed, out.Bytes())
	require.Equal(t, stats, z.Stats())

	_, err = compressTo(t, io.Discard, bytes.NewReader(games(2)), o)
	require.ErrorIs(t, err, chunk.ErrNoList)
	z.Reset(t.Context(), &out)
	_, _ = z.Write(games(2))
	require.ErrorIs(t, z.Close(), chunk.ErrNoList)
	_, err = z.Write(nil)
	require.ErrorIs(t, err, chunk.ErrNoList)
	z.Reset(t.Context(), &out)
	require.False(t, z.Empty(), "nothing is copied among what is sorted")
	_, err = io.WriteString(z, lines[:9])
	require.NoError(t, err)
	z.Reset(t.Context(), &out) // which ends the reader

	o = options(1)
	o.Sorted = true
	_, stats = compress(t, []byte(lines), o)
	require.True(t, stats.Sorted, "they were before")
}

// TestAdd checks that Add writes what follows an archive, and counts that alone.
func TestAdd(t *testing.T) {
	o := options(2)
	before, _ := compress(t, games(4), o)
	r, err := archive.NewReader(bytes.NewReader(before), int64(len(before)), nil)
	require.NoError(t, err)
	out := bytes.NewBuffer(bytes.Clone(before))
	w := index.NewAppender(archive.NewAppender(out, r, nil), r, o.Open)
	ctx, stop := context.WithCancel(few(t))
	defer stop()
	stats, err := write.Add(ctx, stop, w, bytes.NewReader(games(5)), o)
	require.NoError(t, err)
	require.Equal(t, []int{5, 2, out.Len() - len(before)}, []int{int(stats.Games), int(stats.Frames), int(stats.Out)})
	text, _ := unpack(t, out.Bytes(), nil)
	require.Equal(t, string(games(4))+string(games(5)), string(text))
}

// TestJournal checks that an archive that was cut off anywhere is completed to the same
// bytes, and so is its journal.
func TestJournal(t *testing.T) {
	src := games(10)
	var resumed bytes.Buffer
	o := options(2)
	o.Open, o.Journal = opened, &resumed
	want, stats := compress(t, src, o)
	for size := 0; size < len(want); size += 7 {
		archived, journaled := bytes.NewReader(want[:size]), bytes.NewReader(resumed.Bytes())
		u, err := journal.Open(t.Context(), archived, archived.Size(), journaled, journaled.Size())
		require.NoError(t, err)
		if u.Frames() == 0 {
			continue
		}
		again := *o
		var more bytes.Buffer
		again.Journal = &more
		again.Kept, err = u.Kept(t.Context(), again.JournalOptions())
		require.NoError(t, err)
		rest, got := compress(t, src, &again)
		require.Equal(t, want, append(bytes.Clone(want[:u.Size()]), rest...))
		require.Equal(t, resumed.Bytes(), append(bytes.Clone(resumed.Bytes()[:u.JournalSize()]), more.Bytes()...))
		require.Equal(t, stats, got)
	}
}

// TestJournalOptions checks that JournalOptions has exactly the options that the bytes
// of an archive depend on.
func TestJournalOptions(t *testing.T) {
	known := map[string]string{}
	for name, change := range map[string]func(o *write.Options){
		"nothing": func(*write.Options) {}, "level": func(o *write.Options) { o.Level = learned.V1 },
		"players": func(o *write.Options) { o.Open = open.Names }, "openings": func(o *write.Options) { o.Open, o.Openings = open.Names, true },
		"plain":     func(o *write.Options) { o.Plain = true },
		"unchecked": func(o *write.Options) { o.Unchecked = true }, "sort": func(o *write.Options) { o.Sort = true },
	} {
		o := options(1)
		change(o)
		got := string(o.JournalOptions())
		require.NotContains(t, known, got, name)
		known[got] = name
		o.Threads, o.FullCheck = 7, true
		require.Equal(t, got, string(o.JournalOptions()))
	}
}

// TestOpenings checks of which archives an opening table is made.
func TestOpenings(t *testing.T) {
	hasTable := func(packed []byte) bool {
		r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
		require.NoError(t, err)
		return index.OpeningsFrame(r) >= 0
	}
	o := options(2)
	o.Open, o.Limits = opened, openingtable.DefaultLimits()
	packed, _ := compress(t, games(100), o)
	require.False(t, hasTable(packed))
	o.Openings = true
	packed, _ = compress(t, games(100), o)
	require.True(t, hasTable(packed))

	z := write.NewStream(few(t), o)
	for range 2 { // the second is independent of the first
		var streamed bytes.Buffer
		z.Reset(few(t), &streamed)
		_, err := z.Write(games(100))
		require.NoError(t, err)
		require.NoError(t, z.Close())
		require.Equal(t, packed, streamed.Bytes())
		z.Reset(few(t), io.Discard)
		_, _ = z.Write(games(50))
	}

	o.Openings = false
	packed, _ = compress(t, games(100), o)
	o.Openings = true
	full := failing(len(packed) + 10) // has no room for the table
	_, err := compressTo(t, &full, bytes.NewReader(games(100)), o)
	require.ErrorIs(t, err, errBroken)
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

// TestErrors checks that errors are those of reading and writing, stay with a Stream,
// and are those of the context once it is done.
func TestErrors(t *testing.T) {
	o := options(2)
	_, err := compressTo(t, io.Discard, iotest.ErrReader(errBroken), o)
	require.EqualError(t, err, "chesszip: read: broken")
	packed, _ := compress(t, games(10), o)
	for size := range len(packed) {
		full := failing(size)
		_, err := compressTo(t, &full, bytes.NewReader(games(10)), o)
		require.ErrorIs(t, err, errBroken)

		full = failing(size)
		z := write.NewStream(few(t), o)
		z.Reset(few(t), &full)
		_, err = z.Write(games(10))
		require.ErrorIs(t, errors.Join(err, z.Close()), errBroken)
		_, err = z.Write(nil)
		require.ErrorIs(t, err, errBroken)
	}
	full := failing(0)
	o.Journal = &full
	_, err = compressTo(t, io.Discard, bytes.NewReader(games(10)), o)
	require.ErrorIs(t, err, errBroken)

	ctx, stop := context.WithCancelCause(few(t))
	stop(errBroken)
	for threads := range 3 {
		z := write.NewStream(ctx, options(threads+1))
		z.Reset(ctx, io.Discard)
		_, err = z.Write(games(10))
		require.ErrorIs(t, errors.Join(err, z.Close()), errBroken)
	}
	_, err = write.NewArchive(&full, header.Params(&header.Form{}), 0, false)
	require.ErrorIs(t, err, errBroken)
}

// TestCopy checks that a copied frame is in the archive like an encoded one.
func TestCopy(t *testing.T) {
	src := games(9)
	o := options(1)
	want, _ := compress(t, src, o)
	p := file(t, nil, want)
	first := int(p.Frames.Entry(0).Input)
	var out bytes.Buffer
	z := write.NewStream(few(t), o)
	z.Reset(few(t), &out)
	require.True(t, z.Empty())
	require.NoError(t, z.Copy(few(t), p.Frames, p.Segments[0]))
	require.True(t, z.Empty())
	_, err := z.Write(src[first:])
	require.NoError(t, err)
	require.False(t, z.Empty())
	require.NoError(t, z.Close())
	require.Equal(t, want, out.Bytes())
	stats := z.Stats()
	require.Equal(t, []int64{9, 3, 1}, []int64{stats.Games, stats.Frames, stats.Copied})
	require.Equal(t, []int{len(src), len(want)}, []int{int(stats.In), int(stats.Out)})

	for _, threads := range []int{1, 2} { // pending input is written first
		o.Threads = threads
		z = write.NewStream(few(t), o)
		out.Reset()
		z.Reset(few(t), &out)
		_, err = z.Write(slices.Concat(src[:first], games(1)[:1]))
		require.NoError(t, err)
		require.False(t, z.Empty())
	}
	z.Reset(few(t), &out)
	unread := view.NewFile(p.Frames.Member(0).Source.(*archive.Reader).From(unreadable{}), nil)
	require.ErrorIs(t, z.Copy(few(t), unread, p.Segments[0]), errBroken)
	require.False(t, z.Empty())
	require.ErrorIs(t, z.Copy(few(t), p.Frames, p.Segments[0]), errBroken, "it stays")
	require.ErrorIs(t, z.Close(), errBroken)
}
