package archives

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/pgn"
)

// countingReaderAt counts what is read of an archive.
type countingReaderAt struct {
	io.ReaderAt
	reads, bytes atomic.Int64
}

func (r *countingReaderAt) ReadAt(b []byte, off int64) (int, error) {
	r.reads.Add(1)
	r.bytes.Add(int64(len(b)))
	return r.ReaderAt.ReadAt(b, off)
}

// openCounting opens an archive whose reads are counted afterwards.
func openCounting(t testing.TB, packed []byte) (*chesszip.Archive, *countingReaderAt) {
	t.Helper()
	r := &countingReaderAt{ReaderAt: bytes.NewReader(packed)}
	a, err := chesszip.Open(t.Context(), r, int64(len(packed)), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 2})
	require.NoError(t, err)
	r.reads.Store(0)
	r.bytes.Store(0)
	return a, r
}

// severalFrames returns an archive of some frames of columns, one of text and one of a
// list, and the texts of its games.
func severalFrames(t testing.TB) (packed []byte, games []string) {
	t.Helper()
	head := kit.LichessHead(t, 150_000)
	annotated := strings.Repeat("[Event \"notes\"]\n\n1. e4 {best (1. d4 d5)} e5 (1... c5 2. Nf3) 2. Nf3 {[%clk 0:01:00]} *\n\n", 70)
	for _, src := range [][]byte{head, []byte(annotated), []byte("one\n\n[Event \"text\"]\n\n1. e4 e5 2. Ke4 *\n"), fens(50), head} {
		packed = append(packed, kit.Compress(t, src, kit.Quick)...)
	}
	for g, err := range kit.OpenBytes(t, packed, nil).Games().Texts(t.Context()) {
		require.NoError(t, err)
		games = append(games, string(g.Text))
	}
	return packed, games
}

func fens(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 %d\n", i+1)
	}
	return b.Bytes()
}

// TestSelect checks that games come in the requested order, each number with its result,
// and that each frame is read once.
func TestSelect(t *testing.T) {
	packed, games := severalFrames(t)
	n := int64(len(games))
	rng := rand.New(rand.NewPCG(1, 2))
	var numbers []int64
	for range 200 {
		numbers = append(numbers, rng.Int64N(n))
	}
	numbers = append(numbers, n, 0, n-1, -1, 0, numbers[0])
	a, r := openCounting(t, packed)
	k := 0
	for g, err := range a.Games().Numbers(numbers...).Texts(t.Context()) {
		require.Equal(t, numbers[k], g.Number)
		if g.Number < 0 || g.Number >= n {
			require.ErrorIs(t, err, chesszip.ErrNoGame)
			require.Empty(t, g.Text)
		} else {
			require.NoError(t, err)
			require.Equal(t, games[g.Number], string(g.Text), "game %d", g.Number)
		}
		k++
	}
	require.Len(t, numbers, k)
	require.LessOrEqual(t, r.bytes.Load(), int64(len(packed)))
	require.LessOrEqual(t, r.reads.Load(), int64(4)) // frames with games

	for range a.Games().Numbers().Texts(t.Context()) {
		t.Error("no number gave a game")
	}
	k = 0
	for range a.Games().Numbers(3, 2, 1).Texts(t.Context()) {
		if k++; k == 2 {
			break
		}
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for g, err := range a.Games().Numbers(1, 2).Texts(stopped) {
		require.ErrorIs(t, err, context.Canceled)
		require.Empty(t, g.Text)
	}
}

// TestSelectOfMuch checks Select with texts beyond its memory limit.
func TestSelectOfMuch(t *testing.T) {
	var src strings.Builder
	for i := range 12 {
		fmt.Fprintf(&src, "[Event \"%d\"]\n\n1. e4 {%s} *\n\n", i, strings.Repeat("0123456789abcde ", 200_000))
	}
	a, r := openCounting(t, kit.Compress(t, []byte(src.String()), kit.Quick))
	require.EqualValues(t, 12, a.NumGames())
	var backwards []int64
	for i := range int64(12) {
		backwards = append(backwards, 11-i, i)
	}
	k := 0
	for g, err := range a.Games().Numbers(backwards...).Texts(t.Context()) {
		require.NoError(t, err)
		require.Equal(t, backwards[k], g.Number)
		require.Contains(t, string(g.Text[:20]), fmt.Sprintf("\"%d\"", g.Number))
		k++
	}
	require.Equal(t, 24, k)
	require.LessOrEqual(t, r.reads.Load(), int64(24))
}

// TestNeighbours checks that the frame is read once for consecutive games, whether by
// number, by their tags, their moves or in short ranges, also by parts of the archive.
func TestNeighbours(t *testing.T) {
	packed, games := severalFrames(t)
	a, r := openCounting(t, packed)
	part := kit.Shard(t, a, 0, 1)
	for i := range int64(20) {
		text, err := kit.Text(t.Context(), a, 10+i)
		require.NoError(t, err)
		require.Equal(t, games[10+i], string(text))
		clear(text) // the caller owns it
		h, err := part.Game(t.Context(), 10+i, chesszip.FieldTags|chesszip.FieldNumbers)
		require.NoError(t, err)
		require.Contains(t, games[10+i], h.Tag("Site"))
		_, err = a.Game(t.Context(), 10+i, chesszip.FieldMoves)
		require.NoError(t, err)
		for g, err := range a.Games().Range(12+i, 14+i).Texts(t.Context()) {
			require.NoError(t, err)
			require.Equal(t, games[g.Number], string(g.Text))
			clear(g.Text)
		}
	}
	require.EqualValues(t, 1, r.reads.Load())

	var wait sync.WaitGroup
	for thread := range 4 {
		wait.Go(func() {
			for i := range 60 {
				n := (i*7 + thread*13) % len(games)
				text, err := kit.Text(t.Context(), a, int64(n))
				if err != nil || string(text) != games[n] {
					t.Errorf("game %d is %q, error %v", n, text, err)
				}
			}
		})
	}
	wait.Wait()
}

// TestMoves compares Moves with pgn.ParseGame for the text.
func TestMoves(t *testing.T) {
	t.Parallel()
	inputs := map[string][]byte{
		"variety": kit.Variety(), "dependent tags": kit.DependentTags(), "lichess": kit.LichessHead(t, kit.Several(30_000, 100_000)),
		"odd": []byte("[Event \"x\"]\n\n1. e4 1-0 e5 2. Nf3 *\n\n[Event \"y\"]\n\n1. e4 -- 2. d4 ) e5 *\n\n[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Ke7 (7... Kd7 8. e4) 1/2\n\n[Event \"z\"]\n\n1. e4 e5 2. Ke3 *\n\n"),
	}
	most := 3_000 // bytes of each file
	if os.Getenv("CHESSZIP_LONG") != "" {
		inputs["lichess"], most = kit.Lichess(t), 100_000
	}
	for _, folder := range []string{"annotated", "odd"} {
		names, err := corpus.Names(folder)
		if err != nil {
			continue
		}
		for i, name := range names {
			if i%3 > 0 && !kit.Long {
				continue
			}
			inputs[name] = corpus.NeedHead(t, name, most)
		}
	}
	for what, src := range inputs {
		plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
		require.NoError(t, err)
		for kind, a := range map[string]*chesszip.Archive{"PGN": plain, "fast": kit.OpenBytes(t, kit.Compress(t, src, kit.Quick), nil)} {
			for g, err := range a.Games().Texts(t.Context()) {
				require.NoError(t, err)
				got, err := a.Game(t.Context(), g.Number, chesszip.FieldMoves)
				require.NoError(t, err)
				parsed := pgn.ParseGame(string(g.Text))
				if parsed == nil || !got.Known {
					require.Empty(t, got.Line.Moves)
					continue
				}
				want, _ := parsed.MainLine()
				require.Equal(t, want.Start, got.Line.Start, "%s, %s: game %d", what, kind, g.Number)
				require.Equal(t, fmt.Sprint(want.Moves), fmt.Sprint(got.Line.Moves), "%s, %s: game %d, %.300q", what, kind, g.Number, g.Text)
			}
			_, err = a.Game(t.Context(), a.NumGames(), chesszip.FieldMoves)
			require.ErrorIs(t, err, chesszip.ErrNoGame)
		}
	}
	a := kit.OpenBytes(t, kit.Compress(t, kit.LichessHead(t, 20_000), nil), nil)
	for g, err := range a.Games().Texts(t.Context()) {
		require.NoError(t, err)
		got, err := a.Game(t.Context(), g.Number, chesszip.FieldMoves)
		require.NoError(t, err)
		require.True(t, got.Known)
		want, _ := pgn.ParseGame(string(g.Text)).MainLine()
		require.Equal(t, want.Start, got.Line.Start)
		require.Equal(t, fmt.Sprint(want.Moves), fmt.Sprint(got.Line.Moves))
	}
}
