package ctxio

import (
	"context"
	"errors"
	"io"
	"sync"
)

// errEnough ends what writes to a pipe of which no more is wanted.
var errEnough = errors.New("ctxio: enough")

// Piped runs write, and read of what it writes, and returns the error of read when
// both have ended; that of write is an error of reading. Once ctx is done, reading is an
// io.ErrClosedPipe: see Instead. Stop cancels ctx, which ends write where read does not
// want all. A panic of write is one of Piped.
func Piped(ctx context.Context, stop func(), write func(w io.Writer) error, read func(r io.Reader) error) error {
	pr, pw := io.Pipe()
	release := context.AfterFunc(ctx, func() { pr.CloseWithError(Err(ctx)) })
	defer release()
	var wait sync.WaitGroup
	var written Panic
	wait.Go(func() {
		err := io.ErrUnexpectedEOF // of a write that panics
		defer func() { pw.CloseWithError(err) }()
		defer written.Catch()
		err = write(pw)
	})
	err := read(pr)
	pr.CloseWithError(errEnough)
	stop()
	wait.Wait()
	written.Throw()
	return err
}
