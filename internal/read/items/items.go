// Package items reads frames without games: lines of lists and training records by their
// numbers, numbers of positions, and kinds of other content. Items of a kind are
// numbered through a file, from 0.
package items

import (
	"context"
	"math"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/records"
)

// Span returns the number of the first item of a kind in segments of a file, and the
// number after that of the last. It also counts the items of the segments before them.
func Span(ctx context.Context, f *view.File, segments []view.Segment, kind view.ListKind) (from, to int64, err error) {
	if from, err = count(ctx, f, before(f, segments), kind); err != nil {
		return 0, 0, err
	}
	to, err = count(ctx, f, segments, kind)
	return from, from + to, err
}

// before returns the segments of a file before some consecutive ones.
func before(f *view.File, segments []view.Segment) []view.Segment {
	if len(segments) == 0 || segments[0].Frame == 0 {
		return nil
	}
	all := f.Segments()
	i, _ := slices.BinarySearchFunc(all, segments[0].Frame, func(s view.Segment, n int) int { return s.Frame - n })
	return all[:i]
}

// count returns the number of items of a kind in segments.
func count(ctx context.Context, f *view.File, segments []view.Segment, kind view.ListKind) (n int64, err error) {
	for _, s := range Without(f, segments) {
		k, err := countOf(ctx, f, s, kind)
		if err != nil {
			return n, err
		}
		n += k
	}
	return n, nil
}

// countOf returns the number of items of a kind in a segment without games.
func countOf(ctx context.Context, f *view.File, s view.Segment, kind view.ListKind) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	head, err := f.View(ctx, s).List()
	if err != nil || head.Kind != kind {
		return 0, err
	}
	return head.N, nil
}

// Lists are lists, with the ranges of items to read.
type Lists struct {
	kind     view.ListKind
	segments []view.Segment
	in       map[int]bounds // by frame; nil for all items
}

// bounds is a range of items of a frame.
type bounds struct{ low, high int64 }

// All returns the lists in segments of a file, with all items of a kind. It reads
// nothing: some may be of other kinds, or not lists.
func All(f *view.File, segments []view.Segment, kind view.ListKind) *Lists {
	return &Lists{kind: kind, segments: Without(f, segments)}
}

// Find returns the lists in segments of a file that have items of a kind with numbers
// from <= number < to. It counts the items of these segments and of all before them.
func Find(ctx context.Context, f *view.File, segments []view.Segment, kind view.ListKind, from, to int64) (*Lists, error) {
	first, err := count(ctx, f, before(f, segments), kind)
	if err != nil {
		return nil, err
	}
	l := &Lists{kind: kind, in: map[int]bounds{}}
	for _, s := range Without(f, segments) {
		if first >= to {
			break
		}
		n, err := countOf(ctx, f, s, kind)
		if err != nil {
			return nil, err
		}
		if b := (bounds{max(from, first) - first, min(n, to-first)}); b.low < b.high {
			l.in[s.Frame] = b
			l.segments = append(l.segments, s)
		}
		first += n
	}
	return l, nil
}

// Segments returns the segments of the lists, in their order.
func (l *Lists) Segments() []view.Segment { return l.segments }

// Part is a decoded list, with the range of items to read.
type Part struct {
	text *view.ListText
	bounds
}

// Parts decodes the list of a view of one of the segments; it returns none if the list
// is of another kind. Several goroutines may call it at once, with views of their own.
func (l *Lists) Parts(v *view.View) ([]Part, error) {
	b := bounds{0, math.MaxInt64}
	if l.in != nil {
		b = l.in[v.Segment().Frame]
		v.Keep()
	}
	head, err := v.List()
	if err != nil || head.Kind != l.kind {
		return nil, err
	}
	text, err := v.ListText(head)
	if err != nil {
		return nil, err
	}
	return []Part{{text, b}}, nil
}

// Lines calls yield with the lines in the range, as view.ListText.Lines does.
func (p *Part) Lines(yield func(line []byte, p *board.Position) bool) error {
	return p.text.Lines(p.low, p.high, yield)
}

// Records is Lines for training records, as in view.ListText.Records.
func (p *Part) Records(yield func(r *records.Record) bool) error {
	return p.text.Records(p.low, p.high, yield)
}
