package door

import (
	"context"
	"fmt"

	"github.com/chesszip/chesszip"
)

// Want is a set of columns of games, in addition to number, result, flags, ply_ends and
// start.
type Want uint32

// The columns; "ply_ends" has the ends of rows for those with a value for each
// half-move.
const (
	WantMoves  Want = 1 << iota // moves: in the form of package board
	WantUCI                     // uci, uci_ends: text, a blank after each
	WantClocks                  // clocks: milliseconds left, or -1
	WantEvals                   // evals: centipawns for White, or -32768
	WantTags                    // tags, tags_ends: name, NUL, value, NUL of each
	WantText                    // text, text_ends: the PGN
	WantTree                    // tree, tree_ends: JSON, see tree
)

// Values that are not known.
const (
	NoClock  = -1
	NoEval   = -1 << 15
	NoResult = 2
)

// GamesOptions select the games and the columns.
type GamesOptions struct {
	Want Want
	// From and To select the games after the first From, up to the first To.
	From, To int64
	// Numbers, if not nil, are the numbers of the games instead, from 1, in any order.
	Numbers []int64
	// Query selects among all games, and replaces From and To; "" is no query.
	Query string
	// Shard and Shards select a part of an archive; 0 shards mean all of it.
	Shard, Shards int
	// Games and Plies are the limits of a batch; it has at least one game.
	Games, Plies int
}

// Validate returns an ErrOption for a value out of range.
func (o *GamesOptions) Validate() error {
	switch {
	case o.Games < 1 || o.Plies < 1:
		return fmt.Errorf("%w: batches of %d games and %d half-moves, want at least 1", chesszip.ErrOption, o.Games, o.Plies)
	case o.Shards < 0 || o.Shards > 0 && (o.Shard < 0 || o.Shard >= o.Shards):
		return fmt.Errorf("%w: shard %d of %d, want 0 to %d", chesszip.ErrOption, o.Shard, o.Shards, max(o.Shards-1, 0))
	}
	return nil
}

// part returns the selected part of the archive.
func (a *Archive) part(shard, shards int) (*chesszip.Archive, error) {
	if shards > 0 {
		return a.Shard(shard, shards)
	}
	return a.Archive, nil
}

// StartGames starts a task whose answers are *Batches.
func (a *Archive) StartGames(o GamesOptions) (*Task, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	query, err := chesszip.ParseQuery(o.Query)
	if err != nil {
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
		w := newGameColumns(o.Want)
		for g, err := range games(part, query, &o).Rows(ctx, o.Want.fields()) {
			if err != nil {
				// The games before the damage are given first.
				if w.batch.Rows > 0 && !give(w.take()) {
					return nil
				}
				return err
			}
			w.add(&g)
			if w.batch.Rows >= int64(o.Games) || w.plies >= int64(o.Plies) || w.batch.size() >= maxBatch {
				if !give(w.take()) {
					return nil
				}
			}
		}
		if w.batch.Rows > 0 {
			give(w.take())
		}
		return nil
	}), nil
}

// maxBatch is the greatest size of a batch in bytes, except for a single game.
const maxBatch = 16 << 20

// fields returns the fields of games with the columns.
func (w Want) fields() chesszip.Fields {
	if w == WantText {
		return chesszip.FieldText
	}
	f := chesszip.FieldNumbers
	if w&(WantMoves|WantUCI|WantClocks|WantEvals) != 0 {
		f |= chesszip.FieldMoves
	}
	if w&(WantClocks|WantEvals) != 0 {
		f |= chesszip.FieldRemarks
	}
	if w&WantTags != 0 {
		f |= chesszip.FieldTags
	}
	if w&(WantText|WantTree) != 0 {
		f |= chesszip.FieldText
	}
	return f
}

// games returns the selected games.
func games(a *chesszip.Archive, q *chesszip.Query, o *GamesOptions) chesszip.Games {
	switch {
	case o.Numbers != nil:
		numbers := make([]int64, len(o.Numbers))
		for i, n := range o.Numbers {
			numbers[i] = n - 1
		}
		return a.Games().Numbers(numbers...)
	case o.Query != "":
		return a.Games().Where(q)
	}
	return a.Games().Range(o.From, o.To)
}
