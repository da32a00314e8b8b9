package chesszip

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/extsort"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/query/sortkey"
	"github.com/chesszip/chesszip/internal/query/sortpool"
	"github.com/chesszip/chesszip/internal/read/rows"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// SortOptions are the settings of a Sorter; nil and the zero value mean the defaults.
type SortOptions struct {
	// By is the sort key, as a user types it: one or several of the keys below,
	// separated by commas. The first that differs decides. A minus in front of a key
	// reverses its order. The default is "date".
	//
	//	date        Date or, if that has no year, UTCDate, then UTCTime, then Round
	//	elo         the mean of the ratings, or the one that is known
	//	white-elo   White's rating; black-elo Black's
	//	eco         the code of the opening
	//	player      White's name, then Black's; white and black the one alone
	//	ply         the number of half-moves, as in Header
	//	event       the tag; so site, and round by its numbers
	//	result      1-0, 1/2-1/2, 0-1
	//
	// Unknown values come last in either order; a game with only a year comes after the
	// other games of that year. Names and texts are compared without letter case and
	// accents, names by the surname first, and texts by their first 256 bytes.
	By string
	// Memory is about the number of bytes of games and keys that are held in memory,
	// default 64 MiB. The rest is in temporary files. The order does not depend on it.
	Memory int
	// Dir is the folder of temporary files, default os.TempDir. They take as much as the
	// texts of all games, or twice that if the texts are more than 64 times Memory. Only
	// this user may read them. If the system allows it they have no name, so that
	// nothing is left of them however the program ends.
	Dir string
	// Limit is how many games are returned, the first in order; 0 means all. AddGames
	// then reads tags, or columns that are open, and of each archive the texts of at most
	// so many games.
	Limit int64
}

// defaultSortMemory is the default of SortOptions and of DedupeOptions.
const defaultSortMemory = 64 << 20

// Sorter sorts games from archives, PGN files or other sources in bounded memory. Games
// with equal keys stay in the order in which they were added.
//
//	s, err := chesszip.NewSorter(&chesszip.SortOptions{By: "date,-elo"})
//	defer s.Close()
//	err = s.AddGames(ctx, a.Games())
//	_, err = s.Copy(ctx, w)
//
// A Sorter must not be used by several goroutines at once.
type Sorter struct {
	keys  sortkey.Keys
	spool *sortpool.Spool
	limit int64 // or 0
	best  *sortpool.Best
	files uint32 // calls of AddGames
}

// NewSorter returns a Sorter. The error is ErrQuery for a malformed SortOptions.By.
func NewSorter(o *SortOptions) (*Sorter, error) {
	if o == nil {
		o = new(SortOptions)
	}
	keys, ok := sortkey.Parse(o.By)
	if !ok {
		return nil, &QueryError{Field: "by", Text: o.By, Want: sortkey.Want()}
	}
	memory := o.Memory
	if memory <= 0 {
		memory = defaultSortMemory
	}
	s := &Sorter{keys: keys, spool: sortpool.New(o.Dir, memory), limit: max(0, o.Limit)}
	if s.limit > 0 && s.limit <= maxBest {
		s.best = sortpool.NewBest(int(s.limit))
	}
	return s, nil
}

// Add adds a game, of which it needs Number and Text. The error is ErrTemporary.
func (s *Sorter) Add(g Game) error {
	r := sortkey.NewReader(s.keys, func() bool { return true })
	key := r.Read(g.Text)
	if s.best != nil && !s.best.Add(key, g.Number) {
		return nil
	}
	return s.spool.Add(key, &sortpool.Game{Number: g.Number, Text: g.Text})
}

// AddGames adds games of an archive, of any length; of a game of more than 16 MiB only
// half-moves in the first 16 MiB count. Each game counts once. Damaged games are skipped:
// the error is that of Games, also for the first damage, or ErrTemporary.
func (s *Sorter) AddGames(ctx context.Context, g Games) error {
	s.files++
	if s.best != nil {
		return s.addBest(ctx, &g)
	}
	reader := func(v *view.View) func([]byte) []byte { return sortkey.NewReader(s.keys, v.Step).Read }
	return gather(ctx, &g, g.finder(false), reader, func(g *sortpool.Game, key []byte) error {
		g.File = s.files - 1
		return s.spool.Add(key, g)
	})
}

// maxBest is the greatest limit for which keys are compared before texts are read.
const maxBest = 1 << 16

// addBest is AddGames that reads only the texts of games that may be returned.
func (s *Sorter) addBest(ctx context.Context, games *Games) error {
	if games.err != nil {
		return ctxio.Instead(ctx, games.err)
	}
	s.best.Begin()
	names, counts := s.keys.Needs()
	var damage, gap, failed error
	each(ctx, games, games.part(), games.finder(false), func(v *view.View, some rows.Found) (found []sortpool.Known[[]byte], err error) {
		items := some.Items
		err = v.Tags(names, counts, func(item int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
			if items[0] == item {
				items = items[1:]
				if key := s.keys.Of(tags, facts); s.best.May(key) {
					found = append(found, sortpool.Known[[]byte]{Game: sortpool.Game{Number: v.First() + int64(item)}, Facts: key})
				}
			}
			return len(items) > 0
		})
		return found, err
	}, func(g sortpool.Known[[]byte], err error) bool {
		switch {
		case err == nil:
			s.best.Add(g.Facts, g.Number)
		case errors.As(err, new(*GapError)):
			gap = keepFirst(gap, err)
		case view.IsDamage(err):
			damage = keepFirst(damage, err)
		default:
			failed = err
		}
		return failed == nil
	})
	if failed == nil {
		numbers, keys := s.best.Begun()
		best := games.a.Games().Numbers(numbers...)
		best.rows(ctx, rows.Text, nil, func(r rows.Row, err error) bool {
			g := sortpool.Game{Number: r.Number, File: s.files - 1, Text: r.Text}
			if errors.Is(err, ErrLimit) { // larger than a frame
				g.Huge, _, err = games.a.all.ViewOf(ctx, r.Number)
			}
			switch {
			case err == nil:
				failed = s.spool.Add(keys[r.Number], &g)
			case view.IsDamage(err):
				damage = keepFirst(damage, err)
			default:
				failed = err
			}
			return failed == nil
		})
	}
	return ctxio.Instead(ctx, cmp.Or(failed, damage, gap))
}

// first is a keep function for the games that are returned.
func (s *Sorter) first() func([]byte) (bool, error) {
	if s.limit == 0 {
		return sortpool.All
	}
	left := s.limit
	return func([]byte) (bool, error) {
		left--
		return left >= 0, nil
	}
}

// Games returns the games in order, with their numbers and texts. A game of more than 16
// MiB is an ErrLimit; Copy can write it. No game may be added after this call.
func (s *Sorter) Games(ctx context.Context) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) { s.spool.Games(ctx, s.first(), textsTo(yield)) }
}

// textsTo converts yield to a function for the games of a Spool.
func textsTo(yield func(Game, error) bool) func(sortpool.Game, error) bool {
	return func(g sortpool.Game, err error) bool {
		return yield(Game{Number: g.Number, File: int(g.File), Text: g.Text}, err)
	}
}

// Copy writes the texts of the games in order. After a game that does not end with an
// empty line it adds the missing line ends, in the style of the game's first line, so
// that two games are not read as one. It writes a byte order mark before the first game
// only. No game may be added after this call. It returns the number of bytes written,
// and the error of w, of ctx, or ErrTemporary.
func (s *Sorter) Copy(ctx context.Context, w io.Writer) (int64, error) {
	return s.spool.Copy(ctx, w, s.first())
}

// Close removes the temporary files.
func (s *Sorter) Close() error { return s.spool.Close() }

// ErrTemporary reports that a temporary file could not be written or read.
var ErrTemporary = extsort.Err

// gather calls take for games that find finds, in the order of the archive, with the result
// of read for each text. Several texts are read at once: each goroutine gets its own read from reader.
// For a game that is not held in memory, read gets its beginning. Damaged games are
// skipped; the first damage is the error, unless there is another one.
func gather[T any](
	ctx context.Context, g *Games, find func(v *view.View, among []int) (rows.Found, error),
	reader func(v *view.View) (read func(text []byte) T),
	take func(g *sortpool.Game, facts T) error,
) error {
	if g.err != nil {
		return ctxio.Instead(ctx, g.err)
	}
	var damage, gap, failed error
	held := func(games []sortpool.Known[T], err error) ([]sortpool.Known[T], error) {
		if err != nil && view.IsDamage(err) {
			return append(games, sortpool.Known[T]{Err: err}), nil
		}
		return games, err
	}
	walk.EachGame(ctx, g.part(), max(g.from, 0), g.to, func(v *view.View, low, high int) ([]sortpool.Known[T], error) {
		among, err := g.among(v, low, high)
		if err != nil {
			return held(nil, err)
		}
		found, err := find(v, among)
		if err != nil {
			return held(nil, err)
		}
		return held(sortpool.Read(v, found.Items, reader(v)))
	}, func(g sortpool.Known[T], err error) bool {
		switch {
		case err != nil && !view.IsDamage(err):
			failed = keepFirst(failed, err)
		case errors.As(err, new(*GapError)):
			gap = keepFirst(gap, err)
		case err != nil:
			damage = keepFirst(damage, err)
		case g.Err != nil:
			damage = keepFirst(damage, g.Err)
		default:
			failed = take(&g.Game, g.Facts)
		}
		return failed == nil
	})
	return ctxio.Instead(ctx, cmp.Or(failed, damage, gap))
}
