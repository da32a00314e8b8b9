// Command lib is the shared library that the Python package loads, with the interface of
// chesszip.h. Every function returns a status; a panic inside becomes an error with its
// stack.
package main

/*
#include <stdlib.h>
#include "chesszip.h"
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"time"
	"unsafe"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/contrib/python/door"
)

func main() {}

// version is that of the Python package; a test compares them.
const version = "0.9.0"

var versionText = C.CString(version)

var (
	errHandle = errors.New("chesszip: no such handle")
	errSize   = errors.New("chesszip: wrong size")
)

// maxCount is the greatest number of games that may be requested by number at once.
const maxCount = 1 << 24

// statuses are the errors that callers distinguish.
var statuses = []struct {
	err    error
	status C.int32_t
}{
	{door.ErrWait, C.CZIP_WAIT},
	{door.ErrEnd, C.CZIP_END},
	{door.ErrInternal, C.CZIP_INTERNAL},
	{context.Canceled, C.CZIP_CANCELED},
	{fs.ErrNotExist, C.CZIP_NOT_FOUND},
	{fs.ErrPermission, C.CZIP_DENIED},
	{chesszip.ErrNoGame, C.CZIP_INDEX},
	{chesszip.ErrQuery, C.CZIP_QUERY},
	{board.ErrFEN, C.CZIP_QUERY},
	{chesszip.ErrOption, C.CZIP_VALUE},
	{errHandle, C.CZIP_VALUE},
	{errSize, C.CZIP_VALUE},
	{chesszip.ErrCorrupt, C.CZIP_CORRUPT},
	{chesszip.ErrVersion, C.CZIP_CORRUPT},
	{chesszip.ErrLevel, C.CZIP_CORRUPT},
}

// call runs the work of a function, and returns its status and the text of its error.
func call(text **C.char, do func() error) (status C.int32_t) {
	var err error
	func() {
		defer func() {
			if fault := recover(); fault != nil {
				err = fmt.Errorf("%w: %v\n%s", door.ErrInternal, fault, debug.Stack())
			}
		}()
		err = do()
	}()
	if err == nil {
		return C.CZIP_OK
	}
	status = C.CZIP_FAILED
	for _, s := range statuses {
		if errors.Is(err, s.err) {
			status = s.status
			break
		}
	}
	if text != nil && status >= C.CZIP_FAILED {
		*text = C.CString(explained(err))
	}
	return status
}

// explained returns the text of an error, with a suggestion if there is one.
func explained(err error) string {
	var q *chesszip.QueryError
	if errors.As(err, &q) && q.Hint != "" {
		return err.Error() + "; " + q.Hint
	}
	return err.Error()
}

// started returns a started task to the caller.
func started(to *C.czip_handle, t *door.Task, err error) error {
	if err != nil {
		return err
	}
	*to = C.czip_handle(open.add(t))
	return nil
}

// onArchive starts a task of an archive.
func onArchive(archive C.czip_handle, to *C.czip_handle, text **C.char, start func(a *door.Archive) (*door.Task, error)) C.int32_t {
	return call(text, func() error {
		a, err := of[*door.Archive](&open, int64(archive))
		if err != nil {
			return err
		}
		t, err := start(a)
		return started(to, t, err)
	})
}

// goText returns a copy of a text, "" for NULL.
func goText(t C.czip_text) string {
	if t == nil {
		return ""
	}
	return C.GoString((*C.char)(unsafe.Pointer(t)))
}

//export czip_open
func czip_open(name C.czip_text, threads C.int32_t, task *C.czip_handle, text **C.char) C.int32_t {
	return call(text, func() error {
		name := goText(name)
		return started(task, door.Start(func(ctx context.Context, give func(any) bool) error {
			a, err := door.Open(ctx, name, int(threads))
			if err == nil && !give(a) {
				a.Close()
			}
			return err
		}), nil)
	})
}

//export czip_info
func czip_info(archive C.czip_handle, items C.int32_t, task *C.czip_handle, text **C.char) C.int32_t {
	return onArchive(archive, task, text, func(a *door.Archive) (*door.Task, error) { return a.StartInfo(items != 0), nil })
}

// gamesOptions copies the options from C.
func gamesOptions(o *C.czip_games_options) (g door.GamesOptions, err error) {
	g = door.GamesOptions{
		Want: door.Want(o.want), From: int64(o.from), To: int64(o.to), Query: goText(o.query),
		Shard: int(o.shard), Shards: int(o.shards), Games: int(o.games), Plies: int(o.plies),
	}
	if o.count < 0 || o.count > maxCount {
		return g, fmt.Errorf("%w: %d games at once, at most %d", errSize, int64(o.count), maxCount)
	}
	if o.numbers != nil {
		g.Numbers = make([]int64, o.count)
		copy(g.Numbers, unsafe.Slice((*int64)(unsafe.Pointer(o.numbers)), int(o.count)))
	}
	return g, g.Validate()
}

//export czip_games
func czip_games(archive C.czip_handle, options *C.czip_games_options, task *C.czip_handle, text **C.char) C.int32_t {
	return onArchive(archive, task, text, func(a *door.Archive) (*door.Task, error) {
		o, err := gamesOptions(options)
		if err != nil {
			return nil, err
		}
		return a.StartGames(o)
	})
}

//export czip_find
func czip_find(archive C.czip_handle, pattern C.czip_text, options *C.czip_games_options, task *C.czip_handle, text **C.char) C.int32_t {
	return onArchive(archive, task, text, func(a *door.Archive) (*door.Task, error) {
		o, err := gamesOptions(options)
		if err != nil {
			return nil, err
		}
		return a.StartFind(goText(pattern), o)
	})
}

//export czip_positions
func czip_positions(archive C.czip_handle, o *C.czip_positions_options, task *C.czip_handle, text **C.char) C.int32_t {
	return onArchive(archive, task, text, func(a *door.Archive) (*door.Task, error) {
		return a.StartPositions(door.PositionsOptions{
			Layout: door.Layout(o.layout), Query: goText(o.query), Shard: int(o.shard), Shards: int(o.shards),
			Rows: int(o.rows), Window: int(o.window), Seed: uint64(o.seed), From: int(o.from), To: int(o.to),
		})
	})
}

//export czip_headers
func czip_headers(archive C.czip_handle, query C.czip_text, shard, shards C.int32_t, task *C.czip_handle, text **C.char) C.int32_t {
	return onArchive(archive, task, text, func(a *door.Archive) (*door.Task, error) {
		return a.StartHeaders(goText(query), int(shard), int(shards))
	})
}

//export czip_count
func czip_count(archive C.czip_handle, pattern, query C.czip_text, task *C.czip_handle, text **C.char) C.int32_t {
	return onArchive(archive, task, text, func(a *door.Archive) (*door.Task, error) {
		return a.StartCount(goText(pattern), goText(query))
	})
}

//export czip_explore
func czip_explore(archive C.czip_handle, fen, query C.czip_text, task *C.czip_handle, text **C.char) C.int32_t {
	return onArchive(archive, task, text, func(a *door.Archive) (*door.Task, error) {
		return a.StartExplore(goText(fen), goText(query))
	})
}

//export czip_wait
func czip_wait(task C.czip_handle, milliseconds C.int32_t, value *C.int64_t, text **C.char) C.int32_t {
	return call(text, func() error {
		t, err := of[*door.Task](&open, int64(task))
		if err != nil {
			return err
		}
		answer, err := t.Wait(time.Duration(max(milliseconds, 0)) * time.Millisecond)
		if err != nil {
			return err
		}
		switch answer := answer.(type) {
		case int64:
			*value = C.int64_t(answer)
		default:
			*value = C.int64_t(open.add(answer))
		}
		return nil
	})
}

// bytesOf returns a column of a batch, its description, or a text.
func bytesOf(handle int64, column int) ([]byte, error) {
	v, err := of[any](&open, handle)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case string:
		if column == 0 {
			return []byte(v), nil
		}
	case *door.Batch:
		if column == -1 {
			return []byte(v.Describe()), nil
		}
		if column >= 0 && column < len(v.Columns) {
			return v.Columns[column].Data, nil
		}
	default:
		return nil, fmt.Errorf("%w: %d is a %T, want a batch or a text", errHandle, handle, v)
	}
	return nil, fmt.Errorf("%w: there is no column %d", errSize, column)
}

//export czip_size
func czip_size(batch C.czip_handle, column C.int32_t, bytes *C.int64_t, text **C.char) C.int32_t {
	return call(text, func() error {
		data, err := bytesOf(int64(batch), int(column))
		*bytes = C.int64_t(len(data))
		return err
	})
}

//export czip_copy
func czip_copy(batch C.czip_handle, column C.int32_t, to unsafe.Pointer, size C.int64_t, text **C.char) C.int32_t {
	return call(text, func() error {
		data, err := bytesOf(int64(batch), int(column))
		if err != nil {
			return err
		}
		if int64(size) != int64(len(data)) {
			return fmt.Errorf("%w: %d bytes, the column has %d", errSize, int64(size), len(data))
		}
		if len(data) > 0 {
			copy(unsafe.Slice((*byte)(to), len(data)), data)
		}
		return nil
	})
}

//export czip_close
func czip_close(handle C.czip_handle, text **C.char) C.int32_t {
	return call(text, func() error { return closeAny(int64(handle)) })
}

//export czip_free
func czip_free(text unsafe.Pointer) { C.free(text) }

//export czip_version
func czip_version() C.czip_text { return C.czip_text(unsafe.Pointer(versionText)) }
