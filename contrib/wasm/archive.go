//go:build js && wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip"
)

// open opens an archive or PGN: source, size, and whether to open an archive without its
// level. It returns a number for it, and data from its index.
func (a *app) open(ctx context.Context, args values) (any, error) {
	s := &source{a.host, int(args.number(0)), args.number(1)}
	isArchive, err := startsArchive(s)
	if err != nil {
		return nil, err
	}
	var opened *chesszip.Archive
	if isArchive {
		err = a.levels.with(func(o *chesszip.ReaderOptions) (err error) {
			opened, err = chesszip.Open(ctx, s, s.size, o)
			return err
		})
		if err != nil && ctx.Err() == nil && args.flag(2) && errors.Is(failureLevel(err), chesszip.ErrLevel) {
			opened, err = chesszip.Open(ctx, s, s.size, &chesszip.ReaderOptions{Levels: a.levels.parsed, Threads: 1, AllowMissing: true})
		}
	} else {
		opened, err = a.openText(ctx, s)
	}
	if err != nil {
		return nil, err
	}
	a.last++
	a.archives[a.last] = opened
	var w writer
	w.open('{')
	w.key("id").number(int64(a.last))
	w.key("games").number(opened.NumGames())
	w.key("size").number(opened.Size())
	w.key("input").number(opened.Input())
	w.key("level").text(levelOf(opened))
	w.key("missing").flag(opened.MissingLevel() != nil)
	w.key("sorted").flag(opened.Sorted())
	w.key("pgn").flag(!isArchive)
	w.end('}')
	return string(w.b), nil
}

// startsArchive reports whether a file begins as an archive does. An empty file is an
// error.
func startsArchive(s *source) (bool, error) {
	var head [8]byte
	n, err := s.ReadAt(head[:min(s.size, int64(len(head)))], 0)
	if err != nil && err != io.EOF {
		return false, err
	}
	if n == 0 {
		return false, fmt.Errorf("%w: the file is empty", chesszip.ErrCorrupt)
	}
	return chesszip.IsArchive(head[:n]), nil
}

// failureLevel returns ErrLevel for an error of the host with the code "level",
// otherwise err.
func failureLevel(err error) error {
	var own *hostError
	if errors.As(err, &own) {
		if code := own.value.Get("code"); code.String() == "level" {
			return chesszip.ErrLevel
		}
	}
	return err
}

// levelOf returns the name of an archive's level: fast, default, max or own.
func levelOf(a *chesszip.Archive) string {
	var number uint32
	switch level, missing := a.Level(), a.MissingLevel(); {
	case level != nil:
		number = uint32(level.ID())
	case missing != nil:
		number = missing.Number
	default:
		return "fast"
	}
	if name := nameOf(number); name != "" {
		return name
	}
	return "own"
}

// close closes an archive.
func (a *app) close(_ context.Context, args values) (any, error) {
	delete(a.archives, int(args.number(0)))
	return nil, nil
}

// info describes an archive apart from its games. It reads frames that may be lists.
func (a *app) info(ctx context.Context, args values) (any, error) {
	in, err := a.archive(args)
	if err != nil {
		return nil, err
	}
	_, lines, err := in.LineSpan(ctx)
	if err != nil {
		return nil, err
	}
	_, records, err := in.RecordSpan(ctx)
	if err != nil {
		return nil, err
	}
	made, err := in.WriterOptions()
	if err != nil && !errors.Is(err, chesszip.ErrLevel) {
		return nil, err
	}
	var w writer
	w.open('{')
	w.key("lines").number(lines)
	w.key("records").number(records)
	w.key("index").open('[')
	for _, i := range indexes {
		if made.Open&i.index != 0 {
			w.text(i.name)
		}
	}
	w.end(']')
	w.key("frames").open('[')
	for _, f := range in.Frames() {
		w.open('{')
		w.key("first").number(f.First)
		w.key("games").number(f.Games)
		w.key("input").number(f.Input)
		w.key("stored").number(f.Stored)
		w.key("offset").number(f.Offset)
		w.end('}')
	}
	w.end(']')
	w.key("gaps").open('[')
	for _, g := range in.Gaps() {
		w.open('{')
		w.key("offset").number(g.Offset)
		w.key("length").number(g.Length)
		w.key("message").text(g.Error())
		w.end('}')
	}
	w.end(']')
	w.end('}')
	return string(w.b), nil
}

// indexes are the open columns of an archive, and its opening table.
var indexes = []struct {
	name  string
	index chesszip.Columns
}{
	{"players", chesszip.ColumnNames},
	{"positions", chesszip.ColumnMoves},
	{"numbers", chesszip.ColumnNumbers},
	{"openings", chesszip.OpeningTable},
}

// streams returns the sizes of the parts of an archive; it reads all of it.
func (a *app) streams(ctx context.Context, args values) (any, error) {
	in, err := a.archive(args)
	if err != nil {
		return nil, err
	}
	all, err := in.Streams(ctx)
	if err != nil {
		return nil, err
	}
	var w writer
	w.open('[')
	for _, s := range all {
		w.open('{')
		w.key("name").text(s.Name)
		w.key("bytes").number(s.Bytes)
		w.end('}')
	}
	w.end(']')
	return string(w.b), nil
}
