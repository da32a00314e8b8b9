package endgame

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// Base answers for positions of the solved endings that are embedded in the package.
// It keeps decoded blocks, at most a few megabytes. The zero Base is ready to use,
// also by several goroutines at once.
type Base struct {
	files [embeddedCount]struct {
		once sync.Once
		base *baseFile
		err  error
	}
}

// Probe returns the outcome of p with best play, for the side to move. Errors wrap
// ErrIllegal or ErrUnsolved.
func (b *Base) Probe(p *board.Position) (Outcome, error) { return probe(b, p) }

// Best returns a best move of p and the outcome of Probe. A best move mates as fast
// as possible, delays mate as long as possible, or keeps a draw. If there are
// several, it is the first in the order of movegen.AppendLegal; without legal moves
// it is board.NullMove.
func (b *Base) Best(p *board.Position) (board.Move, Outcome, error) { return best(b, p) }

// Choice is a legal move and its outcome.
type Choice struct {
	Move board.Move `json:"move"`
	// Outcome is for the player of the move and counts the move: the outcome of the
	// best moves is the outcome of the position.
	Outcome Outcome `json:"outcome"`
}

// Choices returns every legal move of p, best first: wins before draws before losses,
// fast wins and slow losses first, otherwise in the order of movegen.AppendLegal.
func (b *Base) Choices(p *board.Position) ([]Choice, error) {
	if _, err := newSetup(p); err != nil {
		return nil, err
	}
	var cs []Choice
	for _, m := range movegen.AppendLegal(nil, p) {
		q := *p
		movegen.Make(&q, m)
		o, err := probe(b, &q)
		if err != nil {
			return nil, err
		}
		cs = append(cs, Choice{m, o.before()})
	}
	slices.SortStableFunc(cs, func(a, b Choice) int { return b.Outcome.worth() - a.Outcome.worth() })
	return cs, nil
}

// Line returns the moves of Best, one after the other, until mate; none if p is
// drawn.
func (b *Base) Line(p *board.Position) ([]board.Move, error) {
	o, err := probe(b, p)
	if err != nil {
		return nil, err
	}
	line := make([]board.Move, 0, o.Plies)
	for q := *p; len(line) < o.Plies; {
		m, err := bestMove(b, &q)
		if err != nil {
			return nil, err
		}
		line = append(line, m)
		movegen.Make(&q, m)
	}
	return line, nil
}

// before turns the outcome after a move into the outcome of the move for its player.
func (o Outcome) before() Outcome {
	switch o.Result {
	case Won:
		return Outcome{Lost, o.Plies + 1, o.Late}
	case Lost:
		return Outcome{Won, o.Plies + 1, o.Late}
	}
	return o
}

// worth orders outcomes, the better the higher.
func (o Outcome) worth() int {
	switch o.Result {
	case Won:
		return 1000 - o.Plies
	case Lost:
		return o.Plies - 1000
	}
	return 0
}

// value implements source.
func (b *Base) value(e ending, p placement) (uint8, error) {
	for i := range embeddedCount {
		name, data := embedded(i)
		if !e.named(name) {
			continue
		}
		f := &b.files[i]
		f.once.Do(func() { f.base, f.err = openBase([]byte(data)) })
		if f.err != nil {
			return 0, f.err
		}
		return f.base.value(p)
	}
	return 0, fmt.Errorf("%w: %v; solved are %s", ErrUnsolved, e, strings.Join(Endings(), ", "))
}
