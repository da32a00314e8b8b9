package limits

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// errHungUp is the cause of cancellation in the tests.
var errHungUp = errors.New("the client has hung up")

// longCall is a call with a context; its output goes to dst.
type longCall struct {
	verb string
	do   func(ctx context.Context, dst io.Writer) error
}

// last reads a sequence and returns its last error.
func last[T any](all func(yield func(T, error) bool)) (err error) {
	for _, e := range all {
		err = e
	}
	return err
}

// longCalls are all calls that may take long, on a text at a level and on its archive in
// r.
func longCalls(t testing.TB, text []byte, r io.ReaderAt, size int64, write *chesszip.WriterOptions) []longCall {
	o := &chesszip.ReaderOptions{Levels: levels.All(), Threads: write.Threads}
	a, err := chesszip.Open(t.Context(), r, size, o)
	require.NoError(t, err)
	p, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(text), int64(len(text)), o)
	require.NoError(t, err)
	never := kit.Pattern("check -check") // each game is searched to its end
	nobody := kit.Query("event:nobody")
	ending, err := board.ParseFEN("k7/8/1K6/8/8/8/8/QQQQQQQQ w - -")
	require.NoError(t, err)
	repack := chesszip.MergeOptions{Repack: write}
	stream := func() io.Reader { return io.NewSectionReader(r, 0, size) }
	return []longCall{
		{"Compress", func(ctx context.Context, dst io.Writer) error {
			_, err := chesszip.Compress(ctx, dst, bytes.NewReader(text), write)
			return err
		}},
		{"Decompress", func(ctx context.Context, dst io.Writer) error {
			_, err := chesszip.Decompress(ctx, dst, stream(), o)
			return err
		}},
		{"Writer", func(ctx context.Context, dst io.Writer) error {
			z := chesszip.NewWriter(ctx, dst, write)
			if _, err := z.Write(text); err != nil {
				return err
			}
			return z.Close()
		}},
		{"Reader", func(ctx context.Context, dst io.Writer) error {
			z, err := chesszip.NewReader(ctx, stream(), o)
			if err == nil {
				_, err = z.WriteTo(dst)
			}
			return err
		}},
		{"Append", func(ctx context.Context, dst io.Writer) error {
			_, err := chesszip.Append(ctx, dst, r, size, bytes.NewReader(text), &chesszip.AppendOptions{Levels: o.Levels, Threads: o.Threads})
			return err
		}},
		{"Merge", func(ctx context.Context, dst io.Writer) error {
			_, err := chesszip.Merge(ctx, dst, []*chesszip.Archive{a, a}, &repack)
			return err
		}},
		{"Verify", func(ctx context.Context, _ io.Writer) error { _, _, err := a.Verify(ctx); return err }},
		{"Recover", func(ctx context.Context, dst io.Writer) error {
			_, err := chesszip.Recover(ctx, dst, r, size, o)
			return err
		}},
		{"Find", func(ctx context.Context, _ io.Writer) error { return last(a.Games().With(never).Texts(ctx)) }},
		{"Find in PGN", func(ctx context.Context, _ io.Writer) error { return last(p.Games().With(never).Texts(ctx)) }},
		{"FindCount", func(ctx context.Context, _ io.Writer) error { _, err := a.Games().With(never).Count(ctx); return err }},
		{"Explore", func(ctx context.Context, _ io.Writer) error { _, err := a.Games().Explore(ctx, ending); return err }},
		{"Explore of PGN", func(ctx context.Context, _ io.Writer) error { _, err := p.Games().Explore(ctx, ending); return err }},
		{"Filter", func(ctx context.Context, _ io.Writer) error { return last(a.Games().Where(nobody).Headers(ctx)) }},
		{"CopyFiltered", func(ctx context.Context, dst io.Writer) error {
			_, err := a.Games().Where(kit.Query("result:*,1-0,0-1,1/2-1/2")).WriteTo(ctx, dst)
			return err
		}},
		{"Scan", func(ctx context.Context, dst io.Writer) error {
			for part, err := range chesszip.Scan(ctx, stream(), o) {
				if err == nil {
					_, err = part.WriteTo(ctx, dst)
				}
				if err != nil {
					return err
				}
			}
			return nil
		}},
		{"Copy to a Writer", func(ctx context.Context, dst io.Writer) error {
			z := chesszip.NewWriter(ctx, dst, &chesszip.WriterOptions{Level: a.Level()})
			_, err := a.Games().Range(0, 1<<30).WriteTo(ctx, z)
			return cmp.Or(err, z.Close())
		}},
		{"Range", func(ctx context.Context, _ io.Writer) error { return last(a.Games().Range(0, 1<<30).Texts(ctx)) }},
		{"Copy", func(ctx context.Context, dst io.Writer) error {
			_, err := a.Games().Range(0, 1<<30).WriteTo(ctx, dst)
			return err
		}},
		{"Game", func(ctx context.Context, _ io.Writer) error {
			a, err := chesszip.Open(ctx, r, size, o) // it has not cached the frame
			if err == nil {
				_, err = kit.Text(ctx, a, 0)
			}
			return err
		}},
		{"Train", func(ctx context.Context, dst io.Writer) error {
			return chesszip.Train(ctx, dst, []chesszip.TrainingGames{{Name: "x", Games: stream()}}, nil)
		}},
	}
}

// goroutines returns the stacks of goroutines that this package or one it calls started,
// after giving them time to end, except those in a blocked file.
func goroutines() (left []string) {
	for range 1000 {
		left = nil
		buf := make([]byte, 1<<20)
		for stack := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			if by := stack[max(0, strings.LastIndex(stack, "created by ")):]; strings.HasPrefix(by, "created by github.com/chesszip/chesszip") && !strings.Contains(by, "library/limits.") && !strings.Contains(stack, "library/limits.(*hanging)") {
				left = append(left, stack)
			}
		}
		if len(left) == 0 {
			break
		}
		runtime.Gosched()
	}
	return left
}

// watched is a run of a call that counts its checks of the context, and cancels at one
// of them.
type watched struct {
	mu       sync.Mutex
	looks    int
	after    int // checks after the cancellation
	mostWork int // units between two checks
}

// run runs a call that is cancelled at a check, or never if at is 0.
func (w *watched) run(t testing.TB, c longCall, dst io.Writer, at int) error {
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	return c.do(budget.Watch(ctx, func(units int) {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.mostWork = max(w.mostWork, units); at > 0 && w.looks >= at {
			w.after++
		}
		if w.looks++; w.looks == at {
			stop(errHungUp)
		}
	}), dst)
}

// TestCallsStop checks that calls return soon after cancellation, measured in checks of
// the context and in units of work between two checks, with its error and cause; that
// none of their goroutines is left; and that the bytes written are part of the full
// output, since cancellation never changes a frame.
func TestCallsStop(t *testing.T) {
	const (
		mostWork = 2 * budget.LookEvery
		mostLate = 16 // checks that several threads and new frames may still make
	)
	long := made.LongGame(4000)
	for _, c := range []struct {
		name  string
		text  []byte
		level *learned.Level
		least map[string]int // checks of the listed calls, of all if nil
	}{
		{"games", kit.Numbered(0, 150), nil, nil},
		{"4,000 plies", long, nil, map[string]int{"Compress": 60, "Find": 60, "Find in PGN": 60, "Verify": 60, "Recover": 60}},
		{"800 plies", made.LongGame(800), learned.V1Max, map[string]int{"Compress": 200, "Find": 100}},
		{"a comment", made.LongComment(10_000, false), learned.V1, map[string]int{"Compress": 35, "Range": 17, "Merge": 35}},
		{"a comment of moves", made.LongComment(60_000, true), nil, map[string]int{"Compress": 1, "Verify": 1}},
		{"positions", made.LineList(), learned.V1, map[string]int{"Compress": 100, "Decompress": 100}},
	} {
		o := &chesszip.WriterOptions{Level: c.level, Threads: 2}
		packed := kit.Compress(t, c.text, o)
		for _, call := range longCalls(t, c.text, bytes.NewReader(packed), int64(len(packed)), o) {
			what := fmt.Sprintf("%s of %s", call.verb, c.name)
			if _, made := c.least[call.verb]; c.least != nil && !made {
				continue
			}
			var whole watched
			var want bytes.Buffer
			require.NoError(t, whole.run(t, call, &want, 0), what)
			require.LessOrEqual(t, whole.mostWork, mostWork, "%s: units of work between two looks", what)
			require.GreaterOrEqual(t, whole.looks, c.least[call.verb], "%s: looks", what)
			for _, at := range []int{whole.looks / 2, whole.looks - 1} {
				if at < 1 {
					continue
				}
				var w watched
				var got bytes.Buffer
				err := w.run(t, call, &got, at)
				require.ErrorIs(t, err, context.Canceled, "%s: look %d of %d", what, at, whole.looks)
				require.ErrorIs(t, err, errHungUp, what)
				require.NotErrorIs(t, err, chesszip.ErrCorrupt, what)
				require.LessOrEqual(t, w.after, mostLate, "%s: looks after the cancel at look %d of %d", what, at, whole.looks)
				require.True(t, bytes.HasPrefix(want.Bytes(), got.Bytes()), "%s: cancelled at look %d, wrote other bytes", what, at)
				require.Empty(t, goroutines(), what)
			}
		}
	}
}

// TestCallsOfADoneContext checks that no call starts with a done context.
func TestCallsOfADoneContext(t *testing.T) {
	packed := kit.Compress(t, []byte(kit.Opera), kit.Quick)
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errHungUp)
	calls := longCalls(t, []byte(kit.Opera), bytes.NewReader(packed), int64(len(packed)), kit.Quick)
	calls = append(calls, longCall{"Open", func(ctx context.Context, _ io.Writer) error {
		_, err := chesszip.Open(ctx, bytes.NewReader(packed), int64(len(packed)), nil)
		return err
	}}, longCall{"Sample", func(ctx context.Context, dst io.Writer) error { return chesszip.Sample(ctx, dst, nil) }})
	for _, c := range calls {
		var dst bytes.Buffer
		err := c.do(ctx, &dst)
		require.ErrorIs(t, err, context.Canceled, c.verb)
		require.ErrorIs(t, err, errHungUp, c.verb)
		require.Empty(t, dst.Bytes(), c.verb)
	}
}

// hanging is a file and a writer whose methods block from some call on, until released.
type hanging struct {
	r     *bytes.Reader
	calls atomic.Int64 // that do not block
	hung  chan struct{}
	once  sync.Once
	free  chan struct{}
}

func newHanging(b []byte, calls int64) *hanging {
	h := &hanging{r: bytes.NewReader(b), hung: make(chan struct{}), free: make(chan struct{})}
	h.calls.Store(calls)
	return h
}

func (h *hanging) hang() {
	if h.calls.Add(-1) < 0 {
		h.once.Do(func() { close(h.hung) })
		<-h.free
	}
}

func (h *hanging) ReadAt(p []byte, off int64) (int, error) { h.hang(); return h.r.ReadAt(p, off) }
func (h *hanging) Read(p []byte) (int, error)              { h.hang(); return h.r.Read(p) }
func (h *hanging) Write(p []byte) (int, error)             { h.hang(); return len(p), nil }

// replaced is a file that is replaced by others.
type replaced struct{ atomic.Pointer[hanging] }

func (r *replaced) ReadAt(p []byte, off int64) (int, error) { return r.Load().ReadAt(p, off) }

// TestCallsReturnFromHangingFiles checks that calls return at cancellation while the
// caller's own Read, ReadAt or Write blocks, and leave only that running.
func TestCallsReturnFromHangingFiles(t *testing.T) {
	text := kit.Numbered(0, 50)
	packed := kit.Compress(t, text, kit.Quick)
	check := func(what string, h *hanging, do func(ctx context.Context) error) {
		ctx, stop := context.WithCancelCause(t.Context())
		go func() {
			<-h.hung
			stop(errHungUp)
		}()
		require.ErrorIs(t, do(ctx), errHungUp, what)
		require.Empty(t, goroutines(), what)
		close(h.free)
	}
	for _, c := range longCalls(t, text, bytes.NewReader(packed), int64(len(packed)), kit.Quick) {
		switch c.verb {
		case "Verify", "Find", "Find in PGN", "FindCount", "Explore", "Explore of PGN", "Filter", "Range", "Game":
			continue // write nothing
		}
		h := newHanging(nil, 0)
		check(c.verb+", Write", h, func(ctx context.Context) error { return c.do(ctx, h) })
	}
	file := new(replaced)
	file.Store(newHanging(packed, 1000))
	for _, c := range longCalls(t, text, file, int64(len(packed)), kit.Quick) {
		switch c.verb {
		case "Compress", "Writer", "Find in PGN", "Explore of PGN":
			continue // read another source
		case "Game":
			continue // it would block while opening; see below
		}
		h := newHanging(packed, 0)
		file.Store(h)
		check(c.verb+", ReadAt", h, func(ctx context.Context) error { return c.do(ctx, io.Discard) })
	}
	file.Store(newHanging(packed, 1000))
	a, err := chesszip.Open(t.Context(), file, int64(len(packed)), nil)
	require.NoError(t, err)
	hangs := newHanging(packed, 0)
	file.Store(hangs)
	check("Game, ReadAt", hangs, func(ctx context.Context) error { _, err := kit.Text(ctx, a, 0); return err })
	h := newHanging(text, 1)
	check("Compress, Read", h, func(ctx context.Context) error {
		_, err := chesszip.Compress(ctx, io.Discard, h, kit.Quick)
		return err
	})
	h = newHanging(packed, 0)
	check("Open", h, func(ctx context.Context) error {
		_, err := chesszip.Open(ctx, h, int64(len(packed)), nil)
		return err
	})
}

// framesRead counts the frames read from an archive.
type framesRead struct {
	io.ReaderAt
	mu     sync.Mutex
	frames map[int64]bool
	starts map[int64]bool
}

func (f *framesRead) ReadAt(p []byte, off int64) (int, error) {
	f.mu.Lock()
	if f.starts[off] {
		f.frames[off] = true
	}
	f.mu.Unlock()
	return f.ReaderAt.ReadAt(p, off)
}

// TestLeftIterators checks that an iterator that the caller leaves at its first item has
// begun at most one frame a thread, and that none of its goroutines is left.
func TestLeftIterators(t *testing.T) {
	var packed []byte
	for n := range 12 {
		packed = append(packed, kit.Compress(t, kit.Numbered(10*n, 10*n+10), kit.Quick)...)
	}
	const threads = 3
	r := &framesRead{ReaderAt: bytes.NewReader(packed), frames: map[int64]bool{}, starts: map[int64]bool{}}
	a, err := chesszip.Open(t.Context(), r, int64(len(packed)), &chesszip.ReaderOptions{Threads: threads})
	require.NoError(t, err)
	for _, f := range a.Frames() {
		r.starts[f.Offset] = true
	}
	for name, leave := range map[string]func() error{
		"All":     func() error { return first(a.Games().Texts(t.Context())) },
		"Headers": func() error { return first(a.Games().Headers(t.Context())) },
		"Find":    func() error { return first(a.Games().With(kit.Pattern(`moves:"1. e4"`)).Texts(t.Context())) },
	} {
		clear(r.frames)
		require.NoError(t, leave(), name)
		require.Empty(t, goroutines(), name)
		require.NotEmpty(t, r.frames, name)
		require.LessOrEqual(t, len(r.frames), threads, name)
	}
}

// first leaves a sequence at its first item.
func first[T any](all func(yield func(T, error) bool)) error {
	for _, err := range all {
		return err
	}
	return errors.New("nothing there")
}

// TestPanicOfACaller checks that a panic in a caller's Write is a panic of the call.
func TestPanicOfACaller(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	require.PanicsWithValue(t, "of the caller", func() {
		_, _ = chesszip.Compress(ctx, panicking{}, strings.NewReader(kit.Opera), kit.Quick)
	})
	require.Empty(t, goroutines())
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("of the caller") }
