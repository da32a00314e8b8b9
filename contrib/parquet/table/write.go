package table

import (
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// Options are the settings of Write; nil and the zero value mean the defaults.
type Options struct {
	// Threads is how many row groups are made at once, default GOMAXPROCS. The bytes
	// do not depend on it.
	Threads int
	// Frames is how many frames of the archive a row group has, default DefaultFrames.
	Frames int
}

// DefaultFrames is the number of frames in a row group: at 4,000 games to a frame,
// 32,000 rows. Fewer make queries slower, more take more memory; the README has figures.
const DefaultFrames = 8

// File is what Write writes to: an *os.File that is empty.
type File interface {
	io.Writer
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
}

// batch is how many games are turned into rows at once; pages may be so many rows too
// long.
const batch = 64

// Write writes the games of archives, in their order, as a Parquet file. The error is
// that of archives, of their games or of the file; what was written then is no table.
func Write(ctx context.Context, to File, s *Schema, archives iter.Seq2[*chesszip.Archive, error], o *Options) (lost Lost, err error) {
	set := Options{Threads: runtime.GOMAXPROCS(0), Frames: DefaultFrames}
	if o != nil && o.Threads > 0 {
		set.Threads = o.Threads
	}
	if o != nil && o.Frames > 0 {
		set.Frames = o.Frames
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	counted := &countedWriter{to: to}
	w := parquet.NewGenericWriter[any](counted, s.writerOptions()...)
	jobs := make(chan *job)
	inOrder := make(chan *job, 2*set.Threads)
	free := make(chan *parquet.ConcurrentRowGroupWriter, set.Threads+1)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for range set.Threads {
		all.Go(func() {
			for j := range jobs {
				j.run(ctx, s)
				close(j.done)
			}
		})
	}
	for range set.Threads + 1 {
		free <- w.BeginRowGroup()
	}
	var failed error
	all.Go(func() {
		defer close(inOrder)
		defer close(jobs)
		for frames, err := range groups(archives, set.Frames) {
			if err != nil {
				failed = err
				return
			}
			select {
			case <-ctx.Done():
				return
			case rows := <-free:
				j := &job{frames: frames, rows: rows, done: make(chan struct{})}
				jobs <- j
				inOrder <- j
			}
		}
	})
	var orders [][]parquet.SortingColumn
	for j := range inOrder {
		<-j.done
		if j.err != nil && err == nil {
			err = j.err
			stop()
		}
		if err != nil {
			continue
		}
		if j.lost.Games > 0 {
			if _, err = j.rows.Commit(); err != nil {
				stop()
				continue
			}
			orders = append(orders, j.order)
			lost.Add(j.lost)
		}
		free <- j.rows
	}
	if err == nil {
		err = failed
	}
	if err == nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return lost, err
	}
	return lost, declareOrders(to, counted.n, s, orders)
}

// writerOptions returns what the file is written with.
func (s *Schema) writerOptions() []parquet.WriterOption {
	options := []parquet.WriterOption{
		s.parquet,
		parquet.CreatedBy("czip2parquet", "", ""),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedBetterCompression, Concurrency: 1}),
		parquet.PageBufferSize(1 << 20),
		parquet.DataPageStatistics(true),
		parquet.DictionaryMaxBytes(dictionaryBytes),
		parquet.KeyValueMetadata(schemaKey, s.name),
	}
	var filters []parquet.BloomFilterColumn
	for _, c := range s.columns {
		if c.bloom {
			filters = append(filters, parquet.SplitBlockFilter(bloomBits, c.name))
		}
		if c.whole {
			options = append(options, parquet.SkipPageBounds(c.name), parquet.SkipPageStatistics(c.name))
		}
	}
	return append(options, parquet.BloomFilters(filters...))
}

const (
	// schemaKey names the schema in the file's metadata.
	schemaKey = "chesszip.schema"
	// bloomBits is how many bits a Bloom filter has for a value: one in 100 that are
	// not there seems to be.
	bloomBits = 10
	// dictionaryBytes is up to where a column of a row group keeps a dictionary.
	dictionaryBytes = 1 << 20
)

// job is a row group.
type job struct {
	frames []frame
	rows   *parquet.ConcurrentRowGroupWriter
	done   chan struct{}
	lost   Lost
	order  []parquet.SortingColumn
	err    error
}

// run makes the rows of the group.
func (j *job) run(ctx context.Context, s *Schema) {
	to := cells{values: make([][]parquet.Value, s.leaves())}
	var scanner movetexts
	watch := newOrders(s)
	games := 0
	for g, err := range gamesOf(ctx, j.frames) {
		if err != nil {
			j.err = err
			return
		}
		made := newGame(s, g.Text, &scanner)
		for i := range s.columns {
			c := &s.columns[i]
			to.leaf = c.leaf
			if c.fit >= 0 {
				made.cell(c, &to)
			} else {
				c.put(made, &to)
			}
		}
		watch.see(to.values)
		j.lost.count(made, g.Text)
		if games++; games%batch == 0 {
			if j.err = j.flush(to.values); j.err != nil {
				return
			}
		}
	}
	j.err = j.flush(to.values)
	j.order = watch.held()
}

// flush writes the cells to their columns.
func (j *job) flush(values [][]parquet.Value) error {
	for i, column := range j.rows.ColumnWriters() {
		if len(values[i]) == 0 {
			continue
		}
		if _, err := column.WriteRowValues(values[i]); err != nil {
			return fmt.Errorf("write column %d: %w", i, err)
		}
		clear(values[i])
		values[i] = values[i][:0]
	}
	return nil
}

// countedWriter counts the bytes written.
type countedWriter struct {
	to io.Writer
	n  int64
}

func (w *countedWriter) Write(b []byte) (int, error) {
	n, err := w.to.Write(b)
	w.n += int64(n)
	return n, err
}
