package tags

import (
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/model/names"
)

// roster codes new names of players: those that package names knows by their
// place there, others as they are spelled.
type roster struct {
	d    *dictionary
	hits uint32               // whether the last new names were known
	last int                  // 1 + the group of the last of them
	high [names.MaxGroups]int // how the last place in each group began
}

// groupDigits is the number of digits of a group's number.
const groupDigits = 4

// highDigits is how many digits of a place are foretold: they tell when, or how
// the name begins.
const highDigits = 5

func (u *roster) code(text []byte) ([]byte, bool) {
	d, m := u.d, u.d.m
	groups := names.Groups()
	group, at, ok := 0, 0, false
	if d.c.Writing() {
		group, at, ok = names.Find(text)
	}
	m.Begin(contextmix.Hash(24, u.hits&15), contextmix.Hash(25, u.hits&255), contextmix.Hash(26, uint32(u.last)))
	ok = m.Flag(ok)
	u.hits <<= 1
	if !ok {
		return d.speller.code(text, d.limit)
	}
	u.hits |= 1
	m.Begin(contextmix.Hash(27, 0), contextmix.Hash(28, uint32(u.last)))
	if group = m.Index(group, groupDigits); group >= len(groups) {
		return nil, false
	}
	u.last = group + 1
	digits := groups[group].Digits()
	high := min(digits, highDigits)
	low := digits - high
	m.Begin(contextmix.Hash(29, uint32(group)), contextmix.Hash(30, uint32(group<<8|u.high[group])))
	v := m.Index(at>>low, high)
	u.high[group] = v
	at = v<<low | int(d.c.Raw(uint32(at), uint(low)))
	if at >= len(groups[group]) {
		return nil, false
	}
	return groups[group][at], true
}
