package tags

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
)

// Players are the columns White and Black with one dictionary of names, game by game,
// or two columns of properties of the players, such as numbers or titles:
//
//	| column of Black: number uvarint | digits uvarint |
//	| White, Black: number + 1 uvarint each, 0 for columns of names |
//	| string of the range coder |
//
// Names depend on no column, so that columns before them may depend on them. For
// Black the first reference is White's name; the third is the other side's name in
// the previous game. For properties the first reference is the player, of either
// side; the third is the other side's property, for Black in this game, for White in
// the previous one. If digits are 0, which only names may have, known names are coded
// by how long ago they came last.

// codePlayers codes both columns in White's.
func codePlayers(c *coding) bool {
	t := c.table
	p := new(playerColumns)
	number, digits := dictionary.Numbering{}, 0
	if c.writing() {
		if p = c.sides(); p == nil {
			return false
		}
		for _, v := range p.known() {
			number.Of(v)
		}
		for game := range int32(t.Games) {
			for _, of := range p.columns {
				if of.place(t, game) >= 0 {
					number.Of(of.value(t, game))
				}
			}
		}
		if p.players[0] != nil || len(number)*fewPlayers < t.Games {
			digits = bits.Len(uint(len(number)))
		}
	}
	digits = c.playersHead(p, digits)
	if c.err != nil || !c.begin() {
		return false
	}
	if !c.open(p.columns[:]...) {
		return false
	}
	games, players := len(c.column.Rows), dictionary.Numbering{}
	o := dictionary.Options{Room: t.Room, Coder: c.coder, Digits: digits, Values: 2 * games, Known: p.known()}
	d := dictionary.NewPlayers(o, games)
	if p.players[0] != nil {
		d = dictionary.NewShared(o)
	}
	var numbers [2][]int              // of the values read
	now, before := noValues, noValues // numbers of the values in this game, and in the previous one
	for game := range int32(t.games()) {
		for side, of := range p.columns {
			player := players.Of(p.players[side].value(t, game))
			if of.place(t, game) < 0 {
				continue
			}
			v := dictionary.Value{Side: side, References: [dictionary.References]int{-1, -1, before[1-side]}}
			switch {
			case p.players[0] != nil:
				v.References[0] = player
				if side == 1 {
					v.References[2] = now[0]
				}
			case side == 1:
				v.References[0] = now[0]
			}
			if c.writing() {
				v.Text = of.value(t, game)
				v.Number = number.Of(v.Text)
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
		before, now = now, noValues
	}
	d.Free()
	c.end(false)
	if c.err == nil && !c.writing() {
		c.gave(p.columns[1])
		p.columns[0].identify(numbers[0])
		p.columns[1].identify(numbers[1])
	}
	return true
}

// fewPlayers is the least number of games for each player to code names by digits:
// such players meet in turns, as engines do.
const fewPlayers = 16

// noValues are the numbers of values in a game without any.
var noValues = [2]int{-1, -1}

// known returns the initial values of the dictionary.
func (p *playerColumns) known() [][]byte {
	if p.players[0] == nil {
		return nil
	}
	return dictionary.Initial(p.columns[0].Name)
}

// playersHead codes the columns, and returns the digits of numbers.
func (c *coding) playersHead(p *playerColumns, digits int) int {
	t := c.table
	other := c.number(t.number(p.columns[1]))
	if other <= c.at || other >= len(t.Columns) {
		c.fail("the values of Black are column %d, expected after %d and before %d", other, c.at, len(t.Columns))
		return 0
	}
	p.columns = [2]*Column{c.column, t.Columns[other]}
	digits = c.number(digits)
	if digits > dictionary.MaxDigits || p.columns[1].decoded || p.columns[0].Twice() || p.columns[1].Twice() {
		c.fail("columns of players have too many digits, values that are there already, or two in a game")
	}
	c.references(p.players[:])
	if (p.players[0] == nil) != (p.players[1] == nil) || digits == 0 && p.players[0] != nil {
		c.fail("columns of players name those of one side, or have numbers of no digits")
	}
	return digits
}

// sides returns the group of players that this column leads, or nil.
func (c *coding) sides() *playerColumns {
	all := c.table.together()
	g := all.of[c.column]
	if g == nil || g.method != methodPlayers {
		return nil
	}
	p := &playerColumns{columns: [2]*Column(g.columns)}
	if all.players != nil && c.column != all.players.columns[0] {
		p.players = all.players.columns
	}
	return p
}
