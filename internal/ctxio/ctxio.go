// Package ctxio lets a context end calls that hang in a caller's own Read or
// Write.
//
//	caller's Read --> memory of the wrapper --> p     copied when Read returns in time
//	      ctx done --> the error of ctx               Read may still run, into that memory
//
// Each call of the caller's method runs on a goroutine of its own. It is left
// behind where the method goes on for a tenth of a second after the context has
// ended: nothing else touches its memory then, and it ends when the method returns.
//
// Fill is io.ReadFull for readers whose own input may be cut off, Counter counts what is
// read, Piped lets one goroutine read what another writes.
//
// Files, from top to bottom: ctxio.go, pipe.go, err.go, fill.go, counter.go.
package ctxio

import (
	"context"
	"errors"
	"io"
	"time"
)

// Reader returns r until ctx is done: from then on Read returns Err(ctx), also where
// r.Read hangs.
func Reader(ctx context.Context, r io.Reader) io.Reader {
	if ctx.Done() == nil {
		return r
	}
	return &reader{ctx: ctx, r: r}
}

// ReaderAt is Reader for an io.ReaderAt.
func ReaderAt(ctx context.Context, r io.ReaderAt) io.ReaderAt {
	if ctx.Done() == nil {
		return r
	}
	return readerAt{ctx, r}
}

// Writer returns w until ctx is done: from then on Write returns Err(ctx), also
// where w.Write hangs.
func Writer(ctx context.Context, w io.Writer) io.Writer {
	if ctx.Done() == nil {
		return w
	}
	return &writer{ctx: ctx, w: w}
}

// maxPiece is the most that is read or written by one call of a stream, in bytes.
const maxPiece = 256 << 10

type reader struct {
	ctx context.Context
	r   io.Reader
	buf []byte
}

func (r *reader) Read(p []byte) (int, error) {
	p = p[:min(len(p), maxPiece)]
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
	b := make([]byte, len(p))
	n, err, whole := call(r.ctx, func() (int, error) { return r.r.ReadAt(b, offset) })
	if !whole {
		return 0, err
	}
	return copy(p, b[:checked(n, len(b))]), err
}

// ReadAt returns n bytes that r has from an offset on, or fewer and an error, until ctx is
// done: what ReaderAt copies it returns as it was read.
func ReadAt(ctx context.Context, r io.ReaderAt, n, offset int64) ([]byte, error) {
	b := make([]byte, n)
	read := func() (int, error) { return r.ReadAt(b, offset) }
	if ctx.Done() == nil {
		got, err := read()
		return b[:min(max(got, 0), len(b))], err
	}
	got, err, whole := call(ctx, read)
	if !whole {
		return nil, err
	}
	return b[:checked(got, len(b))], err
}

type writer struct {
	ctx context.Context
	w   io.Writer
	buf []byte
}

func (w *writer) Write(p []byte) (written int, err error) {
	for first := true; first || len(p) > 0; first = false {
		w.buf = append(w.buf[:0], p[:min(len(p), maxPiece)]...)
		b := w.buf
		n, err, whole := call(w.ctx, func() (int, error) { return w.w.Write(b) })
		if !whole {
			w.buf = nil
			return written, err
		}
		n = checked(n, len(b))
		if written += n; err == nil && n < len(b) {
			err = io.ErrShortWrite
		}
		if err != nil {
			return written, err
		}
		p = p[n:]
	}
	return written, nil
}

// errCount says that a caller's method breaks its contract.
var errCount = errors.New("ctxio: a Read or Write returned an invalid count")

// checked returns n, which a method claims for a slice of a length.
func checked(n, length int) int {
	if n < 0 || n > length {
		panic(errCount)
	}
	return n
}

// outcome is what a method of the caller gave.
type outcome struct {
	n        int
	err      error
	panicked bool
	value    any // of the panic
}

// errExited says that a method of the caller ended its goroutine.
var errExited = errors.New("ctxio: a Read or Write ended its goroutine")

// call calls a method of the caller. It is not whole if ctx was done first. A panic
// of the method is one of call.
func call(ctx context.Context, method func() (int, error)) (n int, err error, whole bool) {
	if ctx.Err() != nil {
		return 0, Err(ctx), false
	}
	result := make(chan outcome, 1)
	go func() {
		o := outcome{err: errExited, panicked: true}
		defer func() {
			if o.panicked {
				o.value = recover()
				o.panicked = o.value != nil
			}
			result <- o
		}()
		o.n, o.err = method()
		o.panicked = false
	}()
	var o outcome
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
	if o.panicked {
		panic(o.value)
	}
	return o.n, o.err, true
}

// grace is how long a method may still take when its context is done: one that does
// not hang is never left behind, so that its caller may use what it works on.
const grace = 100 * time.Millisecond
