//go:build js && wasm && !answers

package main

import (
	"bytes"
	"context"

	"github.com/chesszip/chesszip"
)

// compress compresses bytes at level 1. Its arguments are the bytes, and the names of
// kinds of index.
func (a *app) compress(ctx context.Context, args values) (any, error) {
	o := &chesszip.WriterOptions{Threads: 1}
	names := values{args.Index(1)}
next:
	for i := range names.Length() {
		for _, known := range indexes {
			if known.name == names.text(i) {
				o.Open |= known.index
				continue next
			}
		}
		return nil, &callError{"option", "no index is called " + names.text(i)}
	}
	if err := a.levels.parts(); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	_, err := chesszip.Compress(ctx, &out, bytes.NewReader(args.bytes(0)), o)
	return out.Bytes(), err
}

// decompress decompresses bytes. Its arguments are the bytes, and the size limit of the
// output.
func (a *app) decompress(ctx context.Context, args values) (any, error) {
	packed := args.bytes(0)
	var out limited
	err := a.levels.with(func(o *chesszip.ReaderOptions) error {
		out = limited{left: args.number(1)}
		_, err := chesszip.Decompress(ctx, &out, bytes.NewReader(packed), o)
		return err
	})
	return out.Bytes(), err
}

// limited is a buffer with a size limit.
type limited struct {
	bytes.Buffer
	left int64
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= int64(len(p)); l.left < 0 {
		return 0, &callError{"limit", "more comes out than the limit allows; set the option limit"}
	}
	return l.Buffer.Write(p)
}
