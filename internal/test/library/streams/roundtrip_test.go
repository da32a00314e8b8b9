package streams

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// checkRoundTrip compresses src at the fast and the default level, and decompresses it;
// packed is of the default level.
func checkRoundTrip(t kit.Failing, name string, src []byte) (packed []byte) {
	kit.CheckPacked(t, name, src, kit.Compress(t, src, kit.Quick))
	packed = kit.Compress(t, src, kit.Thorough)
	kit.CheckPacked(t, name, src, packed)
	return packed
}

func propRoundTrip(t *rapid.T) { checkRoundTrip(t, "drawn", kit.Pgnish(t)) }

func TestAnyBytesComeBack(t *testing.T) { rapid.Check(t, propRoundTrip) }

func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte(kit.Opera))
	f.Add([]byte("1. e4 e5 (1... c5 2. Nf3 {x} ) 2. Ke2 Ke7 3. Ke3?! *\n"))
	f.Fuzz(func(t *testing.T, src []byte) { checkRoundTrip(t, "fuzzed", src) })
}

func FuzzDecompress(f *testing.F) {
	f.Add(kit.Compress(f, []byte(kit.Opera), kit.Thorough))
	f.Add(kit.Compress(f, nil, kit.Thorough))
	f.Fuzz(func(t *testing.T, src []byte) {
		_, _ = chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(src), kit.EveryLevel)
	})
}

func TestSmallInputs(t *testing.T) {
	for _, src := range []string{"", "\n", "x", "*", "[", "[Event \"?\"]", "1-0", "{", kit.Opera} {
		checkRoundTrip(t, fmt.Sprintf("%.20q", src), []byte(src))
	}
}

func TestIncompressible(t *testing.T) {
	src := make([]byte, 4<<20+100_000)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range src {
		src[i] = byte(r.Uint32())
	}
	kit.CheckPacked(t, "noise", src, kit.Compress(t, src, kit.Quick))
}

// TestHugeGame has a comment larger than two frames between two games.
func TestHugeGame(t *testing.T) {
	var src bytes.Buffer
	src.WriteString(kit.Opera)
	src.WriteString("[Event \"long\"]\n\n1. e4 {")
	for i := range 750_000 {
		fmt.Fprintf(&src, "%d ", 1_000_000_000+i%5000)
	}
	src.WriteString("} e5 1-0\n\n" + kit.Opera)
	packed := kit.Compress(t, src.Bytes(), kit.Quick)
	kit.CheckPacked(t, "huge comment", src.Bytes(), packed)
	r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
	require.NoError(t, err)
	if r.Games() != 3 {
		t.Errorf("Games() = %d, want 3", r.Games())
	}
}

func TestDeepVariations(t *testing.T) {
	const depth = 20_000
	checkRoundTrip := func(t *testing.T, name string, src []byte) {
		kit.CheckPacked(t, name, src, kit.Compress(t, src, kit.Quick))
	}
	checkRoundTrip(t, "deep", []byte("1. e4 "+strings.Repeat("(1. d4 ", depth)+strings.Repeat(")", depth)+" *\n"))
	checkRoundTrip(t, "unclosed", []byte("1. e4 "+strings.Repeat("(", depth)))
	checkRoundTrip(t, "tags", []byte(strings.Repeat("[A \"b\"]\n", depth)))
	var src bytes.Buffer
	for i := range depth {
		fmt.Fprintf(&src, "[Tag%d \"%d\"]\n", i, i)
	}
	checkRoundTrip(t, "names", src.Bytes())
}

// TestSameBytes checks that neither threads nor the size of reads make a difference.
func TestSameBytes(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := kit.Variety()
	want := kit.Compress(t, src, &chesszip.WriterOptions{Threads: 1, Unchecked: true})
	var b bytes.Buffer
	stats, err := chesszip.Compress(t.Context(), &b, iotest.HalfReader(bytes.NewReader(src)), &chesszip.WriterOptions{Threads: 7, Unchecked: true})
	require.NoError(t, err)
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("7 threads gave other bytes than one")
	}
	if stats.Games != 900 || stats.Plies != 900*3 || stats.TextFrames != 0 || stats.Frames != 3 {
		t.Errorf("stats = %+v, want 900 games of 3 plies in 3 frames, none as text", stats)
	}
}

// checkDamaged decompresses a damaged archive: there must be an error, and the output
// must be a part of the original.
func checkDamaged(t testing.TB, what string, damaged, original []byte) {
	t.Helper()
	var got bytes.Buffer
	_, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(damaged), kit.EveryLevel)
	if err == nil {
		t.Fatalf("%s: no error", what)
	}
	if !bytes.HasPrefix(original, got.Bytes()) {
		t.Fatalf("%s: wrong output before the error %v", what, err)
	}
}

func TestDamage(t *testing.T) {
	src := []byte(strings.Repeat(kit.Opera, 40))
	packed := kit.Compress(t, src, kit.Quick)
	for bit := range 8 * len(packed) {
		bad := bytes.Clone(packed)
		bad[bit/8] ^= 1 << (bit % 8)
		checkDamaged(t, fmt.Sprintf("bit %d flipped", bit), bad, src)
	}
	for n := range packed {
		checkDamaged(t, fmt.Sprintf("cut to %d bytes", n), packed[:n], src)
	}
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 2000 {
		a, b, n := r.IntN(len(packed)), r.IntN(len(packed)), r.IntN(60)
		bad := bytes.Clone(packed)
		copy(bad[a:], packed[b:min(b+n, len(packed))])
		if bytes.Equal(bad, packed) {
			continue
		}
		checkDamaged(t, fmt.Sprintf("splice %d", i), bad, src)
	}
}

// TestDamageOfSample flips bits of an archive of real games, one at a time.
func TestDamageOfSample(t *testing.T) {
	src, flips := kit.LichessHead(t, 20_000), 2_000
	if kit.Long {
		src, flips = kit.Lichess(t), 10_000
	}
	packed := kit.Compress(t, src, kit.Quick)
	r := rand.New(rand.NewPCG(7, 8))
	for range flips {
		bit := r.IntN(8 * len(packed))
		bad := bytes.Clone(packed)
		bad[bit/8] ^= 1 << (bit % 8)
		checkDamaged(t, fmt.Sprintf("bit %d flipped", bit), bad, src)
	}
	for n := range packed {
		checkDamaged(t, fmt.Sprintf("cut to %d bytes", n), packed[:n], src)
	}
}

func TestErrors(t *testing.T) {
	_, err := chesszip.Decompress(t.Context(), io.Discard, strings.NewReader(kit.Opera), kit.EveryLevel)
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	_, err = chesszip.Compress(t.Context(), io.Discard, strings.NewReader(kit.Opera), &chesszip.WriterOptions{Threads: -1})
	require.ErrorIs(t, err, chesszip.ErrOption)

	broken := errors.New("disk on fire")
	_, err = chesszip.Compress(t.Context(), io.Discard, iotest.ErrReader(broken), kit.Thorough)
	require.ErrorIs(t, err, broken)
	_, err = chesszip.Compress(t.Context(), kit.FailingWriter{Err: broken}, strings.NewReader(kit.Opera), kit.Thorough)
	require.ErrorIs(t, err, broken)
	_, err = chesszip.Decompress(t.Context(), kit.FailingWriter{Err: broken}, bytes.NewReader(kit.Compress(t, []byte(kit.Opera), kit.Thorough)), kit.EveryLevel)
	require.ErrorIs(t, err, broken)
}

// TestCorpus checks the round trip of every file of the corpus; without CHESSZIP_LONG
// that of the first 6,000 bytes of each, at the default level of one in twelve.
// TestSampleSizes does so for the sample.
func TestCorpus(t *testing.T) {
	t.Parallel()
	most := 4000
	if kit.Long {
		most = math.MaxInt
	}
	for _, folder := range []string{"odd", "annotated", "suites", "perft", "positions", "pgn"} {
		names, err := corpus.Names(folder)
		if err != nil {
			t.Skip(err)
		}
		for i, name := range names {
			if i%2 > 0 && !kit.Long {
				continue
			}
			src := corpus.NeedHead(t, name, most)
			if kit.Long || i%30 == 0 {
				checkRoundTrip(t, name, src)
			} else {
				kit.CheckPacked(t, name, src, kit.Compress(t, src, kit.Quick))
			}
		}
	}
}

func TestMemory(t *testing.T) {
	src := kit.Variety()
	var before, after runtime.MemStats
	packed := kit.Compress(t, src, &chesszip.WriterOptions{Level: learned.V1, Threads: 2, Unchecked: true})
	runtime.GC()
	runtime.ReadMemStats(&before)
	_, err := chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(packed), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 2})
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	if grown := int64(after.Sys) - int64(before.Sys); grown > 128<<20 {
		t.Errorf("Decompress took %d MiB from the system, want at most 128", grown>>20)
	}
}
