package ctxio_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// TestPassesOn checks that bytes, counts and errors are those of the caller while the
// context is not done.
func TestPassesOn(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	src := bytes.Repeat([]byte("0123456789"), 100_000)
	require.NoError(t, iotest.TestReader(ctxio.Reader(ctx, bytes.NewReader(src)), src))
	p := make([]byte, 20)
	n, err := ctxio.ReaderAt(ctx, bytes.NewReader(src)).ReadAt(p, int64(len(src))-10)
	require.Equal(t, 10, n)
	require.Equal(t, io.EOF, err)
	require.Equal(t, "0123456789", string(p[:n]))
	for _, ctx := range []context.Context{ctx, context.Background()} {
		b, err := ctxio.ReadAt(ctx, bytes.NewReader(src), 20, int64(len(src))-10)
		require.Equal(t, io.EOF, err)
		require.Equal(t, "0123456789", string(b))
		b, err = ctxio.ReadAt(ctx, bytes.NewReader(src), 5, 3)
		require.NoError(t, err)
		require.Equal(t, "34567", string(b))
	}

	var dst bytes.Buffer
	n, err = ctxio.Writer(ctx, &dst).Write(src)
	require.NoError(t, err)
	require.Equal(t, len(src), n)
	require.True(t, bytes.Equal(src, dst.Bytes()))

	broken := errors.New("broken")
	_, err = ctxio.Writer(ctx, iotest.TruncateWriter(failing{broken}, 0)).Write(nil)
	require.NoError(t, err)
	_, err = ctxio.Writer(ctx, failing{broken}).Write([]byte("x"))
	require.ErrorIs(t, err, broken)
	_, err = ctxio.Reader(ctx, iotest.ErrReader(broken)).Read(p)
	require.ErrorIs(t, err, broken)
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestErr checks that the error of a context has its cause, and takes the place of
// other errors only when the context is done.
func TestErr(t *testing.T) {
	other, why := errors.New("other"), errors.New("why")
	ctx, stop := context.WithCancelCause(t.Context())
	require.NoError(t, ctxio.Err(ctx))
	require.Equal(t, other, ctxio.Instead(ctx, other))
	stop(why)
	require.ErrorIs(t, ctxio.Err(ctx), context.Canceled)
	require.ErrorIs(t, ctxio.Err(ctx), why)
	require.ErrorIs(t, ctxio.Instead(ctx, other), why)
	require.NoError(t, ctxio.Instead(ctx, nil))
	_, err := ctxio.Reader(ctx, bytes.NewReader([]byte("x"))).Read(make([]byte, 1))
	require.ErrorIs(t, err, why)

	plain, end := context.WithCancel(t.Context())
	end()
	require.Equal(t, context.Canceled, ctxio.Err(plain))
}

// TestCounter checks that bytes returned together with an error are counted.
func TestCounter(t *testing.T) {
	c := ctxio.Counter{R: iotest.DataErrReader(bytes.NewReader([]byte("12345")))}
	n, err := c.Read(make([]byte, 3))
	require.NoError(t, err)
	require.Equal(t, 3, n)
	require.EqualValues(t, 3, c.N)
	n, err = c.Read(make([]byte, 3))
	require.Equal(t, io.EOF, err)
	require.Equal(t, 2, n)
	require.EqualValues(t, 5, c.N)
}

// TestReadAndWriteErrors checks what errors of inputs and outputs say, and that nil
// stays nil.
func TestReadAndWriteErrors(t *testing.T) {
	require.NoError(t, ctxio.ReadError(nil))
	require.NoError(t, ctxio.WriteError(nil))
	err := ctxio.ReadError(io.ErrUnexpectedEOF)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.EqualError(t, err, "chesszip: read: unexpected EOF")
	require.EqualError(t, ctxio.WriteError(io.ErrClosedPipe), "chesszip: write: io: read/write on closed pipe")
}

// read and write are methods of a caller.
type (
	read  func(p []byte) (int, error)
	write func(p []byte) (int, error)
)

func (f read) Read(p []byte) (int, error)            { return f(p) }
func (f read) ReadAt(p []byte, _ int64) (int, error) { return f(p) }
func (f write) Write(p []byte) (int, error)          { return f(p) }

// TestBrokenContracts checks what happens to readers and writers that do less than
// they must without saying so, that are nil, and that panic.
func TestBrokenContracts(t *testing.T) {
	done, stop := context.WithCancel(t.Context())
	defer stop()
	for _, ctx := range []context.Context{done, context.Background()} {
		p := make([]byte, 10)
		empty := 0
		_, err := ctxio.Reader(ctx, read(func([]byte) (int, error) { empty++; return 0, nil })).Read(p)
		require.ErrorIs(t, err, io.ErrNoProgress)
		require.Equal(t, 100, empty)
		hesitant := read(func(p []byte) (int, error) {
			if empty++; empty%100 > 0 {
				return 0, nil
			}
			return 1, nil
		})
		n, err := ctxio.Fill(hesitant, p)
		require.NoError(t, err)
		require.Equal(t, 10, n)
		_, err = ctxio.Fill(read(func([]byte) (int, error) { return 0, nil }), p)
		require.ErrorIs(t, err, io.ErrNoProgress)
		n, err = ctxio.Reader(ctx, read(func([]byte) (int, error) { return 0, nil })).Read(nil)
		require.NoError(t, err, "nothing was asked for")
		require.Zero(t, n)

		short := read(func(p []byte) (int, error) { return len(p) - 1, nil })
		n, err = ctxio.ReaderAt(ctx, short).ReadAt(p, 0)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Equal(t, 9, n)
		b, err := ctxio.ReadAt(ctx, short, 10, 0)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Len(t, b, 9)
		last := read(func(p []byte) (int, error) { return len(p), io.EOF })
		_, err = ctxio.ReaderAt(ctx, last).ReadAt(p, 0)
		require.NoError(t, err, "all bytes, and the end")
		b, err = ctxio.ReadWhole(ctx, bytes.NewReader(p), 11, 0)
		require.Equal(t, io.ErrUnexpectedEOF, err)
		require.Len(t, b, 10)
		_, err = ctxio.Writer(ctx, write(func(p []byte) (int, error) { return len(p) - 1, nil })).Write(p)
		require.ErrorIs(t, err, io.ErrShortWrite)

		_, err = ctxio.Reader(ctx, nil).Read(p)
		require.Equal(t, ctxio.ErrNilReader, err)
		_, err = ctxio.ReaderAt(ctx, nil).ReadAt(p, 0)
		require.Equal(t, ctxio.ErrNilReader, err)
		_, err = ctxio.Fill(nil, p)
		require.Equal(t, ctxio.ErrNilReader, err)
		_, err = ctxio.Writer(ctx, nil).Write(p)
		require.Equal(t, ctxio.ErrNilWriter, err)

		shock := func([]byte) (int, error) { panic("shock") }
		require.PanicsWithValue(t, "shock", func() { _, _ = ctxio.Reader(ctx, read(shock)).Read(p) })
		require.PanicsWithValue(t, "shock", func() { _, _ = ctxio.ReaderAt(ctx, read(shock)).ReadAt(p, 0) })
		require.PanicsWithValue(t, "shock", func() { _, _ = ctxio.Writer(ctx, write(shock)).Write(p) })
		require.PanicsWithValue(t, "shock", func() {
			work, stop := context.WithCancel(ctx)
			defer stop()
			_ = ctxio.Piped(work, stop, func(io.Writer) error { panic("shock") }, func(r io.Reader) error {
				_, err := io.ReadAll(r)
				require.ErrorIs(t, err, io.ErrUnexpectedEOF)
				return err
			})
		})
	}
}
