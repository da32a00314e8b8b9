package firstmoves

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe/layout"
	"github.com/chesszip/chesszip/internal/gameframe/openings"
	"github.com/chesszip/chesszip/internal/gameframe/streams"
	"github.com/chesszip/chesszip/internal/gameframe/tagsection"
	names "github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Reader reads the first moves of the games of a frame, once it is asked for them.
type Reader struct {
	column  openings.Reader
	frame   *archive.Frame
	section *tagsection.Reader
	upto    int // games whose tags are read
	written *Writer
	done    bool
}

// Reset begins a frame, of the first games of which the tags are read by section.
// Written is what the check of the frame recalls, or nil.
func (r *Reader) Reset(f *archive.Frame, section *tagsection.Reader, upto int, written *Writer) {
	*r = Reader{column: r.column, frame: f, section: section, upto: upto, written: written}
	r.column.Forget()
}

// Of returns the first moves of a game, nil if they were not read.
func (r *Reader) Of(game int) []board.Move { return r.column.Of(game) }

// Last reads the first moves, and returns how far the names of openings are known by
// them.
func (r *Reader) Last(b *budget.Budget) ([]names.Last, error) {
	err := r.Read(b)
	return r.column.Last(), err
}

// Read reads the first moves of the games whose tags are read, unless it has. The next
// game of the section must be the first one, and is so after.
func (r *Reader) Read(b *budget.Budget) error {
	data, ok := r.frame.Stream(streams.KindOpenings)
	if r.done || !ok {
		return nil
	}
	return corrupt.In(streams.Name(streams.KindOpenings), r.read(data, b))
}

func (r *Reader) read(data []byte, b *budget.Budget) error {
	needed := r.section.Needed(openings.Needs)
	if err := r.section.DecodeAll(needed); err != nil {
		return err
	}
	if err := r.column.Open(data, b); err != nil {
		return err
	}
	if r.written != nil {
		r.column.Recall(&r.written.Column, r.frame.Check)
	}
	var tags []tagvalue.Tag
	for game := range r.upto {
		tags = r.section.Next(tags[:0], needed)
		start := layout.StartOf(tags)
		g := openings.GameOf(tags, &start, r.section.Plies(game))
		if err := r.column.Read(&g); err != nil {
			return corrupt.AtGame(game, err)
		}
	}
	r.section.Rewind()
	r.done = true
	if r.upto == int(r.frame.Games) {
		return r.column.Close()
	}
	return nil
}
