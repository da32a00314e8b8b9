package door

import (
	"context"
	"fmt"
	"iter"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
)

// Want says which columns of games are wanted; number, result, flags, ply_ends and start always
// are.
type Want uint32

// The columns, those of each half-move with "ply_ends" where rows end.
const (
	WantMoves  Want = 1 << iota // moves: as package board has them
	WantUCI                     // uci, uci_ends: text, a blank behind each
	WantClocks                  // clocks: milliseconds left, -1 for none
	WantEvals                   // evals: centipawns for White, -32768 for none
	WantTags                    // tags, tags_ends: name, NUL, value, NUL of each
	WantText                    // text, text_ends: the PGN
)

// What columns of games say where nothing is known.
const (
	NoClock  = -1
	NoEval   = -1 << 15
	NoResult = 2
)

// GamesOptions say which games are wanted, and how.
type GamesOptions struct {
	Want Want
	// From and To are the numbers of the first game, and of the one behind the last.
	From, To int64
	// Numbers, if not nil, are the numbers of those wanted instead, in any order.
	Numbers []int64
	// Query chooses among all games; "" means no choice, and else From and To do not count.
	Query string
	// Shard and Shards choose a part of an archive; 0 shards mean all of it.
	Shard, Shards int
	// Games and Plies are how many a batch has at most, one game at least.
	Games, Plies int
}

// Validate returns an ErrOption for what is out of range.
func (o *GamesOptions) Validate() error {
	switch {
	case o.Games < 1 || o.Plies < 1:
		return fmt.Errorf("%w: batches of %d games and %d half-moves, want at least 1", chesszip.ErrOption, o.Games, o.Plies)
	case o.Shards < 0 || o.Shards > 0 && (o.Shard < 0 || o.Shard >= o.Shards):
		return fmt.Errorf("%w: shard %d of %d, want 0 to %d", chesszip.ErrOption, o.Shard, o.Shards, max(o.Shards-1, 0))
	}
	return nil
}

// game is a game as data.
type game struct {
	chesszip.MainLine
	tags  []pgn.Tag
	plies []pgn.Ply // nil where nothing is said beside the moves
	text  []byte
}

// part returns the part of an archive that is wanted.
func (a *Archive) part(shard, shards int) *chesszip.Archive {
	if shards > 0 {
		return a.Shard(shard, shards)
	}
	return a.Archive
}

// StartGames starts a task whose answers are a *Batch each.
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
				// What came before the damage is given first.
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

// maxBatch is how many bytes a batch has at most, but for one game.
const maxBatch = 16 << 20

// games yields the games that are wanted.
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

// parse reads a game from its text.
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
	g.Result = parsed.Outcome()
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

// walk reads the main line of a text in which something is wrong.
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
