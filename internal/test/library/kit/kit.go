// Package kit has the common parts of the library's tests: inputs, archives of them, and
// naive implementations.
package kit

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Appended returns an archive to which src was appended.
func Appended(t testing.TB, packed, src []byte, o *chesszip.AppendOptions) []byte {
	t.Helper()
	if o == nil {
		o = &chesszip.AppendOptions{Levels: levels.All()}
	}
	var more bytes.Buffer
	stats, err := chesszip.Append(Opening(t.Context()), &more, bytes.NewReader(packed), int64(len(packed)), bytes.NewReader(src), o)
	require.NoError(t, err)
	if stats.In != int64(len(src)) || stats.Out != int64(more.Len()) {
		t.Errorf("Append says %d bytes to %d, want %d to %d", stats.In, stats.Out, len(src), more.Len())
	}
	return append(bytes.Clone(packed), more.Bytes()...)
}

// CheckWhole checks that an archive is valid and decompresses to want.
func CheckWhole(t testing.TB, what string, packed, want []byte) {
	t.Helper()
	var got bytes.Buffer
	_, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(packed), EveryLevel)
	require.NoError(t, err)
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s: %d bytes come back, want these %d", what, got.Len(), len(want))
	}
	a := OpenBytes(t, packed, EveryLevel)
	stats, damaged, err := a.Verify(t.Context())
	require.NoError(t, err)
	if len(damaged) > 0 || stats.Out != int64(len(want)) || stats.Games != a.NumGames() {
		t.Errorf("%s: Verify = %+v, %v, want no damage and %d bytes", what, stats, damaged, len(want))
	}
	if a.NumGames() != int64(len(SplitGames(want))) {
		t.Errorf("%s: %d games, want %d", what, a.NumGames(), len(SplitGames(want)))
	}
}

// LevelName returns the name of a level.
func LevelName(l *learned.Level) string {
	if l == nil {
		return "fast"
	}
	return l.Name()
}

// Opera is a well-known game.
const Opera = `[Event "Paris"]
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

// Options of many tests. Quick is for those that compare the decompressed text
// themselves.
var (
	Quick      = &chesszip.WriterOptions{Unchecked: true}
	Thorough   = &chesszip.WriterOptions{Level: learned.V1}
	EveryLevel = &chesszip.ReaderOptions{Levels: levels.All()}
)

// Failing is a test, possibly of rapid.
type Failing interface {
	Fatalf(format string, args ...any)
	Context() context.Context
}

// SmallFrames is a test whose frames have a tenth of the usual size, so that few games
// make several.
type SmallFrames struct{ *testing.T }

// FrameGames is the number of games of such a frame.
const FrameGames = 400

// Context is the test's context with small frames.
func (t SmallFrames) Context() context.Context {
	return inSmallFrames(t.T.Context())
}

func inSmallFrames(ctx context.Context) context.Context {
	return chunk.WithLimits(ctx, chunk.Limits{Games: FrameGames, Bytes: 400 << 10, Tags: 4400, Open: 1})
}

// Opening is a context in which frames of few games too have open columns.
func Opening(ctx context.Context) context.Context {
	l := chunk.LimitsOf(ctx)
	l.Open = 1
	return chunk.WithLimits(ctx, l)
}

// Run runs a subtest with small frames.
func (t SmallFrames) Run(name string, f func(t SmallFrames)) bool {
	return t.T.Run(name, func(t *testing.T) { f(SmallFrames{t}) })
}

// Compress compresses src, and checks the statistics. Frames of few games too have open
// columns.
func Compress(t Failing, src []byte, o *chesszip.WriterOptions) []byte {
	var b bytes.Buffer
	stats, err := chesszip.Compress(Opening(t.Context()), &b, bytes.NewReader(src), o)
	if err != nil {
		t.Fatalf("Compress: %v", err)
	}
	if stats.In != int64(len(src)) || stats.Out != int64(b.Len()) {
		t.Fatalf("Compress says %d bytes to %d, want %d to %d", stats.In, stats.Out, len(src), b.Len())
	}
	return b.Bytes()
}

// CheckPacked checks that an archive is not larger than src and decompresses to it.
func CheckPacked(t Failing, name string, src, packed []byte) {
	if most := len(src) + len(src)/1000 + 64; len(packed) > most {
		t.Fatalf("%s: %d bytes became %d, want at most %d", name, len(src), len(packed), most)
	}
	var got bytes.Buffer
	if _, err := chesszip.Decompress(context.Background(), &got, bytes.NewReader(packed), EveryLevel); err != nil {
		t.Fatalf("%s: Decompress: %v", name, err)
	}
	if !bytes.Equal(got.Bytes(), src) {
		t.Fatalf("%s: %d bytes came back as %d, or changed", name, len(src), got.Len())
	}
}

// FailingWriter is a writer whose every Write fails.
type FailingWriter struct{ Err error }

func (w FailingWriter) Write([]byte) (int, error) { return 0, w.Err }

// HeaderOf returns the header of archives at the fast level.
func HeaderOf(t testing.TB) archive.Header {
	t.Helper()
	data := Compress(t, nil, Quick)
	h, _, err := archive.DecodeHeader(data, nil)
	require.NoError(t, err)
	return h
}
