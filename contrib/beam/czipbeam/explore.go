package czipbeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
)

// ExploreFn counts what the games of the frames it claims have made of a position: all
// that a chesszip.Statistics has, of the position and of each move.
type ExploreFn struct {
	ByFrames
	Reading
	FEN string // of the position
}

// ProcessElement explores frames of a shard.
func (fn *ExploreFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, s Shard, counts func(string, chesszip.Statistics), damaged func(Damage)) error {
	q, err := fn.query()
	if err != nil {
		return err
	}
	p, err := board.ParseFEN(fn.FEN)
	if err != nil {
		return err
	}
	p.Castling = p.LikelyRights()
	sums := tallies{}
	err = fn.eachFrame(ctx, rt, &s, func(a *chesszip.Archive) error {
		// An Explorer of its own: what of a damaged frame was counted does not count.
		e, err := chesszip.NewExplorer(p, nil)
		if err != nil {
			return err
		}
		e.Next()
		if err := e.Add(ctx, a.Games().Where(q), int(s.File)); err != nil {
			return err
		}
		found := e.Tree()
		if found.Games() == 0 {
			return nil
		}
		sums.add(found.Position, noMove, &found.Statistics)
		for i := range found.Moves {
			sums.add(found.Position, found.Moves[i].Move, &found.Moves[i].Statistics)
		}
		return nil
	}, func() error { return nil }, damaged)
	if err != nil {
		return err
	}
	sums.give(counts)
	return nil
}

// TreeFn counts, of the games of the frames it claims, all positions of the first Plies
// half-moves and the moves that were played there: who won, and nothing else of a Tally.
// A game counts once for a position and for a move there, as often as it comes to it.
type TreeFn struct {
	ByFrames
	Reading
	Plies int
}

// mostHeld is how many positions and moves a TreeFn counts before it gives them on.
const mostHeld = 200_000

// ProcessElement counts frames of a shard.
func (fn *TreeFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, s Shard, counts func(string, chesszip.Statistics), damaged func(Damage)) error {
	q, err := fn.query()
	if err != nil {
		return err
	}
	sums := tallies{}
	err = fn.eachFrame(ctx, rt, &s, func(a *chesszip.Archive) error {
		lines, err := linesOf(ctx, a, q)
		if err != nil {
			return err
		}
		for i := range lines {
			sums.addLine(&lines[i], fn.Plies)
		}
		if len(sums) < mostHeld {
			return nil
		}
		sums.give(counts)
		clear(sums)
		return nil
	}, func() error { return nil }, damaged)
	if err != nil {
		return err
	}
	sums.give(counts)
	return nil
}

// linesOf returns the main lines of the games of a frame that a query means.
func linesOf(ctx context.Context, a *chesszip.Archive, q *chesszip.Query) (lines []chesszip.Game, err error) {
	for l, err := range a.Games().Where(q).Lines(ctx) {
		if err != nil {
			return nil, err
		}
		if l.Known {
			lines = append(lines, l)
		}
	}
	return lines, nil
}

// step is a position and a move there.
type step struct {
	at   board.Position
	move board.Move
}

// tallies are counts of positions and moves.
type tallies map[step]*chesszip.Statistics

// add adds to the tally of a position, of which only what repetition sees counts, and of
// a move.
func (s tallies) add(p board.Position, m board.Move, t *chesszip.Statistics) {
	k := step{p, m}
	if s[k] == nil {
		s[k] = new(chesszip.Statistics)
	}
	*s[k] = add(*s[k], *t)
}

// addLine adds the positions of the first half-moves of a game.
func (s tallies) addLine(l *chesszip.Game, plies int) {
	seen := make(map[step]bool, 2*plies+1)
	count := func(k step) {
		if seen[k] {
			return
		}
		seen[k] = true
		t := s[k]
		if t == nil {
			t = new(chesszip.Statistics)
			s[k] = t
		}
		switch l.Result {
		case "1-0":
			t.White++
		case "1/2-1/2":
			t.Draws++
		case "0-1":
			t.Black++
		default:
			t.Open++
		}
	}
	p := l.Line.Start
	for i := 0; i <= plies; i++ {
		at := gamestate.Essence(&p)
		count(step{at, noMove})
		if i == plies || i == len(l.Line.Moves) {
			break
		}
		count(step{at, l.Line.Moves[i]})
		movegen.Make(&p, l.Line.Moves[i])
	}
}

// give gives all tallies on.
func (s tallies) give(counts func(string, chesszip.Statistics)) {
	for k, t := range s {
		counts(countedOf(&k.at, k.move), *t)
	}
}
