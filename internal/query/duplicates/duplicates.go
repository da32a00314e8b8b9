// Package duplicates finds games that were stored twice.
//
// Two games are duplicates if
//
//  1. they start from the same position by the same rules; and
//  2. their main lines are equal, or one is the beginning of the other and has at least
//     20 half-moves; a line with a malformed move is equal only to one with the same
//     words; and
//  3. their results are equal, or one is not known; and
//  4. there is a day on which both may have been played, according to their dates; and
//  5. the names of both players are the same, see package playername; and
//  6. no tag distinguishes them: numbers of the round at the same place, UTCTime or GameId
//     that both games have and that differ, or addresses in Site or Link of different pages
//     of one host; and
//  7. with fewer than 20 half-moves, Event, Site, Date, Round and Result also agree: as
//     text without letter case; an unknown value agrees only with an unknown one.
//
// Ratings, comments, variations and all other tags make no difference.
//
// This relation is not an equivalence: a game may be a duplicate of two longer games
// that differ. Therefore games are visited in an order, and each is dropped that is a
// duplicate of one that was kept before. The order is that of their places, or:
// half-moves, tags with a value, comments, bytes, the larger number first, and then that
// of their places. Known games come first and are never dropped.
//
// # Algorithm
//
// Duplicates have the same key: a checksum of the start, the first 20 half-moves and the
// initials of the names, and of the roster if it must agree. The facts of all games are
// sorted by key and order, so that possible duplicates form a row, and are compared with
// the kept games of the row. At most 4,096 games or 16 MiB of a row are held for that;
// if the same players have more games with the same 20 half-moves, the further ones are
// kept. The pairs found are then sorted into the order of the games.
package duplicates

import (
	"context"
	"encoding/binary"
	"io"

	"github.com/chesszip/chesszip/internal/base/extsort"
)

const (
	maxKept      = 4096
	maxKeptBytes = 16 << 20
	keySize      = 8
)

// Finder finds the duplicates among games. It must not be used by several goroutines at
// once.
type Finder struct {
	facts *extsort.Sorter
	pairs *extsort.Sorter
	found bool // pairs are complete
	first bool
	temp  []byte
	key   []byte
}

// NewFinder returns a Finder that keeps the first of duplicates, or if first is false
// the one that has more. It holds about memory bytes in memory, at least 1, and more in
// temporary files in dir; "" means os.TempDir.
func NewFinder(dir string, memory int, first bool) *Finder {
	// Facts are sorted, and pairs are few.
	few := max(memory/3, 1)
	return &Finder{facts: extsort.New(dir, max(memory-few, 1)), pairs: extsort.New(dir, few), first: first}
}

// Add adds a game from a Reader. Its Index must be unique. The error is extsort.Err.
func (f *Finder) Add(g *Game) error {
	f.key = binary.BigEndian.AppendUint64(f.key[:0], g.key)
	f.key = append(f.key, byte(g.after()))
	if !f.first {
		for _, n := range [...]uint64{uint64(g.Plies()), g.valued, g.comments, g.bytes} {
			f.key = binary.BigEndian.AppendUint64(f.key, ^n)
		}
	}
	f.key = binary.BigEndian.AppendUint64(f.key, g.Index)
	f.temp = g.Append(f.temp[:0])
	return f.facts.Add(f.key, f.temp)
}

// each calls yield with each game that is dropped and the one that is kept instead, in
// any order, until it returns an error.
func (f *Finder) each(ctx context.Context, yield func(dropped, kept *Game) error) error {
	var row row
	return f.facts.Each(ctx, func(r *extsort.Record) error {
		value := make([]byte, r.Size)
		if _, err := io.ReadFull(r, value); err != nil {
			return err
		}
		key := binary.BigEndian.Uint64(r.Key)
		if !row.begun || row.key != key {
			row.begin(key, value)
			return nil
		}
		dropped, kept, err := row.add(value)
		if err != nil || kept == nil {
			return err
		}
		return yield(dropped, kept)
	})
}

// row is the kept games of a key.
type row struct {
	begun bool
	key   uint64
	first []byte // the first game, until another is compared with it
	kept  []*compared
	bytes int
}

func (r *row) begin(key uint64, value []byte) {
	clear(r.kept)
	*r = row{begun: true, key: key, first: value, kept: r.kept[:0]}
}

// add compares a game with the kept ones, and returns it and its duplicate, if there is
// one.
func (r *row) add(value []byte) (dropped, kept *Game, err error) {
	if r.first != nil {
		g, err := Decode(r.first)
		if err != nil {
			return nil, nil, err
		}
		r.keep(g.compared(), len(r.first))
		r.first = nil
	}
	g, err := Decode(value)
	if err != nil {
		return nil, nil, err
	}
	c := g.compared()
	if !g.Known {
		for _, k := range r.kept {
			if k.same(c) {
				return g, k.Game, nil
			}
		}
	}
	r.keep(c, len(value))
	return nil, nil, nil
}

func (r *row) keep(c *compared, size int) {
	if len(r.kept) < maxKept && r.bytes < maxKeptBytes {
		r.kept = append(r.kept, c)
		r.bytes += size
	}
}
