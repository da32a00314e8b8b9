//go:build js && wasm

package main

import (
	"context"
	"fmt"
	"syscall/js"
)

// values are the arguments of a call.
type values struct{ js.Value }

func (v values) text(i int) string { return v.Index(i).String() }

func (v values) number(i int) int64 { return int64(v.Index(i).Float()) }

func (v values) flag(i int) bool { return v.Index(i).Truthy() }

func (v values) bytes(i int) []byte { return bytesOf(v.Index(i)) }

// bytesOf copies a Uint8Array.
func bytesOf(v js.Value) []byte {
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}

// valueOf converts nil, a string, bytes or a number to a JavaScript value.
func valueOf(v any) js.Value {
	b, ok := v.([]byte)
	if !ok {
		return js.ValueOf(v)
	}
	out := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(out, b)
	return out
}

// call is the work of a call from JavaScript. The result must be valid for valueOf.
type call func(ctx context.Context, args values) (any, error)

// calls are the calls in progress, by their numbers.
type calls struct {
	host js.Value
	last int
	stop map[int]context.CancelFunc
}

// begin starts a call and returns its number.
func (c *calls) begin(do call, args, done js.Value) int {
	ctx, stop := context.WithCancel(context.Background())
	c.last++
	id := c.last
	c.stop[id] = stop
	go func() {
		value, err := c.try(ctx, do, values{args})
		stop()
		delete(c.stop, id)
		if err != nil {
			done.Invoke(failure(c.host, err))
			return
		}
		done.Invoke(js.Null(), valueOf(value))
	}()
	return id
}

// try converts a panic to an error, so that it does not end the module.
func (c *calls) try(ctx context.Context, do call, args values) (value any, err error) {
	defer func() {
		if r := recover(); r != nil {
			value, err = nil, fmt.Errorf("chesszip: a fault of the module: %v", r)
		}
	}()
	return do(ctx, args)
}

func (c *calls) cancel(id int) {
	if stop := c.stop[id]; stop != nil {
		stop()
	}
}

func (c *calls) cancelAll() {
	for _, stop := range c.stop {
		stop()
	}
}
