package duplicates

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/read/facts"
	"github.com/chesszip/chesszip/internal/read/view"
)

// candidateBits is the number of bits of a set of Candidates: 1 MiB. After 500,000 games,
// one in nine bits is set.
const candidateBits = 1 << 23

// Candidates tell which games of a view may be duplicates of some games, by the initials
// of the players and the dates alone. The zero Candidates are of no games.
type Candidates struct {
	marked []uint64 // a set of bits, see mark; nil for no games
}

// In place of a day, a mark has anyDay for each game, and noDay for a game whose date is
// not one day.
const (
	noDay = iota
	anyDay
	firstDay
)

// dayOf returns the day of a date, or noDay.
func dayOf(d tagvalue.Days) uint64 {
	if d.Known() && d.First == d.Last {
		return d.First + firstDay
	}
	return noDay
}

// mark returns the bit for the players and the day of a game.
func mark(names [2]uint64, day uint64) uint64 {
	b := binary.LittleEndian.AppendUint64(make([]byte, 0, 24), names[0])
	b = binary.LittleEndian.AppendUint64(b, names[1])
	return xxhash.Sum64(binary.LittleEndian.AppendUint64(b, day)) % candidateBits
}

// nameKey returns a number that is equal for names that are the same.
func nameKey(n *playername.Name) uint64 { return xxhash.Sum64(n.AppendKey(nil)) }

// Add adds a game from a Reader.
func (c *Candidates) Add(g *Game) {
	if c.marked == nil {
		c.marked = make([]uint64, candidateBits/64)
	}
	for _, day := range [...]uint64{anyDay, dayOf(tagvalue.ParseDate([]byte(g.tags[date])))} {
		bit := mark(g.names, day)
		c.marked[bit/64] |= 1 << (bit % 64)
	}
}

// has reports whether a game may be a duplicate.
func (c *Candidates) has(names [2]uint64, day uint64) bool {
	days := [...]uint64{day, noDay}
	if day == noDay {
		days[0] = anyDay
	}
	for _, day := range days {
		if bit := mark(names, day); c.marked[bit/64]>>(bit%64)&1 != 0 {
			return true
		}
	}
	return false
}

// Items returns the items of a view that may be duplicates of the games, in increasing
// order. It reads columns, and those tags that no column has.
func (c *Candidates) Items(v *view.View) (items []int, err error) {
	if c.marked == nil {
		return nil, nil
	}
	g, keys := facts.New(v), nameKeys{}
	ask := func() (names [2]uint64, day uint64) {
		for side, f := range [...]field{white, black} {
			n, of := g.Text(fieldNames[f])
			names[side] = keys.of(n, of)
		}
		return names, dayOf(g.Date())
	}
	g.Every(func() { ask() })
	err = g.Each(v.Items(), func(int) bool { return true }, func(item int) facts.Truth {
		names, day := ask()
		if !g.Known() {
			return facts.Maybe
		}
		if !c.has(names, day) {
			return facts.No
		}
		items = append(items, item)
		return facts.Yes
	})
	return items, err
}

// nameKeys are the keys of names by their numbers among the values of a view, 0 for one
// that is not computed yet.
type nameKeys map[*facts.Values][]uint64

func (k nameKeys) of(n int, of *facts.Values) uint64 {
	all := k[of]
	for len(all) <= n {
		all = append(all, 0)
	}
	if all[n] == 0 {
		text := ""
		if n > 0 {
			text = of.Text(n)
		}
		name := playername.Parse(shortened([]byte(text)))
		all[n] = nameKey(&name)
	}
	k[of] = all
	return all[n]
}
