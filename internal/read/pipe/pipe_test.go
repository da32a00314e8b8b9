package pipe_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/read/pipe"
)

func gameText(n int) string { return fmt.Sprintf("[White \"%d\"]\n\n1. e4 e5 *\n\n", n) }

// games are the games with numbers from <= number < to.
func games(from, to int) string {
	var b strings.Builder
	for n := from; n < to; n++ {
		b.WriteString(gameText(n))
	}
	return b.String()
}

// packed is an archive of frames with texts. If index is set, an index frame follows
// each, and its parameters are "params".
func packed(t require.TestingT, index bool, texts ...string) []byte {
	var b bytes.Buffer
	a, err := archive.NewWriter(&b, &archive.Header{Params: []byte("params")}, nil)
	require.NoError(t, err)
	var e game.Encoder
	for i, text := range texts {
		f, _ := e.EncodeText([]byte(text), strings.Count(text, "[White"))
		require.NoError(t, a.WriteFrame(&f, nil))
		if index && (i+1 == len(texts) || strings.HasPrefix(texts[i+1], "[White")) {
			require.NoError(t, a.WriteFrame(&archive.Frame{}, nil))
		}
	}
	require.NoError(t, a.Close())
	return b.Bytes()
}

// fast returns the coding of the fast level.
func fast([]byte) (header.Coding, error) { return header.Coding{}, nil }

// got is the content of all parts of a stream.
type got struct {
	text  string
	parts []int // frames of each
	games []int64
	errs  []error
	in    int64 // last report
	said  int64
}

// read takes all parts of a stream, and checks that they are numbered through.
func read(t require.TestingT, ctx context.Context, r io.Reader, threads int, codingOf func([]byte) (header.Coding, error)) (g got) {
	report := func(in, games int64) {
		require.GreaterOrEqual(t, in, g.in)
		require.GreaterOrEqual(t, games, g.said)
		g.in, g.said = in, games
	}
	frame, first := 0, int64(0)
	for f, err := range pipe.Parts(ctx, r, threads, codingOf, report) {
		if err != nil {
			require.Nil(t, f)
			g.errs = append(g.errs, err)
			continue
		}
		require.Equal(t, frame, f.Starts(0))
		require.Equal(t, first, f.FirstGame(frame))
		n := 0
		for _, s := range f.Segments() {
			v := f.View(ctx, s)
			for piece := range v.Pieces() {
				text, err := v.Piece(piece)
				require.NoError(t, err)
				g.text += string(text)
				n++
			}
		}
		g.parts = append(g.parts, n)
		g.games = append(g.games, f.Games()-first)
		frame, first = f.Len(), f.Games()
	}
	return g
}

// TestParallelParts checks that the parts of a stream have all of it, in order, each
// within its limit of frames.
func TestParallelParts(t *testing.T) {
	ctx := chunk.WithLimits(context.Background(), chunk.Limits{Games: 3, Bytes: 1 << 10, Tags: 40})
	rapid.Check(t, func(t *rapid.T) {
		threads := rapid.IntRange(1, 3).Draw(t, "threads")
		n := rapid.IntRange(1, 40).Draw(t, "games")
		plain := games(0, n)
		r := read(t, ctx, strings.NewReader(plain), threads, fast)
		require.Empty(t, r.errs)
		require.Equal(t, plain, r.text)
		require.EqualValues(t, len(plain), r.in)
		require.EqualValues(t, n, r.said)
		require.Equal(t, 1, r.parts[0])

		var archives []byte
		index := rapid.Bool().Draw(t, "index")
		frames := 0
		for at := 0; at < n; {
			var texts []string
			for range rapid.IntRange(0, 5).Draw(t, "frames") {
				k := min(n, at+rapid.IntRange(1, 4).Draw(t, "in a frame"))
				if at < k {
					texts = append(texts, games(at, k))
				}
				at = k
			}
			frames += len(texts)
			archives = append(archives, packed(t, index, texts...)...)
		}
		r = read(t, ctx, iotest.HalfReader(bytes.NewReader(archives)), threads, fast)
		require.Empty(t, r.errs)
		require.Equal(t, plain, r.text)
		for _, k := range r.parts {
			require.LessOrEqual(t, k, 2*threads)
			frames -= k
		}
		require.Zero(t, frames)
	})
	require.Zero(t, read(t, ctx, strings.NewReader(""), 2, fast))
	empty := read(t, ctx, bytes.NewReader(packed(t, false)), 2, fast)
	require.Empty(t, empty.errs)
	require.Empty(t, empty.parts)
}

// TestPieces checks that a game larger than a frame stays in one part, and that of one
// larger than a part the beginning is held.
func TestPieces(t *testing.T) {
	piece := func(size int) string { return strings.Repeat("0123456789abcde\n", size/16) }
	small := gameText(0)
	for _, c := range []struct {
		size, pieces int
		limit        bool
	}{{1 << 20, 3, false}, {4<<20 - 64, 3, false}, {4<<20 - 64, 6, true}} {
		texts := []string{small, "[White \"huge\"]\n\n1. e4 {" + piece(c.size)}
		for range c.pieces - 1 {
			texts = append(texts, piece(c.size))
		}
		texts = append(texts, piece(1<<10)+"} *\n\n", small)
		whole := strings.Join(texts, "")
		huge := whole[len(small) : len(whole)-len(small)]
		for name, src := range map[string]string{"PGN": whole, "archive": string(packed(t, true, texts...))} {
			var items []string
			limits := 0
			for f, err := range pipe.Parts(t.Context(), strings.NewReader(src), 2, fast, func(int64, int64) {}) {
				require.NoError(t, err, name)
				for _, s := range f.Segments() {
					v := f.View(t.Context(), s)
					for item := range v.Items() {
						text, err := v.Text(item)
						if err != nil {
							require.ErrorIs(t, err, archive.ErrLimit, name)
							limits++
						}
						items = append(items, string(text))
					}
				}
			}
			require.Len(t, items, 3, name)
			require.Equal(t, [2]string{small, small}, [2]string{items[0], items[2]}, name)
			require.Equal(t, c.limit, limits == 1, "%s: %d limits", name, limits)
			require.Equal(t, !c.limit, items[1] == huge, name)
		}
	}
}

// TestErrors checks what follows damage, and that nothing follows other errors.
func TestErrors(t *testing.T) {
	one, two := packed(t, true, games(0, 5), games(5, 10)), packed(t, false, games(10, 12))
	a, err := archive.NewReader(bytes.NewReader(one), int64(len(one)), nil)
	require.NoError(t, err)
	second := a.Entry(2) // after an index frame
	for name, flip := range map[string]int{"header": 5, "second frame": int(second.Offset + second.Length/2), "index": len(one) - 9} {
		src := bytes.Join([][]byte{one, two}, nil)
		src[flip] ^= 0x10
		r := read(t, t.Context(), bytes.NewReader(src), 2, fast)
		require.Len(t, r.errs, 1, name)
		require.True(t, header.IsOfBytes(r.errs[0]), name)
		before := map[string]int{"header": 0, "second frame": 5, "index": 10}[name]
		require.Equal(t, games(0, before)+games(10, 12), r.text, name)
	}
	r := read(t, t.Context(), bytes.NewReader(one[:len(one)-1]), 2, fast)
	require.Len(t, r.errs, 1)
	require.ErrorIs(t, r.errs[0], archive.ErrCorrupt)
	require.Equal(t, games(0, 10), r.text)

	broken := errors.New("broken")
	many := games(0, 60_000)
	r = read(t, t.Context(), io.MultiReader(strings.NewReader(many), iotest.ErrReader(broken)), 1, fast)
	require.Len(t, r.errs, 1)
	require.EqualError(t, r.errs[0], "chesszip: read: broken")
	require.ErrorIs(t, r.errs[0], broken)
	require.True(t, len(r.games) > 2 && strings.HasPrefix(many, r.text))
	r = read(t, t.Context(), iotest.ErrReader(broken), 1, fast)
	require.Equal(t, []error{broken}, r.errs)
	r = read(t, t.Context(), io.MultiReader(bytes.NewReader(one), iotest.ErrReader(broken)), 1, fast)
	require.ErrorIs(t, errors.Join(r.errs...), broken)
}

// TestCoding checks that codingOf is called for each archive, and which of its errors
// end all.
func TestCoding(t *testing.T) {
	src := bytes.Join([][]byte{packed(t, false, games(0, 2)), packed(t, false, games(2, 4)), packed(t, false, games(4, 6))}, nil)
	missing := errors.New("missing")
	for _, c := range []struct {
		err  error
		text string
	}{
		{nil, games(0, 6)},
		{missing, games(0, 2)},
		{fmt.Errorf("%w of frames", archive.ErrVersion), games(0, 2) + games(4, 6)},
	} {
		n := 0
		r := read(t, t.Context(), bytes.NewReader(src), 2, func(params []byte) (header.Coding, error) {
			require.Equal(t, "params", string(params))
			if n++; n == 2 {
				return header.Coding{}, c.err
			}
			return header.Coding{}, nil
		})
		require.Equal(t, c.text, r.text)
		if c.err != nil {
			require.Equal(t, []error{c.err}, r.errs)
		}
	}
	for f, err := range pipe.Parts(t.Context(), bytes.NewReader(src), 1, func([]byte) (header.Coding, error) {
		return header.Coding{Missing: missing}, nil
	}, func(int64, int64) {}) {
		require.NoError(t, err)
		require.Equal(t, missing, f.Member(0).Missing)
	}
}

// endless is PGN without end.
type endless struct{ read int64 }

func (e *endless) Read(p []byte) (int, error) {
	const game = "[White \"x\"]\n\n1. e4 e5 *\n\n"
	for i := range p {
		p[i] = game[(e.read+int64(i))%int64(len(game))]
	}
	e.read += int64(len(p))
	return len(p), nil
}

// TestEnds checks that nothing is read once the caller has left, and that a context ends
// it.
func TestEnds(t *testing.T) {
	r := new(endless)
	for f, err := range pipe.Parts(t.Context(), r, 2, fast, func(int64, int64) {}) {
		require.NoError(t, err)
		require.EqualValues(t, 4000, f.Games())
		break
	}
	require.Less(t, r.read, int64(32<<20)) // no longer read

	odd := errors.New("odd")
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	parts := 0
	var errs []error
	for f, err := range pipe.Parts(ctx, new(endless), 2, fast, func(int64, int64) {}) {
		if f == nil {
			errs = append(errs, err)
			continue
		}
		if parts++; parts == 3 {
			stop(odd)
		}
	}
	require.Equal(t, 3, parts)
	require.Len(t, errs, 1)
	require.ErrorIs(t, errs[0], context.Canceled)
	require.ErrorIs(t, errs[0], odd)
}
