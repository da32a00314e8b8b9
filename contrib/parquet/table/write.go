package table

import (
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// Options are the settings of Write; nil and the zero value mean the defaults.
type Options struct {
	// Threads is how many row groups are made at once, at most chesszip.MaxThreads,
	// default GOMAXPROCS. The bytes do not depend on it.
	Threads int
	// Frames is the number of frames of the archive in a row group, default
	// DefaultFrames.
	Frames int
}

// DefaultFrames is the default number of frames in a row group: at 4,000 games to a
// frame, 32,000 rows. Fewer make queries slower, more take more memory; the README has
// figures.
const DefaultFrames = 8

// File is the output of Write: an empty *os.File.
type File interface {
	io.Writer
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
}

// batch is how many games are converted at once; pages may exceed their size by as many
// rows.
const batch = 64

// Write writes the games of archives, in their order, as a Parquet file. The error is
// that of archives, of their games or of the file, which is then not a valid table.
func Write(ctx context.Context, to File, s *Schema, archives iter.Seq2[*chesszip.Archive, error], o *Options) (lost Lost, err error) {
	set := o.orDefaults()
	if set.Threads > chesszip.MaxThreads {
		return lost, fmt.Errorf("%w: Threads is %d, want at most %d", chesszip.ErrOption, set.Threads, chesszip.MaxThreads)
	}
	counted := &countedWriter{to: to}
	w := parquet.NewGenericWriter[any](counted, s.writerOptions()...)
	var orders [][]parquet.SortingColumn
	err = inOrder(ctx, set.Threads, groups(archives, set.Frames),
		func() *job { return &job{rows: w.BeginRowGroup()} },
		func(ctx context.Context, j *job) { j.run(ctx, s) },
		func(j *job) error {
			if j.err != nil || j.lost.Games == 0 {
				return j.err
			}
			_, err := j.rows.Commit()
			orders = append(orders, j.order)
			lost.Add(j.lost)
			return err
		})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return lost, err
	}
	return lost, declareOrders(to, counted.n, orders)
}

func (o *Options) orDefaults() Options {
	set := Options{Threads: min(runtime.GOMAXPROCS(0), chesszip.MaxThreads), Frames: DefaultFrames}
	if o != nil && o.Threads > 0 {
		set.Threads = o.Threads
	}
	if o != nil && o.Frames > 0 {
		set.Frames = o.Frames
	}
	return set
}

// inOrder runs a job for each group of frames, several at once, and calls done with them
// in their order. Jobs are reused; there is one more than threads, each allocated when
// there is a group for it. The error is the first of groups, of done or of ctx; a panic
// of groups or run becomes a panic of the call.
func inOrder(ctx context.Context, threads int, groups iter.Seq2[[]frame, error], begin func() *job, run func(context.Context, *job), done func(*job) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop(nil)
	free, work, ordered := make(chan *job, threads+1), make(chan *job), make(chan *job, threads+1)
	begun := 0
	more := func() {
		if begun > threads {
			return
		}
		if begun++; begun <= threads {
			all.Go(func() {
				for j := range work {
					func() {
						defer close(j.done)
						defer j.Catch()
						run(ctx, j)
					}()
				}
			})
		}
		free <- begin()
	}
	var reading, working ctxio.Panic
	all.Go(func() {
		defer close(ordered)
		defer close(work)
		defer reading.Catch()
		for frames, err := range groups {
			if err != nil {
				stop(err)
				return
			}
			more()
			select {
			case <-ctx.Done():
				return
			case j := <-free:
				j.begin(frames)
				work <- j
				ordered <- j
			}
		}
	})
	for j := range ordered {
		<-j.done
		if ctx.Err() != nil {
			continue
		}
		if working = j.Panic; working.Caught() {
			stop(nil)
			continue
		}
		if err := done(j); err != nil {
			stop(err)
			continue
		}
		free <- j
	}
	all.Wait()
	working.Throw()
	reading.Throw()
	return context.Cause(ctx)
}

// writerOptions returns the options of the file's writer.
func (s *Schema) writerOptions() []parquet.WriterOption {
	options := []parquet.WriterOption{
		s.parquet,
		parquet.CreatedBy("czip2parquet", "", ""),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedBetterCompression, Concurrency: 1}),
		parquet.PageBufferSize(1 << 20),
		parquet.DataPageStatistics(true),
		parquet.DictionaryMaxBytes(dictionaryBytes),
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
	// bloomBits is the number of bits of a Bloom filter for each value: 1 % false
	// positives.
	bloomBits = 10
	// dictionaryBytes is the greatest size of a column's dictionary in a row group.
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
	ctxio.Panic
}

// begin prepares j for other frames.
func (j *job) begin(frames []frame) {
	*j = job{frames: frames, rows: j.rows, done: make(chan struct{})}
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
