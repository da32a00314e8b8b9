package archives

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/pgn"
)

func TestArchive(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := kit.Variety()
	games := kit.SplitGames(src)
	for _, index := range []chesszip.Columns{0, kit.EveryIndex} {
		checkArchive(t, kit.OpenBytes(t, kit.PackedVariety(t, index), kit.EveryLevel), src, games)
	}
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	checkArchive(t, plain, src, games)
}

func checkArchive(t testing.TB, a *chesszip.Archive, src []byte, games [][]byte) {
	t.Helper()
	if a.NumGames() != int64(len(games)) || a.Input() != int64(len(src)) {
		t.Fatalf("archive of %d games and %d bytes, want %d and %d", a.NumGames(), a.Input(), len(games), len(src))
	}
	n := int64(0)
	for g, err := range a.Games().Texts(t.Context()) {
		require.NoError(t, err)
		if g.Number != n || !bytes.Equal(g.Text, games[n]) {
			t.Fatalf("All: game %d is %.60q, want game %d, %.60q", g.Number, g.Text, n, games[n])
		}
		n++
	}
	if n != a.NumGames() {
		t.Errorf("All gave %d games, want %d", n, a.NumGames())
	}
	for _, i := range []int64{0, 1, 399, 400, 899} {
		text, err := kit.Text(t.Context(), a, i)
		require.NoError(t, err)
		if !bytes.Equal(text, games[i]) {
			t.Errorf("Game(%d) = %q, want %q", i, text, games[i])
		}
		h, err := a.Game(t.Context(), i, chesszip.FieldTags|chesszip.FieldNumbers)
		require.NoError(t, err)
		want := pgn.ParseGame(string(games[i]))
		if h.Number != i || !slices.Equal(h.Tags, want.Tags) || h.Plies != 3 {
			t.Errorf("Tags(%d) = %v, want %v and 3 plies", i, h, want.Tags)
		}
	}
	for _, r := range [][2]int64{{0, 900}, {5, 6}, {399, 401}, {400, 800}, {100, 810}, {899, 10000}, {7, 7}, {-1, 1}} {
		low, high := min(max(r[0], 0), 900), min(r[1], 900)
		want := bytes.Join(games[low:high], nil)
		var got bytes.Buffer
		n, err := a.Games().Range(r[0], r[1]).WriteTo(t.Context(), &got)
		require.NoError(t, err)
		if n != int64(got.Len()) || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("Copy(%d, %d) wrote %d bytes, want these %d", r[0], r[1], n, len(want))
		}
	}
	for _, i := range []int64{-1, 900} {
		if _, err := kit.Text(t.Context(), a, i); !errors.Is(err, chesszip.ErrNoGame) {
			t.Errorf("Game(%d): error = %v, want ErrNoGame", i, err)
		}
	}
	// Shards together have each game once, in order.
	for _, shards := range []int{1, 3} {
		n := int64(0)
		for i := range shards {
			s := kit.Shard(t, a, i, shards)
			from, to := s.Span()
			if from != n && from != to {
				t.Errorf("shard %d of %d spans %d to %d, want it to begin at %d", i, shards, from, to, n)
			}
			for h, err := range s.Games().Headers(t.Context()) {
				require.NoError(t, err)
				if h.Number != n {
					t.Fatalf("shard %d of %d: game %d, want %d", i, shards, h.Number, n)
				}
				n++
			}
		}
		if n != 900 {
			t.Errorf("%d shards have %d games, want 900", shards, n)
		}
	}
}

// TestHugeGameInArchive has a game larger than two frames between two others.
func TestHugeGameInArchive(t *testing.T) {
	huge := "[Event \"long\"]\n\n1. e4 {" + strings.Repeat("0123456789abcde ", 600_000) + "} e5 1-0\n\n"
	src := []byte(kit.Opera + huge + kit.Opera)
	packed := kit.Compress(t, src, kit.Quick)
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	for name, a := range map[string]*chesszip.Archive{"archive": kit.OpenBytes(t, packed, kit.EveryLevel), "PGN": plain} {
		if a.NumGames() != 3 {
			t.Fatalf("%s: %d games, want 3", name, a.NumGames())
		}
		for i, want := range []string{kit.Opera, huge, kit.Opera} {
			text, err := kit.Text(t.Context(), a, int64(i))
			require.NoError(t, err)
			if string(text) != want {
				t.Errorf("%s: Game(%d) has %d bytes, want these %d", name, i, len(text), len(want))
			}
			var copied bytes.Buffer
			_, err = a.Games().Range(int64(i), int64(i)+1).WriteTo(t.Context(), &copied)
			require.NoError(t, err)
			if copied.String() != want {
				t.Errorf("%s: Copy of game %d has %d bytes, want these %d", name, i, copied.Len(), len(want))
			}
		}
		n := 0
		for g, err := range a.Games().Where(kit.Query("event:long")).Texts(t.Context()) {
			require.NoError(t, err)
			n++
			if string(g.Text) != huge {
				t.Errorf("%s: FilterGames gave %d bytes, want these %d", name, len(g.Text), len(huge))
			}
		}
		if n != 1 || len(a.Frames()) != 3 {
			t.Errorf("%s: %d games of that event in %d frames, want 1 in 3", name, n, len(a.Frames()))
		}
	}
}

// TestTextsStay checks that returned texts are not overwritten.
func TestTextsStay(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := kit.Variety()
	games := kit.SplitGames(src)
	a := kit.OpenBytes(t, kit.PackedVariety(t, 0), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1})
	var found []chesszip.Game
	for g, err := range a.Games().Where(kit.Query("result:1-0")).Texts(t.Context()) {
		require.NoError(t, err)
		found = append(found, g)
	}
	if len(found) != 300 {
		t.Errorf("%d games, want 300", len(found))
	}
	for _, g := range found {
		if !bytes.Equal(g.Text, games[g.Number]) {
			t.Fatalf("game %d is now %q, want %q", g.Number, g.Text, games[g.Number])
		}
	}
}

func TestOpenErrors(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	packed := kit.Compress(t, []byte(kit.Opera), kit.Quick)
	_, err := chesszip.Open(t.Context(), strings.NewReader(kit.Opera), int64(len(kit.Opera)), kit.EveryLevel)
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	_, err = chesszip.Open(t.Context(), bytes.NewReader(packed), int64(len(packed)), &chesszip.ReaderOptions{Levels: levels.All(), Threads: -1})
	require.ErrorIs(t, err, chesszip.ErrOption)
	_, err = chesszip.Open(t.Context(), bytes.NewReader(packed), int64(len(packed))-1, kit.EveryLevel)
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	var torn *chesszip.TornError
	_, err = chesszip.Open(t.Context(), strings.NewReader(string(packed)+"junk"), int64(len(packed))+4, kit.EveryLevel)
	if !errors.As(err, &torn) || torn.Size != int64(len(packed)) || torn.Tail != 4 {
		t.Errorf("Open of an archive with 4 bytes behind it: error = %v, want a TornError of %d and 4", err, len(packed))
	}
	// A damaged frame does not affect the others.
	packed = kit.PackedVariety(t, 0)
	packed[kit.OpenBytes(t, packed, kit.EveryLevel).Frames()[1].Offset+100] ^= 1
	a := kit.OpenBytes(t, packed, kit.EveryLevel)
	_, err = kit.Text(t.Context(), a, 399)
	require.NoError(t, err)
	_, err = kit.Text(t.Context(), a, 400)
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	_, err = kit.Text(t.Context(), a, 800)
	require.NoError(t, err)
}

// TestSameBytesWithIndex checks that an index does not change the decompressed text, and
// does not depend on the number of threads.
func TestSameBytesWithIndex(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := kit.Variety()
	all := kit.EveryIndex
	one := kit.Compress(t, src, &chesszip.WriterOptions{Threads: 1, Open: all})
	two := kit.Compress(t, src, &chesszip.WriterOptions{Threads: 2, Open: all})
	if !bytes.Equal(one, two) {
		t.Errorf("two threads gave other bytes than one")
	}
	var got bytes.Buffer
	_, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(one), kit.EveryLevel)
	require.NoError(t, err)
	if !bytes.Equal(got.Bytes(), src) {
		t.Errorf("an archive with an index gives back %d bytes, want these %d", got.Len(), len(src))
	}
}

// TestDamagedFilters checks that damage of filters of names does no harm, and is found.
func TestDamagedFilters(t *testing.T) {
	once := kit.PackedVariety(t, chesszip.ColumnNames)
	twice := kit.Appended(t, once, kit.Variety(), nil)
	for games, packed := range map[int64][]byte{900: once, 1800: twice} {
		r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
		require.NoError(t, err)
		filters := 0
		for i := range r.Len() {
			if e := r.Entry(i); e.Games > 0 {
				continue
			}
			filters++
			bad := bytes.Clone(packed)
			bad[r.Entry(i).Offset+r.Entry(i).Length/2] ^= 1
			a := kit.OpenBytes(t, bad, kit.EveryLevel)
			n, err := a.Games().Where(kit.Query(`white:"Player 7"`)).Count(t.Context())
			require.NoError(t, err)
			require.Equal(t, games/300, n)
			_, damaged, err := a.Verify(t.Context())
			require.NoError(t, err)
			require.Len(t, damaged, 1)
			require.Equal(t, i, damaged[0].Frame)
		}
		require.NotZero(t, filters, "frames without games")
	}
}

// TestStatisticsAreSmall checks that they take at most 0.15 bytes a game.
func TestStatisticsAreSmall(t *testing.T) {
	for _, name := range corpus.Games("master-test", "chesscom-test") {
		src := kit.HeadOf(t, name, 1_000_000)
		a := kit.OpenBytes(t, kit.Compress(t, src, kit.Quick), kit.EveryLevel)
		for _, f := range a.Frames() {
			if most := f.Games * 15 / 100; f.Statistics > most {
				t.Errorf("%s: statistics of %d bytes for %d games, want at most %d", name, f.Statistics, f.Games, most)
			}
			t.Logf("%s: %d games, statistics of %d bytes", name, f.Games, f.Statistics)
		}
	}
}
