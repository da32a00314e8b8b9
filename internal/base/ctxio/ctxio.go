// Package ctxio lets a context end calls that hang in a caller's Read or Write.
//
//	caller's Read --> memory of the wrapper --> p     copied when Read returns in time
//	      ctx done --> the error of ctx               Read may still run, into that memory
//
// Each call of the caller's method runs on its own goroutine. If the method continues
// for a tenth of a second after the context has ended, the goroutine is abandoned: it
// ends when the method returns, and nothing else uses its memory.
//
// A reader or writer that is nil or breaks its contract gives an error: a Read that
// returns nothing without an error a hundred times, or a short ReadAt or Write
// without an error. A panic of the caller's method panics in the call.
//
// Fill is io.ReadFull for readers whose own input may be cut off. Counter counts the
// bytes read. Piped connects a reading and a writing function. Panic carries a panic
// from one goroutine to another.
package ctxio

import (
	"context"
	"errors"
	"io"
	"time"
)

// Reader returns a reader of r with a context: once ctx is done, Read returns
// Err(ctx), even if r.Read hangs.
func Reader(ctx context.Context, r io.Reader) io.Reader { return &reader{ctx: ctx, r: r} }

// ReaderAt is Reader for an io.ReaderAt.
func ReaderAt(ctx context.Context, r io.ReaderAt) io.ReaderAt { return readerAt{ctx, r} }

// Writer returns a writer to w with a context: once ctx is done, Write returns
// Err(ctx), even if w.Write hangs.
func Writer(ctx context.Context, w io.Writer) io.Writer { return &writer{ctx: ctx, w: w} }

// maxPiece is the most bytes read or written by one call of a stream.
const maxPiece = 256 << 10

type reader struct {
	ctx context.Context
	r   io.Reader
	buf []byte
}

func (r *reader) Read(p []byte) (int, error) {
	if r.r == nil {
		return 0, ErrNilReader
	}
	p = p[:min(len(p), maxPiece)]
	return patiently(p, r.read)
}

// read is Read, but may return nothing without an error.
func (r *reader) read(p []byte) (int, error) {
	if r.ctx.Done() == nil {
		n, err := r.r.Read(p)
		return checked(n, len(p)), err
	}
	if len(r.buf) < len(p) {
		r.buf = make([]byte, len(p))
	}
	b := r.buf[:len(p)]
	n, err, whole := call(r.ctx, func() (int, error) { return r.r.Read(b) })
	if !whole {
		r.buf = nil
		return 0, err
	}
	return copy(p, b[:checked(n, len(b))]), err
}

type readerAt struct {
	ctx context.Context
	r   io.ReaderAt
}

func (r readerAt) ReadAt(p []byte, offset int64) (int, error) {
	if r.r != nil && r.ctx.Done() == nil {
		n, err := r.r.ReadAt(p, offset)
		return checked(n, len(p)), whole(n, len(p), err)
	}
	b, err := ReadAt(r.ctx, r.r, int64(len(p)), offset)
	return copy(p, b), err
}

// ReadAt returns n bytes of r from an offset on, or fewer and an error, until ctx is
// done. Unlike ReaderAt it does not copy.
func ReadAt(ctx context.Context, r io.ReaderAt, n, offset int64) ([]byte, error) {
	if r == nil {
		return nil, ErrNilReader
	}
	b := make([]byte, n)
	read := func() (int, error) { return r.ReadAt(b, offset) }
	if ctx.Done() == nil {
		got, err := read()
		return b[:checked(got, len(b))], whole(got, len(b), err)
	}
	got, err, returned := call(ctx, read)
	if !returned {
		return nil, err
	}
	return b[:checked(got, len(b))], whole(got, len(b), err)
}

// ReadWhole is ReadAt for bytes that must exist: fewer are an io.ErrUnexpectedEOF or
// an error of reading.
func ReadWhole(ctx context.Context, r io.ReaderAt, n, offset int64) ([]byte, error) {
	b, err := ReadAt(ctx, r, n, offset)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

// whole returns the error of a ReadAt that read n of length bytes: nil if it read
// all.
func whole(n, length int, err error) error {
	switch {
	case n == length:
		return nil
	case err == nil:
		return io.ErrUnexpectedEOF
	}
	return err
}

type writer struct {
	ctx context.Context
	w   io.Writer
	buf []byte
}

func (w *writer) Write(p []byte) (written int, err error) {
	if w.w == nil {
		return 0, ErrNilWriter
	}
	for first := true; first || len(p) > 0; first = false {
		n, err, returned := w.write(p[:min(len(p), maxPiece)])
		if !returned {
			w.buf = nil
			return written, err
		}
		written += n
		if err != nil {
			return written, err
		}
		p = p[n:]
	}
	return written, nil
}

// write writes a piece.
func (w *writer) write(p []byte) (n int, err error, returned bool) {
	if w.ctx.Done() == nil {
		n, err = w.w.Write(p)
		returned = true
	} else {
		w.buf = append(w.buf[:0], p...)
		b := w.buf
		n, err, returned = call(w.ctx, func() (int, error) { return w.w.Write(b) })
	}
	if n = checked(n, len(p)); returned && err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return n, err, returned
}

// errCount is the panic for a method that breaks its contract.
var errCount = errors.New("ctxio: a Read or Write returned an invalid count")

// checked returns n if it is a valid count for a buffer of length bytes, otherwise it
// panics.
func checked(n, length int) int {
	if n < 0 || n > length {
		panic(errCount)
	}
	return n
}

// outcome is the result of a caller's method.
type outcome struct {
	n   int
	err error
	Panic
}

// errExited is the error of a caller's method that ended its goroutine.
var errExited = errors.New("ctxio: a Read or Write ended its goroutine")

// call calls a method of the caller; returned is false if ctx was done first. A panic
// of the method panics in call.
func call(ctx context.Context, method func() (int, error)) (n int, err error, returned bool) {
	if ctx.Err() != nil {
		return 0, Err(ctx), false
	}
	result := make(chan *outcome, 1)
	go func() {
		o := &outcome{err: errExited}
		defer func() { result <- o }()
		defer o.Catch()
		o.n, o.err = method()
	}()
	var o *outcome
	select {
	case o = <-result:
	case <-ctx.Done():
		late := time.NewTimer(grace)
		defer late.Stop()
		select {
		case o = <-result:
		case <-late.C:
			return 0, Err(ctx), false
		}
	}
	o.Throw()
	return o.n, o.err, true
}

// grace is the time that a method has after its context is done. So a method that
// does not hang is never abandoned, and its caller may reuse its buffers.
const grace = 100 * time.Millisecond
