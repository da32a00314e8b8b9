package archives

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// TestOldIndex alters each byte of an index that Append has replaced: Verify and
// Decompress report the same, and all games come back.
func TestOldIndex(t *testing.T) {
	t.Parallel()
	src := []byte(strings.Repeat(kit.Opera, 3))
	packed := kit.Compress(t, src, kit.Quick)
	from := bytes.LastIndex(packed, []byte("\xc7IX\xe2"))
	var more bytes.Buffer
	behind := kit.LichessHead(t, 20_000) // large enough that an index follows
	_, err := chesszip.Append(t.Context(), &more, bytes.NewReader(packed), int64(len(packed)), bytes.NewReader(behind), nil)
	require.NoError(t, err)
	require.True(t, bytes.Contains(more.Bytes(), []byte("\xc7IX\xe2")))
	file := slices.Concat(packed, more.Bytes())
	games := 3 + strings.Count(string(behind), "[Event ")
	for i := from; i < len(packed); i++ {
		bad := bytes.Clone(file)
		bad[i] ^= 4
		a := kit.OpenBytes(t, bad, kit.EveryLevel)
		stats, damaged, err := a.Verify(t.Context())
		var old *archive.OldIndexError
		require.ErrorAs(t, err, &old, "byte %d", i)
		require.Equal(t, []int64{int64(from), int64(len(packed) - from)}, []int64{old.Offset, old.Length})
		require.Empty(t, damaged)
		require.EqualValues(t, games, stats.Games)
		whole, damaged, err := a.VerifyChecksums(t.Context())
		require.ErrorAs(t, err, &old, "byte %d", i)
		require.Empty(t, damaged)
		require.EqualValues(t, games, whole)
		var got bytes.Buffer
		stats, err = chesszip.Decompress(t.Context(), &got, bytes.NewReader(bad), kit.EveryLevel)
		require.ErrorAs(t, err, &old, "byte %d", i)
		require.ErrorIs(t, err, chesszip.ErrCorrupt)
		require.EqualValues(t, games, stats.Games)
		require.Equal(t, len(src)+len(behind), got.Len())
	}
	_, _, err = kit.OpenBytes(t, file, kit.EveryLevel).VerifyChecksums(t.Context())
	require.NoError(t, err)
}

// TestManyDamagedFrames checks that the list of damaged frames is bounded, and that all
// damage is counted.
func TestManyDamagedFrames(t *testing.T) {
	const frames, games = 2500, 3
	one := kit.Compress(t, []byte(strings.Repeat(kit.Opera, games)), kit.Quick)
	r, err := archive.NewReader(bytes.NewReader(one), int64(len(one)), nil)
	require.NoError(t, err)
	f, err := r.Frame(t.Context(), 0)
	require.NoError(t, err)
	var b bytes.Buffer
	header := r.Header()
	w, err := archive.NewWriter(&b, &header, nil)
	require.NoError(t, err)
	for range frames {
		require.NoError(t, w.WriteFrame(&f, nil))
	}
	require.NoError(t, w.Close())
	file := b.Bytes()
	r, err = archive.NewReader(bytes.NewReader(file), int64(len(file)), nil)
	require.NoError(t, err)
	for i := range frames {
		e := r.Entry(i)
		file[e.Offset+e.Length/2] ^= 1
	}
	a := kit.OpenBytes(t, file, kit.EveryLevel)
	_, verified, err := a.Verify(t.Context())
	require.NoError(t, err)
	whole, intact, err := a.VerifyChecksums(t.Context())
	require.NoError(t, err)
	require.Zero(t, whole)
	for _, damaged := range [][]chesszip.Damage{verified, intact} {
		require.Len(t, damaged, 1000)
		last, sum := damaged[999], int64(0)
		require.Equal(t, frames-1000, last.More)
		require.Equal(t, 999, last.Frame)
		require.ErrorIs(t, last.Err, chesszip.ErrCorrupt)
		for _, d := range damaged {
			sum += d.Games
		}
		require.EqualValues(t, frames*games, sum)
	}
}
