package chesszip

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/extsort"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/query/sortkey"
	"github.com/chesszip/chesszip/internal/query/sortpool"
	"github.com/chesszip/chesszip/internal/read/view"
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
}

// defaultSortMemory is the default of SortOptions and of DedupeOptions.
const defaultSortMemory = 64 << 20

// Sorter sorts games from archives, PGN files or other sources in bounded memory. Games
// with equal keys stay in the order in which they were added.
//
//	s, err := chesszip.NewSorter(&chesszip.SortOptions{By: "date,-elo"})
//	defer s.Close()
//	err = s.AddArchive(ctx, a, nil)
//	_, err = s.Copy(ctx, w)
//
// A Sorter must not be used by several goroutines at once.
type Sorter struct {
	keys  sortkey.Keys
	spool *sortpool.Spool
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
	return &Sorter{keys, sortpool.New(o.Dir, memory)}, nil
}

// Add adds a game. The error is ErrTemporary.
func (s *Sorter) Add(g GameText) error {
	r := sortkey.NewReader(s.keys, func() bool { return true })
	return s.spool.Add(r.Read(g.Text), &sortpool.Game{Number: g.Number, Text: g.Text})
}

// AddArchive adds the games of an archive that match q, or all if q is nil, of any
// length; of a game of more than 16 MiB only half-moves in the first 16 MiB count.
// Damaged games are skipped: the error is that of Filter, also for the first damage, or
// ErrTemporary.
func (s *Sorter) AddArchive(ctx context.Context, a *Archive, q *Query) error {
	f, err := compile(q)
	if err != nil {
		return ctxio.Instead(ctx, err)
	}
	reader := func(v *view.View) func([]byte) []byte { return sortkey.NewReader(s.keys, v.Step).Read }
	return gather(ctx, a, f, f.Items, reader, func(g *sortpool.Game, key []byte) error { return s.spool.Add(key, g) })
}

// Games returns the games in order, with their numbers and texts. A game of more than 16
// MiB is an ErrLimit; Copy can write it. No game may be added after this call.
func (s *Sorter) Games(ctx context.Context) iter.Seq2[GameText, error] {
	return func(yield func(GameText, error) bool) { s.spool.Games(ctx, sortpool.All, textsTo(yield)) }
}

// textsTo converts yield to a function for the games of a Spool.
func textsTo(yield func(GameText, error) bool) func(int64, []byte, error) bool {
	return func(number int64, text []byte, err error) bool { return yield(GameText{number, text}, err) }
}

// Copy writes the texts of the games in order. After a game that does not end with an
// empty line it adds the missing line ends, in the style of the game's first line, so
// that two games are not read as one. It writes a byte order mark before the first game
// only. No game may be added after this call. It returns the number of bytes written,
// and the error of w, of ctx, or ErrTemporary.
func (s *Sorter) Copy(ctx context.Context, w io.Writer) (int64, error) {
	return s.spool.Copy(ctx, w, sortpool.All)
}

// Close removes the temporary files.
func (s *Sorter) Close() error { return s.spool.Close() }

// ErrTemporary reports that a temporary file could not be written or read.
var ErrTemporary = extsort.Err

// gather calls take for the items of an archive that items returns for its views that may
// match f, in their order, with the result of read for each text. Several texts are read at once: each goroutine gets its
// own read from reader. For a game that is not held in memory, read gets its beginning.
// Damaged games are skipped; the first damage is the error, unless there is another one.
func gather[T any](
	ctx context.Context, a *Archive, f *query.Filter,
	items func(v *view.View) ([]int, error),
	reader func(v *view.View) (read func(text []byte) T),
	take func(g *sortpool.Game, facts T) error,
) error {
	var damage, gap, failed error
	look := func(v *view.View) (games []sortpool.Known[T], err error) {
		found, err := items(v)
		if err == nil {
			games, err = sortpool.Read(v, found, reader(v))
		}
		if err != nil && view.IsDamage(err) {
			return append(games, sortpool.Known[T]{Err: err}), nil
		}
		return games, err
	}
	query.Each(ctx, a.all, f, look, func(g sortpool.Known[T], err error) bool {
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
