package streams

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

func cutsOf(t testing.TB, src []byte) (cuts []int64) {
	for at, err := range chesszip.SplitPoints(t.Context(), bytes.NewReader(src)) {
		require.NoError(t, err)
		cuts = append(cuts, at)
	}
	return cuts
}

// inPieces compresses the pieces between some cuts, and merges the archives.
func inPieces(t testing.TB, src []byte, cuts []int64, o chesszip.WriterOptions) []byte {
	openings := o.Open&chesszip.OpeningTable != 0
	if openings {
		o.Open = o.Open&^chesszip.OpeningTable | chesszip.ColumnMoves | chesszip.ColumnNumbers
	}
	var pieces []*chesszip.Archive
	from := int64(0)
	for _, to := range cuts {
		pieces = append(pieces, kit.OpenBytes(t, kit.Compress(t, src[from:to], &o), kit.EveryLevel))
		from = to
	}
	require.Equal(t, int64(len(src)), from)
	var b bytes.Buffer
	_, err := chesszip.Merge(t.Context(), &b, pieces, &chesszip.MergeOptions{Openings: openings})
	require.NoError(t, err)
	return b.Bytes()
}

// tiny are games of a few bytes, so that there are several frames of them.
func tiny(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[White \"w%d\"]\n[Result \"1-0\"]\n\n1. e4 %s 2. Nf3 1-0\n\n", i%50, []string{"e5", "c5", "e6"}[i%3])
	}
	return []byte(b.String())
}

// TestCuts checks that archives of pieces make the archive of the whole, for any choice
// of cuts.
func TestCuts(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	t.Parallel()
	text := bytes.Repeat([]byte("This is no game.\n"), 25_000)
	for name, c := range map[string]struct {
		src  []byte
		cuts int // at least
	}{
		"nothing":        {nil, 1},
		"one game":       {[]byte(kit.Opera), 1},
		"frames":         {tiny(850), 3},
		"kinds":          {kit.Variety(), 2},
		"a huge game":    {bytes.Join([][]byte{tiny(410), made.LongGame(30_000), []byte("\n"), tiny(450)}, nil), 3},
		"text":           {text, 1},
		"text and games": {append(bytes.Clone(text), tiny(450)...), 1},
		"games and text": {append(tiny(450), text...), 2},
		"a list":         {bytes.Repeat([]byte("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), 8_000), 1},
		"records":        {bytes.Repeat([]byte("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore 3\nply 0\nresult 0\ne\n"), 4_500), 1},
		"short games":    {bytes.Repeat([]byte("1. e4 1-0\n\n"), 2_500), 2},
	} {
		t.Run(name, func(t kit.SmallFrames) {
			all := cutsOf(t, c.src)
			require.GreaterOrEqual(t, len(all), c.cuts)
			random := rand.New(rand.NewPCG(1, uint64(len(c.src))))
			for _, o := range []chesszip.WriterOptions{{Unchecked: true}, {Open: kit.EveryIndex, Unchecked: true}, {Open: chesszip.OpeningTable, Unchecked: true}} {
				want := kit.Compress(t, c.src, &o)
				require.True(t, bytes.Equal(want, inPieces(t, c.src, all, o)), "all cuts, index %d", o.Open)
				if len(all) == 1 || !kit.Long && o.Open == 0 {
					continue // some are all, or index and texts come with the other options
				}
				var some []int64
				for i, at := range all {
					if i == len(all)-1 || random.IntN(2) == 0 {
						some = append(some, at)
					}
				}
				require.True(t, bytes.Equal(want, inPieces(t, c.src, some, o)), "cuts %v of %v, index %d", some, all, o.Open)
			}
		})
	}
}

// TestCutsAtLevel checks the same for a learned level.
func TestCutsAtLevel(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := tiny(900)
	o := chesszip.WriterOptions{Level: learned.V1, Unchecked: true}
	require.True(t, bytes.Equal(kit.Compress(t, src, &o), inPieces(t, src, cutsOf(t, src), o)))
}

func TestCutsErrors(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	broken := errors.New("broken")
	for _, err := range chesszip.SplitPoints(t.Context(), iotest.ErrReader(broken)) {
		require.ErrorIs(t, err, broken)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range chesszip.SplitPoints(ctx, bytes.NewReader(tiny(900))) {
		require.ErrorIs(t, err, context.Canceled)
	}
	for at, err := range chesszip.SplitPoints(t.Context(), bytes.NewReader(tiny(900))) {
		require.NoError(t, err)
		require.Positive(t, at)
		break // and no more
	}
}
