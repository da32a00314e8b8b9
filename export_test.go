package chesszip

import (
	"bytes"
	"context"
	"io"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/write"
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
func (r Room) Compress(ctx context.Context, dst io.Writer, src []byte, o WriterOptions) (Stats, error) {
	return r.settings(o).compress(ctx, func() {}, dst, bytes.NewReader(src))
}

// Append is Append.
func (r Room) Append(ctx context.Context, dst io.Writer, packed, src []byte, o WriterOptions) (Stats, error) {
	return r.settings(o).append(ctx, func() {}, dst, bytes.NewReader(packed), int64(len(packed)), bytes.NewReader(src))
}

// Merge is Merge.
func (r Room) Merge(ctx context.Context, dst io.Writer, from []*Archive, o WriterOptions) (Stats, error) {
	return r.settings(o).join(ctx, func() {}, dst, from, write.Merge)
}

// OpeningNode is what the opening table of a member says of a position, nil if it is
// not in it, and the numbers of the games that it does not count, from and to, to not
// included, for each frame.
func OpeningNode(ctx context.Context, a *Archive, member int, p *board.Position) (n *openingtree.Node, rest [][2]int64, err error) {
	n, segments, err := a.all.Frames.OpeningNode(ctx, member, p)
	if n == nil {
		for _, s := range a.all.WithGames().Segments {
			if a.all.Frames.MemberOf(s.Frame) == member {
				segments = append(segments, s)
			}
		}
	}
	for _, s := range segments {
		first := a.all.Frames.FirstGame(s.Frame)
		rest = append(rest, [2]int64{first, first + a.all.Frames.Entry(s.Frame).Games})
	}
	return n, rest, err
}

// CompressSmall is Compress whose opening table is made in little memory, and so in
// many passes.
func CompressSmall(dst io.Writer, src []byte, o WriterOptions) error {
	s, err := o.withDefaults()
	if err != nil {
		return err
	}
	s.openings = openingtable.Limits{Counters: 13, Found: 18, Tallies: 500}
	_, err = s.compress(context.Background(), func() {}, dst, bytes.NewReader(src))
	return err
}
