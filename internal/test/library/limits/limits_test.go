package limits

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// A family is inputs of one kind, made to take much memory, or to expand: at least n
// bytes of it.
type family struct {
	name string
	make func(n int, rng *rand.Rand) []byte
}

const oneTag = "[Event \"x\"]\n\n"

// again returns a text repeated after a head.
func again(head, text string) func(int, *rand.Rand) []byte {
	return func(n int, _ *rand.Rand) []byte { return []byte(head + strings.Repeat(text, n/len(text)+1)) }
}

// each returns the results of part, appended repeatedly after a head.
func each(head string, part func(dst []byte, i int, rng *rand.Rand) []byte) func(int, *rand.Rand) []byte {
	return func(n int, rng *rand.Rand) []byte {
		b := []byte(head)
		for i := 0; len(b) < n; i++ {
			b = part(b, i, rng)
		}
		return b
	}
}

// noise appends n random bytes b with low <= b < high.
func noise(dst []byte, n, low, high int, rng *rand.Rand) []byte {
	for range n {
		dst = append(dst, byte(low+rng.IntN(high-low)))
	}
	return dst
}

func word(dst []byte, rng *rand.Rand) []byte { return noise(dst, 2+rng.IntN(9), 'a', 'z'+1, rng) }

// block appends a block of chains of n random bytes.
func block(dst []byte, n int, rng *rand.Rand) []byte {
	return noise(binary.LittleEndian.AppendUint32(append(dst, "BINP"...), uint32(n)), n, 0, 256, rng)
}

// manyGames are the games of archives of very many games.
func manyGames() []byte {
	var b []byte
	for i := range 4000 {
		b = fmt.Appendf(b, "[White \"w%d\"]\n\n1. %s *\n\n", i, []string{"e4", "d4", "Nf3"}[i%3])
	}
	return b
}

var families = []family{
	{"brackets", again("", "[")},
	{"variations", again("", "()")},
	{"open variations", again(oneTag+"1. e4 ", "(")},
	{"nested variations", again(oneTag+"1. e4 ", "e5 (")},
	{"braces", again("", "{")},
	{"empty comments", again(oneTag+"1. e4 ", "{}")},
	{"semicolons", again(oneTag+"1. e4 ", ";\n")},
	{"escapes", again("", "%\n")},
	{"glyphs", again(oneTag+"1. e4 ", "$1 ")},
	{"numbers", again("", "1. ")},
	{"NUL", again("", "\x00 ")},
	{"one tag", again("", "[A \"\"]\n")},
	{"tags on a line", again("", "[A\"\"]")},
	{"tags", each("", func(b []byte, i int, _ *rand.Rand) []byte { return fmt.Appendf(b, "[A%d \"\"]\n", i) })},
	{"tags of games", each("", func(b []byte, i int, _ *rand.Rand) []byte {
		return fmt.Appendf(b, "[Event \"\"]\n[A%d \"\"]\n\n*\n\n", i)
	})},
	{"a huge tag", each("[Event \"", func(b []byte, _ int, rng *rand.Rand) []byte { return append(word(b, rng), ' ') })},
	{"a huge comment", each(oneTag+"1. e4 {", func(b []byte, _ int, rng *rand.Rand) []byte { return append(word(b, rng), ' ') })},
	{"comments of words", each("", func(b []byte, _ int, rng *rand.Rand) []byte {
		b = append(word(append(b, oneTag+"1. e4 {"...), rng), "} e5 {"...)
		return append(word(append(word(b, rng), ' '), rng), "} *\n\n"...)
	})},
	{"comments of numbers", each(oneTag+"1. e4 ", func(b []byte, _ int, rng *rand.Rand) []byte {
		return fmt.Appendf(b, "{%d %d}", rng.IntN(1e6), rng.IntN(1000))
	})},
	{"comments of moves", again(oneTag+"1. e4 ", "{e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7} ")},
	{"games of two bytes", again("", "1.e4*")},
	{"random games", each("", func(b []byte, _ int, rng *rand.Rand) []byte {
		return append(noise(append(b, "1.{"...), 3, 'A', 'z', rng), "}*\n"...)
	})},
	{"names", each("", func(b []byte, _ int, rng *rand.Rand) []byte {
		return append(word(append(word(append(b, "[White \""...), rng), "\"]\n[Black \""...), rng), "\"]\n\n*\n\n"...)
	})},
	{"white space", each(oneTag, func(b []byte, _ int, rng *rand.Rand) []byte {
		for range 20 {
			b = append(b, " \t\n\r\v\f"[rng.IntN(6)])
		}
		return append(b, 'a')
	})},
	{"words", each("", func(b []byte, _ int, rng *rand.Rand) []byte { return append(word(b, rng), ' ') })},
	{"positions", again("", "8/8/8/8/8/8/8/Kk6 w - - 0 1\n")},
	{"positions and lines", again("", "8/8/8/8/8/8/8/Kk6 w - - 0 1\na\nb\nc\nd\ne\nf\n")},
	{"positions with words", each("", func(b []byte, _ int, rng *rand.Rand) []byte {
		return append(word(append(b, "8/8/8/8/8/8/8/Kk6 w - - bm "...), rng), ";\n"...)
	})},
	{"a table", each("", func(b []byte, _ int, rng *rand.Rand) []byte {
		return fmt.Appendf(word(b, rng), ",8/8/8/8/8/8/8/Kk6 w - - 0 1,a1a2,%d\n", rng.IntN(3000))
	})},
	{"records", again("", "fen 8/8/8/8/8/8/8/Kk6 w - - 0 1\nmove a1a2\nscore 0\nply 1\nresult 0\ne\n")},
	{"blocks of no byte", each("", func(b []byte, _ int, rng *rand.Rand) []byte { return block(b, 0, rng) })},
	{"blocks of a byte", each("", func(b []byte, _ int, rng *rand.Rand) []byte { return block(b, 1, rng) })},
	{"blocks of 32 bytes", each("", func(b []byte, _ int, rng *rand.Rand) []byte { return block(b, 32, rng) })},
	{"blocks of 5 kB", each("", func(b []byte, _ int, rng *rand.Rand) []byte { return block(b, 5000, rng) })},
	{"random bytes", each("", func(b []byte, _ int, rng *rand.Rand) []byte { return noise(b, 1000, 0, 256, rng) })},
	{"random letters", each("", func(b []byte, _ int, rng *rand.Rand) []byte { return noise(b, 1000, 32, 127, rng) })},
}

// small are nearly empty inputs.
var small = []string{"", "\n", "*", "a", "1.", "[", "\xff", "e4", "8/8/8/8/8/8/8/Kk6 w - - 0 1", oneTag, "BINP", "BINP\x01\x00\x00\x00a", "\x00\x00"}

// TestGrowth checks that no archive is larger than its input by more than a thousandth
// and 128 bytes, at any level.
func TestGrowth(t *testing.T) {
	check := func(name string, src []byte, level *learned.Level) {
		var packed counter
		_, err := chesszip.Compress(t.Context(), &packed, bytes.NewReader(src), &chesszip.WriterOptions{Level: level, Threads: 1})
		require.NoError(t, err)
		if most := len(src) + len(src)/1000 + 128; int(packed) > most {
			t.Errorf("%s at level %s: %d bytes become %d, want at most %d", name, kit.LevelName(level), len(src), packed, most)
		}
	}
	sizes := map[*learned.Level]int{nil: 40_000, learned.V1: 5_000, learned.V1Max: 2_000}
	if kit.Long {
		sizes = map[*learned.Level]int{nil: 5_000_000, learned.V1: 1_000_000, learned.V1Max: 200_000}
	}
	for level, n := range sizes {
		for _, f := range families {
			check(f.name, f.make(n, rand.New(rand.NewPCG(1, 1))), level)
		}
		for _, src := range small {
			check(fmt.Sprintf("%q", src), []byte(src), level)
		}
	}
}

// counter counts the bytes written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// byNumber are the levels by the numbers that a test's process gets.
var byNumber = []*learned.Level{nil, learned.V1, learned.V1Max}

// TestCompressMemory compresses inputs that are made to take much memory, in a separate
// process, which uses the library with its defaults.
func TestCompressMemory(t *testing.T) {
	runs := []struct {
		level   *learned.Level
		threads int
		of      []string
	}{{nil, 2, []string{"tags of games", "random bytes"}}}
	if kit.Long {
		runs = runs[:0]
		for _, level := range []*learned.Level{nil, learned.V1, learned.V1Max} {
			runs = append(runs, struct {
				level   *learned.Level
				threads int
				of      []string
			}{level, 2, nil})
		}
		runs = append(runs, runs[0])
		runs[3].threads = 4
	}
	for _, run := range runs {
		most := int64(256+96*(run.threads-2)) << 20
		for _, f := range families {
			if run.of != nil && !slices.Contains(run.of, f.name) {
				continue
			}
			file := writeFamily(t, f, run.threads)
			if peak := peakOf(t, "compress", file, fmt.Sprint(run.threads), fmt.Sprint(slices.Index(byNumber, run.level))); peak > most {
				t.Errorf("%s at level %s on %d threads: %d MiB, want at most %d", f.name, kit.LevelName(run.level), run.threads, peak>>20, most>>20)
			}
		}
	}
}

// TestQueryMemory runs all queries on archives and PGN of very many games, in a separate
// process.
func TestQueryMemory(t *testing.T) {
	const most = (64 + 2*64) << 20
	frames := 30
	if kit.Long {
		frames = 12_500 // 50 million games
	}
	for _, kind := range []string{"archive", "PGN"} {
		if peak := peakOf(t, "query", kind, fmt.Sprint(frames)); peak > most {
			t.Errorf("%s of %d games: %d MiB, want at most %d", kind, 4000*frames, peak>>20, most>>20)
		}
	}
}

// peakOf runs a child process of this test with some arguments, and returns its peak
// memory in bytes.
func peakOf(t testing.TB, args ...string) int64 {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the peak of a process is read from /proc")
	}
	c := exec.Command(os.Args[0], "-test.run=^TestChild$", "-test.timeout=60m")
	c.Env = append(os.Environ(), "CHESSZIP_CHILD="+strings.Join(args, ","), "GOMEMLIMIT=off", "GOGC=100", "GOCOVERDIR="+t.TempDir())
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%v: %s", args, out)
	_, rest, ok := strings.Cut(string(out), "peak ")
	require.True(t, ok, "%v: %s", args, out)
	line, _, _ := strings.Cut(rest, "\n")
	peak, err := strconv.ParseInt(line, 10, 64)
	require.NoError(t, err)
	t.Logf("%v: %d MiB", args, peak>>20)
	return peak
}

// TestChild is the child process of peakOf.
func TestChild(t *testing.T) {
	args := strings.Split(os.Getenv("CHESSZIP_CHILD"), ",")
	switch args[0] {
	case "compress":
		compressFile(t, args[1], number(t, args[2]), byNumber[number(t, args[3])])
	case "query":
		askEverything(t, args[1], number(t, args[2]))
	default:
		t.Skip("TestCompressMemory and TestQueryMemory run this")
	}
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ := strings.Cut(rest, "kB")
	fmt.Printf("peak %d\n", number(t, strings.TrimSpace(line))<<10)
}

func number(t testing.TB, text string) int {
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// writeFamily writes chunks of a family to a file, one more than threads hold at once,
// each of the greatest size.
func writeFamily(t testing.TB, f family, threads int) (name string) {
	t.Helper()
	part := append(f.make(4_150_000, rand.New(rand.NewPCG(1, 1))), "\n\n"...)
	name = filepath.Join(t.TempDir(), "input")
	require.NoError(t, os.WriteFile(name, bytes.Repeat(part, threads+1), 0o600))
	return name
}

// compressFile compresses a file as any program does.
func compressFile(t testing.TB, name string, threads int, level *learned.Level) {
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	_, err = chesszip.Compress(t.Context(), io.Discard, f, &chesszip.WriterOptions{Level: level, Threads: threads})
	require.NoError(t, err)
}

// repeated is bytes over and over.
type repeated struct {
	part  []byte
	times int64
}

func (r *repeated) size() int64 { return r.times * int64(len(r.part)) }

func (r *repeated) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && off < r.size() {
		k := copy(p[n:], r.part[off%int64(len(r.part)):])
		n, off = n+k, off+int64(k)
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// askEverything opens an archive, or PGN, of frames times 4,000 games, and runs all
// calls that read all of it.
func askEverything(t testing.TB, kind string, frames int) {
	var a *chesszip.Archive
	if kind == "PGN" {
		src := &repeated{manyGames(), int64(frames)}
		var err error
		a, err = chesszip.OpenPGN(t.Context(), src, src.size(), &chesszip.ReaderOptions{Threads: 2})
		require.NoError(t, err)
	} else {
		packed := copied(t, frames)
		a = kit.OpenBytes(t, packed, &chesszip.ReaderOptions{Levels: levels.All(), Threads: 2})
	}
	games := int64(4000 * frames)
	require.Equal(t, games, a.NumGames())
	n, err := a.Games().Where(kit.Query("white:w17")).Count(t.Context())
	require.NoError(t, err)
	require.Equal(t, int64(frames), n)
	n, err = a.Games().With(kit.Pattern(`moves:"1. d4"`)).Count(t.Context())
	require.NoError(t, err)
	require.Equal(t, games/4000*1333, n)
	headers := int64(0)
	for h, err := range a.Games().Headers(t.Context()) {
		require.NoError(t, err)
		if headers++; h.Plies != 1 {
			t.Fatal("game", h.Number)
		}
	}
	require.Equal(t, games, headers)
	texts := int64(0)
	for g, err := range a.Games().Where(kit.Query("white:w18")).Texts(t.Context()) {
		require.NoError(t, err)
		texts += int64(min(len(g.Text), 1))
	}
	require.Equal(t, int64(frames), texts)
	var written counter
	_, err = a.Games().Where(kit.Query("ply:1")).WriteTo(t.Context(), &written)
	require.NoError(t, err)
	require.Equal(t, a.Input(), int64(written))
	require.Len(t, a.Frames(), frames)
	_, err = kit.Text(t.Context(), a, games-1)
	require.NoError(t, err)
}

// copied returns an archive of a number of equal frames.
func copied(t testing.TB, frames int) []byte {
	t.Helper()
	one := kit.OpenBytes(t, kit.Compress(t, manyGames(), &chesszip.WriterOptions{}), kit.EveryLevel)
	all := make([]*chesszip.Archive, frames)
	for i := range all {
		all[i] = one
	}
	var packed bytes.Buffer
	_, err := chesszip.Merge(t.Context(), &packed, all, nil)
	require.NoError(t, err)
	return packed.Bytes()
}

// TestClaims checks that no allocation depends on the number of games that an index and
// a frame claim.
func TestClaims(t *testing.T) {
	for _, claim := range []int64{4001, 1 << 24, math.MaxUint32} {
		for _, input := range []int64{5, 4 << 20} {
			a := claiming(t, claim, input)
			q := kit.Query("ply:1-")
			for name, ask := range map[string]func() error{
				"Headers":     func() error { return ends(a.Games().Headers(t.Context())) },
				"All":         func() error { return ends(a.Games().Texts(t.Context())) },
				"Filter":      func() error { return ends(a.Games().Where(q).Headers(t.Context())) },
				"FilterGames": func() error { return ends(a.Games().Where(q).Texts(t.Context())) },
				"Find":        func() error { return ends(a.Games().With(kit.Pattern(`moves:"1. e4"`)).Texts(t.Context())) },
				"Find of some": func() error {
					return ends(a.Games().Where(q).With(kit.Pattern(`moves:"1. e4"`)).Texts(t.Context()))
				},
				"FindCount": func() error {
					_, err := a.Games().With(kit.Pattern(`moves:"1. e4"`)).Count(t.Context())
					return err
				},
				"FilterCount":  func() error { _, err := a.Games().Where(q).Count(t.Context()); return err },
				"CopyFiltered": func() error { _, err := a.Games().Where(q).WriteTo(t.Context(), io.Discard); return err },
				"Game":         func() error { _, err := kit.Text(t.Context(), a, claim-1); return err },
				"Tags": func() error {
					_, err := a.Game(t.Context(), claim-1, chesszip.FieldTags|chesszip.FieldNumbers)
					return err
				},
				"Moves": func() error { _, err := a.Game(t.Context(), claim-1, chesszip.FieldMoves); return err },
				"Remarks": func() error {
					_, err := a.Game(t.Context(), claim-1, chesszip.FieldRemarks)
					return err
				},
				"Lines": func() error { return ends(a.Games().Lines(t.Context())) },
			} {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				err := ask()
				runtime.ReadMemStats(&after)
				require.ErrorIs(t, err, chesszip.ErrCorrupt, "%s of %d games", name, claim)
				if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
					t.Errorf("%s of %d games in %d bytes took %d MiB", name, claim, input, took>>20)
				}
			}
		}
	}
}

// ends reads a sequence and returns its error.
func ends[T any](all func(func(T, error) bool)) (err error) {
	for _, e := range all {
		if e != nil {
			err = e
		}
	}
	return err
}

// claiming returns an archive of a frame with claimed numbers of games and bytes.
func claiming(t testing.TB, games, input int64) *chesszip.Archive {
	t.Helper()
	empty := kit.Compress(t, nil, &chesszip.WriterOptions{})
	r, err := archive.NewReader(bytes.NewReader(empty), int64(len(empty)), nil)
	require.NoError(t, err)
	h := r.Header()
	var packed bytes.Buffer
	w, err := archive.NewWriter(&packed, &h, nil)
	require.NoError(t, err)
	frame, err := archive.AppendFrame(nil, &archive.Frame{Games: games, Input: input, Streams: []archive.Stream{{Kind: 1, Data: []byte("1. e4")}}})
	require.NoError(t, err)
	require.NoError(t, w.WriteEncoded(frame, nil))
	require.NoError(t, w.Close())
	return kit.OpenBytes(t, packed.Bytes(), kit.EveryLevel)
}

// TestLongestGames has a game beyond the memory limit: it is filtered, found and
// written, and requesting its text is an error.
func TestLongestGames(t *testing.T) {
	long := "[Event \"long\"]\n\n1. e4 {" + strings.Repeat("0123456789abcde ", 1_200_000) + "} e5 1-0\n\n"
	src := []byte(oneTag + "1. d4 *\n\n" + long + oneTag + "1. c4 *\n\n")
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	for what, a := range map[string]*chesszip.Archive{
		"PGN": plain, "archive": kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Unchecked: true}), kit.EveryLevel),
	} {
		var got bytes.Buffer
		for _, q := range []*chesszip.Query{nil, kit.Query("event:x"), kit.Query("event:long")} {
			got.Reset()
			want := src
			if q != nil && q.String() == "event:long" {
				want = []byte(long)
			} else if q != nil {
				want = bytes.Replace(src, []byte(long), nil, 1)
			}
			n, err := a.Games().Where(q).WriteTo(t.Context(), &got)
			require.NoError(t, err, what)
			require.Equal(t, int64(len(want)), n, what)
			require.True(t, bytes.Equal(want, got.Bytes()), what)
		}
		n, err := a.Games().With(kit.Pattern(`moves:"1. e4"`)).Count(t.Context())
		require.NoError(t, err, what)
		require.Equal(t, int64(1), n, what)
		_, err = kit.Text(t.Context(), a, 1)
		isLimit := func(err error) {
			t.Helper()
			require.ErrorIs(t, err, chesszip.ErrLimit, what)
			require.NotErrorIs(t, err, chesszip.ErrCorrupt, what)
		}
		isLimit(err)
		isLimit(ends(a.Games().Where(kit.Query("event:long")).Texts(t.Context())))
		isLimit(ends(a.Games().With(kit.Pattern(`moves:"1. e4"`)).Texts(t.Context())))
		isLimit(ends(a.Games().Numbers(0, 1, 2).Texts(t.Context())))
		isLimit(ends(a.Games().Range(1, 2).Texts(t.Context())))
		require.NoError(t, ends(a.Games().Rows(t.Context(), chesszip.FieldRemarks|chesszip.FieldTags)), what)
		if what == "archive" {
			_, damaged, err := a.Verify(t.Context())
			require.NoError(t, err)
			require.Empty(t, damaged)
		}
		for _, q := range []*chesszip.Query{nil, kit.Query("ply:1-2")} {
			var said []string
			for g, err := range a.Games().Where(q).Texts(t.Context()) {
				said = append(said, fmt.Sprint(g.Number, len(g.Text) > 0, errors.Is(err, pgn.ErrTooLong)))
			}
			require.Equal(t, []string{"0 true false", "1 false true", "2 true false"}, said, what)
		}
		broken := errors.New("broken")
		r, w := io.Pipe()
		r.CloseWithError(broken)
		_, err = a.Games().Where(kit.Query("event:long")).WriteTo(t.Context(), w)
		require.ErrorIs(t, err, broken, what)
	}
}
