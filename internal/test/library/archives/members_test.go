package archives

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// decompressed returns the decompressed archive, and the error.
func decompressed(packed []byte) ([]byte, error) {
	var b bytes.Buffer
	_, err := chesszip.Decompress(context.Background(), &b, bytes.NewReader(packed), kit.EveryLevel)
	return b.Bytes(), err
}

// TestMembers checks that concatenated archives of three levels and two kinds answer
// every question as one.
func TestMembers(t *testing.T) {
	parts := [][]byte{
		kit.Compress(t, kit.Numbered(0, 30), &chesszip.WriterOptions{Open: kit.EveryIndex}),
		kit.Compress(t, kit.Training, kit.Thorough),
		kit.Compress(t, kit.Numbered(30, 31), &chesszip.WriterOptions{Level: learned.V1Max}),
		kit.Compress(t, nil, kit.Thorough),
		kit.Compress(t, kit.Numbered(31, 40), kit.Thorough),
	}
	file := slices.Concat(parts...)
	want := slices.Concat(kit.Numbered(0, 30), kit.Training, kit.Numbered(30, 40))
	got, err := decompressed(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))

	a := kit.OpenBytes(t, file, kit.EveryLevel)
	require.Empty(t, a.Gaps())
	require.Equal(t, int64(40), a.NumGames())
	require.Equal(t, int64(len(want)), a.Input())
	require.Equal(t, int64(len(file)), a.Size())
	members := a.Members()
	require.Len(t, members, 5)
	for i, m := range members {
		require.Equal(t, kit.OpenBytes(t, parts[i], kit.EveryLevel).NumGames(), m.NumGames())
	}
	n := int64(0)
	for h, err := range a.Games().Headers(t.Context()) {
		require.NoError(t, err)
		require.Equal(t, n, h.Number)
		require.Equal(t, fmt.Sprintf("Player %d", n), h.Tag("White"))
		n++
	}
	require.Equal(t, int64(40), n)
	for _, i := range []int64{0, 29, 30, 31, 39} {
		text, err := kit.Text(t.Context(), a, i)
		require.NoError(t, err)
		require.Equal(t, string(kit.Numbered(int(i), int(i)+1)), string(text))
	}
	_, err = kit.Text(t.Context(), a, 40)
	require.ErrorIs(t, err, chesszip.ErrNoGame)
	var copied bytes.Buffer
	_, err = a.Games().Range(20, 35).WriteTo(t.Context(), &copied)
	require.NoError(t, err)
	require.Equal(t, string(kit.Numbered(20, 35)), copied.String())
	count, err := a.Games().With(kit.Pattern(`moves:"1. e4 c5"`)).Count(t.Context())
	require.NoError(t, err)
	require.Equal(t, int64(20), count)
	var found []int64
	for h, err := range a.Games().Where(kit.Query(`player:"=Player 38"`)).With(kit.Pattern(`moves:"1. e4 e5"`)).Texts(t.Context()) {
		require.NoError(t, err)
		found = append(found, h.Number)
	}
	require.Equal(t, []int64{38}, found)
	var numbers []int
	for _, f := range a.Frames() {
		numbers = append(numbers, f.Number)
	}
	require.Equal(t, []int{0, 6, 7, 8}, numbers, "behind the first are lists of names")
	stats, damaged, err := a.Verify(t.Context())
	require.NoError(t, err)
	require.Empty(t, damaged)
	require.Equal(t, int64(40), stats.Games)
	require.Equal(t, int64(len(want)), stats.Out)
	games, damaged, err := a.VerifyChecksums(t.Context())
	require.NoError(t, err)
	require.Empty(t, damaged)
	require.Equal(t, int64(40), games)
	var saved bytes.Buffer
	recovered, err := chesszip.Recover(t.Context(), &saved, bytes.NewReader(file), int64(len(file)), kit.EveryLevel)
	require.NoError(t, err)
	require.Equal(t, string(want), saved.String())
	require.True(t, recovered.Known)
	require.Zero(t, recovered.Lost+recovered.LostFrames)

	// A frame without games is not a piece of the last game of another archive.
	h, err := a.Game(t.Context(), 30, chesszip.FieldTags|chesszip.FieldNumbers)
	require.NoError(t, err)
	require.Equal(t, "Player 30", h.Tag("White"))
	pieces := kit.OpenBytes(t, slices.Concat(parts[2], parts[1]), kit.EveryLevel)
	text, err := kit.Text(t.Context(), pieces, 0)
	require.NoError(t, err)
	require.Equal(t, string(kit.Numbered(30, 31)), string(text))
	require.Len(t, pieces.Frames(), 2)

	// Appended to the last, merged into one, and as shards.
	more := kit.Appended(t, file, kit.Numbered(40, 45), nil)
	got, err = decompressed(more)
	require.NoError(t, err)
	require.Equal(t, string(want)+string(kit.Numbered(40, 45)), string(got))
	require.Len(t, kit.OpenBytes(t, more, kit.EveryLevel).Members(), 5)
	var merged bytes.Buffer
	_, err = chesszip.Merge(t.Context(), &merged, []*chesszip.Archive{a}, &chesszip.MergeOptions{Repack: kit.Quick})
	require.NoError(t, err)
	one := kit.OpenBytes(t, merged.Bytes(), kit.EveryLevel)
	require.Len(t, one.Members(), 1)
	kit.CheckWhole(t, "merged", merged.Bytes(), want)
	merged.Reset()
	same := kit.OpenBytes(t, slices.Concat(parts[4], parts[4]), kit.EveryLevel)
	_, err = chesszip.Merge(t.Context(), &merged, []*chesszip.Archive{same}, nil)
	require.NoError(t, err)
	kit.CheckWhole(t, "merged frame by frame", merged.Bytes(), slices.Concat(kit.Numbered(31, 40), kit.Numbered(31, 40)))
	require.Equal(t, 2, len(kit.OpenBytes(t, merged.Bytes(), kit.EveryLevel).Frames()))
	var texts []byte
	for i := range 3 {
		var b bytes.Buffer
		from, to := kit.Shard(t, a, i, 3).Span()
		_, err := kit.Shard(t, a, i, 3).Games().Range(from, to).WriteTo(t.Context(), &b)
		require.NoError(t, err)
		texts = append(texts, b.Bytes()...)
	}
	require.Equal(t, string(kit.Numbered(0, 40)), string(texts))
}

// TestMembersRapid checks that concatenated archives decompress to their concatenated
// texts.
func TestMembersRapid(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var file, want []byte
		games := 0
		for range rapid.IntRange(1, 4).Draw(r, "archives") {
			n := rapid.IntRange(0, 5).Draw(r, "games")
			src := kit.Numbered(games, games+n)
			games += n
			o := &chesszip.WriterOptions{Open: chesszip.Columns(rapid.IntRange(0, 7).Draw(r, "index"))}
			if rapid.Bool().Draw(r, "default") {
				o.Level = learned.V1
			}
			packed := kit.Compress(t, src, o)
			if n > 0 && rapid.Bool().Draw(r, "append") {
				packed = kit.Appended(t, packed, kit.Numbered(games, games+1), nil)
				src = append(src, kit.Numbered(games, games+1)...)
				games++
			}
			file, want = append(file, packed...), append(want, src...)
		}
		got, err := decompressed(file)
		require.NoError(r, err)
		require.Equal(r, string(want), string(got))
		a := kit.OpenBytes(t, file, kit.EveryLevel)
		require.Equal(r, int64(games), a.NumGames())
		n := 0
		for g, err := range a.Games().Texts(t.Context()) {
			require.NoError(r, err)
			require.Equal(r, string(kit.Numbered(n, n+1)), string(g.Text))
			n++
		}
		require.Equal(r, games, n)
	})
}

// TestDamagedMember checks that an archive without its index, between two undamaged
// ones, is an error at its place, and that the others are read.
func TestDamagedMember(t *testing.T) {
	first, second, third := kit.Compress(t, kit.Numbered(0, 3), kit.Quick), kit.Compress(t, kit.Numbered(3, 5), kit.Quick), kit.Compress(t, kit.Numbered(5, 9), kit.Quick)
	bad := bytes.Clone(second)
	bad[len(bad)-2] ^= 1
	file := slices.Concat(first, bad, third)
	want := slices.Concat(kit.Numbered(0, 3), kit.Numbered(5, 9))
	a := kit.OpenBytes(t, file, kit.EveryLevel)
	require.Equal(t, int64(7), a.NumGames())
	require.Len(t, a.Gaps(), 1)
	require.Equal(t, int64(len(first)), a.Gaps()[0].Offset)
	require.Equal(t, int64(len(second)), a.Gaps()[0].Length)
	var gap *chesszip.GapError
	var texts []byte
	n, damage := 0, 0
	for g, err := range a.Games().Texts(t.Context()) {
		if err != nil {
			require.ErrorAs(t, err, &gap)
			require.ErrorIs(t, err, chesszip.ErrCorrupt)
			require.Equal(t, 3, n)
			damage++
			continue
		}
		require.Equal(t, int64(n), g.Number)
		n++
		texts = append(texts, g.Text...)
	}
	require.Equal(t, 1, damage)
	require.Equal(t, string(want), string(texts))
	for _, err := range a.Games().Range(4, 6).Texts(t.Context()) {
		require.NoError(t, err, "games behind the gap")
	}
	count, err := a.Games().Count(t.Context())
	require.ErrorAs(t, err, &gap)
	require.Equal(t, int64(7), count)
	count, err = a.Games().Where(kit.Query("player:=B")).With(kit.Pattern(`moves:"1. e4"`)).Count(t.Context())
	require.ErrorAs(t, err, &gap)
	require.Equal(t, int64(7), count)
	var b bytes.Buffer
	_, err = a.Games().Range(0, 7).WriteTo(t.Context(), &b)
	require.ErrorAs(t, err, &gap)
	require.Equal(t, string(want), b.String())
	stats, damaged, err := a.Verify(t.Context())
	require.ErrorAs(t, err, &gap)
	require.Empty(t, damaged)
	require.Equal(t, int64(9), stats.Games)
	games, damaged, err := a.VerifyChecksums(t.Context())
	require.NoError(t, err)
	require.Empty(t, damaged)
	require.Equal(t, int64(9), games, "those of whole frames in the gap, too")
	_, err = chesszip.Merge(t.Context(), io.Discard, []*chesszip.Archive{a}, &chesszip.MergeOptions{Repack: kit.Quick})
	require.ErrorAs(t, err, &gap)
	// From a pipe, the frames of the second are also read, with the error that its index
	// is damaged.
	got, err := decompressed(file)
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	require.Equal(t, string(kit.Numbered(0, 9)), string(got))
	b.Reset()
	saved, err := chesszip.Recover(t.Context(), &b, bytes.NewReader(file), int64(len(file)), kit.EveryLevel)
	require.NoError(t, err)
	require.False(t, saved.Known)
	require.Equal(t, string(kit.Numbered(0, 9)), b.String())
	// The same with a damaged header.
	bad = bytes.Clone(first)
	bad[6] ^= 1
	got, err = decompressed(slices.Concat(bad, second, third))
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	require.ErrorContains(t, err, "at byte 0")
	require.Equal(t, string(kit.Numbered(3, 9)), string(got))
	// Shards report the gap once.
	told := 0
	for i := range 2 {
		told += len(kit.Shard(t, a, i, 2).Gaps())
	}
	require.Equal(t, 1, told)

	// A damaged frame ends its archive, but not the others.
	bad = bytes.Clone(second)
	bad[len(bad)/2] ^= 1
	a = kit.OpenBytes(t, slices.Concat(first, bad, third), kit.EveryLevel)
	require.Empty(t, a.Gaps())
	texts, damage = nil, 0
	for g, err := range a.Games().Texts(t.Context()) {
		if err != nil {
			damage++
			require.ErrorContains(t, err, "in frame 2 at byte")
			continue
		}
		texts = append(texts, g.Text...)
	}
	require.Equal(t, 1, damage)
	require.Equal(t, string(want), string(texts))
	got, err = decompressed(slices.Concat(first, bad, third))
	require.ErrorContains(t, err, "in frame 2 at byte")
	require.Equal(t, string(want), string(got))
	_, damaged, err = a.Verify(t.Context())
	require.NoError(t, err)
	require.Len(t, damaged, 1)
	require.Equal(t, 1, damaged[0].Frame)
	require.Equal(t, int64(3), damaged[0].First)
	games, damaged, err = a.VerifyChecksums(t.Context())
	require.NoError(t, err)
	require.Equal(t, int64(7), games)
	require.Len(t, damaged, 1)
}

// TestTornEnd checks that exactly the rest of an interrupted append may be cut off.
func TestTornEnd(t *testing.T) {
	one, two := kit.Compress(t, kit.Numbered(0, 3), kit.Quick), kit.Compress(t, kit.Numbered(3, 5), kit.Quick)
	frame := two[13:] // after the header
	for what, tail := range map[string][]byte{
		"junk":            []byte("junk"),
		"half a frame":    frame[:30],
		"half a marker":   frame[:2],
		"a damaged frame": append(bytes.Clone(frame[:30]), 1, 2, 3),
	} {
		file := slices.Concat(one, tail)
		_, err := chesszip.Open(t.Context(), bytes.NewReader(file), int64(len(file)), kit.EveryLevel)
		var torn *chesszip.TornError
		require.ErrorAs(t, err, &torn, what)
		require.Equal(t, int64(len(one)), torn.Size, what)
		require.Equal(t, int64(len(tail)), torn.Tail, what)
	}
	for what, tail := range map[string][]byte{
		"a whole frame":                  frame[:len(frame)-3],
		"an archive without its end":     two[:len(two)-1],
		"the beginning of an archive":    two[:10],
		"an empty archive, damaged":      kit.Compress(t, nil, kit.Quick)[:20],
		"an archive of another version":  append([]byte{two[0], two[1], two[2], two[3], 0}, two[5:]...),
		"a whole frame behind something": slices.Concat([]byte("junk"), frame[:len(frame)-3]),
	} {
		file := slices.Concat(one, tail)
		a, err := chesszip.Open(t.Context(), bytes.NewReader(file), int64(len(file)), kit.EveryLevel)
		require.NoError(t, err, what)
		require.Equal(t, int64(3), a.NumGames(), what)
		require.Len(t, a.Gaps(), 1, what)
		_, err = chesszip.Append(t.Context(), io.Discard, bytes.NewReader(file), int64(len(file)), bytes.NewReader(kit.Numbered(7, 8)), &chesszip.AppendOptions{Levels: levels.All()})
		var gap *chesszip.GapError
		require.ErrorAs(t, err, &gap, what)
	}
	old := append([]byte{two[0], two[1], two[2], two[3], 0}, two[5:]...)
	a := kit.OpenBytes(t, slices.Concat(old, one), kit.EveryLevel)
	require.ErrorIs(t, a.Gaps()[0].Err, chesszip.ErrVersion)
}

// TestMemberModel checks that an archive with a missing model is refused, and that the
// error names which of several it is.
func TestMemberModel(t *testing.T) {
	first := kit.Compress(t, kit.Numbered(0, 3), kit.Quick)
	r, err := archive.NewReader(bytes.NewReader(first), int64(len(first)), nil)
	require.NoError(t, err)
	var own bytes.Buffer
	w, err := archive.NewWriter(&own, &archive.Header{Params: append(r.Header().Params[:4:4], 0x78, 0x56, 0x34, 0x12)}, nil)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	file := slices.Concat(first, own.Bytes())
	_, err = chesszip.Open(t.Context(), bytes.NewReader(file), int64(len(file)), kit.EveryLevel)
	require.ErrorIs(t, err, chesszip.ErrLevel)
	require.ErrorContains(t, err, "archive 2 of 2 in the file")
	require.ErrorContains(t, err, "of number 12345678")
	_, err = decompressed(file)
	require.ErrorIs(t, err, chesszip.ErrLevel)
	require.ErrorContains(t, err, "archive 2 in the file")
}

// TestThousandsOfMembers opens and reads many archives as one: 10,000 with
// CHESSZIP_LONG.
func TestThousandsOfMembers(t *testing.T) {
	t.Parallel()
	const each = 20
	n := kit.Several(500, 10_000)
	fast, other := kit.Compress(t, kit.Numbered(0, 1), kit.Quick), kit.Compress(t, kit.Numbered(1, 2), kit.Thorough)
	file := bytes.Repeat(slices.Concat(bytes.Repeat(fast, each-1), other), n/each)
	a := kit.OpenBytes(t, file, kit.EveryLevel)
	require.Len(t, a.Members(), n)
	require.EqualValues(t, n, a.NumGames())
	text, err := kit.Text(t.Context(), a, int64(n-1))
	require.NoError(t, err)
	require.Equal(t, string(kit.Numbered(1, 2)), string(text))
	got, err := decompressed(file)
	require.NoError(t, err)
	length := (len(kit.Numbered(0, 1))*(each-1) + len(kit.Numbered(1, 2))) * n / each
	require.Equal(t, length, len(got))
	count, err := a.Games().Where(kit.Query(`player:"=Player 1"`)).Count(t.Context())
	require.NoError(t, err)
	require.Equal(t, int64(n/each), count)

	// If one of them is damaged, only that is lost.
	file[len(file)/2+len(fast)/2] ^= 1
	got, err = decompressed(file)
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	require.Equal(t, length-len(kit.Numbered(0, 1)), len(got))
	games, damaged, err := kit.OpenBytes(t, file, kit.EveryLevel).VerifyChecksums(t.Context())
	require.NoError(t, err)
	require.Equal(t, int64(n-1), games)
	require.Len(t, damaged, 1)
	require.True(t, errors.Is(damaged[0].Err, chesszip.ErrCorrupt))
}
