package items

import (
	"slices"

	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/read/view"
)

// Without returns the segments that have text and no games: lists and other contents.
func Without(f *view.File, segments []view.Segment) []view.Segment {
	return slices.DeleteFunc(slices.Clone(segments), func(s view.Segment) bool {
		e := f.Entry(s.Frame)
		return e.Games > 0 || e.Input == 0
	})
}

// Content returns the kind of content of a view without games, judged by its first
// bytes.
func Content(v *view.View) (chunk.Content, error) {
	list, err := v.List()
	switch {
	case err != nil:
		return 0, err
	case list.Kind == view.Records:
		return chunk.Records, nil
	case list.Table:
		return chunk.Table, nil
	case list.Kind == view.Lines:
		return chunk.Positions, nil
	}
	head, err := v.TextHead(chunk.Sniffed)
	return chunk.ContentOf(head), err
}

// Positions returns the number of positions in a view without games, 0 if it is not a
// list. It decodes a list only if its frame does not have the number.
func Positions(v *view.View) (int64, error) {
	n, known, err := v.Positions()
	if known || err != nil {
		return n, err
	}
	head, err := v.TextHead(chunk.Sniffed)
	if c := chunk.ContentOf(head); err != nil || c != chunk.Positions && c != chunk.Table && c != chunk.Records {
		return 0, err
	}
	text, err := v.Piece(0)
	return chunk.CountPositions(text), err
}
