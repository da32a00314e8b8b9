package door

import (
	"context"
	"fmt"
	"iter"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/pgn"
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
	// From and To select the games with From <= number < To.
	From, To int64
	// Numbers, if not nil, are the numbers of the games instead, in any order.
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

// game is the data of a game.
type game struct {
	chesszip.MainLine
	tags  []pgn.Tag
	plies []pgn.Ply // nil without annotations
	text  []byte
}

// part returns the selected part of the archive.
func (a *Archive) part(shard, shards int) *chesszip.Archive {
	if shards > 0 {
		return a.Shard(shard, shards)
	}
	return a.Archive
}

// StartGames starts a task whose answers are *Batches.
func (a *Archive) StartGames(o GamesOptions) (*Task, error) {
	query, err := chesszip.ParseQuery(o.Query)
	if err != nil {
		return nil, err
	}
	part := a.part(o.Shard, o.Shards)
	return a.start(func(ctx context.Context, give func(any) bool) error {
		w := newGameColumns(o.Want)
		for g, err := range games(ctx, part, query, &o) {
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

// games yields the selected games.
func games(ctx context.Context, a *chesszip.Archive, q *chesszip.Query, o *GamesOptions) iter.Seq2[game, error] {
	if o.Query == "" && o.Numbers == nil && o.Want&(WantTags|WantText|WantClocks|WantEvals) == 0 {
		return func(yield func(game, error) bool) {
			for l, err := range a.MainLines(ctx, o.From, o.To) {
				if !yield(game{MainLine: l}, err) || err != nil {
					return
				}
			}
		}
	}
	if o.Query == "" && o.Numbers == nil && o.Want&WantText == 0 {
		return func(yield func(game, error) bool) {
			for l, err := range a.AnnotatedLines(ctx, o.From, o.To) {
				if !yield(game{MainLine: l.MainLine, tags: l.Tags, plies: l.Plies}, err) || err != nil {
					return
				}
			}
		}
	}
	var texts iter.Seq2[chesszip.GameText, error]
	switch {
	case o.Numbers != nil:
		texts = a.Select(ctx, o.Numbers...)
	case o.Query != "":
		texts = a.FilterGames(ctx, q)
	default:
		texts = a.Range(ctx, o.From, o.To)
	}
	return func(yield func(game, error) bool) {
		for t, err := range texts {
			if err != nil {
				yield(game{}, err)
				return
			}
			if !yield(parse(t, o.Want), nil) {
				return
			}
		}
	}
}

// parse parses the text of a game.
func parse(t chesszip.GameText, want Want) game {
	g := game{MainLine: chesszip.MainLine{Number: t.Number}}
	if want&WantText != 0 {
		g.text = t.Text
	}
	if want&^WantText == 0 {
		return g
	}
	parsed := pgn.ParseGame(string(t.Text))
	if parsed == nil {
		return g
	}
	g.tags = parsed.Tags
	g.Result = parsed.Result
	if r := parsed.Outcome(); r != gamestate.Undecided {
		g.Result = r.String()
	}
	if len(parsed.Problems) == 0 {
		g.Known = true
		g.Game, _ = parsed.MainLine()
	} else {
		g.walk(t.Text)
	}
	if want&(WantClocks|WantEvals) != 0 {
		g.plies, _ = parsed.Plies()
		g.plies = g.plies[:min(len(g.plies), len(g.Moves))]
	}
	return g
}

// walk parses the main line of a text with an error.
func (g *game) walk(text []byte) {
	var line pgn.Line
	line.Each(text, func(p *board.Position, m board.Move) bool {
		if !g.Known {
			g.Known, g.Start = true, *p
			return true
		}
		g.Moves = append(g.Moves, m)
		return true
	})
}
