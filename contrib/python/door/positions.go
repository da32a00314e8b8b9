package door

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// Layout is the form of a position's pieces.
type Layout int32

// The layouts.
const (
	// Bitboards are twelve sets of squares: white pawn, knight, bishop, rook, queen,
	// king, then black's; bit 0 is a1, bit 63 h8.
	Bitboards Layout = iota
	// Squares are 64 bytes from a1 to h8: 0 for an empty square, 1 to 6 for White's
	// pieces in that order, 7 to 12 for Black's.
	Squares
)

// Values that are not known.
const (
	NoScore  = -1 << 15
	NoSquare = -1
)

// PositionsOptions select the positions and their form.
type PositionsOptions struct {
	Layout Layout
	// Query selects games; "" means all. Lists ignore it.
	Query string
	// Shard and Shards select a part of an archive; 0 shards mean all of it.
	Shard, Shards int
	// Rows is the number of positions in each batch but the last.
	Rows int
	// Window is the number of positions among which each is drawn at random; 0 or 1
	// keeps their order. Seed sets the random order.
	Window int
	Seed   uint64
	// From and To select the positions of games after From <= n < To half-moves.
	From, To int
}

// maxWindow is the greatest number of positions held for shuffling.
const maxWindow = 1 << 24

// maxRows is the greatest number of positions in a batch.
const maxRows = 1 << 20

// sample is a position with its data.
type sample struct {
	position board.Position
	game     int64 // number of the game, or of the item of a list, from 1
	ply      int32
	move     board.Move
	score    int16
	result   int8 // for White
}

// StartPositions starts a task whose answers are *Batches.
func (a *Archive) StartPositions(o PositionsOptions) (*Task, error) {
	query, err := chesszip.ParseQuery(o.Query)
	if err != nil {
		return nil, err
	}
	if o.Window < 0 || o.Window > maxWindow {
		return nil, fmt.Errorf("%w: a window of %d positions, want 0 to %d", chesszip.ErrOption, o.Window, maxWindow)
	}
	if o.Rows < 1 || o.Rows > maxRows {
		return nil, fmt.Errorf("%w: batches of %d positions, want 1 to %d", chesszip.ErrOption, o.Rows, maxRows)
	}
	if err := (&GamesOptions{Shard: o.Shard, Shards: o.Shards, Games: 1, Plies: 1}).Validate(); err != nil {
		return nil, err
	}
	part, err := a.part(o.Shard, o.Shards)
	if err != nil {
		return nil, err
	}
	return a.start(func(ctx context.Context, give func(any) bool) error {
		query, err := chesszip.Understand(ctx, query, a.Archive)
		if err != nil {
			return err
		}
		w := newPositionColumns(o.Layout, o.Rows)
		write := func(s *sample) bool {
			w.add(s)
			return int(w.batch.Rows) < o.Rows || give(w.take())
		}
		taken := write
		var pool []sample
		if o.Window > 1 {
			// A full window gives up a random position for each new one.
			random := rand.New(rand.NewPCG(o.Seed, uint64(o.Shard)))
			taken = func(s *sample) bool {
				if len(pool) < o.Window {
					pool = append(pool, *s)
					return true
				}
				i := random.IntN(len(pool))
				pool[i], *s = *s, pool[i]
				return write(s)
			}
			defer func() { pool = nil }()
		}
		more, err := a.samples(ctx, part, query, &o, taken)
		if o.Window > 1 && more && err == nil {
			random := rand.New(rand.NewPCG(o.Seed, ^uint64(o.Shard)))
			random.Shuffle(len(pool), func(i, k int) { pool[i], pool[k] = pool[k], pool[i] })
			for i := range pool {
				if more = write(&pool[i]); !more {
					break
				}
			}
		}
		if more && w.batch.Rows > 0 {
			give(w.take())
		}
		return err
	}), nil
}

// samples calls take with all selected positions until it returns false; more is then
// false.
func (a *Archive) samples(ctx context.Context, part *chesszip.Archive, q *chesszip.Query, o *PositionsOptions, take func(s *sample) bool) (more bool, err error) {
	if part.NumGames() > 0 {
		for g, err := range part.Games().Where(q).Lines(ctx) {
			if err != nil {
				return true, err
			}
			if g.Known && !positionsOf(&g, o.From, o.To, take) {
				return false, nil
			}
		}
	}
	if !a.mayHoldLists() {
		return true, nil
	}
	if more, err = recordsOf(ctx, part, take); !more || err != nil {
		return more, err
	}
	return linesOf(ctx, part, take)
}

// mayHoldLists reports whether a frame of the archive may hold something other than
// games.
func (a *Archive) mayHoldLists() bool {
	return a.NumGames() == 0 || len(a.Members()) > 1
}

// positionsOf calls take with the positions of a game, including its start.
func positionsOf(g *chesszip.Game, from, to int, take func(s *sample) bool) bool {
	s := sample{position: g.Line.Start, game: g.Number + 1, score: NoScore, result: resultOf(g.Result)}
	p := g.Line.Start
	for ply := 0; ply <= len(g.Line.Moves) && ply < to; ply++ {
		m := board.NullMove
		if ply < len(g.Line.Moves) {
			m = g.Line.Moves[ply]
		}
		if ply >= from {
			s.position, s.ply, s.move, s.score = p, int32(ply), m, NoScore
			s.game, s.result = g.Number+1, resultOf(g.Result)
			if !take(&s) {
				return false
			}
		}
		if ply < len(g.Line.Moves) {
			movegen.Make(&p, m)
		}
	}
	return true
}

func recordsOf(ctx context.Context, a *chesszip.Archive, take func(s *sample) bool) (more bool, err error) {
	n, err := firstOf(ctx, a.RecordSpan)
	if err != nil {
		return true, err
	}
	for r, err := range a.AllRecords(ctx) {
		if err != nil {
			return true, err
		}
		s := sample{position: r.Position, game: n + 1, ply: int32(r.Ply), move: r.Move, score: r.Score, result: r.Result}
		if r.Position.Turn == board.Black {
			s.result = -s.result
		}
		if !take(&s) {
			return false, nil
		}
		n++
	}
	return true, nil
}

func linesOf(ctx context.Context, a *chesszip.Archive, take func(s *sample) bool) (more bool, err error) {
	n, err := firstOf(ctx, a.LineSpan)
	if err != nil {
		return true, err
	}
	for l, err := range a.AllLines(ctx) {
		if err != nil {
			return true, err
		}
		if l.HasPosition && !take(&sample{position: l.Position, game: n + 1, score: NoScore, result: NoResult}) {
			return false, nil
		}
		n++
	}
	return true, nil
}

// firstOf returns the number of the first item of a part.
func firstOf(ctx context.Context, span func(context.Context) (from, to int64, err error)) (int64, error) {
	from, _, err := span(ctx)
	return from, err
}
