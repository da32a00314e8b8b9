package ctxio

import (
	"context"
	"errors"
	"io"
	"sync"
)

// errEnough ends the writer of a pipe whose reader is done.
var errEnough = errors.New("ctxio: enough")

// Piped runs write, and read on its output, and returns the error of read when both
// have ended. read sees an error of write as an error of reading, and
// io.ErrClosedPipe once ctx is done; see Instead. Piped calls stop, which cancels
// ctx, to end write if read stops early. A panic of write panics in Piped.
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
