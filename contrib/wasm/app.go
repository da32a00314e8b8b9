//go:build js && wasm

package main

import (
	"context"
	"sync"
	"syscall/js"

	"github.com/chesszip/chesszip"
)

// app is the state of the module: calls in progress, and open archives and walks.
type app struct {
	host     js.Value
	calls    calls
	levels   levels
	last     int // last number assigned
	archives map[int]*chesszip.Archive
	walks    map[int]*rows
	table    map[string]call
}

// archive returns the archive whose number is the first argument.
func (a *app) archive(args values) (*chesszip.Archive, error) {
	opened := a.archives[int(args.number(0))]
	if opened == nil {
		return nil, errNoHandle
	}
	return opened, nil
}

// rows are the items of a walk over an archive, each written as JSON on request. The
// caller of next and stop holds the lock, since an aborted call may still be in next.
type rows struct {
	sync.Mutex
	next func() (func(w *writer), error, bool)
	stop func()
	end  context.CancelFunc
}
