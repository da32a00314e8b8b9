package ctxio

import (
	"context"
	"errors"
	"fmt"
)

// The errors of a reader or a writer that is nil.
var (
	ErrNilReader = errors.New("the reader is nil")
	ErrNilWriter = errors.New("the writer is nil")
)

// Err returns the error of ctx, or nil while it is not done. The error also unwraps
// to the cause of ctx.
func Err(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != err {
		return fmt.Errorf("%w: %w", err, cause)
	}
	return err
}

// Instead returns err, or the error of ctx in its place if ctx is done, since ctx has
// then ended the work. nil stays nil.
func Instead(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return Err(ctx)
	}
	return err
}

// ReadError wraps err as an error of reading an input. nil stays nil.
func ReadError(err error) error { return ioError("read", err) }

// WriteError wraps err as an error of writing an output. nil stays nil.
func WriteError(err error) error { return ioError("write", err) }

func ioError(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("chesszip: %s: %w", what, err)
}
