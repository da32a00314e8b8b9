package duplicates

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"iter"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/extsort"
)

// Place is the identification and the length of a game.
type Place struct {
	Source, Number int64
	Plies          int
}

// Pair is a game that is dropped, and the one that is kept instead.
type Pair struct {
	Index         uint64 // of the dropped game
	Dropped, Kept Place
}

// IndexKey returns a key for the game with an index. Keys sort like indexes.
func IndexKey(index uint64) []byte { return binary.BigEndian.AppendUint64(nil, index) }

// Pairs returns all pairs, in the order of the dropped games. No game may be added after
// this call. An error comes last: that of ctx, or extsort.Err.
func (f *Finder) Pairs(ctx context.Context) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		more := true
		err := f.eachPair(ctx, func(p Pair) error {
			if more = yield(p, nil); !more {
				return errEnough
			}
			return nil
		})
		if err != nil && more {
			yield(Pair{}, err)
		}
	}
}

// errEnough ends a loop that the caller left.
var errEnough = errors.New("duplicates: enough")

// Kept returns a function that reports which games are kept. It must be called with the
// keys of games, see IndexKey, in their order. Stop ends it. No game may be added after
// this call. The errors are those of Pairs.
func (f *Finder) Kept(ctx context.Context) (keep func(key []byte) (bool, error), stop func()) {
	next, stop := iter.Pull2(f.Pairs(ctx))
	p, err, more := next()
	return func(key []byte) (bool, error) {
		if err != nil || !more || binary.BigEndian.Uint64(key) != p.Index {
			return err == nil, err
		}
		p, err, more = next()
		return false, nil
	}, stop
}

// find finds the pairs, unless it has. After an error, the next call starts again.
func (f *Finder) find(ctx context.Context) error {
	if f.found {
		return nil
	}
	err := f.each(ctx, func(dropped, kept *Game) error {
		var value []byte
		for _, g := range [...]*Game{dropped, kept} {
			for _, n := range [...]int64{g.Source, g.Number, int64(g.Plies())} {
				value = binary.AppendVarint(value, n)
			}
		}
		return f.pairs.Add(IndexKey(dropped.Index), value)
	})
	if err != nil {
		_ = f.pairs.Close() // removes those found
		return err
	}
	f.found = true
	return nil
}

// eachPair calls yield with the pairs in order until it returns an error.
func (f *Finder) eachPair(ctx context.Context, yield func(p Pair) error) error {
	err := f.find(ctx)
	if err == nil {
		err = f.pairs.Each(ctx, func(r *extsort.Record) error {
			value, err := io.ReadAll(r)
			if err != nil {
				return err
			}
			var n [6]int64
			for i := range n {
				v, size := binary.Varint(value)
				n[i], value = v, value[max(size, 0):]
			}
			return yield(Pair{binary.BigEndian.Uint64(r.Key), Place{n[0], n[1], int(n[2])}, Place{n[3], n[4], int(n[5])}})
		})
	}
	return ctxio.Instead(ctx, err)
}

// Close removes the temporary files. The error is extsort.Err.
func (f *Finder) Close() error { return cmp.Or(f.facts.Close(), f.pairs.Close()) }
