package unpack_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/internal/read/unpack"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/movelist/learned"
)

// all are all columns that may be open.
const all = open.Names | open.Moves | open.Numbers

// games is a text of n games.
func games(n int) []byte {
	var text []byte
	for i := range n {
		text = fmt.Appendf(text, "[Event \"x\"]\n[White \"Player %d\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 %s 1-0\n\n", i, []string{"Nc6", "d6", "Nf6"}[i%3])
	}
	return text
}

// pack returns an archive of src, whose frames have three games.
func pack(t testing.TB, src []byte, level *learned.Level, set open.Set) []byte {
	t.Helper()
	ctx, stop := context.WithCancel(chunk.WithLimits(t.Context(), chunk.Limits{Games: 3, Bytes: 2000, Tags: 1000, Open: 1}))
	defer stop()
	var out bytes.Buffer
	_, err := write.Compress(ctx, stop, &out, bytes.NewReader(src), &write.Options{Form: header.Form{Level: level, Open: set}, Threads: 1})
	require.NoError(t, err)
	return out.Bytes()
}

var errMissing = fmt.Errorf("%w: missing", corrupt.ErrLevel)

// options are those for some number of threads and a level, or nil.
func options(threads int, level *learned.Level) *unpack.Options {
	return &unpack.Options{Threads: threads, Coding: func(params []byte) (header.Coding, error) {
		return header.Of(params, []*learned.Level{level}, func(uint32) error { return errMissing })
	}}
}

// stream is an io.Reader that is not an io.Seeker.
type stream struct{ io.Reader }

// TestSameBytes checks that every way to read gives the same bytes and Stats, with any
// number of threads.
func TestSameBytes(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var src, want []byte
		frames, found := 0, 0
		for range rapid.IntRange(1, 3).Draw(r, "archives") {
			n := rapid.IntRange(0, 8).Draw(r, "games")
			src = append(src, pack(t, games(n), rapid.SampledFrom([]*learned.Level{nil, learned.V1}).Draw(r, "level"), rapid.SampledFrom([]open.Set{0, open.Names, open.Numbers, open.Moves | open.Numbers, all}).Draw(r, "open"))...)
			want = append(want, games(n)...)
			found += n
			frames += (n + 2) / 3
		}
		o := options(rapid.IntRange(1, 3).Draw(r, "threads"), learned.V1)
		var told chunk.Stats
		o.Progress = func(s *chunk.Stats) { told = *s }
		input := func() io.Reader {
			if rapid.Bool().Draw(r, "stream") {
				return stream{bytes.NewReader(src)}
			}
			return bytes.NewReader(src)
		}
		stats := chunk.Stats{In: int64(len(src)), Out: int64(len(want)), Games: int64(found), Frames: int64(frames)}

		var out bytes.Buffer
		got, err := unpack.Decompress(t.Context(), &out, input(), o)
		require.NoError(r, err)
		require.Equal(r, string(want), out.String())
		require.Equal(r, stats, got)
		require.Equal(r, []int64{stats.Out, stats.Games, stats.Frames}, []int64{told.Out, told.Games, told.Frames})

		z := unpack.NewReader(o)
		require.NoError(r, z.Reset(t.Context(), input()))
		require.NoError(r, iotest.TestReader(z, want))
		require.Equal(r, stats, z.Stats())
		require.NoError(r, z.Reset(t.Context(), input()))
		n := rapid.IntRange(0, len(want)).Draw(r, "first")
		text := make([]byte, n)
		_, err = io.ReadFull(z, text)
		require.NoError(r, err)
		out.Reset()
		k, err := z.WriteTo(&out)
		require.NoError(r, err)
		require.EqualValues(r, len(want)-n, k)
		require.Equal(r, string(want), string(text)+out.String())
		require.NoError(r, z.Reset(t.Context(), input()))
		text, err = z.Append([]byte("before "), int64(len(want)))
		require.NoError(r, err)
		require.Equal(r, "before "+string(want), string(text))
		z.Close()
		_, err = z.Read(text)
		require.True(r, len(text) == 0 || err != nil && err.Error() == "chesszip: read after Close")
	})
}

// TestLimit checks that nothing is decoded beyond a limit.
func TestLimit(t *testing.T) {
	src, want := pack(t, games(6), nil, 0), games(6)
	z := unpack.NewReader(options(1, nil))
	require.NoError(t, z.Reset(t.Context(), bytes.NewReader(src)))
	text, err := z.Append(nil, int64(len(want)-1))
	require.ErrorIs(t, err, archive.ErrLimit)
	require.EqualError(t, err, fmt.Sprintf("%v: the archive gives more than %d bytes", archive.ErrLimit, len(want)-1))
	require.Equal(t, string(games(3)), string(text))
}

// TestDamage checks that frames before damage and archives after it are returned, that
// the first damage is the error, and which frame it names.
func TestDamage(t *testing.T) {
	good := pack(t, games(9), nil, 0)
	r, err := archive.NewReader(bytes.NewReader(good), int64(len(good)), nil)
	require.NoError(t, err)
	bad := bytes.Clone(good)
	bad[r.Entry(1).Offset+r.Entry(1).Length-1] ^= 1
	old := pack(t, games(3), nil, 0)
	h := archive.Header{Params: []byte{1, 2, 3}}
	foreign, err := archive.AppendHeader(nil, &h)
	require.NoError(t, err)
	_, n, err := archive.DecodeHeader(old, nil)
	require.NoError(t, err)
	other := append(bytes.Clone(foreign), old[len(old)-len(n):]...)
	for name, c := range map[string]struct {
		src  []byte
		want string
		err  error
		said string
	}{
		"a byte":          {slices.Concat(bad, good), string(games(3)) + string(games(9)), archive.ErrCorrupt, "frame 2"},
		"two":             {slices.Concat(good, bad, bad), string(games(9)) + string(games(3)) + string(games(3)), archive.ErrCorrupt, "frame 5"},
		"cut off":         {good[:len(good)-1], string(games(9)), archive.ErrCorrupt, ""},
		"another version": {slices.Concat(good, other), string(games(9)), archive.ErrVersion, "archive 2 in the file"},
		"no archive":      {[]byte("1. e4 e5"), "", archive.ErrCorrupt, ""},
		"nothing":         {nil, "", archive.ErrCorrupt, ""},
		"behind":          {append(bytes.Clone(good), "1. e4 e5"...), string(games(9)), archive.ErrCorrupt, ""},
	} {
		for threads := range 3 {
			o := options(threads+1, nil)
			var out bytes.Buffer
			_, err := unpack.Decompress(t.Context(), &out, bytes.NewReader(c.src), o)
			require.ErrorIs(t, err, c.err, name)
			require.ErrorContains(t, err, c.said, name)
			require.Equal(t, c.want, out.String(), name)
			z := unpack.NewReader(o)
			first := z.Reset(t.Context(), bytes.NewReader(c.src))
			text, again := io.ReadAll(z)
			require.EqualError(t, again, err.Error(), name)
			require.Equal(t, c.want, string(text), name)
			require.Equal(t, c.want == "", first != nil, name)
			_, more := z.Read(make([]byte, 1))
			require.Equal(t, again, more, "it stays")
		}
	}
}

// altered returns an archive whose second frame has right checksums, and does not decode
// to what it claims.
func altered(t *testing.T) []byte {
	good := pack(t, games(9), nil, 0)
	r, err := archive.NewReader(bytes.NewReader(good), int64(len(good)), nil)
	require.NoError(t, err)
	var out bytes.Buffer
	h := r.Header()
	w, err := archive.NewWriter(&out, &h, nil)
	require.NoError(t, err)
	for i := range r.Len() {
		f, err := r.Frame(t.Context(), i)
		require.NoError(t, err)
		if i == 1 {
			f.Check++
		}
		b, err := archive.AppendFrame(nil, &f)
		require.NoError(t, err)
		require.NoError(t, w.WriteEncoded(b, nil))
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

// TestFrame checks that an error of a frame names the frame.
func TestFrame(t *testing.T) {
	for threads := range 2 {
		var out bytes.Buffer
		stats, err := unpack.Decompress(t.Context(), &out, bytes.NewReader(append(altered(t), pack(t, games(1), nil, 0)...)), options(threads+1, nil))
		require.ErrorIs(t, err, archive.ErrCorrupt)
		require.ErrorContains(t, err, ": frame 2: ")
		require.Equal(t, string(games(3))+string(games(1)), out.String())
		require.EqualValues(t, 2, stats.Frames)
	}
}

// TestMissing checks that a missing level is the error, and that frames which do not
// need it are returned.
func TestMissing(t *testing.T) {
	src := pack(t, games(3), learned.V1, 0)
	o := options(1, nil)
	_, err := unpack.Decompress(t.Context(), io.Discard, bytes.NewReader(src), o)
	require.Equal(t, errMissing, err, "of the frame that needs it, with no word of damage")
	_, err = unpack.Decompress(t.Context(), io.Discard, bytes.NewReader(pack(t, nil, learned.V1, 0)), o)
	require.NoError(t, err)
	refuse := errors.New("refused")
	o.Coding = func([]byte) (header.Coding, error) { return header.Coding{}, refuse }
	stats, err := unpack.Decompress(t.Context(), io.Discard, bytes.NewReader(src), o)
	require.Equal(t, refuse, err)
	require.NotZero(t, stats.In)
	require.Equal(t, refuse, unpack.NewReader(o).Reset(t.Context(), bytes.NewReader(src)))
}

// TestDecoders checks that the decoder of a thread follows the coding of each frame.
func TestDecoders(t *testing.T) {
	d := unpack.NewDecoders(2)
	for i := range 6 {
		level := []*learned.Level{nil, learned.V1, learned.V1Max}[i%3]
		packed := pack(t, games(3), level, 0)
		r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
		require.NoError(t, err)
		f, err := r.Frame(t.Context(), 0)
		require.NoError(t, err)
		coding := header.Coding{Form: header.Form{Level: level}}
		text, err := d.Decode(t.Context(), i%2, coding, &f)
		require.NoError(t, err)
		require.Equal(t, string(games(3)), string(text))
		text, n, err := d.Whole(t.Context(), i%2, coding, &f)
		if whole.Is(&f) {
			require.ErrorIs(t, err, corrupt.Err)
		} else {
			require.NoError(t, err)
			require.EqualValues(t, 3, n)
			require.Equal(t, string(games(3)), string(text))
		}
		if level != nil {
			_, err = d.Decode(t.Context(), i%2, header.Coding{Missing: errMissing}, &f)
			require.ErrorIs(t, err, errMissing)
		}
	}
}

var errBroken = errors.New("broken")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errBroken }

// TestErrors checks that errors are those of reading and writing, and those of the
// context once it is done.
func TestErrors(t *testing.T) {
	src := pack(t, games(9), nil, all)
	for threads := range 2 {
		o := options(threads+1, nil)
		_, err := unpack.Decompress(t.Context(), failing{}, bytes.NewReader(src), o)
		require.EqualError(t, err, "chesszip: write: broken")
		_, err = unpack.Decompress(t.Context(), io.Discard, io.MultiReader(bytes.NewReader(src[:len(src)/2]), iotest.ErrReader(errBroken)), o)
		require.ErrorIs(t, err, errBroken)
		z := unpack.NewReader(o)
		require.NoError(t, z.Reset(t.Context(), strings.NewReader(string(src))))
		_, err = z.WriteTo(failing{})
		require.EqualError(t, err, "chesszip: write: broken")
		text, err := io.ReadAll(z)
		require.NoError(t, err, "what was not written is still there")
		require.Equal(t, string(games(9)), string(text))

		ctx, stop := context.WithCancelCause(t.Context())
		require.NoError(t, z.Reset(ctx, bytes.NewReader(src)))
		stop(errBroken)
		_, err = z.Read(make([]byte, 1))
		require.ErrorIs(t, err, errBroken)
		require.ErrorIs(t, err, context.Canceled)
		_, err = unpack.Decompress(ctx, io.Discard, bytes.NewReader(src), o)
		require.ErrorIs(t, err, errBroken)
	}
}
