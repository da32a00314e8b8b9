package chesszip

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/read/items"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/records"
)

// ErrNoItem reports that the archive has no line or record with the requested number.
var ErrNoItem = errors.New("chesszip: no such line or record")

// Line is a line of a list of positions: FEN, EPD, or a table with a FEN in a column.
type Line struct {
	Text Text `json:"text"` // without the line end
	// Position is the position in the line. HasPosition is false for a line without one,
	// such as the column names of a table.
	Position    board.Position `json:"position"`
	HasPosition bool           `json:"has_position"`
}

// LineSpan returns the number of the first line and the number after that of the last: 0
// and the number of lines of all lists of positions, except for a part of an archive. It
// reads the frames up to the last of them once, and decodes a list only if its frame
// does not have the number of lines. The error is ErrCorrupt, or that of ctx or of the
// reader.
func (a *Archive) LineSpan(ctx context.Context) (from, to int64, err error) {
	return items.Span(ctx, a.all.Frames, a.all.Segments, view.Lines)
}

// Line returns line i. The errors are ErrNoItem and those of LineSpan.
func (a *Archive) Line(ctx context.Context, i int64) (Line, error) {
	return one(a.Lines(ctx, i, i+1), i)
}

// Lines returns the lines with numbers from <= number < to, and errors at the places of
// damaged frames. It decodes the whole frames of these lines.
func (a *Archive) Lines(ctx context.Context, from, to int64) iter.Seq2[Line, error] {
	return eachItem(ctx, a, view.Lines, from, to, func(l *items.Part, yield func(Line) bool) error {
		return l.Lines(func(text []byte, p *board.Position) bool {
			line := Line{Text: bytes.Clone(text)}
			if p != nil {
				line.Position, line.HasPosition = *p, true
			}
			return yield(line)
		})
	})
}

// AllLines returns the lines in their order, as Lines does. Of a part of an archive it
// reads only the frames of the part. A training program that uses shard k of n calls
// AllLines of a.Shard(k, n).
func (a *Archive) AllLines(ctx context.Context) iter.Seq2[Line, error] {
	return a.Lines(ctx, math.MinInt64, math.MaxInt64)
}

// RecordSpan is LineSpan for training records.
func (a *Archive) RecordSpan(ctx context.Context) (from, to int64, err error) {
	return items.Span(ctx, a.all.Frames, a.all.Segments, view.Records)
}

// Record returns training record i. The errors are ErrNoItem, records.ErrCorrupt for
// bytes that are not a record, and those of RecordSpan.
func (a *Archive) Record(ctx context.Context, i int64) (records.Record, error) {
	return one(a.Records(ctx, i, i+1), i)
}

// Records returns the training records with numbers from <= number < to, and errors at
// the places of damaged frames. It decodes the whole frames of these records. Bytes that
// are not a record end their frame with records.ErrCorrupt.
func (a *Archive) Records(ctx context.Context, from, to int64) iter.Seq2[records.Record, error] {
	return eachItem(ctx, a, view.Records, from, to, func(l *items.Part, yield func(records.Record) bool) error {
		return l.Records(func(r *records.Record) bool { return yield(*r) })
	})
}

// AllRecords returns the training records in their order, as AllLines does lines.
func (a *Archive) AllRecords(ctx context.Context) iter.Seq2[records.Record, error] {
	return a.Records(ctx, math.MinInt64, math.MaxInt64)
}

// Content returns the kind of content of an archive or a file that holds no game, judged
// by its first bytes. The error is ErrCorrupt or that of the reader.
func (a *Archive) Content(ctx context.Context) (Content, error) {
	for _, s := range a.all.Segments {
		if a.all.Frames.Entry(s.Frame).Input == 0 {
			continue
		}
		c, err := items.Content(a.all.Frames.View(ctx, s))
		return Content(c), cmp.Or(ctxio.Err(ctx), err)
	}
	return ContentEmpty, nil
}

// CountPositions returns the number of positions in the lists of an archive or a file;
// positions of games do not count. It reads the number from the frames of the lists
// without decoding them. The error is ErrCorrupt or that of the reader.
func (a *Archive) CountPositions(ctx context.Context) (n int64, err error) {
	count := func(_ context.Context, v *view.View) ([]int64, error) {
		k, err := items.Positions(v)
		return []int64{k}, err
	}
	p := a.all
	p.Segments, p.Reads = items.Without(p.Frames, p.Segments), walk.ReadsItems
	walk.Each(ctx, p, count, func(k int64, e error) bool {
		n, err = n+k, cmp.Or(err, e)
		return true
	})
	return n, err
}

// one returns the only item of a sequence: that of number i.
func one[T any](all iter.Seq2[T, error], i int64) (item T, err error) {
	for item, err := range all {
		return item, err
	}
	return item, fmt.Errorf("%w: number %d, counted from 0", ErrNoItem, i)
}

// eachItem yields items of a kind in their order. It decodes several lists at once, and
// parses an item when the caller takes it.
func eachItem[T any](
	ctx context.Context, a *Archive, kind view.ListKind, from, to int64, parse func(l *items.Part, yield func(T) bool) error,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		if from >= to {
			return
		}
		in, p, err := a.listsOf(ctx, kind, from, to)
		if err != nil {
			yield(none, err)
			return
		}
		decode := func(_ context.Context, v *view.View) ([]items.Part, error) { return in.Parts(v) }
		walk.Each(ctx, p, decode, func(p items.Part, err error) bool {
			if err != nil {
				return yield(none, err)
			}
			more := true
			err = parse(&p, func(item T) bool {
				more = yield(item, nil)
				return more
			})
			if err != nil && more {
				more = yield(none, err)
			}
			return more
		})
	}
}

// listsOf returns the lists that have items with numbers from <= number < to.
func (a *Archive) listsOf(ctx context.Context, kind view.ListKind, from, to int64) (l *items.Lists, p walk.Part, err error) {
	p = a.all
	if from == math.MinInt64 && to == math.MaxInt64 {
		l = items.All(a.all.Frames, a.all.Segments, kind)
	} else {
		p.Gaps = nil
		l, err = items.Find(ctx, a.all.Frames, a.all.Segments, kind, from, to)
	}
	if err == nil {
		p.Segments = l.Segments()
	}
	return l, p, err
}
