package streams

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// written compresses src by a Writer, in Writes of random sizes up to most.
func written(t require.TestingT, z *chesszip.Writer, dst *bytes.Buffer, src []byte, most int) []byte {
	rng := rand.New(rand.NewPCG(uint64(most), 1))
	for rest := src; len(rest) > 0; {
		n := min(len(rest), rng.IntN(most+1))
		k, err := z.Write(rest[:n])
		require.NoError(t, err)
		require.Equal(t, n, k)
		rest = rest[n:]
	}
	require.NoError(t, z.Close())
	require.NoError(t, z.Close(), "a second time")
	_, err := z.Write([]byte("1"))
	require.Error(t, err, "a Write after Close")
	return dst.Bytes()
}

// TestWriterGivesWhatCompressGives checks that a Writer's bytes are those of Compress,
// whatever the sizes of the Writes and the number of threads, and when it is reused.
func TestWriterGivesWhatCompressGives(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	t.Parallel()
	huge := append([]byte("[Event \"?\"]\n\n1. e4 {"), bytes.Repeat([]byte("words and more words "), 5<<20/210)...)
	for _, c := range []struct {
		name string
		src  []byte
	}{
		{"nothing", nil},
		{"a game", []byte(kit.Opera)},
		{"games", kit.LichessHead(t, kit.Several(40_000, 100_000))},
		{"several frames", append(tiny(820), kit.LichessHead(t, 20_000)...)},
		{"a game larger than a frame", append(append(bytes.Clone(huge), "} 1-0\n\n"...), kit.Opera...)},
		{"a game without end", huge},
		{"a list", made.LineList()},
		{"no chess", bytes.Repeat([]byte{0, 1, 2, '\n'}, 1000)},
	} {
		want := kit.Compress(t, c.src, kit.Quick)
		for _, threads := range []int{0, 1, 3} {
			var dst bytes.Buffer
			z := chesszip.NewWriter(t.Context(), &dst, &chesszip.WriterOptions{Threads: threads})
			for _, most := range []int{1 << 12, 3 << 20} {
				got := written(t, z, &dst, c.src, most)
				require.True(t, bytes.Equal(want, got), "%s: %d threads, Writes of up to %d", c.name, threads, most)
				require.EqualValues(t, len(got), z.Stats().Out, c.name)
				require.EqualValues(t, len(c.src), z.Stats().In, c.name)
				dst.Reset()
				z.Reset(t.Context(), &dst)
			}
		}
	}
}

func propWriter(t *rapid.T) {
	src := kit.Pgnish(t)
	var dst bytes.Buffer
	got := written(t, chesszip.NewWriter(t.Context(), &dst, kit.Quick), &dst, src, rapid.IntRange(1, 40).Draw(t, "most"))
	if want := kit.Compress(t, src, kit.Quick); !bytes.Equal(want, got) {
		t.Fatalf("a Writer gives %d bytes, Compress %d", len(got), len(want))
	}
	back, err := chesszip.Decode(nil, got, 0, nil)
	if err != nil || !bytes.Equal(back, src) {
		t.Fatalf("Decode gives %d bytes of %d, %v", len(back), len(src), err)
	}
}

func TestWriterOfAnyBytes(t *testing.T) { rapid.Check(t, propWriter) }

// TestWriterSorts checks that a Writer supports WriterOptions.Sort like Compress, with
// its error.
func TestWriterSorts(t *testing.T) {
	o := &chesszip.WriterOptions{Sort: true}
	var dst bytes.Buffer
	z := chesszip.NewWriter(t.Context(), &dst, o)
	got := written(t, z, &dst, made.LineList(), 1<<12)
	require.Equal(t, kit.Compress(t, made.LineList(), o), got)
	require.True(t, z.Stats().Sorted)
	z.Reset(t.Context(), &dst)
	_, err := z.Write([]byte(kit.Opera))
	if err == nil {
		err = z.Close()
	}
	require.ErrorIs(t, err, chesszip.ErrNoList)
	require.ErrorIs(t, z.Close(), chesszip.ErrNoList)
}

// TestWriterErrors checks that the first error stays, until Reset.
func TestWriterErrors(t *testing.T) {
	broken := errors.New("broken")
	z := chesszip.NewWriter(t.Context(), kit.FailingWriter{Err: broken}, kit.Quick)
	_, err := z.Write([]byte(kit.Opera))
	require.NoError(t, err, "it waits for more")
	require.ErrorIs(t, z.Close(), broken)
	_, err = z.Write([]byte(kit.Opera))
	require.ErrorIs(t, err, broken)
	require.ErrorIs(t, z.Close(), broken)
	var dst bytes.Buffer
	z.Reset(t.Context(), &dst)
	require.Equal(t, kit.Compress(t, []byte(kit.Opera), kit.Quick), written(t, z, &dst, []byte(kit.Opera), 100))

	z = chesszip.NewWriter(t.Context(), &dst, &chesszip.WriterOptions{Open: 77})
	_, err = z.Write([]byte(kit.Opera))
	require.ErrorIs(t, err, chesszip.ErrOption)
	z.Reset(t.Context(), &dst)
	require.ErrorIs(t, z.Close(), chesszip.ErrOption)
}

func TestWriterAdd(t *testing.T) {
	game, err := pgn.ParseGame(kit.Opera), error(nil)
	require.NoError(t, game.Err())
	var dst bytes.Buffer
	z := chesszip.NewWriter(t.Context(), &dst, kit.Quick)
	var want []byte
	for range 3 {
		require.NoError(t, z.Add(game))
		want = pgn.AppendGame(want, game)
	}
	require.NoError(t, z.Close())
	require.EqualValues(t, 3, z.Stats().Games)
	got, err := chesszip.Decode(nil, dst.Bytes(), 0, nil)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
	require.Error(t, z.Add(game))
}

// TestReader checks that a Reader returns the output of Decompress: for concatenated
// archives, in Reads of any size, by WriteTo, and when it is reused.
func TestReader(t *testing.T) {
	t.Parallel()
	text := append(tiny(8200), kit.LichessHead(t, 20_000)...)
	packed := append(kit.Compress(t, text, kit.Quick), kit.Compress(t, []byte(kit.Opera), nil)...)
	text = append(text, kit.Opera...)
	for _, threads := range []int{0, 3} {
		z, err := chesszip.NewReader(t.Context(), bytes.NewReader(packed), &chesszip.ReaderOptions{Threads: threads})
		require.NoError(t, err)
		got, err := io.ReadAll(iotest.OneByteReader(io.LimitReader(z, 1000)))
		require.NoError(t, err)
		rest, err := io.ReadAll(z)
		require.NoError(t, err)
		require.True(t, bytes.Equal(text, append(got, rest...)))
		require.EqualValues(t, len(text), z.Stats().Out)
		require.EqualValues(t, len(packed), z.Stats().In)

		require.NoError(t, z.Reset(t.Context(), iotest.HalfReader(bytes.NewReader(packed))))
		var all bytes.Buffer
		n, err := z.WriteTo(&all)
		require.NoError(t, err)
		require.EqualValues(t, len(text), n)
		require.True(t, bytes.Equal(text, all.Bytes()))
		_, err = z.Read(make([]byte, 1))
		require.Equal(t, io.EOF, err)
		require.NoError(t, z.Close())
		_, err = z.Read(make([]byte, 1))
		require.Error(t, err)
		require.NotErrorIs(t, err, io.EOF)
	}
}

// TestReaderOfDamage checks that a Reader returns the output of Decompress and then its
// error.
func TestReaderOfDamage(t *testing.T) {
	packed := append(kit.Compress(t, kit.Numbered(0, 500), kit.Quick), kit.Compress(t, kit.Numbered(500, 700), kit.Quick)...)
	for at := 0; at < len(packed); at += 41 {
		damaged := bytes.Clone(packed)
		damaged[at] ^= 0x10
		var want bytes.Buffer
		_, wantErr := chesszip.Decompress(context.Background(), &want, bytes.NewReader(damaged), nil)
		z, err := chesszip.NewReader(t.Context(), bytes.NewReader(damaged), nil)
		if err != nil {
			require.Error(t, wantErr, at)
			continue
		}
		got, err := io.ReadAll(z)
		require.True(t, bytes.Equal(want.Bytes(), got), at)
		require.Equal(t, fmt.Sprint(wantErr), fmt.Sprint(err), at)
	}
	_, err := chesszip.NewReader(t.Context(), bytes.NewReader(nil), nil)
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
}

// TestDecodeLimit checks that Decode does not exceed its memory limit.
func TestDecodeLimit(t *testing.T) {
	text := bytes.Repeat([]byte("all the same line\n"), 1<<20)
	packed, err := chesszip.Encode([]byte("before"), text, kit.Quick)
	require.NoError(t, err)
	require.Equal(t, "before", string(packed[:6]))
	packed = packed[6:]
	require.Less(t, len(packed), len(text)/1000)
	got, err := chesszip.Decode([]byte("x"), packed, 0, nil)
	require.NoError(t, err)
	require.True(t, bytes.Equal(text, got[1:]))
	_, err = chesszip.Decode(nil, packed, int64(len(text)), nil)
	require.NoError(t, err)
	got, err = chesszip.Decode(nil, packed, int64(len(text))-1, nil)
	require.ErrorIs(t, err, chesszip.ErrLimit)
	require.Less(t, len(got), len(text))
	_, err = chesszip.Decode(nil, packed, -1, nil)
	require.ErrorIs(t, err, chesszip.ErrOption)

	many := bytes.Repeat(packed, 4) // 72 MiB of text
	_, err = chesszip.Decode(nil, many, 0, nil)
	require.ErrorIs(t, err, chesszip.ErrLimit)
}

// TestWriterMemory checks that a reused Writer compresses a game without much new
// memory.
func TestWriterMemory(t *testing.T) {
	sample, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	games := bytes.SplitAfter(sample, []byte("\n\n"))[:200]
	for _, c := range []struct {
		name  string
		level *learned.Level
		most  uint64 // bytes a game
	}{{"fast", nil, 256 << 10}, {"V1", learned.V1, 256 << 10}} {
		z := chesszip.NewWriter(t.Context(), io.Discard, &chesszip.WriterOptions{Level: c.level})
		add := func(n int) {
			for i := range n {
				_, err := z.Write(append(games[2*i], games[2*i+1]...))
				require.NoError(t, err)
				require.NoError(t, z.Close())
				z.Reset(t.Context(), io.Discard)
			}
		}
		const n = 50
		add(n)
		// The least of three: garbage collection and a change of thread empty the pools
		// of a Writer's memory.
		each, objects := uint64(math.MaxUint64), uint64(0)
		for range 3 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			add(n)
			runtime.ReadMemStats(&after)
			if bytes := (after.TotalAlloc - before.TotalAlloc) / n; bytes < each {
				each, objects = bytes, (after.Mallocs-before.Mallocs)/n
			}
		}
		t.Logf("%s: %d bytes in %d allocations a game", c.name, each, objects)
		require.LessOrEqual(t, each, c.most, "%s: bytes allocated for a game", c.name)
	}
}
