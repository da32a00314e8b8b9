package game

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game/cache"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
	names "github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
)

// This file connects the column of openings with a frame: the writer chooses the
// number of half-moves, and takes them as the games are split; the reader gets the
// inputs of the column from the tags when needed.

// firstReader reads the first moves of the games of a frame on demand.
type firstReader struct {
	firstSource
	column openings.Reader
	done   bool

	starts   gametext.Starts
	tags     []tagvalue.Tag
	position board.Position
}

// firstSource is the source of the first moves of a frame.
type firstSource struct {
	frame   *archive.Frame
	section *tagsection.Reader
	games   int          // whose tags section reads
	cached  cache.Frame  // first moves that were read before
	written *firstWriter // that wrote them, if the frame is being checked
	opened  open.Source  // which may have the moves instead
}

// reset begins a frame.
func (r *firstReader) reset(from firstSource) {
	*r = firstReader{firstSource: from, column: r.column, starts: r.starts, tags: r.tags}
	r.column.Forget()
}

// Last reads the first moves, and returns the last named position of each game among
// them.
func (r *firstReader) Last(b *budget.Budget) ([]names.Last, error) {
	if lines, err := open.ReadMoves(r.opened); lines != nil || err != nil {
		return r.openLast(lines, err)
	}
	err := r.Read(b)
	return r.column.Last(), err
}

// openLast returns the last named position of each game by open moves.
func (r *firstReader) openLast(lines *open.Lines, err error) ([]names.Last, error) {
	all := make([]names.Last, 0, r.games)
	for game := range r.games {
		var codes []byte
		if err == nil {
			codes, err = lines.Game(game)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, openings.LastOf(codes))
	}
	return all, nil
}

// Read reads the first moves of the games whose tags are read, unless it has done so,
// and the columns of tags that they depend on. The next game of the section must be
// the first one, before and after.
func (r *firstReader) Read(b *budget.Budget) error {
	data, ok := r.frame.Stream(streams.KindOpenings)
	if r.done || !ok {
		return nil
	}
	needed := r.section.Needed(openings.Needs)
	if err := r.section.DecodeAll(needed); err != nil {
		return corrupt.In(streams.Name(streams.KindOpenings), err)
	}
	if c := r.cached.First(r.games); c != nil {
		r.column.Use(c)
		r.done = true
		return nil
	}
	if err := r.read(data, needed, b); err != nil {
		return corrupt.In(streams.Name(streams.KindOpenings), err)
	}
	if !r.cached.WantsFirst(r.games) {
		return nil
	}
	r.cached.PutFirst(r.games, r.column.Column)
	return nil
}

func (r *firstReader) read(data []byte, needed []bool, b *budget.Budget) error {
	if err := r.column.Open(data, b); err != nil {
		return err
	}
	if r.written != nil {
		r.column.Recall(&r.written.Column, r.frame.Check)
	}
	if _, err := r.each(needed, func(_ int, g *openings.Game) (bool, error) { return true, r.column.Read(g) }); err != nil {
		return err
	}
	if r.games == int(r.frame.Games) {
		return r.column.Close()
	}
	return nil
}

// each calls read with the data of the games whose tags are read, until it returns
// false.
func (r *firstReader) each(needed []bool, read func(game int, g *openings.Game) (more bool, err error)) (all bool, err error) {
	defer r.section.Rewind()
	for game := range r.games {
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

// Walk goes through the first moves of the wanted games, nil means all, after they
// are read. It returns the games that these do not decide: games with more moves that
// may still match, and the games of beyond, nil means none, which it does not look
// at.
func (r *firstReader) Walk(wanted, beyond []bool, w *gametext.Walk, b *budget.Budget) (left []bool, err error) {
	needed := r.section.Needed(openings.Needs)
	left = make([]bool, r.frame.Games)
	for game := range r.games {
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
			if left[game] = len(r.column.Of(game)) < plies; !left[game] {
				w.End(game)
			}
		}
	}
	r.section.Rewind()
	return left, nil
}

// see looks at the first positions of a game, and reports whether more are needed.
func (r *firstReader) see(game int, w *gametext.Walk, b *budget.Budget) (more bool) {
	r.position = layout.StartOf(r.tags)
	more = w.See(game, 0, &r.position, board.NullMove)
	for i, m := range r.column.Of(game) {
		if !more || !b.Step(budget.FastPly) {
			break
		}
		movegen.Make(&r.position, m)
		more = w.See(game, i+1, &r.position, m)
	}
	return more
}

// firstWriter takes the first moves of the games of a frame.
type firstWriter struct {
	Column openings.Writer
	sample sampler
	budget *budget.Budget
	held   int // charged bytes
}

// Reset begins a frame of games with the given ends, whose other moves the level
// codes. If column is set, there is a column of openings; if remember is set, the
// check will recall it.
func (w *firstWriter) Reset(src []byte, ends []int, level *learned.Level, column, remember bool, b *budget.Budget) {
	w.budget, w.held = b, 0
	plies, of := 0, 0
	if column {
		plies, of = w.sample.choose(&w.Column, src, ends, level, b)
	}
	w.Column.Reset(plies, of, remember)
}

// Begin begins a game.
func (w *firstWriter) Begin(g *layout.Game) {
	if w.Column.Plies() > 0 {
		known := openings.GameOf(g.Tags, &g.Start, 0)
		w.Column.Begin(&known)
	}
}

// Play adds a move of the main line after ply half-moves, and reports whether the
// column holds it.
func (w *firstWriter) Play(ply int, m board.Move) bool {
	return w.Column.Plies() > 0 && ply == w.Column.Held() && w.Column.Play(m)
}

// Has reports whether the column holds the move after ply half-moves.
func (w *firstWriter) Has(ply int) bool { return ply < w.Column.Held() }

// End ends the game, of so many half-moves.
func (w *firstWriter) End(plies int) {
	if w.Column.Plies() > 0 {
		w.Column.End(plies)
		size := w.Column.Size()
		_ = w.budget.Hold(size - w.held) // the caller checks whether the budget is spent
		w.held = size
	}
}

// Last returns the last named position of each game.
func (w *firstWriter) Last() ([]names.Last, error) { return w.Column.Last(), nil }
