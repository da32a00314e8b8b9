package train

import (
	"iter"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/movegen"
)

// choice is a position in which there was a choice of moves.
type choice struct {
	at     []uint32 // the features of every move
	moves  int
	played int
	rows   [moves.Contexts]uint8
}

// choices lists the choices of a game.
func (t *trainer) choices(f *moves.Features, g *Game) (list []choice) {
	p := g.Start
	var past moves.Past
	known := g.known()
	var room [256]board.Move
	for _, m := range g.Moves {
		legal := movegen.AppendLegal(room[:0], &p)
		if len(legal) > 1 {
			at := slices.Clone(f.Prepare(&p, &past, &known, legal))
			for _, d := range t.dropped {
				for i := d; i < len(at); i += t.count {
					at[i] = 0
				}
			}
			list = append(list, choice{at, len(legal), slices.Index(legal, m), f.Contexts(len(legal))})
		}
		past = past.Next(&p, m)
		movegen.Make(&p, m)
	}
	return list
}

// extract gives the choices of the games in order, listed by as many threads
// as the trainer has.
func (t *trainer) extract(games []*Game) iter.Seq[[]choice] {
	return func(yield func([]choice) bool) {
		ahead := 8 * t.threads
		slots := make(chan chan []choice, ahead)
		work := make(chan func(*moves.Features), ahead)
		stop := make(chan struct{})
		for range t.threads {
			go func() {
				f := &moves.Features{Deep: t.deep}
				for job := range work {
					job(f)
				}
			}()
		}
		go func() {
			defer close(work)
			defer close(slots)
			for _, g := range games {
				slot := make(chan []choice, 1)
				select {
				case slots <- slot:
				case <-stop:
					return
				}
				work <- func(f *moves.Features) { slot <- t.choices(f, g) }
			}
		}()
		for slot := range slots {
			if !yield(<-slot) {
				close(stop)
				return
			}
		}
	}
}
