//go:build js && wasm

package main

import (
	"io"
	"syscall/js"
)

// source is a source of the host with random access.
type source struct {
	host js.Value
	id   int
	size int64
}

// ReadAt reads bytes. While their promise is pending, it waits on a channel, so that the
// page is not blocked.
func (s *source) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 || offset >= s.size {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), s.size-offset))
	b, err := ask(func(done js.Func) js.Value { return s.host.Call("read", s.id, offset, n, done) })
	if err != nil {
		return 0, err
	}
	if b.Length() != n {
		return 0, &callError{"source", "the source gave another number of bytes than it was asked for"}
	}
	js.CopyBytesToGo(p[:n], b)
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Ahead does nothing; it only marks that reading may take longer than decoding, since
// the host may ask a server.
func (s *source) Ahead(_, _ int64) {}

// ask calls the host, which returns bytes at once or undefined; in the second case it
// later calls done with an error or null, and bytes.
func ask(host func(done js.Func) js.Value) (js.Value, error) {
	type answer struct {
		bytes js.Value
		err   error
	}
	answers := make(chan answer, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if !args[0].IsNull() {
			answers <- answer{err: &hostError{args[0]}}
		} else {
			answers <- answer{bytes: args[1]}
		}
		return nil
	})
	defer done.Release()
	if b := host(done); !b.IsUndefined() {
		return b, nil
	}
	a := <-answers
	return a.bytes, a.err
}
