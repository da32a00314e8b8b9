//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"syscall/js"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Tables of the library, as files next to the module.
const (
	tableDefault = "default.czm"
	tableMax     = "max.czm"
	tableBoards  = "squares.czs"
)

// levels are the learned levels that were loaded so far.
type levels struct {
	host   js.Value
	parsed []movelist.Level
	tables map[string][]byte
}

// table returns a table, which the host loads once.
func (l *levels) table(name string) ([]byte, error) {
	if b, ok := l.tables[name]; ok {
		return b, nil
	}
	v, err := ask(func(done js.Func) js.Value { return l.host.Call("table", name, done) })
	if err != nil {
		return nil, err
	}
	b := bytesOf(v)
	l.tables[name] = b
	return b, nil
}

// lists returns the tables of lists.
func (l *levels) lists() (moves, boards []byte, err error) {
	if moves, err = l.table(tableDefault); err != nil {
		return nil, nil, err
	}
	boards, err = l.table(tableBoards)
	return moves, boards, err
}

// with calls do once the library's tables are loaded, and again with each further level
// that it reports as missing.
func (l *levels) with(do func(o *chesszip.ReaderOptions) error) error {
	if err := l.parts(); err != nil {
		return err
	}
	tried := map[uint32]bool{}
	for {
		err := do(&chesszip.ReaderOptions{Levels: l.parsed, Threads: 1})
		var missing *chesszip.LevelError
		if !errors.As(err, &missing) || tried[missing.Number] {
			return err
		}
		tried[missing.Number] = true
		if err := l.add(missing); err != nil {
			return err
		}
	}
}

// parts lets the host load the library's tables that are not part of the module.
func (l *levels) parts() error {
	if !l.host.Get("book").IsUndefined() {
		return nil
	}
	_, err := ask(func(done js.Func) js.Value { return l.host.Call("parts", done) })
	return err
}

// add loads the missing level.
func (l *levels) add(missing *chesszip.LevelError) error {
	name := fmt.Sprintf("%08x.czm", missing.Number)
	switch nameOf(missing.Number) {
	case "default":
		name = tableDefault
	case "max":
		name = tableMax
	}
	data, err := l.table(name)
	if err != nil {
		return err
	}
	level, err := learned.ParseWith(data, l.lists)
	if err == nil && uint32(level.ID()) != missing.Number {
		err = fmt.Errorf("it is of number %08x, not %08x", uint32(level.ID()), missing.Number)
	}
	if err != nil {
		delete(l.tables, name)
		return &callError{"level", "the table " + name + " is not the one that the archive needs: " + err.Error()}
	}
	l.parsed = append(l.parsed, level)
	return nil
}

// nameOf returns the name of the level with a number, "" for a user's.
func nameOf(number uint32) string {
	switch (&chesszip.LevelError{Number: number}).Variable() {
	case "learned.V1":
		return "default"
	case "learned.V1Max":
		return "max"
	}
	return ""
}
