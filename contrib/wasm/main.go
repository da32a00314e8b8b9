//go:build js && wasm

// Command wasm is chesszip for JavaScript: index.js loads it as a WebAssembly module and
// gives it an object, the host, through which both communicate:
//
//	host.ready({begin, cancel, position, exit})    called once, by main
//	begin(name, args, done) id                     starts a call; done(error, value) ends it
//	cancel(id)                                     ends the call's context
//	position(name, args) value or error            a call that does not wait
//	host.fail(code, message, hint) error           makes an error
//	host.read(source, offset, length, done)        reads bytes; may return them at once
//	host.table(name, done)                         reads a learned table
//	host.parts(done)                               reads host.book and host.openings
//
// Values are strings (JSON if they have parts), bytes, numbers or nothing. The package
// has no state except its app; it links no learned weights.
//
// With the tag answers it is the module for pages: it has only the calls that open
// archives, and the API of chesszip serve.
package main

import (
	"context"
	"syscall/js"

	"github.com/chesszip/chesszip"
)

// newApp returns an app with all its calls.
func newApp(host js.Value) *app {
	a := &app{
		host:     host,
		calls:    calls{host: host, stop: map[int]context.CancelFunc{}},
		levels:   levels{host: host, tables: map[string][]byte{}},
		archives: map[int]*chesszip.Archive{},
		walks:    map[int]*rows{},
	}
	a.table = a.allCalls()
	return a
}

// called returns the call with a name.
func (a *app) called(name string) call {
	if c, ok := a.table[name]; ok {
		return c
	}
	return func(context.Context, values) (any, error) {
		return nil, &callError{"option", "no call is called " + name}
	}
}

func main() {
	host := js.Global()
	a := newApp(host)
	exit := make(chan struct{})
	host.Get("ready").Invoke(map[string]any{
		"begin": js.FuncOf(func(_ js.Value, args []js.Value) any {
			return a.calls.begin(a.called(args[0].String()), args[1], args[2])
		}),
		"cancel": js.FuncOf(func(_ js.Value, args []js.Value) any {
			a.calls.cancel(args[0].Int())
			return nil
		}),
		"position": js.FuncOf(func(_ js.Value, args []js.Value) any {
			return a.position(args[0].String(), args[1])
		}),
		"exit": js.FuncOf(func(js.Value, []js.Value) any {
			a.calls.cancelAll()
			close(exit)
			return nil
		}),
	})
	<-exit
}
