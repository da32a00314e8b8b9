package index

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
)

// counted counts the reads of frames without games.
type counted struct {
	*archive.Reader
	mu   sync.Mutex
	read map[int]int
	bad  int // number of a frame that can no longer be read
}

func (c *counted) Frame(n int) (archive.Frame, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read[n]++
	if n == c.bad {
		return archive.Frame{}, archive.ErrCorrupt
	}
	return c.Reader.Frame(n)
}

// overflowing returns a container of n frames with 100 kB of statistics each, which do
// not fit in its footer.
func overflowing(t testing.TB, n int) *counted {
	t.Helper()
	var b bytes.Buffer
	a, err := archive.NewWriter(&b, &archive.Header{}, nil)
	require.NoError(t, err)
	w := NewWriter(a, 0)
	for i := range n {
		f := archive.Frame{Games: 2, Input: 1, Streams: []archive.Stream{{Kind: 1, Data: fmt.Append(nil, i)}}}
		require.NoError(t, w.WriteFrame(&f, statisticsOf(i)))
	}
	require.NoError(t, w.Close())
	r, err := archive.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()), nil)
	require.NoError(t, err)
	return &counted{Reader: r, read: map[int]int{}, bad: -1}
}

func statisticsOf(i int) []byte {
	return bytes.Repeat(fmt.Appendf(nil, "%10d", i), 10_000)
}

// TestTableIsBounded checks that a Table keeps the statistics of two index frames at
// most, and reads each index frame twice: to find it, and for its statistics.
func TestTableIsBounded(t *testing.T) {
	for _, n := range []int{60, 240} {
		frames := overflowing(t, n)
		table := ReadTable(frames)
		require.GreaterOrEqual(t, len(table.parts), n/12, "%d frames", n)
		require.Equal(t, frames.Len()-1, table.Last())
		want := 0
		for i := range frames.Len() {
			if frames.Entry(i).Games == 0 {
				require.Empty(t, table.Statistics(i))
				continue
			}
			require.Equal(t, statisticsOf(want), table.Statistics(i), "frame %d of %d", i, n)
			want++
			held := 0
			for _, m := range table.kept {
				for _, b := range m.each {
					held += len(b)
				}
			}
			require.LessOrEqual(t, held, 2*(maxOverflow+200_000))
		}
		require.Equal(t, n, want)
		for i, times := range frames.read {
			require.LessOrEqual(t, times, 2, "index frame %d", i)
		}
	}
}

// TestTableTogether uses one Table from several goroutines.
func TestTableTogether(t *testing.T) {
	frames := overflowing(t, 60)
	table := ReadTable(frames)
	same := ReadTable(frames)
	var wait sync.WaitGroup
	for k := range 4 {
		wait.Go(func() {
			for i := range frames.Len() {
				n := (i*(2*k+1) + k) % frames.Len()
				if frames.Entry(n).Games > 0 && len(table.Statistics(n)) != 100_000 {
					t.Errorf("frame %d has no statistics", n)
				}
			}
		})
	}
	wait.Wait()
	// What can no longer be read is not known.
	frames.bad = same.parts[0].frame
	require.Nil(t, same.Statistics(same.parts[0].first))
	require.Len(t, same.Statistics(same.parts[1].first), 100_000)
}

// TestOverflowOrder checks that the previous statistics must be in an earlier frame.
func TestOverflowOrder(t *testing.T) {
	m := overflow{first: 3, before: 3, each: [][]byte{{1}}}
	got, err := parseOverflow(m.append(nil), 9)
	require.NoError(t, err)
	require.Equal(t, m, got)
	m.before = 4
	_, err = parseOverflow(m.append(nil), 9)
	require.Error(t, err)
}
