package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// add returns file with frames appended together, one game each.
func add(t testing.TB, file []byte, metas bool, names ...string) []byte {
	t.Helper()
	r, err := NewReader(bytes.NewReader(file), int64(len(file)), nil)
	require.NoError(t, err)
	var more bytes.Buffer
	w := NewAppender(&more, r, nil)
	for _, name := range names {
		var meta []byte
		if metas {
			meta = []byte("of " + name)
		}
		require.NoError(t, w.WriteFrame(&Frame{Games: 1, Input: 20, Check: 9, Streams: []Stream{{1, []byte(name)}}}, meta))
	}
	require.NoError(t, w.Close())
	require.Equal(t, int64(len(file)+more.Len()), w.Size())
	return append(bytes.Clone(file), more.Bytes()...)
}

// namesOf returns what the frames of an archive hold, those that are whole.
func namesOf(t testing.TB, r *Reader) (names []string) {
	t.Helper()
	for i := range r.Len() {
		f, err := r.Frame(t.Context(), i)
		if err == nil {
			require.Len(t, f.Streams, 1, "the seal is not given out")
			names = append(names, string(f.Streams[0].Data))
		}
	}
	return names
}

// TestSeals: what is appended to archives of every shape is read in all ways, and is
// small.
func TestSeals(t *testing.T) {
	for n := range 4 {
		file := member(t, "a", n)
		var want []string
		for i := range n {
			want = append(want, fmt.Sprint("a ", i))
		}
		for i := range 5 {
			before := len(file)
			name := fmt.Sprint("b ", i)
			file, want = add(t, file, i%2 == 1, name), append(want, name)
			if i%2 == 0 {
				require.Equal(t, 4+3+2+len(name)+sumLen+sealSize+3, len(file)-before)
			}
			if i == 3 {
				file, want = add(t, file, true, "c", "d"), append(want, "c", "d")
			}
		}
		r, err := NewReader(bytes.NewReader(file), int64(len(file)), nil)
		require.NoError(t, err)
		require.Equal(t, want, namesOf(t, r))
		require.NoError(t, r.VerifyOldIndexes())
		metas := 0
		for i := range r.Len() {
			if m := r.Entry(i).Meta; i >= n && len(m) > 0 {
				require.Equal(t, "of "+want[i], string(m))
				metas++
			}
		}
		require.Equal(t, 4, metas)
		got, err := scanAll(dribble{bytes.NewReader(file)}, nil)
		require.NoError(t, err)
		require.Len(t, got.Frames, len(want))
		frames, damage := scanMembers(append(bytes.Clone(file), member(t, "z", 1)...))
		require.Equal(t, append(want, "z 0"), frames)
		require.Empty(t, damage)
	}
}

// TestSealCuts cuts a file at every byte of the last of several appends: what was
// there before is found whole, and no frame follows it.
func TestSealCuts(t *testing.T) {
	before := add(t, add(t, member(t, "a", 2), true, "b"), false, "c")
	file := add(t, before, true, "d")
	for cut := len(before) + 1; cut < len(file); cut++ {
		members, gaps, err := membersOf(file[:cut])
		require.NoError(t, err)
		require.Len(t, members, 1)
		require.Equal(t, []string{"a 0", "a 1", "b", "c"}, namesOf(t, members[0]))
		require.Equal(t, int64(len(before)), members[0].Size())
		require.Equal(t, int64(len(before)), gaps[0].Offset)
		found, err := salvageAll(file[len(before):cut])
		require.NoError(t, err)
		require.Empty(t, found, "cut at %d", cut)
		end, err := lastFooter(file[:cut])
		require.NoError(t, err)
		require.Equal(t, int64(len(before)), end)
		_, err = readAll(file[:cut], nil)
		require.Error(t, err)
		frames, damage := scanMembers(file[:cut])
		require.Equal(t, []string{"a 0", "a 1", "b", "c"}, frames)
		require.NotEmpty(t, damage)
	}
}

// TestSealFlips alters every byte of an archive that was appended to: of what was
// appended last only that is lost, and nothing is wrong silently.
func TestSealFlips(t *testing.T) {
	first := member(t, "a", 2)
	second := add(t, first, true, "b")
	third := add(t, second, false, "c")
	file := add(t, third, false, "d")
	all := []string{"a 0", "a 1", "b", "c", "d"}
	for i := range file {
		for _, bit := range []byte{1, 0x10, 0x80} {
			bad := bytes.Clone(file)
			bad[i] ^= bit
			what := fmt.Sprintf("byte %d, bit %x", i, bit)
			members, gaps, err := membersOf(bad)
			_, damage := scanMembers(bad)
			require.NotEmpty(t, damage, what)
			if err != nil {
				require.Less(t, i, len(first), what)
				continue
			}
			names := namesOf(t, members[0])
			require.Subset(t, all, names, what)
			if len(gaps) == 0 {
				require.Len(t, names, 4, what)
			}
			if i >= len(third) {
				require.Equal(t, all[:4], names, what)
			}
			found, err := salvageAll(bad)
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(found), 4, what)
		}
	}
}

// TestSealSplices puts the front of one archive before the back of another that
// differs in what was appended: whatever is taken is one of the two.
func TestSealSplices(t *testing.T) {
	base := member(t, "a", 1)
	x := add(t, add(t, base, false, "e4"), false, "e5")
	y := add(t, add(t, base, false, "d4"), false, "d5")
	z := add(t, add(t, member(t, "b", 1), false, "e4"), false, "e5")
	all := [][]byte{x, y, z}
	earlier := func(s []byte) bool { // what the file was before is right, too
		return slices.ContainsFunc(all, func(b []byte) bool { return bytes.HasPrefix(b, s) })
	}
	for _, a := range all {
		for _, b := range all {
			for m := range a {
				for n := m % 3; n < len(b); n += 3 {
					s := append(bytes.Clone(a[:m]), b[n:]...)
					if earlier(s) {
						continue
					}
					_, err := readAll(s, nil)
					require.Error(t, err, "%d bytes of %q and the rest of %q from %d", m, a, b, n)
					_, err = scanAll(bytes.NewReader(s), nil)
					require.Error(t, err, "%d bytes of %q and the rest of %q from %d", m, a, b, n)
				}
			}
		}
	}
}

// TestAppendsCost counts what appending one frame after the other writes, and what
// opening the archive reads. CHESSZIP_LONG appends 10,000.
func TestAppendsCost(t *testing.T) {
	n := 2500
	if os.Getenv("CHESSZIP_LONG") != "" {
		n = 10_000
	}
	file := member(t, "a", 3)
	start := len(file)
	f := Frame{Games: 1, Input: 700, Streams: []Stream{{1, bytes.Repeat([]byte("game"), 20)}}}
	own, err := AppendFrame(nil, &f)
	require.NoError(t, err)
	footers := 0
	for i := range n {
		c := &countingAt{r: bytes.NewReader(file)}
		members, gaps, err := Members(c, int64(len(file)), nil)
		require.NoError(t, err)
		require.Empty(t, gaps)
		require.LessOrEqual(t, c.calls, 3)
		require.LessOrEqual(t, c.bytes, int64(4*nearEnd)+4*max(leastRoom, members[0].tail.footEnd-members[0].tail.footAt))
		require.Equal(t, i+3, members[0].Len())
		var more bytes.Buffer
		w := NewAppender(&more, members[0], nil)
		require.NoError(t, w.WriteFrame(&f, nil))
		require.NoError(t, w.Close())
		if more.Len() > 2*len(own) {
			footers++
			// Cut in the index, the archive has the frame.
			cut := append(bytes.Clone(file), more.Bytes()[:more.Len()-1]...)
			m, gaps, err := membersOf(cut)
			require.NoError(t, err)
			require.Equal(t, i+4, m[0].Len())
			found, err := salvageAll(cut[gaps[0].Offset:])
			require.NoError(t, err)
			require.Empty(t, found)
		}
		file = append(file, more.Bytes()...)
	}
	require.Positive(t, footers)
	require.Less(t, len(file)-start, 2*n*len(own))
	r, err := NewReader(bytes.NewReader(file), int64(len(file)), nil)
	require.NoError(t, err)
	require.NoError(t, r.VerifyOldIndexes())
	got, err := scanAll(bytes.NewReader(file), nil)
	require.NoError(t, err)
	require.Len(t, got.Frames, n+3)
}

// TestLargeAppends: frames that the tail has no room for get an index, and nothing is
// lost where it is cut.
func TestLargeAppends(t *testing.T) {
	base := member(t, "a", 1)
	large := string(make([]byte, leastRoom*3/4))
	file := base
	for i, names := range [][]string{{large}, {large}, {large, large, large}, {"x"}, {large + large, "y"}} {
		before := file
		file = add(t, before, false, names...)
		r, err := NewReader(bytes.NewReader(file), int64(len(file)), nil)
		require.NoError(t, err, "append %d", i)
		require.NoError(t, r.VerifyOldIndexes())
		got, err := scanAll(bytes.NewReader(file), nil)
		require.NoError(t, err)
		require.Len(t, got.Frames, r.Len())
		for _, cut := range []int{len(file) - 1, len(file) - 20, (len(before) + len(file)) / 2} {
			end, err := lastFooter(file[:cut])
			require.NoError(t, err)
			require.GreaterOrEqual(t, end, int64(len(before)))
			require.Less(t, end, int64(len(file)))
		}
	}
}

// TestFalseSeals: a file of archives whose ends lead far back is read in linear time.
func TestFalseSeals(t *testing.T) {
	read := func(n int) int64 {
		file := add(t, member(t, "a", 300), false, "b")
		seal := file[len(file)-endSize:]
		var all []byte
		for range n {
			all = append(all, file...)
			for range 10 {
				all = append(all, seal...)
			}
		}
		c := &countingAt{r: bytes.NewReader(all)}
		_, _, err := Members(c, int64(len(all)), nil)
		require.True(t, err == nil || errors.Is(err, ErrLimit), "%v", err)
		return c.bytes
	}
	one, four := read(10), read(40)
	require.Less(t, four, 5*one)
}

// TestSealClaims: a seal whose checksums are right is refused for what it says.
func TestSealClaims(t *testing.T) {
	base := member(t, "a", 2)
	r, err := NewReader(bytes.NewReader(base), int64(len(base)), nil)
	require.NoError(t, err)
	f := Frame{Games: 1, Input: 20, Streams: []Stream{{1, []byte("b")}}}
	sealed := func(front []byte, change func(b []byte)) []byte {
		data := append(front, make([]byte, sealSize)...)
		f := f
		f.Streams = append(f.Streams[:1:1], Stream{sealKind, data})
		b, err := appendFrame(nil, &f)
		require.NoError(t, err)
		at := len(data) - sealSize
		distance := r.end + int64(len(b)) - endSize - r.tail.footAt
		data[at], data[at+1] = byte(distance), byte(distance>>8)
		sum := r.tail.sum(uint32(distance))
		for i := range 4 {
			data[at+4+i] = byte(sum >> (8 * i))
		}
		if change != nil {
			change(data[at:])
		}
		b, err = appendFrame(nil, &f)
		require.NoError(t, err)
		return append(bytes.Clone(base), b...)
	}
	for _, c := range []struct {
		name  string
		file  []byte
		taken bool
	}{
		{"sound", sealed(nil, nil), true},
		{"sound, with a meta", sealed([]byte{2, 'm', 'm'}, nil), true},
		{"a meta of nothing", sealed([]byte{0}, nil), false},
		{"a meta too long", sealed([]byte{9, 'm'}, nil), false},
		{"two metas of one frame", sealed([]byte{1, 'm', 1, 'm'}, nil), false},
		{"another distance", sealed(nil, func(b []byte) { b[0]++ }), false},
		{"another sum", sealed(nil, func(b []byte) { b[7] ^= 1 }), false},
	} {
		_, err1 := readAll(c.file, nil)
		_, err2 := scanAll(bytes.NewReader(c.file), nil)
		require.Equal(t, c.taken, err1 == nil, "%s: %v", c.name, err1)
		require.Equal(t, c.taken, err2 == nil, "%s: %v", c.name, err2)
	}
	_, err = AppendFrame(nil, &Frame{Streams: []Stream{{sealKind, make([]byte, sealSize)}}})
	require.Error(t, err)
	short, err := appendFrame(nil, &Frame{Streams: []Stream{{sealKind, make([]byte, sealSize-1)}}})
	require.NoError(t, err)
	_, _, err = DecodeFrame(short, nil)
	checkSaid(t, "a seal of seven bytes", err, "seal is too short")
	_, err = NewScanner(io.MultiReader(), nil)
	require.Error(t, err)
}
