package game

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/cache"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
	names "github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/movegen"
)

// Reader reads the first moves of the games of a frame, once it is asked for them.
type Reader struct {
	column  openings.Reader
	frame   *archive.Frame
	section *tagsection.Reader
	upto    int // games whose tags are read
	written *Writer
	shared  cache.Frame
	lines   moves.Lines // nil for none
	done    bool

	starts   gametext.Starts
	tags     []tagvalue.Tag
	position board.Position
}

// Reset begins a frame, of the first games of which the tags are read by section.
// Written is what the check of the frame recalls, or nil; shared is where what the column
// says is kept; lines, if not nil, may know the main lines of games.
func (r *Reader) Reset(f *archive.Frame, section *tagsection.Reader, upto int, written *Writer, shared cache.Frame, lines moves.Lines) {
	*r = Reader{column: r.column, starts: r.starts, tags: r.tags, frame: f, section: section, upto: upto, written: written, shared: shared, lines: lines}
	r.column.Forget()
}

// Tell gives r other lines of the same games, or none, if it has some.
func (r *Reader) Tell(lines moves.Lines) {
	if r.lines != nil {
		r.lines = lines
	}
}

// Games returns how many games first moves are read of.
func (r *Reader) Games() int { return r.upto }

// Of returns the first moves of a game, nil if they were not read.
func (r *Reader) Of(game int) []board.Move { return r.column.Of(game) }

// Last reads the first moves, and returns how far the names of openings are known by
// them.
func (r *Reader) Last(b *budget.Budget) ([]names.Last, error) {
	err := r.Read(b)
	return r.column.Last(), err
}

// Read reads the first moves of the games whose tags are read, unless it has, and the
// columns of tags that they depend on. The next game of the section must be the first
// one, and is so after.
func (r *Reader) Read(b *budget.Budget) error {
	data, ok := r.frame.Stream(streams.KindOpenings)
	if r.done || !ok {
		return nil
	}
	needed := r.section.Needed(openings.Needs)
	if err := r.section.DecodeAll(needed); err != nil {
		return corrupt.In(streams.Name(streams.KindOpenings), err)
	}
	if c := r.shared.First(r.upto); c != nil {
		r.column.Use(c)
		r.done = true
		return nil
	}
	if err := r.read(data, needed, b); err != nil {
		return corrupt.In(streams.Name(streams.KindOpenings), err)
	}
	if !r.shared.WantsFirst(r.upto) {
		return nil
	}
	r.shared.PutFirst(r.upto, r.column.Column)
	return nil
}

// Trim gives up memory that is kept for other columns.
func (r *Reader) Trim() { r.column.Trim() }

func (r *Reader) read(data []byte, needed []bool, b *budget.Budget) error {
	if r.lines != nil {
		if told, err := r.take(data, needed, b); told || err != nil {
			return err
		}
	}
	if err := r.column.Open(data, b); err != nil {
		return err
	}
	if r.written != nil {
		r.column.Recall(&r.written.Column, r.frame.Check)
	}
	if _, err := r.each(needed, func(_ int, g *openings.Game) (bool, error) { return true, r.column.Read(g) }); err != nil {
		return err
	}
	if r.upto == int(r.frame.Games) {
		return r.column.Close()
	}
	return nil
}

// take takes the first moves from the main lines that are known; false if some of them
// are not.
func (r *Reader) take(data []byte, needed []bool, b *budget.Budget) (bool, error) {
	before := *b
	if err := r.column.Open(data, b); err != nil {
		return false, err
	}
	told, err := r.each(needed, func(game int, g *openings.Game) (bool, error) {
		return r.column.Take(g, func(plies int) []board.Move { return r.lines.Line(game, plies) })
	})
	if !told {
		*b = before
	}
	return told, err
}

// each calls read with what is known of the games whose tags are read, until it returns
// false.
func (r *Reader) each(needed []bool, read func(game int, g *openings.Game) (more bool, err error)) (all bool, err error) {
	defer r.section.Rewind()
	for game := range r.upto {
		r.tags = r.section.Next(r.tags[:0], needed)
		start := layout.StartOf(r.tags)
		g := openings.GameOf(r.tags, &start, r.section.Plies(game))
		if more, err := read(game, &g); err != nil || !more {
			return false, corrupt.AtGame(game, err)
		}
	}
	r.done = true
	return true, nil
}

// Walk goes through the first moves of the games that wanted says, nil standing for
// all, once they are read. It returns the games that these do not decide: whose moves
// go on behind them and are still looked for, and those that beyond says, nil
// standing for none, of which it looks at nothing.
func (r *Reader) Walk(wanted, beyond []bool, w *gametext.Walk, b *budget.Budget) (left []bool, err error) {
	needed := r.section.Needed(openings.Needs)
	left = make([]bool, r.frame.Games)
	for game := range r.upto {
		r.tags = r.section.Next(r.tags[:0], needed)
		if wanted != nil && !wanted[game] {
			continue
		}
		plies := r.section.Plies(game)
		blank := plies == 0 && r.section.Tags(game) == 0 // perhaps
		if left[game] = blank || beyond != nil && beyond[game]; left[game] || !r.starts.Known(r.tags, false) {
			continue
		}
		if left[game] = r.starts.Apart(); left[game] {
			continue
		}
		if !b.Step(budget.Game) {
			return nil, budget.ErrStopped
		}
		if r.see(game, w, b) {
			if left[game] = len(r.Of(game)) < plies; !left[game] {
				w.End(game)
			}
		}
	}
	r.section.Rewind()
	return left, nil
}

// see looks at the first positions of a game, and reports whether more are looked for.
func (r *Reader) see(game int, w *gametext.Walk, b *budget.Budget) (more bool) {
	r.position = layout.StartOf(r.tags)
	more = w.See(game, 0, &r.position, board.NullMove)
	for i, m := range r.Of(game) {
		if !more || !b.Step(budget.FastPly) {
			break
		}
		movegen.Make(&r.position, m)
		more = w.See(game, i+1, &r.position, m)
	}
	return more
}
