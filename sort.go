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
	// By is what games are sorted by, as a user types it: one or several of the keys
	// below by commas, the first that differs decides. A minus in front of a key turns
	// its order round. The default is "date".
	//
	//	date        Date or, where that has no year, UTCDate, then UTCTime, then Round
	//	elo         the mean of the ratings, or the one that is known
	//	white-elo   White's rating; black-elo Black's
	//	eco         the code of the opening
	//	player      White's name, then Black's; white and black the one alone
	//	ply         the number of half-moves, as Header has it
	//	event       the tag; so site, and round by its numbers
	//	result      1-0, 1/2-1/2, 0-1
	//
	// What is not known comes last in either order: a game of which only the year is
	// known behind those of the year. Names and texts are compared without letter case
	// and accents, names by the surname first, and texts by their first 256 bytes.
	By string
	// Memory is about how many bytes of games and keys are held in memory, default
	// 64 MiB. What is more stands in temporary files. It makes no difference to the order.
	Memory int
	// Dir is the folder of temporary files, default os.TempDir. They take as much as the
	// texts of all games, twice that where these are more than 64 times Memory, and only
	// this user may read them. Where the system allows it they have no name, so that
	// nothing is left of them however the program ends.
	Dir string
}

// defaultSortMemory is that of SortOptions and of DedupeOptions.
const defaultSortMemory = 64 << 20

// Sorter sorts games from archives, PGN files or anywhere else in bounded memory. Games
// that are equal by all keys stay in the order in which they were added.
//
//	s, err := chesszip.NewSorter(&chesszip.SortOptions{By: "date,-elo"})
//	defer s.Close()
//	err = s.AddArchive(ctx, a, nil)
//	_, err = s.Copy(ctx, w)
//
// It is not for several goroutines at once.
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

// AddArchive adds the games of an archive that q means, nil for all, of any length; of one
// of more than 16 MiB, half-moves count in the first 16 MiB. What is damaged is passed
// over: the error is that of Filter, for the first damage too, or ErrTemporary.
func (s *Sorter) AddArchive(ctx context.Context, a *Archive, q *Query) error {
	reader := func(v *view.View) func([]byte) []byte { return sortkey.NewReader(s.keys, v.Step).Read }
	return gather(ctx, a, q, reader, func(g *sortpool.Game, key []byte) error { return s.spool.Add(key, g) })
}

// Games returns the games in order, with the numbers and texts that they were added with.
// One of more than 16 MiB is an ErrLimit: there is Copy. Nothing may be added after it.
func (s *Sorter) Games(ctx context.Context) iter.Seq2[GameText, error] {
	return func(yield func(GameText, error) bool) { s.spool.Games(ctx, sortpool.All, textsTo(yield)) }
}

// textsTo returns what gives yield the games of a Spool.
func textsTo(yield func(GameText, error) bool) func(int64, []byte, error) bool {
	return func(number int64, text []byte, err error) bool { return yield(GameText{number, text}, err) }
}

// Copy writes the texts of the games in order. Between two games it writes the line ends
// that the first one lacks to end with an empty line, in the style of its first line,
// so that they are not taken for one; a byte order mark it writes in front of the first
// game only. Nothing may be added after it. It returns the number of bytes written, and
// the error of w, of ctx, or ErrTemporary.
func (s *Sorter) Copy(ctx context.Context, w io.Writer) (int64, error) {
	return s.spool.Copy(ctx, w, sortpool.All)
}

// Close removes the temporary files.
func (s *Sorter) Close() error { return s.spool.Close() }

// ErrTemporary says that a temporary file could not be written or read.
var ErrTemporary = extsort.Err

// gather calls take with the games of an archive that q means, in their order, and with
// what read makes of each text, several at once. Reader returns a read, which is used by
// one goroutine. Of a game that is not held in memory, read gets the beginning. What is
// damaged is passed over; the first of it is the error, unless there is another one.
func gather[T any](
	ctx context.Context, a *Archive, q *Query,
	reader func(v *view.View) (read func(text []byte) T),
	take func(g *sortpool.Game, facts T) error,
) error {
	f, err := compile(q)
	if err != nil {
		return ctxio.Instead(ctx, err)
	}
	var damage, gap, failed error
	look := func(v *view.View) (games []sortpool.Known[T], err error) {
		items, err := f.Items(v)
		if err == nil {
			games, err = sortpool.Read(v, items, reader(v))
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
