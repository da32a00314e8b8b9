package ctxio_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/ctxio"
)

// TestPiped checks that what is written is read, whose errors are returned, and that
// neither side waits for the other once that has ended.
func TestPiped(t *testing.T) {
	broken := errors.New("broken")
	src := bytes.Repeat([]byte("0123456789"), 10_000)
	all := func(w io.Writer) error {
		_, err := w.Write(src)
		return err
	}
	piped := func(write func(w io.Writer) error, read func(r io.Reader) error) error {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		return ctxio.Piped(ctx, stop, write, read)
	}
	var got []byte
	read := func(r io.Reader) (err error) {
		got, err = io.ReadAll(r)
		return err
	}
	require.NoError(t, piped(all, read))
	require.True(t, bytes.Equal(src, got))
	require.Equal(t, broken, piped(func(w io.Writer) error { return cmp.Or(all(w), broken) }, read))
	require.True(t, bytes.Equal(src, got), "what was written before the error")

	var written error
	endless := func(w io.Writer) error {
		for written == nil {
			written = all(w)
		}
		return written
	}
	require.NoError(t, piped(endless, func(r io.Reader) error {
		_, err := io.CopyN(io.Discard, r, 5)
		return err
	}))
	require.Error(t, written, "no more is read")
	written = nil
	require.Equal(t, broken, piped(endless, func(io.Reader) error { return broken }))

	ctx, stop := context.WithCancelCause(t.Context())
	written = nil
	require.ErrorIs(t, ctxio.Piped(ctx, func() {}, func(w io.Writer) error {
		stop(broken)
		return endless(w)
	}, read), io.ErrClosedPipe)
	require.ErrorIs(t, written, broken)
}
