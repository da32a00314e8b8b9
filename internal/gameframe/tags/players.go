package tags

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/gameframe/tags/dictionary"
)

// Players are the columns White and Black with one dictionary of names, game by
// game:
//
//	| column of Black: number uvarint | digits uvarint | string of the range coder |
//
// The first reference is, for Black, White's name; the third is the other side's
// name in the game before. They depend on no column, so that those before them
// may depend on them.

// codePlayers codes both columns of the players in White's.
func codePlayers(c *coding) bool {
	t := c.table
	p := new(playerColumns)
	number := numbering{}
	if c.writing() {
		if _, p = t.together(); p == nil || c.at != p.lead {
			return false
		}
		c.settled = true
		for game := range int32(t.Games) {
			for _, of := range p.columns {
				if of.place(t, game) >= 0 {
					number.of(of.value(t, game))
				}
			}
		}
	}
	p.other = c.number(p.other)
	if p.other <= c.at || p.other >= len(t.Columns) {
		c.fail("the names of Black are column %d, expected after %d and before %d", p.other, c.at, len(t.Columns))
		return false
	}
	p.columns = [2]*Column{c.column, t.Columns[p.other]}
	digits := c.number(bits.Len(uint(len(number))))
	if digits > dictionary.MaxDigits || p.columns[1].decoded || p.columns[0].twice() || p.columns[1].twice() {
		c.fail("columns of players have too many digits, names that are there already, or two in a game")
	}
	if !c.begin() {
		return false
	}
	c.open(p.columns[:]...)
	games := len(c.column.Rows)
	d := dictionary.NewPlayers(dictionary.Options{Room: t.Room, Coder: c.coder, Digits: digits, Values: 2 * games}, games)
	var numbers [2][]int            // of the names that are read
	now, before := noNames, noNames // numbers of the names in this game, and in the game before
	for game := range int32(t.games()) {
		for side, of := range p.columns {
			if of.place(t, game) < 0 {
				continue
			}
			v := dictionary.Value{Side: side, References: [dictionary.References]int{-1, -1, before[1-side]}}
			if side == 1 {
				v.References[0] = now[0]
			}
			if c.writing() {
				v.Text = of.value(t, game)
				v.Number = number.of(v.Text)
			}
			var text []byte
			now[side], text = c.value(d, &v)
			numbers[side] = append(numbers[side], now[side])
			c.charge(len(text))
			c.put(of, text, true)
			if !c.good(game) {
				return false
			}
		}
		before, now = now, noNames
	}
	d.Free()
	c.end(false)
	if c.err == nil && !c.writing() {
		p.columns[1].decoded = true
		p.columns[0].identify(numbers[0])
		p.columns[1].identify(numbers[1])
	}
	return true
}

// noNames are the numbers of names in a game without any.
var noNames = [2]int{-1, -1}
