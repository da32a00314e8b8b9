package limits

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/polyglot"
	"github.com/chesszip/chesszip/records"
)

// input is the input of a call: one of the two.
type input struct {
	io.Reader
	io.ReaderAt
}

// readingCall is a call that reads the caller's input.
type readingCall struct {
	verb   string
	stream bool // reads a Reader; otherwise a ReaderAt
	src    []byte
	do     func(in input) error
}

// readingCalls are all public calls with an io.Reader or io.ReaderAt, each with a valid
// input.
func readingCalls(t testing.TB) []readingCall {
	text := kit.Numbered(0, 300)
	packed := kit.Compress(t, text, nil)
	var journal bytes.Buffer
	begun := kit.Compress(t, text, &chesszip.WriterOptions{Journal: &journal})
	ctx := t.Context()
	two := &chesszip.ReaderOptions{Threads: 2}
	read := func(r io.Reader, err error) error {
		if err == nil {
			_, err = io.Copy(io.Discard, r)
		}
		return err
	}
	calls := []readingCall{
		{"Compress", true, text, func(in input) error {
			_, err := chesszip.Compress(ctx, io.Discard, in.Reader, &chesszip.WriterOptions{Threads: 2})
			return err
		}},
		{"Compress sorted", true, []byte("8/8/8/8/8/8/8/K1k5 w - -\n8/8/8/8/8/8/8/K2k4 w - -\n"), func(in input) error {
			_, err := chesszip.Compress(ctx, io.Discard, in.Reader, &chesszip.WriterOptions{Sort: true})
			return err
		}},
		{"SplitPoints", true, text, func(in input) error { return last(chesszip.SplitPoints(ctx, in.Reader)) }},
		{"Resume", true, text, func(in input) error {
			u, err := chesszip.OpenUnfinished(ctx, bytes.NewReader(begun), int64(len(begun)), bytes.NewReader(journal.Bytes()), int64(journal.Len()))
			require.NoError(t, err)
			_, err = u.Resume(ctx, io.Discard, in.Reader, nil)
			return err
		}},
		{"OpenUnfinished", false, begun, func(in input) error {
			_, err := chesszip.OpenUnfinished(ctx, in.ReaderAt, int64(len(begun)), bytes.NewReader(journal.Bytes()), int64(journal.Len()))
			return err
		}},
		{"OpenUnfinished, journal", false, journal.Bytes(), func(in input) error {
			_, err := chesszip.OpenUnfinished(ctx, bytes.NewReader(begun), int64(len(begun)), in.ReaderAt, int64(journal.Len()))
			return err
		}},
		{"Decompress", true, packed, func(in input) error {
			_, err := chesszip.Decompress(ctx, io.Discard, in.Reader, two)
			return err
		}},
		{"NewReader", true, packed, func(in input) error { return read(chesszip.NewReader(t.Context(), in.Reader, two)) }},
		{"NewReader of one thread", true, packed, func(in input) error { return read(chesszip.NewReader(ctx, in.Reader, nil)) }},
		{"Append, games", true, text, func(in input) error {
			_, err := chesszip.Append(ctx, io.Discard, bytes.NewReader(packed), int64(len(packed)), in.Reader, nil)
			return err
		}},
		{"Append, archive", false, packed, func(in input) error {
			_, err := chesszip.Append(ctx, io.Discard, in.ReaderAt, int64(len(packed)), bytes.NewReader(text), nil)
			return err
		}},
		{"Open", false, packed, func(in input) error {
			a, err := chesszip.Open(ctx, in.ReaderAt, int64(len(packed)), two)
			if err == nil {
				err = last(a.Games().Range(0, 300).Texts(ctx))
			}
			return err
		}},
		{"OpenPGN", false, text, func(in input) error {
			a, err := chesszip.OpenPGN(ctx, in.ReaderAt, int64(len(text)), two)
			if err == nil {
				err = last(a.Games().Range(0, 300).Texts(ctx))
			}
			return err
		}},
		{"OpenPGN of nothing", false, nil, func(in input) error {
			_, err := chesszip.OpenPGN(ctx, in.ReaderAt, 0, nil)
			return err
		}},
		{"Recover", false, packed, func(in input) error {
			_, err := chesszip.Recover(ctx, io.Discard, in.ReaderAt, int64(len(packed)), two)
			return err
		}},
		{"Scan", true, text, func(in input) error { return last(chesszip.Scan(ctx, in.Reader, two)) }},
		{"Scan of an archive", true, packed, func(in input) error { return last(chesszip.Scan(ctx, in.Reader, two)) }},
		{"pgn.NewReader", true, text, func(in input) error { return last(pgn.NewReader(in.Reader, nil).Games()) }},
		{"archive.NewReader", false, packed, func(in input) error {
			a, err := archive.NewReader(in.ReaderAt, int64(len(packed)), nil)
			if err == nil {
				_, err = a.Frame(t.Context(), 0)
			}
			return err
		}},
		{"archive.Members", false, packed, func(in input) error {
			_, _, err := archive.Members(in.ReaderAt, int64(len(packed)), nil)
			return err
		}},
		{"archive.Salvage", false, packed, func(in input) error { return last(archive.Salvage(in.ReaderAt, int64(len(packed)), nil)) }},
		{"archive.NewScanner", true, packed, func(in input) error {
			s, err := archive.NewScanner(in.Reader, nil)
			for err == nil {
				_, err = s.Next()
			}
			if err == io.EOF {
				err = nil
			}
			return err
		}},
		{"endgame.NewCube", false, make([]byte, 16<<20), func(in input) error {
			c, err := endgame.NewCube(in.ReaderAt, 16<<20)
			require.NoError(t, err)
			p := position(t, "KBN5/8/8/2k5/8/8/8/8 w - - 0 1")
			_, _, err = c.Best(&p)
			return err
		}},
		{"polyglot.Open", false, make([]byte, 16), func(in input) error {
			b, err := polyglot.Open(in.ReaderAt, 16)
			require.NoError(t, err)
			p := position(t, "KBN5/8/8/2k5/8/8/8/8 w - - 0 1")
			_, err = b.Entries(&p)
			return err
		}},
	}
	for _, f := range []records.Form{records.Plain, records.Bin, records.Binpack, records.FEN} {
		calls = append(calls, readingCall{fmt.Sprint("records.NewReader ", f), true, nil, func(in input) error {
			err := records.NewReader(in.Reader, f).Read(new(records.Record))
			if err == io.EOF {
				err = nil
			}
			return err
		}})
	}
	return calls
}

// faulty is a reader of src with a fault after the first half: it panics, returns
// nothing, or fewer bytes than requested.
type faulty struct {
	src   []byte
	at    int
	fault func(p []byte) (int, error)
}

func (f *faulty) Read(p []byte) (int, error) {
	if f.at >= len(f.src)/2 {
		return f.fault(p)
	}
	n := copy(p, f.src[f.at:len(f.src)/2])
	f.at += n
	return n, nil
}

func (f *faulty) ReadAt(p []byte, offset int64) (int, error) {
	if len(p) == 0 || offset+int64(len(p)) < int64(len(f.src)/2) {
		return copy(p, f.src[offset:]), nil
	}
	return f.fault(p)
}

// TestFaultyReaders checks the effects of faulty readers: a nil one is an error; a panic
// reaches the caller, on the calling goroutine; returning nothing for ever, or fewer
// bytes without an error, is an error.
func TestFaultyReaders(t *testing.T) {
	type shock struct{ string }
	nothing := func([]byte) (int, error) { return 0, nil }
	for _, c := range readingCalls(t) {
		require.NoError(t, c.do(input{Reader: bytes.NewReader(c.src), ReaderAt: bytes.NewReader(c.src)}), c.verb)
		err := c.do(input{})
		require.ErrorContains(t, err, "the reader is nil", c.verb)
		if c.src == nil && !c.stream {
			continue // nothing is read
		}
		frightened := &faulty{src: c.src, fault: func([]byte) (int, error) { panic(shock{c.verb}) }}
		require.PanicsWithValue(t, shock{c.verb}, func() { _ = c.do(input{Reader: frightened, ReaderAt: frightened}) }, c.verb)

		empty := &faulty{src: c.src, fault: nothing}
		err = c.do(input{Reader: empty, ReaderAt: empty})
		if c.stream {
			require.ErrorIs(t, err, io.ErrNoProgress, c.verb)
			continue
		}
		require.ErrorIs(t, err, io.ErrUnexpectedEOF, c.verb)
		short := &faulty{src: c.src}
		short.fault = func(p []byte) (int, error) { return len(p) - 1, nil }
		require.ErrorIs(t, c.do(input{Reader: short, ReaderAt: short}), io.ErrUnexpectedEOF, c.verb)
	}
	require.Empty(t, goroutines())
}

// TestNilWriters checks that a nil writer is an error.
func TestNilWriters(t *testing.T) {
	text := kit.Numbered(0, 5)
	packed := bytes.NewReader(kit.Compress(t, text, nil))
	for _, c := range longCalls(t, text, packed, packed.Size(), &chesszip.WriterOptions{Threads: 1}) {
		if c.verb == "Train" {
			continue // it would train first
		}
		var wrote bytes.Buffer
		require.NoError(t, c.do(t.Context(), &wrote), c.verb)
		if err := c.do(t.Context(), nil); wrote.Len() > 0 {
			require.ErrorContains(t, err, "the writer is nil", c.verb)
		}
	}
}

// TestOpenPGNOfLessThanItsSize checks that a file shorter than its given size is an
// error, both when it is opened and when it is read later.
func TestOpenPGNOfLessThanItsSize(t *testing.T) {
	text := kit.Numbered(0, 20)
	_, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(text), int64(len(text))+1, nil)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.EqualError(t, err, fmt.Sprintf("chesszip: read: after %d of %d bytes: unexpected EOF", len(text), len(text)+1))
	_, err = chesszip.OpenPGN(t.Context(), bytes.NewReader(nil), 1, nil)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	r := &cut{text}
	a, err := chesszip.OpenPGN(t.Context(), r, int64(len(text)), nil)
	require.NoError(t, err)
	r.b = text[:len(text)-1]
	_, err = kit.Text(context.Background(), a, 0)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// cut is a file that can be cut.
type cut struct{ b []byte }

func (c *cut) ReadAt(p []byte, offset int64) (int, error) {
	return bytes.NewReader(c.b).ReadAt(p, offset)
}

// TestThreads checks that more threads than MaxThreads are refused, and that idle
// threads take no memory.
func TestThreads(t *testing.T) {
	text := []byte("[Event \"x\"]\n\n1. e4 *\n")
	packed := kit.Compress(t, text, nil)
	size := int64(len(packed))
	for _, n := range []int{-1, chesszip.MaxThreads + 1, math.MaxInt} {
		write, read := &chesszip.WriterOptions{Threads: n}, &chesszip.ReaderOptions{Threads: n}
		_, compressed := chesszip.Compress(t.Context(), io.Discard, bytes.NewReader(text), write)
		_, decompressed := chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(packed), read)
		_, opened := chesszip.Open(t.Context(), bytes.NewReader(packed), size, read)
		_, plain := chesszip.OpenPGN(t.Context(), bytes.NewReader(text), int64(len(text)), read)
		_, recovered := chesszip.Recover(t.Context(), io.Discard, bytes.NewReader(packed), size, read)
		_, appended := chesszip.Append(t.Context(), io.Discard, bytes.NewReader(packed), size, bytes.NewReader(text), &chesszip.AppendOptions{Threads: n})
		_, merged := chesszip.Merge(t.Context(), io.Discard, nil, &chesszip.MergeOptions{Repack: write})
		_, written := chesszip.NewWriter(t.Context(), io.Discard, write).Write(text)
		_, reader := chesszip.NewReader(t.Context(), bytes.NewReader(packed), read)
		trained := chesszip.Train(t.Context(), io.Discard, nil, &chesszip.TrainOptions{Threads: n})
		for i, err := range []error{compressed, decompressed, opened, plain, recovered, appended, merged, written, reader, trained, last(chesszip.Scan(t.Context(), bytes.NewReader(text), read))} {
			require.ErrorIs(t, err, chesszip.ErrOption, "call %d", i)
			require.ErrorContains(t, err, fmt.Sprintf("Threads is %d, want 0 to 1024", n), "call %d", i)
		}
		if n > 0 {
			_, err := endgame.Solve("KQK", &endgame.SolveOptions{Threads: n})
			require.ErrorContains(t, err, "want at most 1024")
		}
	}
	var few, many float64
	for _, threads := range []int{2, chesszip.MaxThreads} {
		few, many = many, testing.AllocsPerRun(2, func() {
			_, err := chesszip.Compress(t.Context(), io.Discard, bytes.NewReader(text), &chesszip.WriterOptions{Threads: threads})
			require.NoError(t, err)
			_, err = chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(packed), &chesszip.ReaderOptions{Threads: threads})
			require.NoError(t, err)
		})
	}
	require.Less(t, many, few+100, "memory is taken by threads without work")
}

func position(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}
