// Package duplicates finds games that were stored twice.
//
// Two games are one if
//
//  1. they start from the same position by the same rules; and
//  2. their main lines are equal, or one is the beginning of the other and has at least
//     20 half-moves; a line with a move that cannot be read is only equal to one with
//     the same words; and
//  3. their results are equal, or one is not known; and
//  4. there is a day on which both may have been played, as far as their dates say; and
//  5. the names of both players are the same, see package playername; and
//  6. nothing tells them apart: no numbers of the round at the same place, no UTCTime or
//     GameId that are known in both and differ, and no address in Site or Link that names
//     different pages of one host; and
//  7. with fewer than 20 half-moves, Event, Site, Date, Round and Result agree, too: as
//     text but for letter case, and not known in one only if in both.
//
// Ratings, comments, variations and all other tags make no difference.
//
// That is no equivalence: a game may be one with each of two longer ones that differ.
// So games are gone through in an order, and each is dropped that is one with a game
// that was kept before. The order is that of their places, or: half-moves, tags with a
// value, comments, bytes, the larger number first, and then that of their places.
//
// # How
//
// Games that are one have the same key: a checksum of the start, the first 20 half-moves
// and the initials of the names, and of the roster where it must agree. Facts of all games
// are sorted by key and order, so that those that may be one come in a row, and compared
// with what is kept of the row. Of one row, 4,096 games or 16 MiB are kept for that: of
// more games of the same players with the same 20 half-moves, the others stay. Pairs that
// are found so are sorted once more, into the order of the games.
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

// Finder finds the duplicates among games. It is not for several goroutines at once.
type Finder struct {
	facts *extsort.Sorter
	pairs *extsort.Sorter
	found bool // pairs are all that there are
	first bool
	temp  []byte
	key   []byte
}

// NewFinder returns a Finder that keeps the first of games that are one, or else the one
// that has more. It holds about memory bytes in memory, at least 1, and more in temporary
// files in dir, "" standing for os.TempDir.
func NewFinder(dir string, memory int, first bool) *Finder {
	// Facts are sorted, pairs are few.
	few := max(memory/3, 1)
	return &Finder{facts: extsort.New(dir, max(memory-few, 1)), pairs: extsort.New(dir, few), first: first}
}

// Add adds a game that a Reader has read, of an Index that no other has. The error is
// extsort.Err.
func (f *Finder) Add(g *Game) error {
	f.key = binary.BigEndian.AppendUint64(f.key[:0], g.key)
	if !f.first {
		for _, n := range [...]uint64{uint64(g.Plies()), g.valued, g.comments, g.bytes} {
			f.key = binary.BigEndian.AppendUint64(f.key, ^n)
		}
	}
	f.key = binary.BigEndian.AppendUint64(f.key, g.Index)
	f.temp = g.Append(f.temp[:0])
	return f.facts.Add(f.key, f.temp)
}

// each calls yield with each game that is dropped and the one that is kept instead, until
// it returns an error. They come in no order that means anything.
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

// row is what is kept of the games of a key.
type row struct {
	begun bool
	key   uint64
	first []byte // the first game, until it is compared
	kept  []*compared
	bytes int
}

func (r *row) begin(key uint64, value []byte) {
	clear(r.kept)
	*r = row{begun: true, key: key, first: value, kept: r.kept[:0]}
}

// add compares a game with those that are kept: one is returned if it is the same.
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
	for _, k := range r.kept {
		if k.same(c) {
			return g, k.Game, nil
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
