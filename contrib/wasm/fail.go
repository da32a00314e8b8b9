//go:build js && wasm

package main

import (
	"context"
	"errors"
	"io"
	"syscall/js"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/records"
)

// hostError is an error of the host, such as one of its source.
type hostError struct{ value js.Value }

func (e *hostError) Error() string {
	if m := e.value.Get("message"); m.Type() == js.TypeString {
		return m.String()
	}
	return "the source failed"
}

// callError is an error of the module itself.
type callError struct{ code, text string }

func (e *callError) Error() string { return "chesszip: " + e.text }

// errNoHandle reports that the number's archive was closed.
var errNoHandle = &callError{"closed", "the archive was closed"}

// codes are the codes of errors; the first match counts. index.d.ts has them all.
var codes = []struct {
	is   error
	code string
}{
	{context.Canceled, "aborted"},
	{chesszip.ErrLevel, "level"},
	{chesszip.ErrVersion, "version"},
	{chesszip.ErrLimit, "limit"},
	{chesszip.ErrNoGame, "notFound"},
	{chesszip.ErrNoItem, "notFound"},
	{chesszip.ErrQuery, "query"},
	{chesszip.ErrOption, "option"},
	{chesszip.ErrCorrupt, "corrupt"},
	{board.ErrFEN, "fen"},
	{notation.ErrAmbiguous, "move"},
	{notation.ErrIllegal, "move"},
	{notation.ErrSyntax, "move"},
	{movelist.ErrIllegal, "move"},
	{codec.ErrNoKey, "position"},
	{codec.ErrMethod, "method"}, // also of package movelist
	{codec.ErrCorrupt, "corrupt"},
	{movelist.ErrCorrupt, "corrupt"},
	{records.ErrCorrupt, "corrupt"},
	{io.ErrUnexpectedEOF, "corrupt"},
}

// failure converts err to a JavaScript error: that of the host, if there is one.
func failure(host js.Value, err error) js.Value {
	var own *hostError
	if errors.As(err, &own) {
		return own.value
	}
	code := "failed"
	var e *callError
	var invalid *board.InvalidError
	switch {
	case errors.As(err, &e):
		code = e.code
	case errors.As(err, &invalid):
		code = "position"
	default:
		for _, c := range codes {
			if errors.Is(err, c.is) {
				code = c.code
				break
			}
		}
	}
	hint := ""
	var q *chesszip.QueryError
	if errors.As(err, &q) {
		hint = q.Hint
	}
	return host.Call("fail", code, err.Error(), hint)
}
