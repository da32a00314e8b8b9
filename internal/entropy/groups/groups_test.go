package groups

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// all reads strings until one is missing or wrong.
func all(src []byte) (list [][]byte, err error) {
	r, err := Open(src)
	for err == nil {
		s, ok, e := r.Next()
		if !ok || e != nil {
			return list, e
		}
		list = append(list, s)
	}
	return list, err
}

// TestRoundTrip checks that strings come back, and that bytes after them are
// reported.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 400), 0, 12).Draw(t, "strings")
		var sizes []int
		for _, s := range list {
			sizes = append(sizes, len(s))
		}
		packed := Append(nil, sizes, bytes.Join(list, nil))
		r, err := Open(packed)
		require.NoError(t, err)
		for _, want := range list {
			require.True(t, r.Left())
			got, ok, err := r.Next()
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, string(want), string(got))
		}
		require.False(t, r.Left())
		_, ok, err := r.Next()
		require.NoError(t, err)
		require.False(t, ok)
		if len(list) > 1 {
			r, err = Open(append(packed, 7))
			require.NoError(t, err)
			for range list {
				_, _, err = r.Next()
				require.NoError(t, err)
			}
			require.True(t, r.Left(), "a byte behind them")
		}
	})
}

// TestFormat checks the bytes of some cases.
func TestFormat(t *testing.T) {
	require.Empty(t, Append(nil, nil, nil))
	require.Equal(t, []byte("\x00abc"), Append(nil, []int{3}, []byte("abc")))
	require.Equal(t, []byte("\x01\x03\x01abc"), Append(nil, []int{1, 1, 1}, []byte("abc")), "sizes alike take no bits")
	require.Equal(t, []byte("\x03\x03\x00\x13aaab"), Append(nil, []int{3, 0, 1}, []byte("aaab")), "2 bits each")
}

// TestDamaged: each wrong field is refused, and so is what is cut off.
func TestDamaged(t *testing.T) {
	good := Append(nil, []int{3, 0, 1}, []byte("aaab"))
	for name, src := range map[string]string{
		"width 31":         "\x20\x03\x00" + string(make([]byte, 40)),
		"no count":         "\x03",
		"count 1":          "\x03\x01\x00\x03aaa",
		"count 2^25":       "\x01\x80\x80\x80\x10\x00",
		"no least":         "\x03\x03",
		"least too large":  "\x03\x03\x05\x13aaab",
		"excesses cut off": "\x21\x03\x00\x13aaab",
		"padding":          "\x03\x03\x00\x53aaab",
		"a string cut off": string(good[:len(good)-1]),
	} {
		_, err := all([]byte(src))
		require.Error(t, err, name)
	}
	_, err := all(good)
	require.NoError(t, err)
}

func FuzzOpen(f *testing.F) {
	f.Add(Append(nil, []int{3, 0, 1}, []byte("aaab")))
	f.Add([]byte("\x00abc"))
	f.Fuzz(func(t *testing.T, src []byte) {
		r, err := Open(src)
		total := 0
		for ok := err == nil; ok; {
			var s []byte
			s, ok, err = r.Next()
			total += len(s)
		}
		if err == nil && total > len(src) {
			t.Fatalf("%d bytes of %d", total, len(src))
		}
	})
}
