package chesszip

import (
	"cmp"
	"context"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/query/duplicates"
	"github.com/chesszip/chesszip/internal/query/sortpool"
	"github.com/chesszip/chesszip/internal/read/view"
)

// DedupeOptions are the settings of a Deduper; nil and the zero value mean the defaults.
type DedupeOptions struct {
	// KeepFirst keeps the game that was added first of those that are one. The default is
	// the one that has more: half-moves, then tags with a value, comments, bytes, and
	// then the first.
	KeepFirst bool
	// CountOnly keeps no texts: there are Duplicates, but neither Games nor Copy.
	CountOnly bool
	// Memory and Dir are as of SortOptions. A game takes about 250 bytes beside its text.
	Memory int
	Dir    string
}

// GamePlace says where a game is.
type GamePlace struct {
	Source int   // what it was added with
	Number int64 // as of GameText
}

// Duplicate is a game that is left out, and the one that is kept instead.
type Duplicate struct {
	Dropped, Kept           GamePlace
	DroppedPlies, KeptPlies int // half-moves of the main lines
}

// Deduper leaves out games that are there already, from archives, PGN files or anywhere
// else, in bounded memory.
//
// Two games are one if they start from the same position, the results are equal or one
// is not known, the dates do not contradict each other, the names of both players are the
// same whatever the order of their words, initials, accents and titles, and the main
// lines are equal, or one of at least 20 half-moves begins the other. With fewer than 20
// half-moves all seven tags of the roster must agree. Numbers of rounds, UTCTime, GameId
// and addresses of games that are known and differ mean two games. docs/duplicates.md
// says it in full.
//
//	d := chesszip.NewDeduper(nil)
//	defer d.Close()
//	err := d.AddArchive(ctx, 0, a, nil)
//	_, err = d.Copy(ctx, w)
//
// It is not for several goroutines at once.
type Deduper struct {
	finder *duplicates.Finder
	spool  *sortpool.Spool
	count  bool
	added  uint64
}

// NewDeduper returns a Deduper.
func NewDeduper(o *DedupeOptions) *Deduper {
	if o == nil {
		o = new(DedupeOptions)
	}
	memory := o.Memory
	if memory <= 0 {
		memory = defaultSortMemory
	}
	texts := max(memory/4, 1) // which come in order
	return &Deduper{
		finder: duplicates.NewFinder(o.Dir, memory-texts, o.KeepFirst),
		spool:  sortpool.New(o.Dir, texts), count: o.CountOnly,
	}
}

// Add adds a game. Source is a number of the caller's, such as that of a file. The error
// is ErrTemporary.
func (d *Deduper) Add(source int, g GameText) error {
	r := duplicates.NewReader(func() bool { return true })
	return d.add(source, &sortpool.Game{Number: g.Number, Text: g.Text}, r.Read(g.Text))
}

// AddArchive adds the games of an archive that q means, nil for all. One of more than
// 16 MiB is kept whatever it is. What is damaged is passed over: the error is that of
// Filter, for the first damage too, or ErrTemporary.
func (d *Deduper) AddArchive(ctx context.Context, source int, a *Archive, q *Query) error {
	reader := func(v *view.View) func([]byte) *duplicates.Game {
		if v.Huge() {
			return func([]byte) *duplicates.Game { return nil }
		}
		return duplicates.NewReader(v.Step).Read
	}
	return gather(ctx, a, q, reader, func(g *sortpool.Game, facts *duplicates.Game) error {
		return d.add(source, g, facts)
	})
}

// add adds a game, and what is known of it, nil for one that is kept whatever it is.
func (d *Deduper) add(source int, g *sortpool.Game, facts *duplicates.Game) (err error) {
	if !d.count {
		if err := d.spool.Add(duplicates.IndexKey(d.added), g); err != nil {
			return err
		}
	}
	if facts != nil {
		facts.Source, facts.Number, facts.Index = int64(source), g.Number, d.added
		err = d.finder.Add(facts)
	}
	d.added++
	return err
}

// Added returns the number of games that were added.
func (d *Deduper) Added() int64 { return int64(d.added) }

// Duplicates returns the games that are left out, in the order in which they were added.
// Nothing may be added after it. The error is that of ctx or ErrTemporary.
func (d *Deduper) Duplicates(ctx context.Context) iter.Seq2[Duplicate, error] {
	return func(yield func(Duplicate, error) bool) {
		for p, err := range d.finder.Pairs(ctx) {
			if !yield(Duplicate{placeOf(p.Dropped), placeOf(p.Kept), p.Dropped.Plies, p.Kept.Plies}, err) {
				return
			}
		}
	}
}

func placeOf(p duplicates.Place) GamePlace { return GamePlace{int(p.Source), p.Number} }

// Games returns the games that are kept, in the order in which they were added, as
// Sorter.Games does.
func (d *Deduper) Games(ctx context.Context) iter.Seq2[GameText, error] {
	return func(yield func(GameText, error) bool) {
		keep, stop := d.finder.Kept(ctx)
		defer stop()
		d.spool.Games(ctx, keep, textsTo(yield))
	}
}

// Copy writes the texts of the games that are kept, in the order in which they were added,
// as Sorter.Copy does.
func (d *Deduper) Copy(ctx context.Context, w io.Writer) (int64, error) {
	keep, stop := d.finder.Kept(ctx)
	defer stop()
	return d.spool.Copy(ctx, w, keep)
}

// Close removes the temporary files.
func (d *Deduper) Close() error {
	return cmp.Or(d.finder.Close(), d.spool.Close())
}
