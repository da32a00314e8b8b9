//go:build js && wasm && !answers

package main

import (
	"context"
	"fmt"

	"github.com/chesszip/chesszip"
)

// allCalls are the calls that wait.
func (a *app) allCalls() map[string]call {
	return map[string]call{
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
		"scid":       a.scid,
	}
}

// openText opens a file that is not an archive, if it is PGN.
func (a *app) openText(ctx context.Context, s *source) (*chesszip.Archive, error) {
	if err := a.levels.parts(); err != nil {
		return nil, err
	}
	opened, err := chesszip.OpenPGN(ctx, s, s.size, &chesszip.ReaderOptions{Threads: 1})
	if err == nil && opened.NumGames() == 0 {
		err = fmt.Errorf("%w: neither an archive nor PGN; a packed file must be unpacked first", chesszip.ErrCorrupt)
	}
	return opened, err
}
