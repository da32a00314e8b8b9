package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/base/binfmt"
)

// member is an archive of n frames with one game each.
func member(t require.TestingT, params string, n int) []byte {
	c := &content{Header: Header{Params: []byte(params)}}
	for i := range n {
		c.Frames = append(c.Frames, Frame{Games: 1, Input: 10, Streams: []Stream{{1, fmt.Appendf(nil, "%s %d", params, i)}}})
		c.Metas = append(c.Metas, []byte{byte(i)})
	}
	return c.encode(t)
}

// countingAt counts what is read.
type countingAt struct {
	r     io.ReaderAt
	bytes int64
	calls int
}

func (c *countingAt) ReadAt(b []byte, off int64) (int, error) {
	n, err := c.r.ReadAt(b, off)
	c.bytes += int64(n)
	c.calls++
	return n, err
}

func membersOf(b []byte) ([]*Reader, []Gap, error) {
	return Members(bytes.NewReader(b), int64(len(b)), nil)
}

// scanMembers reads all frames of a pipe, and returns the first error of each
// archive that has one.
func scanMembers(b []byte) (frames []string, damage []error) {
	s, err := NewScanner(bytes.NewReader(b), nil)
	if s == nil {
		return nil, []error{err}
	}
	for range len(b) + 1 {
		for err == nil {
			var f Frame
			if f, err = s.Next(); err == nil {
				data, _ := f.Stream(1)
				frames = append(frames, string(data))
			}
		}
		if err != io.EOF {
			damage = append(damage, err)
		}
		if err = s.NextMember(); err == io.EOF {
			return frames, damage
		}
	}
	return frames, append(damage, errors.New("no end"))
}

func TestMembers(t *testing.T) {
	parts := [][]byte{member(t, "a", 3), member(t, "b", 1), member(t, "c", 0), member(t, "d", 2)}
	// One of them was appended to.
	r, err := NewReader(bytes.NewReader(parts[1]), int64(len(parts[1])), nil)
	require.NoError(t, err)
	var more bytes.Buffer
	w := NewAppender(&more, r, nil)
	require.NoError(t, w.WriteFrame(&Frame{Games: 1, Streams: []Stream{{1, []byte("b 1")}}}, nil))
	require.NoError(t, w.Close())
	parts[1] = append(parts[1], more.Bytes()...)
	file := slices.Concat(parts...)
	want := []string{"a 0", "a 1", "a 2", "b 0", "b 1", "d 0", "d 1"}

	members, gaps, err := membersOf(file)
	require.NoError(t, err)
	require.Empty(t, gaps)
	require.Len(t, members, 4)
	var got []string
	at := int64(0)
	for i, m := range members {
		require.Equal(t, at, m.Offset())
		require.Equal(t, int64(len(parts[i])), m.Size())
		at += m.Size()
		for n := range m.Len() {
			f, err := m.Frame(t.Context(), n)
			require.NoError(t, err)
			got = append(got, string(f.Streams[0].Data))
		}
	}
	require.Equal(t, want, got)
	got, damage := scanMembers(file)
	require.Equal(t, want, got)
	require.Empty(t, damage)

	_, err = NewReader(bytes.NewReader(file), int64(len(file)), nil)
	require.ErrorIs(t, err, ErrCorrupt)

	// Appended frames belong to the last archive, and its index names only its
	// frames.
	more.Reset()
	w = NewAppender(&more, members[3], nil)
	require.NoError(t, w.WriteFrame(&Frame{Streams: []Stream{{1, []byte("d 2")}}}, nil))
	require.NoError(t, w.Close())
	members, gaps, err = membersOf(append(bytes.Clone(file), more.Bytes()...))
	require.NoError(t, err)
	require.Empty(t, gaps)
	require.Len(t, members, 4)
	require.Equal(t, 3, members[3].Len())
	f, err := members[3].Frame(t.Context(), 2)
	require.NoError(t, err)
	require.Equal(t, "d 2", string(f.Streams[0].Data))
}

// TestDamagedMember alters each byte of the second of three archives in turn: the
// others are read, a stretch of bytes within the second is a gap unless one of its
// frames alone is damaged, and both ways of reading say that something is wrong.
func TestDamagedMember(t *testing.T) {
	first, second, third := member(t, "a", 2), member(t, "b", 2), member(t, "c", 1)
	gapped := 0
	for i := range second {
		bad := bytes.Clone(second)
		bad[i] ^= 0x20
		file := slices.Concat(first, bad, third)
		members, gaps, err := membersOf(file)
		require.NoError(t, err, "byte %d", i)
		require.Equal(t, int64(0), members[0].Offset())
		require.Equal(t, 2, members[0].Len(), "byte %d", i)
		last := members[len(members)-1]
		require.Equal(t, int64(len(first)+len(second)), last.Offset())
		if len(members) == 2 {
			gapped++
			require.Len(t, gaps, 1)
			require.Equal(t, int64(len(first)), gaps[0].Offset, "byte %d", i)
			require.Equal(t, int64(len(second)), gaps[0].Length, "byte %d", i)
			require.ErrorIs(t, errors.Join(gaps[0].Err, ErrCorrupt), ErrCorrupt)
			require.Error(t, gaps[0].Err)
		} else {
			require.Len(t, members, 3)
			whole := 0
			for n := range members[1].Len() {
				f, err := members[1].Frame(t.Context(), n)
				if err == nil {
					whole++
					continue
				}
				var at *CorruptError
				require.ErrorAs(t, err, &at, "byte %d: %v", i, f)
				require.Equal(t, 2+n, at.Frame, "frames are numbered through")
			}
			require.Equal(t, 1, whole, "byte %d", i)
		}
		frames, damage := scanMembers(file)
		require.NotEmpty(t, damage, "byte %d", i)
		require.Subset(t, frames, []string{"a 0", "a 1", "c 0"}, "byte %d", i)
	}
	require.Greater(t, gapped, len(second)/3)
}

// TestMembersRapid: archives and bytes between them, in any order, come back as they
// were laid.
func TestMembersRapid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var file []byte
		var want [][2]int64
		for i := range rapid.IntRange(1, 5).Draw(t, "pieces") {
			if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
				file = append(file, drawBytes(t, "junk", 40)...)
				continue
			}
			b := member(t, fmt.Sprint(i), rapid.IntRange(0, 3).Draw(t, "frames"))
			want = append(want, [2]int64{int64(len(file)), int64(len(b))})
			file = append(file, b...)
		}
		members, gaps, err := membersOf(file)
		if len(want) == 0 {
			if len(file) > 0 {
				require.Error(t, err)
			}
			return
		}
		require.NoError(t, err)
		var got [][2]int64
		covered := int64(0)
		for _, m := range members {
			got = append(got, [2]int64{m.Offset(), m.Size()})
			covered += m.Size()
		}
		for _, g := range gaps {
			covered += g.Length
		}
		require.Equal(t, want, got)
		require.Equal(t, int64(len(file)), covered)
	})
}

// TestManyMembers: opening reads as much for each archive, however many there are,
// and holds no more of each than a few hundred bytes.
func TestManyMembers(t *testing.T) {
	one := member(t, "x", 1)
	var read [2]int64
	for i, n := range [...]int{2500, 10_000} {
		file := bytes.Repeat(one, n)
		c := &countingAt{r: bytes.NewReader(file)}
		members, gaps, err := Members(c, int64(len(file)), nil)
		require.NoError(t, err)
		require.Len(t, members, n)
		require.Empty(t, gaps)
		read[i] = c.bytes
		require.Less(t, c.calls, 2*n)
	}
	require.Less(t, read[1], 5*read[0])
	require.LessOrEqual(t, int(unsafe.Sizeof(Reader{})), memberCost)
	require.LessOrEqual(t, int(unsafe.Sizeof(Entry{})+8), frameCost)

	// The budget is one for all of them.
	file := bytes.Repeat(one, 1000)
	_, _, err := Members(bytes.NewReader(file), int64(len(file)), &Options{MaxIndex: 1000 * memberCost})
	require.ErrorIs(t, err, ErrLimit)
	_, _, err = Members(bytes.NewReader(file), int64(len(file)), &Options{MaxIndex: 2000 * memberCost})
	require.NoError(t, err)
}

// TestManyGaps: damage in every second archive costs as much for each of them.
func TestManyGaps(t *testing.T) {
	one := member(t, "x", 1)
	bad := bytes.Clone(one)
	bad[len(bad)-1] ^= 1
	var read [2]int64
	for i, n := range [...]int{500, 2000} {
		file := bytes.Repeat(slices.Concat(one, bad), n)
		c := &countingAt{r: bytes.NewReader(file)}
		members, gaps, err := Members(c, int64(len(file)), nil)
		require.NoError(t, err)
		require.Len(t, members, n)
		require.Len(t, gaps, n)
		read[i] = c.bytes
	}
	require.Less(t, read[1], 5*read[0])
}

// falseFooters are markers of footers that seem whole up to their distance.
func falseFooters(size int, length uint64) []byte {
	b, _ := AppendHeader(nil, &Header{Params: make([]byte, maxParams)})
	start := len(b)
	for len(b) < size {
		at := len(b)
		b = append(b, footerMagic[:]...)
		b = binfmt.AppendUvarint(b, length)
		// A reach that leads to the header, then a body that is none.
		b = binfmt.AppendUvarint(b, uint64(at))
		for len(b)-at < int(length)+5 {
			b = append(b, 0)
		}
		b = append(b, byte(len(b)-at), 0, 0, 0, 1, 2, 3, 4)
	}
	return append(b, make([]byte, 8)...)[:max(size, start)+8]
}

// TestFalseFootersLinear counts what a search for the last footer reads among false
// ones: n bytes and 4n.
func TestFalseFootersLinear(t *testing.T) {
	bare := func(size int) []byte { return bytes.Repeat(append(footerMagic[:], 0x80), size/5) }
	nested := func(size int) []byte { // each claims all that follows
		b, _ := AppendHeader(nil, &Header{})
		for len(b) < size {
			b = append(b, footerMagic[:]...)
			b = binfmt.AppendUvarint(b, uint64(size-len(b)))
		}
		return b
	}
	for name, make := range map[string]func(size int) []byte{
		"bare": bare, "nested": nested,
		"short": func(size int) []byte { return falseFooters(size, 12) },
		"long":  func(size int) []byte { return falseFooters(size, 120) },
	} {
		var read [2]int64
		for i, size := range [...]int{1 << 20, 4 << 20} {
			b := make(size)
			c := &countingAt{r: bytes.NewReader(b)}
			_, _, err := Members(c, int64(len(b)), nil)
			require.Error(t, err, name)
			read[i] = c.bytes
		}
		require.Less(t, read[1], 5*read[0], name)
		require.Less(t, read[1], int64(8*(4<<20)), "%s: bytes read of 4 MiB", name)
	}
}

// TestSalvagePatience: a marker that is followed by nothing costs patience too,
// though no frame was read.
func TestSalvagePatience(t *testing.T) {
	b := bytes.Repeat(frameMagic[:], 40_000)
	_, err := salvageAll(b)
	require.ErrorIs(t, err, ErrLimit)
	// Damage as disks make it stays far below: each frame of an archive.
	c := &content{}
	for range 500 {
		c.Frames = append(c.Frames, Frame{Streams: []Stream{{1, make([]byte, 3000)}}})
		c.Metas = append(c.Metas, nil)
	}
	b = c.encode(t)
	for i := 100; i < len(b); i += 1000 {
		b[i] ^= 1
	}
	_, err = salvageAll(b)
	require.NoError(t, err)
}

// TestFirstOffset: the index of one frame says where that is, and a reader from a
// pipe holds it to that.
func TestFirstOffset(t *testing.T) {
	head, err := AppendHeader(nil, &Header{})
	require.NoError(t, err)
	_, sum, _, err := decodeHeader(head, 0)
	require.NoError(t, err)
	frame, err := AppendFrame(nil, &Frame{Games: 1, Streams: []Stream{{1, make([]byte, 40)}}})
	require.NoError(t, err)
	for skip, want := range map[int64]error{0: nil, 3: ErrCorrupt} {
		in := place{0, int64(len(head))}
		foot := &footer{entries: []Entry{{Offset: in.headEnd + skip, Length: int64(len(frame)) - skip}}, oneSum: Checksum(frame)}
		b, err := appendFooter(slices.Concat(head, frame), foot, in, sum)
		require.NoError(t, err)
		_, err = scanAll(bytes.NewReader(b), nil)
		require.ErrorIs(t, err, want, "skip %d", skip)
	}
}

// TestScannerDamageLinear: after damage a pipe is read at most a few times.
func TestScannerDamageLinear(t *testing.T) {
	head, err := AppendHeader(nil, &Header{})
	require.NoError(t, err)
	// Headers, each followed by a frame that claims 4 MiB.
	one := append(bytes.Clone(head), frameMagic[:]...)
	one = append(one, 0, 0, 1, 0, 0x80, 0x80, 0x80, 2)
	for _, size := range []int{1 << 20, 4 << 20} {
		s, err := NewScanner(bytes.NewReader(bytes.Repeat(one, size/len(one))), nil)
		require.NoError(t, err)
		for {
			_, err := s.Next()
			require.ErrorIs(t, err, ErrCorrupt)
			if err = s.NextMember(); err != nil {
				require.True(t, err == io.EOF || errors.Is(err, ErrLimit), "%v", err)
				break
			}
		}
		require.LessOrEqual(t, s.again, newPatience(int64(size))+4<<20)
	}
}
