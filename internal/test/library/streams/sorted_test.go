package streams

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// TestSort checks that the lines of a list come back in another order, that the archive
// records this, and that it is smaller.
func TestSort(t *testing.T) {
	list := made.LineList()
	for _, src := range [][]byte{list, list[:len(list)-1], bytes.ReplaceAll(list, []byte("\n"), []byte("\r\n"))} {
		for _, level := range []*learned.Level{nil, learned.V1} {
			var kept, sorted, again, back bytes.Buffer
			_, err := chesszip.Compress(t.Context(), &kept, bytes.NewReader(src), &chesszip.WriterOptions{Level: level})
			require.NoError(t, err)
			o := &chesszip.WriterOptions{Level: level, Sort: true}
			stats, err := chesszip.Compress(t.Context(), &sorted, bytes.NewReader(src), o)
			require.NoError(t, err)
			if !stats.Sorted || 2*sorted.Len() > kept.Len() {
				t.Errorf("level %v: %d bytes sorted (%v), %d as they are, want half at most", level, sorted.Len(), stats.Sorted, kept.Len())
			}
			stats, err = chesszip.Decompress(t.Context(), &back, bytes.NewReader(sorted.Bytes()), &chesszip.ReaderOptions{Levels: levels.All()})
			require.NoError(t, err)
			if !stats.Sorted || !slices.Equal(made.SortedLines(back.Bytes()), made.SortedLines(src)) {
				t.Errorf("level %v: other lines came back, sorted %v", level, stats.Sorted)
			}
			_, err = chesszip.Compress(t.Context(), &again, iotest.HalfReader(bytes.NewReader(back.Bytes())), o)
			require.NoError(t, err)
			if !bytes.Equal(again.Bytes(), sorted.Bytes()) {
				t.Errorf("level %v: a sorted list makes another archive", level)
			}
			a, err := chesszip.Open(t.Context(), bytes.NewReader(sorted.Bytes()), int64(sorted.Len()), &chesszip.ReaderOptions{Levels: levels.All()})
			require.NoError(t, err)
			for _, repack := range []bool{false, true} {
				var merged bytes.Buffer
				o := &chesszip.MergeOptions{}
				if repack {
					o.Repack = &chesszip.WriterOptions{Level: level}
				}
				_, err = chesszip.Merge(t.Context(), &merged, []*chesszip.Archive{a, a}, o)
				require.NoError(t, err)
				m, err := chesszip.Open(t.Context(), bytes.NewReader(merged.Bytes()), int64(merged.Len()), &chesszip.ReaderOptions{Levels: levels.All()})
				require.NoError(t, err)
				if !a.Sorted() || !m.Sorted() {
					t.Errorf("Sorted() = %v, merged (repacked %v) %v, want true", a.Sorted(), repack, m.Sorted())
				}
			}
		}
	}
}

// TestSortNoList checks which inputs are refused.
func TestSortNoList(t *testing.T) {
	for _, src := range []string{"", "[Event \"?\"]\n\n1. e4 e5 *\n", "\x00\x01\x02"} {
		var out bytes.Buffer
		_, err := chesszip.Compress(t.Context(), &out, strings.NewReader(src), &chesszip.WriterOptions{Sort: true})
		require.ErrorIs(t, err, chesszip.ErrNoList)
		if out.Len() > 0 {
			t.Errorf("chesszip.Compress(%q) wrote %d bytes, want none", src, out.Len())
		}
	}
	broken := errors.New("broken")
	_, err := chesszip.Compress(t.Context(), io.Discard, iotest.ErrReader(broken), &chesszip.WriterOptions{Sort: true})
	require.ErrorIs(t, err, broken)
}
