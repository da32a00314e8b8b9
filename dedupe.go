package chesszip

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/ctxio"
	"github.com/chesszip/chesszip/internal/duplicates"
	"github.com/chesszip/chesszip/internal/extsort"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/gamespool"
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
	facts  *extsort.Sorter
	pairs  *extsort.Sorter // duplicates, by the place of what is left out
	spool  *gamespool.Spool
	count  bool
	found  bool
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
	// Facts are sorted, the others come in order or are few.
	d := &Deduper{
		facts: extsort.New(o.Dir, max(memory/2, 1)), pairs: extsort.New(o.Dir, max(memory/4, 1)),
		spool: gamespool.New(o.Dir, max(memory/4, 1)), count: o.CountOnly,
	}
	d.finder = duplicates.NewFinder(d.facts, o.KeepFirst)
	return d
}

// compared is a game as it is compared, and its key.
type compared struct {
	*duplicates.Game
	key uint64
}

// compare returns what reads games to compare them; step counts the work on a half-move.
func compare(step func() bool) func(text []byte) compared {
	r := new(duplicates.Reader)
	return func(text []byte) compared {
		g := r.Read(text, step)
		return compared{g, g.Key()}
	}
}

// Add adds a game. Source is a number of the caller's, such as that of a file. The error
// is ErrTemporary.
func (d *Deduper) Add(source int, g GameText) error {
	read := compare(func() bool { return true })
	return d.add(source, &gamespool.Game{Number: g.Number, Text: g.Text}, read(g.Text))
}

// AddArchive adds the games of an archive that q means, nil for all. One of more than
// 16 MiB is kept whatever it is. What is damaged is passed over: the error is that of
// Filter, for the first damage too, or ErrTemporary.
func (d *Deduper) AddArchive(ctx context.Context, source int, a *Archive, q *Query) error {
	reader := func(v *frameview.View) func([]byte) compared {
		if v.Huge() {
			return func([]byte) compared { return compared{} }
		}
		return compare(v.Step)
	}
	return gather(ctx, a, q, reader, func(g *gamespool.Game, c compared) error { return d.add(source, g, c) })
}

func (d *Deduper) add(source int, g *gamespool.Game, c compared) error {
	if !d.count {
		if err := d.spool.Add(indexKey(d.added), g); err != nil {
			return err
		}
	}
	var err error
	if c.Game != nil {
		c.Source, c.Number, c.Index = int64(source), g.Number, d.added
		err = d.finder.Add(c.Game, c.key)
	}
	d.added++
	return err
}

// indexKey is the key of the game that was added after so many.
func indexKey(index uint64) []byte { return binary.BigEndian.AppendUint64(nil, index) }

// Added returns the number of games that were added.
func (d *Deduper) Added() int64 { return int64(d.added) }

// Duplicates returns the games that are left out, in the order in which they were added.
// Nothing may be added after it. The error is that of ctx or ErrTemporary.
func (d *Deduper) Duplicates(ctx context.Context) iter.Seq2[Duplicate, error] {
	return func(yield func(Duplicate, error) bool) {
		err := d.eachPair(ctx, func(_ []byte, p *Duplicate) error {
			if !yield(*p, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(Duplicate{}, err)
		}
	}
}

// find finds the duplicates.
func (d *Deduper) find(ctx context.Context) error {
	if d.found {
		return nil
	}
	err := d.finder.Each(ctx, func(dropped, kept *duplicates.Game) error {
		var value []byte
		for _, n := range [...]int64{dropped.Source, dropped.Number, int64(dropped.Plies()), kept.Source, kept.Number, int64(kept.Plies())} {
			value = binary.AppendVarint(value, n)
		}
		return d.pairs.Add(indexKey(dropped.Index), value)
	})
	d.found = err == nil
	return ctxio.Instead(ctx, err)
}

// eachPair calls yield with the duplicates, and with the keys of the games left out, in
// the order of these.
func (d *Deduper) eachPair(ctx context.Context, yield func(key []byte, p *Duplicate) error) error {
	if err := d.find(ctx); err != nil {
		return err
	}
	err := d.pairs.Each(ctx, func(r *extsort.Record) error {
		value, err := io.ReadAll(r)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrTemporary, err)
		}
		var n [6]int64
		for i := range n {
			v, size := binary.Varint(value)
			n[i], value = v, value[max(size, 0):]
		}
		return yield(r.Key, &Duplicate{
			GamePlace{int(n[0]), n[1]}, GamePlace{int(n[3]), n[4]}, int(n[2]), int(n[5]),
		})
	})
	return ctxio.Instead(ctx, err)
}

// kept returns a function that says of the keys of games, in their order, which are kept;
// stop ends it.
func (d *Deduper) kept(ctx context.Context) (keep func(key []byte) (bool, error), stop func()) {
	next, stop := iter.Pull2(func(yield func([]byte, error) bool) {
		err := d.eachPair(ctx, func(key []byte, _ *Duplicate) error {
			if !yield(bytes.Clone(key), nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(nil, err)
		}
	})
	dropped, err, more := next()
	return func(key []byte) (bool, error) {
		if err != nil || !more || !bytes.Equal(key, dropped) {
			return err == nil, err
		}
		dropped, err, more = next()
		return false, nil
	}, stop
}

// Games returns the games that are kept, in the order in which they were added, as
// Sorter.Games does.
func (d *Deduper) Games(ctx context.Context) iter.Seq2[GameText, error] {
	return func(yield func(GameText, error) bool) {
		keep, stop := d.kept(ctx)
		defer stop()
		d.spool.Games(ctx, keep, textsTo(yield))
	}
}

// Copy writes the texts of the games that are kept, in the order in which they were added,
// as Sorter.Copy does.
func (d *Deduper) Copy(ctx context.Context, w io.Writer) (int64, error) {
	keep, stop := d.kept(ctx)
	defer stop()
	return d.spool.Copy(ctx, w, keep)
}

// Close removes the temporary files.
func (d *Deduper) Close() error {
	return cmp.Or(d.facts.Close(), d.pairs.Close(), d.spool.Close())
}
