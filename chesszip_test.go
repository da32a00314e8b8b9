package chesszip_test

import (
	"bytes"
	"context"
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
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

const opera = `[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {This is a weak move already.} 4. dxe5 Bxf3 5. Qxf3
dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12.
O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ $1 Nxb8 17. Rd8# 1-0

`

// quick is for tests whose point is not how texts are packed: they compare what comes
// back themselves.
var (
	quick      = &chesszip.WriterOptions{Unchecked: true}
	thorough   = &chesszip.WriterOptions{Level: learned.V1}
	everyLevel = &chesszip.ReaderOptions{Levels: levels.All()}
)

// failing is a test, also one of rapid.
type failing interface {
	Fatalf(format string, args ...any)
	Context() context.Context
}

// smallFrames is a test whose frames have a tenth of the usual size, so that few games
// make several.
type smallFrames struct{ *testing.T }

// frameGames is how many games such a frame has.
const frameGames = 400

func (t smallFrames) Context() context.Context {
	return inSmallFrames(t.T.Context())
}

func inSmallFrames(ctx context.Context) context.Context {
	return chunk.WithLimits(ctx, chunk.Limits{Games: frameGames, Bytes: 400 << 10, Tags: 4400})
}

func (t smallFrames) Run(name string, f func(t smallFrames)) bool {
	return t.T.Run(name, func(t *testing.T) { f(smallFrames{t}) })
}

func compress(t failing, src []byte, o *chesszip.WriterOptions) []byte {
	var b bytes.Buffer
	stats, err := chesszip.Compress(t.Context(), &b, bytes.NewReader(src), o)
	if err != nil {
		t.Fatalf("Compress: %v", err)
	}
	if stats.In != int64(len(src)) || stats.Out != int64(b.Len()) {
		t.Fatalf("Compress says %d bytes to %d, want %d to %d", stats.In, stats.Out, len(src), b.Len())
	}
	return b.Bytes()
}

// checkRoundTrip compresses src at a fast and at the default level, and
// decompresses it; packed is of the default level.
func checkRoundTrip(t failing, name string, src []byte) (packed []byte) {
	checkPacked(t, name, src, compress(t, src, quick))
	packed = compress(t, src, thorough)
	checkPacked(t, name, src, packed)
	return packed
}

func checkPacked(t failing, name string, src, packed []byte) {
	if most := len(src) + len(src)/1000 + 64; len(packed) > most {
		t.Fatalf("%s: %d bytes became %d, want at most %d", name, len(src), len(packed), most)
	}
	var got bytes.Buffer
	if _, err := chesszip.Decompress(context.Background(), &got, bytes.NewReader(packed), everyLevel); err != nil {
		t.Fatalf("%s: Decompress: %v", name, err)
	}
	if !bytes.Equal(got.Bytes(), src) {
		t.Fatalf("%s: %d bytes came back as %d, or changed", name, len(src), got.Len())
	}
}

// pgnish draws bytes that look like PGN here and there.
func pgnish(t *rapid.T) []byte {
	parts := rapid.SliceOfN(rapid.OneOf(
		rapid.SampledFrom([]string{
			opera, "[Event \"x\"]\n", "[Result \"0-1\"]", "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n", "\n\n", "\r\n",
			"1. e4 e5 ", "1.e4 ", "2. Nf3", " Nc6", "(", ")", "{a}", "{", "}", ";c\n", "$1", "$300", "!?", " 1-0\n\n", "*", "1/2-1/2",
			"O-O", "0-0", "--", "Z0", "12...", "7.", "%x\n", "\x00", "\xef\xbb\xbf", "\xff", "Nf3+", "exd5", "e2e4", "  ", "\t",
		}),
		rapid.StringN(0, 5, 20),
	), 0, 60).Draw(t, "parts")
	return []byte(strings.Join(parts, ""))
}

func propRoundTrip(t *rapid.T) { checkRoundTrip(t, "drawn", pgnish(t)) }

func TestAnyBytesComeBack(t *testing.T) { rapid.Check(t, propRoundTrip) }

func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte(opera))
	f.Add([]byte("1. e4 e5 (1... c5 2. Nf3 {x} ) 2. Ke2 Ke7 3. Ke3?! *\n"))
	f.Fuzz(func(t *testing.T, src []byte) { checkRoundTrip(t, "fuzzed", src) })
}

func FuzzDecompress(f *testing.F) {
	f.Add(compress(f, []byte(opera), thorough))
	f.Add(compress(f, nil, thorough))
	f.Fuzz(func(t *testing.T, src []byte) {
		_, _ = chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(src), everyLevel)
	})
}

func TestSmallInputs(t *testing.T) {
	for _, src := range []string{"", "\n", "x", "*", "[", "[Event \"?\"]", "1-0", "{", opera} {
		checkRoundTrip(t, fmt.Sprintf("%.20q", src), []byte(src))
	}
}

func TestIncompressible(t *testing.T) {
	src := make([]byte, 4<<20+100_000)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range src {
		src[i] = byte(r.Uint32())
	}
	checkPacked(t, "noise", src, compress(t, src, quick))
}

// TestHugeGame has a comment larger than two frames between two games.
func TestHugeGame(t *testing.T) {
	var src bytes.Buffer
	src.WriteString(opera)
	src.WriteString("[Event \"long\"]\n\n1. e4 {")
	for i := range 750_000 {
		fmt.Fprintf(&src, "%d ", 1_000_000_000+i%5000)
	}
	src.WriteString("} e5 1-0\n\n" + opera)
	packed := compress(t, src.Bytes(), quick)
	checkPacked(t, "huge comment", src.Bytes(), packed)
	r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
	require.NoError(t, err)
	if r.Games() != 3 {
		t.Errorf("Games() = %d, want 3", r.Games())
	}
}

func TestDeepVariations(t *testing.T) {
	const depth = 20_000
	checkRoundTrip := func(t *testing.T, name string, src []byte) {
		checkPacked(t, name, src, compress(t, src, quick))
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

// TestSameBytes holds that neither threads nor the size of reads matter.
func TestSameBytes(tt *testing.T) {
	t := smallFrames{tt}
	src := variety()
	want := compress(t, src, &chesszip.WriterOptions{Threads: 1, Unchecked: true})
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

// checkDamaged decompresses a damaged archive: there must be an error, and no
// output but a part of the original.
func checkDamaged(t testing.TB, what string, damaged, original []byte) {
	t.Helper()
	var got bytes.Buffer
	_, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(damaged), everyLevel)
	if err == nil {
		t.Fatalf("%s: no error", what)
	}
	if !bytes.HasPrefix(original, got.Bytes()) {
		t.Fatalf("%s: wrong output before the error %v", what, err)
	}
}

func TestDamage(t *testing.T) {
	src := []byte(strings.Repeat(opera, 40))
	packed := compress(t, src, quick)
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
	src, flips := lichessHead(t, 20_000), 2_000
	if long {
		src, flips = lichess(t), 10_000
	}
	packed := compress(t, src, quick)
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
	_, err := chesszip.Decompress(t.Context(), io.Discard, strings.NewReader(opera), everyLevel)
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	_, err = chesszip.Compress(t.Context(), io.Discard, strings.NewReader(opera), &chesszip.WriterOptions{Threads: -1})
	require.ErrorIs(t, err, chesszip.ErrOption)

	broken := errors.New("disk on fire")
	_, err = chesszip.Compress(t.Context(), io.Discard, iotest.ErrReader(broken), thorough)
	require.ErrorIs(t, err, broken)
	_, err = chesszip.Compress(t.Context(), failingWriter{broken}, strings.NewReader(opera), thorough)
	require.ErrorIs(t, err, broken)
	_, err = chesszip.Decompress(t.Context(), failingWriter{broken}, bytes.NewReader(compress(t, []byte(opera), thorough)), everyLevel)
	require.ErrorIs(t, err, broken)
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// TestCorpus brings back every file of the corpus; without CHESSZIP_LONG the
// first 6,000 bytes of each, at the default level one in twelve. The sample comes back
// in TestSampleSizes.
func TestCorpus(t *testing.T) {
	t.Parallel()
	most := 6000
	if long {
		most = math.MaxInt
	}
	for _, folder := range []string{"odd", "annotated", "suites", "perft", "positions", "pgn"} {
		names, err := corpus.Names(folder)
		if err != nil {
			t.Skip(err)
		}
		for i, name := range names {
			src := corpus.NeedHead(t, name, most)
			if long || i%12 == 0 {
				checkRoundTrip(t, name, src)
			} else {
				checkPacked(t, name, src, compress(t, src, quick))
			}
		}
	}
}

func TestMemory(t *testing.T) {
	src := variety()
	var before, after runtime.MemStats
	packed := compress(t, src, &chesszip.WriterOptions{Level: learned.V1, Threads: 2, Unchecked: true})
	runtime.GC()
	runtime.ReadMemStats(&before)
	_, err := chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(packed), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 2})
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	if grown := int64(after.Sys) - int64(before.Sys); grown > 128<<20 {
		t.Errorf("Decompress took %d MiB from the system, want at most 128", grown>>20)
	}
}

func Example() {
	var packed bytes.Buffer
	stats, err := chesszip.Compress(context.Background(), &packed, strings.NewReader(opera), &chesszip.WriterOptions{Level: learned.V1})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%d game, %d plies\n", stats.Games, stats.Plies)

	var back strings.Builder
	if _, err := chesszip.Decompress(context.Background(), &back, &packed, &chesszip.ReaderOptions{Levels: levels.All()}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(back.String() == opera)
	// Output:
	// 1 game, 33 plies
	// true
}
