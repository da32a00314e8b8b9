package archives

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/model/boards/embedded"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestLevelNames checks that the constants for missing levels match the shipped levels.
func TestLevelNames(t *testing.T) {
	for _, l := range []*learned.Level{learned.V1, learned.V1Max} {
		packed := kit.Compress(t, []byte(kit.Opera), &chesszip.WriterOptions{Level: l})
		_, err := chesszip.Open(t.Context(), bytes.NewReader(packed), int64(len(packed)), nil)
		var missing *chesszip.LevelError
		require.ErrorAs(t, err, &missing)
		require.ErrorIs(t, err, chesszip.ErrLevel)
		require.NotErrorIs(t, err, chesszip.ErrCorrupt)
		require.Equal(t, uint32(l.ID()), missing.Number)
		require.Equal(t, "learned."+l.Name(), missing.Variable())
		for _, said := range []string{
			`import "github.com/chesszip/chesszip/movelist/learned"`, "Levels: []movelist.Level{" + missing.Variable() + "}",
		} {
			require.ErrorContains(t, err, said)
		}
		_, err = chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(packed), nil)
		require.ErrorAs(t, err, &missing)
		_, err = chesszip.Append(t.Context(), io.Discard, bytes.NewReader(packed), int64(len(packed)), bytes.NewReader([]byte(kit.Opera)), nil)
		require.ErrorAs(t, err, &missing)
		_, err = chesszip.Recover(t.Context(), io.Discard, bytes.NewReader(packed), int64(len(packed)), nil)
		require.ErrorAs(t, err, &missing)
		kit.OpenBytes(t, packed, &chesszip.ReaderOptions{Levels: []movelist.Level{nil, l}})
	}
	require.Empty(t, (&chesszip.LevelError{Number: 1}).Variable())
	require.ErrorContains(t, &chesszip.LevelError{Number: 1}, "of number 00000001")
}

// TestAllowMissing checks what can be read of an archive without its level, and that the
// rest names it.
func TestAllowMissing(t *testing.T) {
	src := kit.FirstGames(kit.Lichess(t), 30_000)
	games := int64(len(kit.SplitGames(src)))
	packed := kit.Compress(t, src, &chesszip.WriterOptions{Level: learned.V1, Open: kit.EveryIndex})
	without := &chesszip.ReaderOptions{AllowMissing: true}
	a, whole := kit.OpenBytes(t, packed, without), kit.OpenBytes(t, packed, kit.EveryLevel)
	require.Nil(t, a.Level())
	require.Equal(t, "learned.V1", a.MissingLevel().Variable())
	require.Nil(t, whole.MissingLevel())
	require.Equal(t, learned.V1, whole.Level())

	require.Equal(t, games, a.NumGames())
	var want []chesszip.Game
	for h, err := range whole.Games().Headers(t.Context()) {
		require.NoError(t, err)
		want = append(want, h)
	}
	n := 0
	for h, err := range a.Games().Headers(t.Context()) {
		require.NoError(t, err)
		require.Equal(t, want[n], h)
		n++
	}
	require.EqualValues(t, games, n)
	for _, q := range []*chesszip.Query{kit.Query("elo:1500-"), kit.Query("white:a"), kit.Query("opening:Sicilian")} {
		count, err := a.Games().Where(q).Count(t.Context())
		require.NoError(t, err)
		sure, err := whole.Games().Where(q).Count(t.Context())
		require.NoError(t, err)
		require.Equal(t, sure, count)
	}
	p := kit.Pattern(`moves:"1. e4 e5"`)
	count, err := a.Games().With(p).Count(t.Context())
	require.NoError(t, err)
	sure, err := whole.Games().With(p).Count(t.Context())
	require.NoError(t, err)
	require.Equal(t, sure, count)
	_, damaged, err := a.VerifyChecksums(t.Context())
	require.NoError(t, err)
	require.Empty(t, damaged)
	text, err := kit.Text(t.Context(), a, 0)
	require.NoError(t, err)
	require.Equal(t, string(kit.SplitGames(src)[0]), string(text), "no model is needed for open moves")

	packed = kit.Compress(t, src, &chesszip.WriterOptions{Level: learned.V1, Open: chesszip.ColumnNames})
	a = kit.OpenBytes(t, packed, without)
	var missing *chesszip.LevelError
	_, err = kit.Text(t.Context(), a, 0)
	require.ErrorAs(t, err, &missing)
	require.NotErrorIs(t, err, chesszip.ErrCorrupt)
	for _, err := range a.Games().Texts(t.Context()) {
		require.ErrorAs(t, err, &missing)
	}
	_, err = chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(packed), without)
	require.ErrorAs(t, err, &missing)
	require.NotErrorIs(t, err, chesszip.ErrCorrupt)
	got, err := chesszip.Recover(t.Context(), io.Discard, bytes.NewReader(packed), int64(len(packed)), without)
	require.NoError(t, err)
	require.Positive(t, got.Undecoded)
	require.Zero(t, got.Frames)

	// A frame coded without the model can be read.
	prose := bytes.Repeat([]byte("There is no game here.\n"), 100)
	var out bytes.Buffer
	_, err = chesszip.Decompress(t.Context(), &out, bytes.NewReader(kit.Compress(t, prose, kit.Thorough)), without)
	require.NoError(t, err)
	require.Equal(t, prose, out.Bytes())
	// A list of positions needs the level of its archive.
	list := kit.Compress(t, kit.Training, &chesszip.WriterOptions{Level: learned.V1Max})
	_, err = chesszip.Decompress(t.Context(), &out, bytes.NewReader(list), without)
	require.ErrorAs(t, err, &missing)
	require.Equal(t, "learned.V1Max", missing.Variable())
}

// TestMergeAsIs checks that frames are copied without the level of their moves.
func TestMergeAsIs(t *testing.T) {
	packed := kit.Compress(t, []byte(kit.Opera), kit.Thorough)
	a := kit.OpenBytes(t, packed, &chesszip.ReaderOptions{AllowMissing: true})
	var merged bytes.Buffer
	_, err := chesszip.Merge(t.Context(), &merged, []*chesszip.Archive{a, a}, nil)
	require.NoError(t, err)
	kit.CheckWhole(t, "twice", merged.Bytes(), append([]byte(kit.Opera), kit.Opera...))
	fast := kit.OpenBytes(t, kit.Compress(t, []byte(kit.Opera), kit.Quick), nil)
	_, err = chesszip.Merge(t.Context(), io.Discard, []*chesszip.Archive{a, fast}, nil)
	require.ErrorIs(t, err, chesszip.ErrRepack)
}

// TestParseWith checks that a level whose lists are read on demand decodes like the
// embedded one; an error of its tables is that of the call, which can be repeated.
func TestParseWith(t *testing.T) {
	gone := errors.New("the server is gone")
	asked, fails := 0, true
	level, err := learned.ParseWith(learned.V1.Bytes(), func() (ofMoves, ofBoards []byte, err error) {
		asked++
		if fails {
			return nil, nil, gone
		}
		return learned.V1.Bytes(), boards.Data(), nil
	})
	require.NoError(t, err)
	with := &chesszip.ReaderOptions{Levels: []movelist.Level{level}}

	games := kit.Numbered(0, 20)
	got, err := chesszip.Decode(nil, kit.Compress(t, games, kit.Thorough), 0, with)
	require.NoError(t, err)
	require.Equal(t, games, got)
	require.Zero(t, asked, "games need no lists")

	list := kit.Compress(t, kit.Training, kit.Thorough)
	_, err = chesszip.Decode(nil, list, 0, with)
	require.ErrorIs(t, err, gone)
	require.ErrorIs(t, err, chesszip.ErrLevel)
	require.NotErrorIs(t, err, chesszip.ErrCorrupt)
	fails = false
	for range 2 {
		got, err = chesszip.Decode(nil, list, 0, with)
		require.NoError(t, err)
		require.Equal(t, kit.Training, got)
	}
	require.Equal(t, 2, asked, "once it has failed, and once it has not")

	_, err = learned.ParseWith([]byte("PNG"), nil)
	require.ErrorIs(t, err, learned.ErrModel)
}
