package table_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/contrib/parquet/table"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

// memoryBound is the memory limit of Write with two threads and row groups of two frames
// of 4 MiB of games with clocks, for any number of games.
const memoryBound = 256 << 20

// TestMemory checks that memory does not grow with the games: two row groups and six
// have the same bound.
func TestMemory(t *testing.T) {
	text, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	text = bytes.Repeat(text, 3) // 4 MiB, a frame
	for _, frames := range []int{4, 12} {
		if testing.Short() && frames > 4 {
			continue
		}
		archives := func(yield func(*chesszip.Archive, error) bool) {
			for range frames {
				a, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(text), int64(len(text)), &chesszip.ReaderOptions{Threads: 1})
				if !yield(a, err) {
					return
				}
			}
		}
		out, err := os.Create(filepath.Join(t.TempDir(), "games.parquet"))
		require.NoError(t, err)
		defer out.Close()
		peak := peakOf(func() {
			lost, err := table.Write(t.Context(), out, schema(t, nil, nil), archives, &table.Options{Threads: 2, Frames: 2})
			require.NoError(t, err)
			require.EqualValues(t, frames*3*1250, lost.Games)
		})
		t.Logf("%d frames: %d MiB", frames, peak>>20)
		require.Less(t, peak, uint64(memoryBound), "%d frames", frames)
	}
}

// peakOf returns the peak size of the heap while do ran.
func peakOf(do func()) (peak uint64) {
	runtime.GC()
	done := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapInuse)
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	do()
	close(done)
	watcher.Wait()
	return peak
}
