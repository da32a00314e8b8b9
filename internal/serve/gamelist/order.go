package gamelist

import (
	"context"
	"slices"

	"github.com/chesszip/chesszip"
)

// Builder makes an Order of added games, archive by archive.
type Builder struct {
	key   Key
	games []uint64 // compared value, and in the low half the game
	base  int64    // games of previous archives
	all   []int64  // total of games after each archive, beginning with 0
}

// NewBuilder returns a Builder.
func NewBuilder(k Key) *Builder { return &Builder{key: k, all: []int64{0}} }

// add adds a game of the current archive.
func (b *Builder) add(number int64, value int) error {
	if len(b.games) == MostGames {
		return ErrMany
	}
	b.games = append(b.games, uint64(b.key.key(value))<<32|uint64(b.base+number))
	return nil
}

// end ends an archive with a number of games.
func (b *Builder) end(games int64) error {
	b.base += games
	b.all = append(b.all, b.base)
	if b.base > unknown {
		return ErrMany
	}
	return nil
}

// AddNumbers adds the games of an archive that match q, for a key of numbers.
func (b *Builder) AddNumbers(ctx context.Context, a *chesszip.Archive, q *chesszip.Query) error {
	for g, err := range a.Games().Where(q).Rows(ctx, chesszip.FieldNumbers) {
		if err != nil {
			return err
		}
		if err := b.add(g.Number, b.key.number(&g)); err != nil {
			return err
		}
	}
	return b.end(a.NumGames())
}

// AddPlayers adds games of the archive of p, for a key of names: all, or those with the
// given numbers. Ranks is the result of Rank for the archive.
func (b *Builder) AddPlayers(p *Players, ranks []uint32, numbers []int64) error {
	of := p.sides[b.key.field-white]
	if numbers == nil {
		for i, name := range of {
			if err := b.add(int64(i), int(ranks[name])); err != nil {
				return err
			}
		}
		return b.end(int64(len(of)))
	}
	for _, n := range numbers {
		if n >= int64(len(of)) {
			break
		}
		if err := b.add(n, int(ranks[of[n]])); err != nil {
			return err
		}
	}
	return b.end(int64(len(of)))
}

// Order returns the order of the added games.
func (b *Builder) Order() *Order {
	slices.Sort(b.games)
	o := &Order{games: make([]uint32, len(b.games)), all: b.all}
	for i, g := range b.games {
		o.games[i] = uint32(g)
	}
	return o
}

// Order is a sorted list of games of several archives.
type Order struct {
	games []uint32
	all   []int64
}

// Size is the approximate size in memory.
func (o *Order) Size() int { return 100 + 4*len(o.games) + 8*len(o.all) }

// Len returns how many games there are.
func (o *Order) Len() int64 { return int64(len(o.games)) }

// At returns the game with a rank: its archive, in the order in which they were added,
// and its number there; all counted from 0.
func (o *Order) At(rank int64) (archive int, number int64) {
	g := int64(o.games[rank])
	i, found := slices.BinarySearch(o.all, g)
	if !found {
		i--
	}
	for i+2 < len(o.all) && o.all[i+1] == g {
		i++ // skips archives without games
	}
	return i, g - o.all[i]
}
