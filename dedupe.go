package chesszip

import (
	"cmp"
	"context"
	"io"
	"iter"
	"slices"

	"github.com/chesszip/chesszip/internal/query/duplicates"
	"github.com/chesszip/chesszip/internal/query/sortpool"
	"github.com/chesszip/chesszip/internal/read/rows"
	"github.com/chesszip/chesszip/internal/read/view"
)

// DedupeOptions are the settings of a Deduper; nil and the zero value mean the defaults.
type DedupeOptions struct {
	// KeepFirst keeps the duplicate that was added first. The default is to keep the one
	// that has more: first more half-moves, then more tags with a value, more comments,
	// more bytes; if all are equal, the first.
	KeepFirst bool
	// CountOnly stores no texts: Duplicates works, but Games and Copy do not.
	CountOnly bool
	// Memory and Dir are as in SortOptions. A game takes about 250 bytes besides its
	// text.
	Memory int
	Dir    string
}

// GamePlace is the source and the number of a game.
type GamePlace struct {
	Source int   `json:"source"` // given to Add or AddGames
	Number int64 `json:"number"` // as in Game
}

// Duplicate is a pair of games: the one that is dropped and the one that is kept.
type Duplicate struct {
	Dropped      GamePlace `json:"dropped"`
	Kept         GamePlace `json:"kept"`
	DroppedPlies int       `json:"dropped_plies"` // half-moves of the main lines
	KeptPlies    int       `json:"kept_plies"`
}

// Deduper removes duplicate games from archives, PGN files or other sources, in bounded
// memory. AddKnown also removes the games that an archive has.
//
// Two games are duplicates if all of this holds: they start from the same position; the
// results are equal, or one is not known; the dates do not contradict each other; the
// names of both players agree, whatever the order of their words, initials, accents and
// titles; the main lines are equal, or one of at least 20 half-moves is the beginning of
// the other. With fewer than 20 half-moves all seven tags of the roster must agree.
// Games with different numbers of rounds, UTCTime, GameId or addresses are not
// duplicates, if both values are known. docs/duplicates.md has the full rules.
//
//	d := chesszip.NewDeduper(nil)
//	defer d.Close()
//	err := d.AddGames(ctx, 0, a.Games())
//	_, err = d.Copy(ctx, w)
//
// A Deduper must not be used by several goroutines at once.
type Deduper struct {
	finder     *duplicates.Finder
	candidates duplicates.Candidates
	spool      *sortpool.Spool
	count      bool
	index      uint64 // of the next game
	known      uint64
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
	texts := max(memory/4, 1) // texts come in order and need less
	return &Deduper{
		finder: duplicates.NewFinder(o.Dir, memory-texts, o.KeepFirst),
		spool:  sortpool.New(o.Dir, texts), count: o.CountOnly,
	}
}

// Add adds a game. The caller chooses source, such as the number of a file. The error is
// ErrTemporary.
func (d *Deduper) Add(source int, g Game) error {
	r := duplicates.NewReader(func() bool { return true })
	return d.add(source, &sortpool.Game{Number: g.Number, Text: g.Text}, r.Read(g.Text))
}

// AddGames adds games of an archive. A game of more than 16 MiB is always kept. Each game
// counts once. Damaged games are skipped: the error is that of Games, also for the first
// damage, or ErrTemporary.
func (d *Deduper) AddGames(ctx context.Context, source int, g Games) error {
	return gather(ctx, &g, g.finder(false), duplicatesIn, func(g *sortpool.Game, facts *duplicates.Game) error {
		return d.add(source, g, facts)
	})
}

// duplicatesIn returns the reader of the games of a view; its result is nil for a game
// that is always kept.
func duplicatesIn(v *view.View) func([]byte) *duplicates.Game {
	if v.Huge() {
		return func([]byte) *duplicates.Game { return nil }
	}
	return duplicates.NewReader(v.Step).Read
}

// AddKnown removes games that an archive has: those added before that are duplicates of
// one of its games are dropped. Its own games are not among Games and Copy. It decodes
// names and dates, or reads them from the index, and decodes the games of players with the
// same initials on the same day. The error is that of AddGames.
func (d *Deduper) AddKnown(ctx context.Context, source int, g Games) error {
	find := g.finder(false)
	likely := func(v *view.View, among []int) (rows.Found, error) {
		items, err := d.candidates.Items(v)
		if among != nil {
			items = slices.DeleteFunc(items, func(item int) bool { return !slices.Contains(among, item) })
		}
		if err != nil || len(items) == 0 {
			return rows.Found{}, err
		}
		return find(v, items)
	}
	return gather(ctx, &g, likely, duplicatesIn, func(g *sortpool.Game, facts *duplicates.Game) error {
		if facts == nil {
			return nil
		}
		facts.Known = true
		d.known++
		return d.compare(source, g.Number, facts)
	})
}

// add adds a game with its facts, or nil for a game that is always kept.
func (d *Deduper) add(source int, g *sortpool.Game, facts *duplicates.Game) error {
	if !d.count {
		if err := d.spool.Add(duplicates.IndexKey(d.index), g); err != nil {
			return err
		}
	}
	if facts == nil {
		d.index++
		return nil
	}
	d.candidates.Add(facts)
	return d.compare(source, g.Number, facts)
}

// compare adds the facts of a game.
func (d *Deduper) compare(source int, number int64, facts *duplicates.Game) error {
	facts.Source, facts.Number, facts.Index = int64(source), number, d.index
	d.index++
	return d.finder.Add(facts)
}

// Added returns the number of games that were added by Add and AddGames.
func (d *Deduper) Added() int64 { return int64(d.index - d.known) }

// Duplicates returns the games that are dropped, in the order in which they were added.
// No game may be added after this call. The error is that of ctx or ErrTemporary.
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
func (d *Deduper) Games(ctx context.Context) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
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
