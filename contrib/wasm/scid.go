//go:build js && wasm && !answers

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/scid"
)

// scid returns the games of a database of SCID as PGN. Its arguments are the bytes of the
// three files, index, names and games, and the size limit of the output.
func (a *app) scid(ctx context.Context, args values) (any, error) {
	var parts [3]*io.SectionReader
	for i := range parts {
		b := args.bytes(i)
		parts[i] = io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b)))
	}
	base, err := scid.Open(parts[0], parts[1], parts[2])
	out := limited{left: args.number(3)}
	if err == nil {
		_, err = io.Copy(struct{ io.Writer }{&out}, base.Reader(ctx)) // not by ReadFrom, which knows no limit
	}
	switch {
	case errors.Is(err, scid.ErrCorrupt):
		err = fmt.Errorf("%w: %w", chesszip.ErrCorrupt, err)
	case errors.Is(err, scid.ErrVersion):
		err = fmt.Errorf("%w: %w", chesszip.ErrVersion, err)
	}
	return out.Bytes(), err
}
