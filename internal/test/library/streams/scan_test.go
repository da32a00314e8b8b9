package streams

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

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// scanned combines the results of a stream's parts: the texts of all games, the numbers
// of those that match a query and a pattern, and the errors.
type scanned struct {
	text  []byte
	games int64
	hits  []string
	parts int
	err   error
}

var (
	askedScan = kit.Query("eco:C5")
	foundScan = kit.Pattern(`moves:"1. e4"`)
)

// ask adds the results of an archive, or of a part of it.
func (s *scanned) ask(t testing.TB, a *chesszip.Archive) {
	var b bytes.Buffer
	_, err := a.WriteTo(t.Context(), &b)
	s.err = errors.Join(s.err, err)
	s.text = append(s.text, b.Bytes()...)
	s.games += a.NumGames()
	for h, err := range a.Games().Where(askedScan).With(foundScan).Texts(t.Context()) {
		if err != nil {
			s.err = errors.Join(s.err, err)
			continue
		}
		s.hits = append(s.hits, fmt.Sprint(h.Number, " ", h.Ply(), " ", len(h.Text)))
	}
	from, to := a.Span()
	for _, i := range []int64{from, to - 1} {
		if from < to {
			h, err := a.Game(t.Context(), i, chesszip.FieldTags|chesszip.FieldNumbers)
			s.err = errors.Join(s.err, err)
			require.Equal(t, i, h.Number)
		}
	}
	for _, i := range []int64{from - 1, to} {
		_, err := kit.Text(t.Context(), a, i)
		require.ErrorIs(t, err, chesszip.ErrNoGame)
	}
}

func scan(t testing.TB, r io.Reader, threads int) (s scanned) {
	t.Helper()
	next := int64(0)
	for a, err := range chesszip.Scan(t.Context(), r, &chesszip.ReaderOptions{Levels: levels.All(), Threads: threads}) {
		if err != nil {
			require.Nil(t, a)
			s.err = errors.Join(s.err, err)
			continue
		}
		s.parts++
		if from, to := a.Span(); from < to {
			require.Equal(t, next, from)
			next = to
		}
		s.ask(t, a)
	}
	return s
}

// TestScan checks that the parts of a stream have together the contents of the file:
// PGN, archives of every index and level, concatenated ones, lists, and text without
// chess.
func TestScan(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	t.Parallel()
	sample := kit.LichessHead(t, kit.Several(40_000, 100_000))
	many := slices.Concat(sample, tiny(400), sample) // two frames
	huge := "[Event \"?\"]\n\n1. e4 {" + strings.Repeat("words and more words ", 9<<20/210) + "} 1-0\n\n"
	games := string(sample[:bytes.Index(sample[1:], []byte("\n[Event "))+2])
	quickly := kit.Compress(t, many, &chesszip.WriterOptions{Open: kit.EveryIndex})
	for name, src := range map[string][]byte{
		"games":            many,
		"prose first":      []byte(strings.Repeat("There is no game here.\n", 10<<20/230) + games),
		"a huge game":      []byte(games + huge + games + huge + games),
		"a list":           made.LineList(),
		"no chess":         bytes.Repeat([]byte{0, 1, 2, '\n'}, 1000),
		"an archive":       quickly,
		"a default one":    kit.Compress(t, sample[:len(sample)/5], &chesszip.WriterOptions{Level: learned.V1}),
		"several":          bytes.Join([][]byte{quickly, kit.Compress(t, made.LineList(), kit.Quick), kit.Compress(t, sample, kit.Quick)}, nil),
		"a huge one":       kit.Compress(t, []byte(games+huge+games+huge), &chesszip.WriterOptions{Open: kit.EveryIndex}),
		"archive, no game": kit.Compress(t, nil, kit.Quick),
	} {
		var want scanned
		var a *chesszip.Archive
		if bytes.HasPrefix(src, quickly[:4]) {
			a = kit.OpenBytes(t, src, kit.EveryLevel)
		} else {
			var err error
			a, err = chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
			require.NoError(t, err)
		}
		want.ask(t, a)
		for threads, r := range map[int]io.Reader{1: bytes.NewReader(src), 3: iotest.HalfReader(bytes.NewReader(src))} {
			got := scan(t, r, threads)
			require.NoError(t, got.err, name)
			require.True(t, bytes.Equal(want.text, got.text), "%s: %d bytes, want %d", name, len(got.text), len(want.text))
			require.Equal(t, want.games, got.games, name)
			require.Equal(t, want.hits, got.hits, name)
		}
	}
	for a, err := range chesszip.Scan(t.Context(), strings.NewReader(""), nil) {
		t.Errorf("a part of nothing: %v, %v", a, err)
	}
}

// TestScanDamage checks that damage loses only the damaged part: frames before it and
// archives after it are read.
func TestScanDamage(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	one, two := kit.Compress(t, kit.Numbered(0, 500), kit.Quick), kit.Compress(t, kit.Numbered(500, 510), kit.Quick)
	second := kit.OpenBytes(t, one, nil).Frames()[1]
	for name, at := range map[string]int{"header": 5, "first frame": 100, "second frame": int(second.Offset + second.Stored/2), "index": len(one) - 9} {
		src := bytes.Join([][]byte{one, two}, nil)
		src[at] ^= 0x10
		got := scan(t, bytes.NewReader(src), 2)
		require.ErrorIs(t, got.err, chesszip.ErrCorrupt, name)
		require.True(t, bytes.HasSuffix(got.text, kit.Numbered(500, 510)), name)
		require.Equal(t, map[string]int64{"header": 10, "first frame": 10, "second frame": 410, "index": 510}[name], got.games, name)
	}
	got := scan(t, bytes.NewReader(one[:len(one)-1]), 2)
	require.ErrorIs(t, got.err, chesszip.ErrCorrupt)
	require.EqualValues(t, 500, got.games)
}

// TestScanErrors checks that a read error comes after the parts before it, and that of a
// missing level at once.
func TestScanErrors(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	broken := errors.New("broken")
	got := scan(t, io.MultiReader(bytes.NewReader(bytes.Repeat([]byte(kit.Opera), 3_000)), iotest.ErrReader(broken)), 1)
	require.ErrorIs(t, got.err, broken)
	require.EqualValues(t, 2400, got.games)
	got = scan(t, iotest.ErrReader(broken), 1)
	require.ErrorIs(t, got.err, broken)
	learnt := kit.Compress(t, kit.Numbered(0, 5), &chesszip.WriterOptions{Level: learned.V1})
	for a, err := range chesszip.Scan(t.Context(), bytes.NewReader(learnt), nil) {
		require.Nil(t, a)
		require.ErrorIs(t, err, chesszip.ErrLevel)
	}
}

// endless is an endless PGN file. It counts the bytes read.
type endless struct{ read int64 }

func (e *endless) Read(p []byte) (int, error) {
	const game = "[Event \"x\"]\n\n1. e4 e5 *\n\n"
	for i := range p {
		p[i] = game[(e.read+int64(i))%int64(len(game))]
	}
	e.read += int64(len(p))
	return len(p), nil
}

// TestScanStops checks that a search that finds something near the beginning of a stream
// does not read on, and that a context ends it.
func TestScanStops(t *testing.T) {
	r := new(endless)
	for a, err := range chesszip.Scan(t.Context(), r, nil) {
		require.NoError(t, err)
		require.EqualValues(t, 4000, a.NumGames())
		break
	}
	require.Less(t, r.read, int64(32<<20))

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	parts := 0
	var last error
	for a, err := range chesszip.Scan(ctx, new(endless), nil) {
		require.Equal(t, a == nil, err != nil)
		if last = err; a != nil {
			parts++
		}
		if parts == 3 {
			cancel()
		}
	}
	require.Equal(t, 3, parts)
	require.ErrorIs(t, last, context.Canceled)
}

// TestScanHugeGame checks that a game beyond the memory limit is an error, and that the
// games around it are there.
func TestScanHugeGame(t *testing.T) {
	small := "[Event \"x\"]\n\n1. e4 *\n\n"
	src := []byte(small + "[Event \"?\"]\n\n1. e4 {" + strings.Repeat("words and more words ", 18<<20/21) + "} 1-0\n\n" + small)
	for name, src := range map[string][]byte{"PGN": src, "archive": kit.Compress(t, src, kit.Quick)} {
		games, limits := []int64{}, 0
		for a, err := range chesszip.Scan(t.Context(), bytes.NewReader(src), kit.EveryLevel) {
			require.NoError(t, err, name)
			from, to := a.Span()
			for i := from; i < to; i++ {
				var b bytes.Buffer
				if _, err := a.Games().Range(i, i+1).WriteTo(t.Context(), &b); err != nil {
					require.ErrorIs(t, err, chesszip.ErrLimit)
					require.NotErrorIs(t, err, chesszip.ErrCorrupt)
					limits++
					continue
				}
				require.Equal(t, small, b.String(), name)
				games = append(games, i)
			}
		}
		require.Equal(t, []int64{0, 2}, games, name)
		require.Equal(t, 1, limits, name)
	}
}

// TestCutOffInput checks that a reader with truncated input, such as of a packed file,
// is not treated as ended.
func TestCutOffInput(t *testing.T) {
	text := strings.Repeat("[Event \"A\"]\n\n1. e4 e5 *\n\n", 2000)
	cut := func() io.Reader {
		return io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF))
	}
	_, err := chesszip.Compress(t.Context(), io.Discard, cut(), nil)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	var last error
	for _, err := range chesszip.Scan(t.Context(), cut(), nil) {
		last = err
	}
	require.ErrorIs(t, last, io.ErrUnexpectedEOF)
	last = nil
	for _, err := range pgn.NewReader(cut(), nil).Games() {
		last = err
	}
	require.ErrorIs(t, last, io.ErrUnexpectedEOF)
}
