package ctxio_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/ctxio"
)

// TestPassesOn holds that bytes, counts and errors are those of the caller while the
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

// TestErr holds that the error of a context has its cause, and takes the place of
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

// TestCounter holds that what was read counts, beside an error, too.
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

// TestReadAndWriteErrors holds what errors of inputs and outputs say, and that nil stays nil.
func TestReadAndWriteErrors(t *testing.T) {
	require.NoError(t, ctxio.ReadError(nil))
	require.NoError(t, ctxio.WriteError(nil))
	err := ctxio.ReadError(io.ErrUnexpectedEOF)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.EqualError(t, err, "chesszip: read: unexpected EOF")
	require.EqualError(t, ctxio.WriteError(io.ErrClosedPipe), "chesszip: write: io: read/write on closed pipe")
}
