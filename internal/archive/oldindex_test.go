package archive

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// appended returns an archive of three frames, two of which were appended, and where
// its old indexes are.
func appended(t testing.TB) (file []byte, old [][2]int) {
	t.Helper()
	file = member(t, "a", 1)
	for i := 1; i < 3; i++ {
		r, err := NewReader(bytes.NewReader(file), int64(len(file)), nil)
		require.NoError(t, err)
		old = append(old, [2]int{int(r.tail.footAt), len(file)})
		var more bytes.Buffer
		w := NewAppender(&more, r, nil)
		w.tail = nil // an index each time
		require.NoError(t, w.WriteFrame(&Frame{Streams: []Stream{{1, fmt.Append(nil, "a ", i)}}}, nil))
		require.NoError(t, w.Close())
		file = slices.Concat(file, more.Bytes())
	}
	return file, old
}

// TestOldIndexes alters each byte of each old index in turn: Reader says so,
// Scanner gives all frames, of this archive and of the next, and then says so too.
func TestOldIndexes(t *testing.T) {
	file, old := appended(t)
	next := member(t, "b", 1)
	read := func(file []byte) (frames []string, errs []error) {
		s, err := NewScanner(bytes.NewReader(file), nil)
		for ; err == nil; err = s.NextMember() {
			for f, err := range s.Frames() {
				if err != nil {
					errs = append(errs, err)
					break
				}
				require.Equal(t, len(frames), s.Number(), "frames are numbered through")
				frames = append(frames, string(f.Streams[0].Data))
			}
		}
		require.Equal(t, io.EOF, err)
		return frames, errs
	}
	check := func(file []byte, from, to int, what string) {
		r, err := NewReader(bytes.NewReader(file), int64(len(file)), nil)
		require.NoError(t, err, what)
		var damage *OldIndexError
		require.ErrorAs(t, r.VerifyOldIndexes(), &damage, what)
		require.ErrorIs(t, damage, ErrCorrupt)
		require.Equal(t, [2]int64{int64(from), int64(to - from)}, [2]int64{damage.Offset, damage.Length}, what)

		frames, errs := read(slices.Concat(file, next))
		require.Equal(t, []string{"a 0", "a 1", "a 2", "b 0"}, frames, what)
		require.Len(t, errs, 1, what)
		var told *OldIndexError
		require.ErrorAs(t, errs[0], &told, what)
		require.Equal(t, [2]int64{damage.Offset, damage.Length}, [2]int64{told.Offset, told.Length}, what)
	}
	r, err := NewReader(bytes.NewReader(file), int64(len(file)), nil)
	require.NoError(t, err)
	require.NoError(t, r.VerifyOldIndexes())
	for _, at := range old {
		for i := at[0]; i < at[1]; i++ {
			for _, bit := range []byte{1, 0x20, 0x80} {
				bad := bytes.Clone(file)
				bad[i] ^= bit
				check(bad, at[0], at[1], fmt.Sprintf("byte %d of %v, bit %x", i, at, bit))
			}
		}
	}
	// An old index that is sound, but of other frames: that of the other archive.
	bad := bytes.Clone(file)
	copy(bad[old[1][0]:old[1][1]], bad[old[0][0]:old[0][1]])
	check(bad, old[1][0], old[1][1], "another index")
}

// TestLastIndexGone: where the last index of an archive is damaged, the frames of the
// next one are not taken for frames after an old index.
func TestLastIndexGone(t *testing.T) {
	file, old := appended(t)
	for _, next := range [][]byte{nil, member(t, "b", 2)} {
		bad := slices.Concat(file, next)
		bad[len(file)-1] ^= 1
		bad[old[1][0]+5] ^= 1
		s, err := NewScanner(bytes.NewReader(bad), nil)
		require.NoError(t, err)
		n := 0
		for _, err = range s.Frames() {
			if err == nil {
				n++
			}
		}
		require.Equal(t, 3, n)
		require.ErrorIs(t, err, ErrCorrupt)
		require.NotErrorAs(t, err, new(*OldIndexError), "not all frames are known")
		if len(next) == 0 {
			require.Equal(t, io.EOF, s.NextMember())
			continue
		}
		require.NoError(t, s.NextMember())
		require.Equal(t, int64(len(file)), s.Offset())
	}
}

// TestFalseIndexes: many damaged indexes, and many false frames and headers after
// one, are read in linear time.
func TestFalseIndexes(t *testing.T) {
	read := func(n int) int64 {
		junk := slices.Concat(headerMagic[:], []byte{Version, 0, 0, 200, 1}, frameMagic[:], []byte{0, 0, 1, 1, 0xff, 0x7f}, frameMagic[:], []byte{0, 0, 1, 1, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, footerMagic[:], []byte{30})
		file := slices.Concat(member(t, "a", 1), footerMagic[:], []byte{3, 1}, bytes.Repeat(junk, n))
		s, err := NewScanner(bytes.NewReader(file), nil)
		require.NoError(t, err)
		for range s.Frames() {
		}
		require.Error(t, s.NextMember())
		return s.again
	}
	one, four := read(2_000), read(8_000)
	require.Positive(t, one)
	require.LessOrEqual(t, four, 5*one)
}
