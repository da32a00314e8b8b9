package chesszip

import (
	"bytes"
	"context"
	"io"

	"github.com/chesszip/chesszip/movelist/learned"
)

// Room makes archives with so many bytes for frame statistics in the container's
// index.
type Room int

func (r Room) settings(o WriterOptions) *settings {
	s, err := o.withDefaults()
	if err != nil {
		panic(err)
	}
	s.room, s.levels = int(r), []*learned.Level{o.Level}
	return &s
}

// Compress is Compress.
func (r Room) Compress(dst io.Writer, src []byte, o WriterOptions) (Stats, error) {
	return r.settings(o).compress(context.Background(), func() {}, dst, bytes.NewReader(src))
}

// Append is Append.
func (r Room) Append(dst io.Writer, packed, src []byte, o WriterOptions) (Stats, error) {
	return r.settings(o).append(context.Background(), func() {}, dst, bytes.NewReader(packed), int64(len(packed)), bytes.NewReader(src))
}

// Merge is Merge.
func (r Room) Merge(dst io.Writer, from []*Archive, o WriterOptions) (Stats, error) {
	return r.settings(o).merge(context.Background(), func() {}, dst, from)
}
