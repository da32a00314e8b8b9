package main

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
)

// Default number of moves of a position without --limit.
const (
	usualMoves     = 12
	usualTreeMoves = 3
	usualSamples   = 4
)

const exploreLong = `Show the moves played from a position, and their results: for each move the number
of games, the results, the mean rating of the players, the performance of those
who played it, the last year, and the game with the highest ratings. Games
that reach the position by other moves count also.

The position is the start position, or that of --fen, after --moves. Percentages
are of games with a result. The performance is the mean rating of the opponents
plus the difference of FIDE's table (rating regulations, 8.1a) for the score.
--depth also shows what follows the most played moves, each position once; the
files are read once for each half-move.

Games are replayed only as far as they can still reach the position. An archive
made by -0 answers fastest: its moves are replayed without being decoded, and it
has the answers for positions of ten games or more, if no flag selects games.

--json prints the format of explorer.lichess.org; the id of a game is its number.
With --depth each move has its own list of moves.`

// exploration is a run of chesszip explore.
type exploration struct {
	reading
	asked  chesszip.Query
	fen    string
	moves  string
	sort   string
	depth  int
	limit  int
	named  int
	ascii  bool
	start  board.Position   // the position, as repetition compares it, and its number
	known  chesszip.Opening // the last opening before it
	files  []string         // by their numbers
	games  map[chesszip.SampleGame]chesszip.Game
	looked chesszip.Effort
	begun  time.Time
}

func newExplore(c *console) *cobra.Command {
	x := &exploration{reading: reading{console: c}, begun: time.Now(), games: map[chesszip.SampleGame]chesszip.Game{}}
	cmd := &cobra.Command{
		Use:   "explore [flags] FILE...",
		Short: "show the moves played from a position, and their results",
		Long:  exploreLong,
		Example: `  chesszip explore games.czip                      from the start position
  chesszip explore --moves "1. e4 c5" --elo 2400+ games.czip
  chesszip explore --fen "8/8/8/4k3/8/8/4K3/4R3 w - - 0 1" games.czip
  chesszip explore --moves "d4 Nf6 c4" --depth 4 --limit 2 games.czip
  chesszip explore --player carlsen --sort score --json games.czip`,
		Args: x.gamesOf("[flags] FILE..."),
	}
	f := cmd.Flags()
	f.StringVar(&x.fen, "fen", "", "the position `FEN`, instead of the start position")
	f.StringVar(&x.moves, "moves", "", "`MOVES` from there, such as \"1. e4 c5\" or \"e2e4 c7c5\"")
	f.IntVar(&x.depth, "depth", 1, "go `N` half-moves deep")
	f.IntVar(&x.limit, "limit", 0, "show the `N` most played moves (default 12; with --depth, 3)")
	f.IntVar(&x.named, "samples", usualSamples, "show the players of `N` sample games")
	f.StringVar(&x.sort, "sort", "games", "sort the moves by `WHAT`: games or score")
	f.BoolVar(&x.ascii, "ascii", false, "draw bars in ASCII")
	x.jsonFlag(f, "print one line of JSON")
	x.fileFlags(f)
	x.shardFlag(f)
	x.manyFlag(f)
	x.selectFlags(f, &x.asked)
	return x.verb(cmd, x.run)
}

func (x *exploration) run(args []string) error {
	switch {
	case x.depth < 1 || x.depth > chesszip.MaxDepth:
		return misuse("", "--depth must be 1 to %d", chesszip.MaxDepth)
	case x.limit < 0:
		return misuse("", "--limit must be at least 1")
	case x.named < 0:
		return misuse("", "--samples must be at least 0")
	case x.sort != "games" && x.sort != "score":
		return misuse("", "--sort must be games or score")
	case x.depth > 1 && slices.ContainsFunc(args, isPipe):
		return misuse("save it to a file first", "a pipe can be read once, and --depth reads each file %d times", x.depth)
	}
	if x.limit == 0 {
		x.limit = usualMoves
		if x.depth > 1 {
			x.limit = usualTreeMoves
		}
	}
	if err := x.position(); err != nil {
		return err
	}
	x.asks(&x.asked)
	e, err := chesszip.NewExplorer(x.start, &chesszip.ExploreOptions{Depth: x.depth, Width: x.limit})
	if err != nil {
		return x.explain("", err)
	}
	e.Next()
	return x.each(args, func(a *opened, _ *sink) error { return x.first(e, a) }, func(s *sink) error {
		for e.Next() {
			say := x.errw
			x.errw = io.Discard // messages about the files were printed
			err := x.eachTo(s, args, func(a *opened, _ *sink) error { return x.again(e, a) })
			x.errw = say
			if err != nil {
				return err
			}
		}
		return x.print(s, e.Tree())
	})
}

// isPipe reports whether a file can be read only once.
func isPipe(name string) bool {
	if name == stdio {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && !info.IsDir() && !regular(info)
}

// position parses the requested position.
func (x *exploration) position() error {
	x.start = board.Start()
	if x.fen != "" {
		var err error
		if x.start, err = board.ParseFEN(x.fen); err != nil {
			return misuse("", "--fen: %w", err)
		}
		x.start.Castling = x.start.LikelyRights()
	}
	s := gamestate.NewState(x.start)
	x.known = chesszip.OpeningOf(x.start)
	for _, word := range strings.Fields(x.moves) {
		// A move may have its number before it.
		word = strings.TrimLeft(strings.TrimLeft(word, "0123456789"), ".")
		if word == "" {
			continue
		}
		if err := s.PlaySAN(word); err != nil && s.PlayUCI(word) != nil {
			return misuse("", "--moves: %w", err)
		}
		if o := chesszip.OpeningOf(s.Position()); o != (chesszip.Opening{}) {
			x.known = o
		}
	}
	p := s.Position()
	x.start = gamestate.Essence(&p)
	x.start.FullmoveNumber = p.FullmoveNumber
	return nil
}

// file returns the number of a file.
func (x *exploration) file(name string) int {
	if i := slices.Index(x.files, name); i >= 0 {
		return i
	}
	x.files = append(x.files, name)
	return len(x.files) - 1
}

// first explores the position itself in an archive, or a part of one.
func (x *exploration) first(e *chesszip.Explorer, a *opened) error {
	if err := x.mustHoldGames(a); err != nil {
		return err
	}
	file := x.file(a.name)
	if err := x.broken(a, e.Add(x.ctx, a.Games().Where(&x.asked), file)); err != nil {
		return err
	}
	return x.readSamples(e.Tree(), a.Archive, file)
}

// again explores the positions of a further level in an archive. Its damage has been
// printed.
func (x *exploration) again(e *chesszip.Explorer, a *opened) error {
	err := e.Add(x.ctx, a.Games().Where(&x.asked), x.file(a.name))
	if by := stopped(x.ctx); by != nil {
		return by
	}
	if err != nil && !x.damaged {
		return err
	}
	return nil
}

// readSamples reads the tags of the sample games in an archive, and forgets those of
// games that are no longer samples.
func (x *exploration) readSamples(tree *chesszip.Explored, a *chesszip.Archive, file int) error {
	games := map[chesszip.SampleGame]chesszip.Game{}
	from, to := a.Span()
	for _, g := range x.samples(tree) {
		h, ok := x.games[g]
		if !ok && g.File == file && g.Number >= from && g.Number < to {
			h = tagsOfGame(x.ctx, a, g.Number)
			ok = true
		}
		if ok {
			games[g] = h
		}
	}
	x.games = games
	return stopped(x.ctx)
}

// tagsOfGame returns the tags of a game, none if they cannot be read: the search reports
// damage.
func tagsOfGame(ctx context.Context, a *chesszip.Archive, number int64) chesszip.Game {
	h, err := a.Game(ctx, number, chesszip.FieldTags|chesszip.FieldNumbers, "White", "Black")
	if err != nil {
		return chesszip.Game{Number: number}
	}
	return h
}

// samples returns the games to name: those of the position, and the first of each shown
// move, up to the limit; for JSON also the only game with a move.
func (x *exploration) samples(tree *chesszip.Explored) []chesszip.SampleGame {
	games := slices.Clone(tree.Samples)
	for _, m := range x.shown(tree) {
		if len(m.Samples) > 0 && (!x.json || m.Games() == 1) && !slices.Contains(games, m.Samples[0]) {
			games = append(games, m.Samples[0])
		}
	}
	if x.json {
		return games
	}
	return games[:min(x.named, len(games))]
}

// shown returns the moves of a position that are shown, in their order.
func (x *exploration) shown(at *chesszip.Explored) []chesszip.ExploredMove {
	moves := at.Moves[:min(x.limit, len(at.Moves))]
	if x.sort == "games" {
		return moves
	}
	moves = slices.Clone(moves)
	slices.SortStableFunc(moves, func(m, n chesszip.ExploredMove) int {
		// Compare points per game of a and b, without division.
		a, of := points(&m.Statistics, at.Position.Turn)
		b, in := points(&n.Statistics, at.Position.Turn)
		switch d := b*max(1, of) - a*max(1, in); {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	return moves
}

// points returns the half points of a colour, and the number of games with a result.
func points(t *chesszip.Statistics, c board.Color) (halves, games int64) {
	won := t.White
	if c == board.Black {
		won = t.Black
	}
	return 2*won + t.Draws, t.White + t.Draws + t.Black
}

// print prints the answer.
func (x *exploration) print(s *sink, tree *chesszip.Explored) error {
	x.looked = tree.Effort
	x.found(tree.Games())
	x.tell()
	if x.json {
		return x.printJSON(s, tree)
	}
	if tree.Games() == 0 {
		x.say("chesszip: no game comes to the position")
		return nil
	}
	return x.printTable(s, tree)
}

// longAnswer is how long an answer takes before a hint says what would be faster.
const longAnswer = 2 * time.Second

// tell prints how the answer was found, and what would be faster.
func (x *exploration) tell() {
	l := x.looked
	if x.verbose {
		x.say("chesszip: %s looked at: %s by a table of the archive, %s by open moves, %s by those of the games",
			plural(l.Games(), "game"), countText(l.Stored), countText(l.Indexed), countText(l.Decoded))
	}
	if l.Decoded > 0 && time.Since(x.begun) > longAnswer {
		x.say("chesszip: hint: an archive made with chesszip -0 answers much faster")
	}
}
