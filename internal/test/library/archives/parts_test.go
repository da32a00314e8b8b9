package archives

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestOneAnswer checks that archives of every kind and PGN give the same tags and
// half-moves.
func TestOneAnswer(t *testing.T) {
	src := kit.DependentTags()
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	archives := map[string]*chesszip.Archive{"PGN": plain}
	for _, level := range []*learned.Level{nil, learned.V1} {
		for _, index := range []chesszip.Columns{0, kit.EveryIndex} {
			packed := kit.Compress(t, src, &chesszip.WriterOptions{Level: level, Open: index})
			archives[fmt.Sprintf("%v with index %d", level, index)] = kit.OpenBytes(t, packed, kit.EveryLevel)
		}
	}
	for what, a := range archives {
		n := 0
		for h, err := range a.Games().Headers(t.Context()) {
			require.NoError(t, err)
			want := 4
			if n == 60 {
				want = 2
			}
			require.Equal(t, want, h.Plies, "%s: plies of game %d", what, n)
			require.Equal(t, want == 2, h.Tag("CurrentPosition") == "", "%s: game %d", what, n)
			n++
		}
		require.Equal(t, 61, n, what)
		for plies, want := range map[string]int64{"2": 1, "4": 60, "5": 0, "3": 0} {
			got, err := a.Games().Where(kit.Query("ply:" + plies)).Count(t.Context())
			require.NoError(t, err)
			require.Equal(t, want, got, "%s: games of %s half-moves", what, plies)
		}
		h, err := a.Game(t.Context(), 60, chesszip.FieldTags|chesszip.FieldNumbers)
		require.NoError(t, err)
		require.Equal(t, 2, h.Plies, what)
	}
}

// TestPart checks that every method of a part of an archive is restricted to its games.
func TestPart(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := kit.Variety()
	games := kit.SplitGames(src)
	whole := kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: kit.EveryIndex}), kit.EveryLevel)
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	for what, all := range map[string]*chesszip.Archive{"archive": whole, "PGN": plain} {
		a := kit.Shard(t, all, 1, 3)
		from, to := a.Span()
		require.Equal(t, [2]int64{400, 800}, [2]int64{from, to}, what)
		want := bytes.Join(games[from:to], nil)
		require.Equal(t, to-from, a.NumGames(), what)
		require.Equal(t, int64(len(want)), a.Input(), what)
		var stored int64
		for _, f := range a.Frames() {
			stored += f.Stored
		}
		require.Equal(t, stored, a.Size(), what)
		for _, i := range []int64{-1, 0, from - 1, to, 899} {
			_, err := kit.Text(t.Context(), a, i)
			require.ErrorIs(t, err, chesszip.ErrNoGame, "%s: game %d", what, i)
			_, err = a.Game(t.Context(), i, chesszip.FieldTags|chesszip.FieldNumbers)
			require.ErrorIs(t, err, chesszip.ErrNoGame, "%s: tags of %d", what, i)
		}
		text, err := kit.Text(t.Context(), a, from)
		require.NoError(t, err)
		require.Equal(t, games[from], text, what)
		h, err := a.Game(t.Context(), to-1, chesszip.FieldTags|chesszip.FieldNumbers)
		require.NoError(t, err)
		require.Equal(t, to-1, h.Number, what)
		for _, r := range [][2]int64{{0, 900}, {-5, from + 2}, {to - 3, 900}, {0, from}, {to, 900}} {
			low, high := max(r[0], from), min(r[1], to)
			part := bytes.Join(games[low:max(low, high)], nil)
			if r[1] <= from || r[0] >= to {
				part = nil
			}
			var copied bytes.Buffer
			_, err := a.Games().Range(r[0], r[1]).WriteTo(t.Context(), &copied)
			require.NoError(t, err)
			require.Equal(t, string(part), copied.String(), "%s: Copy%v", what, r)
			var texts []byte
			for g, err := range a.Games().Range(r[0], r[1]).Texts(t.Context()) {
				require.NoError(t, err)
				texts = append(texts, g.Text...)
			}
			require.Equal(t, string(part), string(texts), "%s: Range%v", what, r)
		}
		n := from
		for g, err := range a.Games().Texts(t.Context()) {
			require.NoError(t, err)
			require.Equal(t, n, g.Number, what)
			n++
		}
		require.Equal(t, to, n, what)
		count, err := a.Games().Count(t.Context())
		require.NoError(t, err)
		require.Equal(t, to-from, count, what)
		for g, err := range a.Games().With(kit.Pattern(`moves:"1. e4"`)).Texts(t.Context()) {
			require.NoError(t, err)
			require.True(t, g.Number >= from && g.Number < to, what)
		}
		// Parts of parts are parts.
		require.Equal(t, a.NumGames(), kit.Shard(t, a, 0, 1).NumGames(), what)
		require.Zero(t, kit.Shard(t, all, 0, 1<<20).NumGames(), what)
	}
	stats, damaged, err := kit.Shard(t, whole, 2, 3).Verify(t.Context())
	require.NoError(t, err)
	require.Empty(t, damaged)
	require.Equal(t, int64(100), stats.Games)
}

// TestRepackKeepsRecords checks that frames without games are also compressed again.
func TestRepackKeepsRecords(t *testing.T) {
	src := bytes.Repeat([]byte("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore 3\nply 0\nresult 0\ne\n"), 50)
	a := kit.OpenBytes(t, kit.Compress(t, src, kit.Quick), kit.EveryLevel)
	require.Zero(t, a.NumGames())
	var merged, back bytes.Buffer
	_, err := chesszip.Merge(t.Context(), &merged, []*chesszip.Archive{a, a}, &chesszip.MergeOptions{Repack: &chesszip.WriterOptions{}})
	require.NoError(t, err)
	_, err = chesszip.Decompress(t.Context(), &back, &merged, kit.EveryLevel)
	require.NoError(t, err)
	require.Equal(t, string(src)+string(src), back.String())
}

// TestVersionInComment checks the version of archives in the package comment.
func TestVersionInComment(t *testing.T) {
	text, err := os.ReadFile("../../../../chesszip.go")
	require.NoError(t, err)
	said := regexp.MustCompile(`1 byte   version of the contents of frames, (\d+)\n`).FindSubmatch(text)
	require.NotNil(t, said)
	r, err := archive.NewReader(bytes.NewReader(kit.Compress(t, nil, kit.Quick)), int64(len(kit.Compress(t, nil, kit.Quick))), nil)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprint(r.Header().Params[0]), string(said[1]))
}
