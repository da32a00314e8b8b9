package extsort

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type pair struct{ key, value string }

// drawn returns records with few keys, some of these empty, and some large values.
func drawn(n int) (all []pair) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		p := pair{strings.Repeat(string(rune('a'+r.IntN(5))), r.IntN(4)), fmt.Sprint(i)}
		if r.IntN(50) == 0 {
			p.value += strings.Repeat("x", r.IntN(5000))
		}
		all = append(all, p)
	}
	return all
}

func sorted(t *testing.T, s *Sorter) (got []pair) {
	t.Helper()
	require.NoError(t, s.Each(t.Context(), func(r *Record) error {
		value, err := io.ReadAll(r)
		require.Len(t, value, int(r.Size))
		got = append(got, pair{string(r.Key), string(value)})
		return err
	}))
	return got
}

func TestOrderIsThatOfAStableSortAtAnyMemory(t *testing.T) {
	all := drawn(3000)
	want := slices.Clone(all)
	slices.SortStableFunc(want, func(a, b pair) int { return strings.Compare(a.key, b.key) })
	for _, memory := range []int{1, 100, 3000, 1 << 15, 1 << 20} {
		s := New(t.TempDir(), memory)
		for i, p := range all {
			if i%100 == 7 {
				require.NoError(t, s.AddLarge([]byte(p.key), func(w io.Writer) error {
					_, err := io.Copy(w, strings.NewReader(p.value))
					return err
				}))
				continue
			}
			require.NoError(t, s.Add([]byte(p.key), []byte(p.value[:1]), []byte(p.value[1:])))
		}
		require.Equal(t, want, sorted(t, s), memory)
		require.Equal(t, want, sorted(t, s), memory)
		require.NoError(t, s.Close())
		require.Empty(t, sorted(t, s))
	}
}

func TestValuesNeedNotBeRead(t *testing.T) {
	s := New(t.TempDir(), 1)
	for i := range 200 {
		require.NoError(t, s.Add([]byte{byte(i * 7)}, bytes.Repeat([]byte{1}, i)))
	}
	last := -1
	require.NoError(t, s.Each(t.Context(), func(r *Record) error {
		require.GreaterOrEqual(t, int(r.Key[0]), last)
		last = int(r.Key[0])
		return nil
	}))
	enough := errors.New("enough")
	require.ErrorIs(t, s.Each(t.Context(), func(*Record) error { return enough }), enough)
	require.NoError(t, s.Close())
}

func TestMemoryIsBounded(t *testing.T) {
	const limit = 1 << 16
	s := New(t.TempDir(), limit)
	for i := range 10_000 {
		require.NoError(t, s.Add([]byte{byte(i), byte(i >> 8)}, make([]byte, 100)))
		require.LessOrEqual(t, s.held, limit)
	}
	require.NoError(t, s.Close())
}

func TestNothingIsLeft(t *testing.T) {
	dir := t.TempDir()
	s := New(dir, 10)
	for range 100 {
		require.NoError(t, s.Add([]byte("k"), []byte("value")))
	}
	require.Len(t, sorted(t, s), 100)
	if runtime.GOOS != "windows" { // where a file that is open has a name
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Empty(t, left)
	}
	require.NoError(t, s.Close())
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestNoFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	s := New(dir, 1)
	err := s.Add([]byte("k"), []byte("value"))
	require.ErrorIs(t, err, Err)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, Err.Error()+" in "+dir+": ")
	require.NotContains(t, err.Error(), ".tmp", "the name of the file")
}

func TestRecordsInOrderAreOneRun(t *testing.T) {
	s := New(t.TempDir(), 300)
	for i := range 1000 {
		require.NoError(t, s.Add([]byte{byte(i >> 8), byte(i)}, []byte("value")))
	}
	require.Len(t, sorted(t, s), 1000)
	require.Len(t, s.runs, 1)
	require.NoError(t, s.Close())
}

// TestStops checks that a done context ends sorting, even while runs are merged
// before the first record is given.
func TestStops(t *testing.T) {
	for _, memory := range []int{1, 1 << 20} {
		s := New(t.TempDir(), memory)
		for i := range 200 {
			require.NoError(t, s.Add([]byte{byte(200 - i)}, []byte("value")))
		}
		ctx, stop := context.WithCancel(t.Context())
		n := 0
		require.ErrorIs(t, s.Each(ctx, func(*Record) error {
			if n++; n == 5 {
				stop()
			}
			return nil
		}), context.Canceled)
		require.Equal(t, 5, n)
		require.Len(t, sorted(t, s), 200)
		require.NoError(t, s.Add([]byte("a"), []byte("b")))
		require.ErrorIs(t, s.Each(ctx, func(*Record) error { return nil }), context.Canceled)
		require.NoError(t, s.Close())
	}
}

// TestFileIsGone checks that what cannot be read of a temporary file is Err, once,
// wherever it is found.
func TestFileIsGone(t *testing.T) {
	for name, harm := range map[string]func(f *file) error{
		"cut":    func(f *file) error { return f.Truncate(f.size - 1) },
		"closed": func(f *file) error { return f.Close() },
	} {
		for _, size := range []int{0, 10, 3 * bufferSize} {
			s := New(t.TempDir(), 1)
			require.NoError(t, s.Add([]byte("key"), make([]byte, size)))
			require.NoError(t, s.spill())
			require.NoError(t, harm(s.file))
			err := s.Each(t.Context(), func(r *Record) error {
				n, err := io.Copy(io.Discard, r)
				require.Less(t, n, r.Size)
				return err
			})
			require.ErrorIs(t, err, Err, "%s, %d bytes", name, size)
			require.Equal(t, 1, strings.Count(err.Error(), Err.Error()), err)
			require.Contains(t, err.Error(), s.dir)
		}
	}
}
