//go:build js && wasm

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
	a.table = map[string]call{
		"open":       a.open,
		"close":      a.close,
		"info":       a.info,
		"streams":    a.streams,
		"get":        a.get,
		"tags":       a.tags,
		"game":       a.game,
		"begin":      a.begin,
		"more":       a.more,
		"stop":       a.stop,
		"count":      a.count,
		"explore":    a.explore,
		"compress":   a.compress,
		"decompress": a.decompress,
	}
	return a
}

// asked returns the call of a name.
func (a *app) asked(name string) call {
	if c, ok := a.table[name]; ok {
		return c
	}
	return func(context.Context, values) (any, error) {
		return nil, &callError{"option", "no call is called " + name}
	}
}
