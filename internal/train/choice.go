package train

import (
	"iter"
	"slices"
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

// choice is a position in which there was a choice of moves.
type choice struct {
	at       []uint32 // the features of every move
	moves    int
	played   int
	position []uint16    // rows of a network's biases
	rows     [][2]uint16 // those of every move
}

// choices lists the choices of a game, or some of them if the context of steps is
// done; with the rows of a network's biases if rows is set.
func (t *trainer) choices(f *moves.Features, g *Game, rows bool, steps *budget.Budget) (list []choice) {
	p := g.Start
	var past moves.Past
	known := g.Known
	var room [256]board.Move
	for _, m := range g.Moves {
		if !steps.Step(budget.LearnedPly) {
			return list
		}
		legal := movegen.AppendLegal(room[:0], &p)
		if len(legal) > 1 {
			at := slices.Clone(f.Prepare(&p, &past, &known, legal))
			for _, d := range t.dropped {
				for i := d; i < len(at); i += t.count {
					at[i] = 0
				}
			}
			c := choice{at: at, moves: len(legal), played: slices.Index(legal, m)}
			if rows {
				c.position = f.PositionRows(nil, len(legal))
				for i := range legal {
					c.rows = append(c.rows, f.MoveRows(i))
				}
			}
			list = append(list, c)
		}
		past = past.Next(&p, m)
		movegen.Make(&p, m)
	}
	return list
}

// extract returns the choices of the games in order, listed by the trainer's number
// of threads. None of them runs after the sequence has ended.
func (t *trainer) extract(games []*Game) iter.Seq[[]choice] {
	return func(yield func([]choice) bool) {
		threads := min(t.threads, len(games))
		ahead := 8 * threads
		slots := make(chan chan []choice, ahead)
		work := make(chan func(*moves.Features, *budget.Budget), ahead)
		stop := make(chan struct{})
		var wait sync.WaitGroup
		defer wait.Wait()
		defer close(stop)
		for range threads {
			wait.Go(func() {
				f := &moves.Features{Deep: t.deep, Lines: t.lines}
				steps := new(budget.Budget).Until(t.ctx)
				for job := range work {
					job(f, steps)
				}
			})
		}
		wait.Go(func() {
			defer close(work)
			defer close(slots)
			for _, g := range games {
				slot := make(chan []choice, 1)
				select {
				case slots <- slot:
				case <-stop:
					return
				}
				work <- func(f *moves.Features, steps *budget.Budget) { slot <- t.choices(f, g, t.rows, steps) }
			}
		})
		for slot := range slots {
			if !yield(<-slot) || !t.steps.Look() {
				return
			}
		}
	}
}
