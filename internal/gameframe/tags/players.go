package tags

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/corrupt"
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

// leastNames is the number of games below which names are no players.
const leastNames = 8

// playerColumns returns the columns of the players, nil if they cannot be coded
// together.
func (t *Table) playerColumns() *playerColumns {
	if !t.askedPlayers {
		t.players, t.askedPlayers = t.findPlayers(), true
	}
	return t.players
}

func (t *Table) findPlayers() *playerColumns {
	w, b := t.find("White", len(t.Columns)), t.find("Black", len(t.Columns))
	if w < 0 || b < w {
		return nil
	}
	p := &playerColumns{white: t.Columns[w], black: t.Columns[b], lead: w, other: b}
	for _, c := range []*Column{p.white, p.black} {
		if len(c.Values) < leastNames || c.uniform() || !c.ascending() {
			return nil
		}
	}
	return p
}

// players codes the names of both players of all games.
type players struct {
	table   *Table
	names   *dictionary.Dictionary
	columns [2]*Column
	now     [2]int // numbers of the names in this game, -1 for none
	before  [2]int // and in the game before
}

func newPlayers(t *Table, c *contextmix.Coder, p *playerColumns, digits int) *players {
	o := dictionary.Options{Room: t.Room, Coder: c, Digits: digits, Values: 2 * len(p.white.Rows)}
	return &players{
		table: t, names: dictionary.NewPlayers(o, len(p.white.Rows)),
		columns: [2]*Column{p.white, p.black}, now: [2]int{-1, -1}, before: [2]int{-1, -1},
	}
}

// has reports whether a game has the name of a side.
func (p *players) has(side int, game int32) bool {
	return p.columns[side].place(p.table, game) >= 0
}

// code codes the name of a side in this game, White's first, and returns its
// number.
func (p *players) code(side, number int, text []byte, limit int) (int, error) {
	v := dictionary.Value{Side: side, References: [dictionary.References]int{-1, -1, p.before[1-side]}, Number: number, Text: text}
	if side == 1 {
		v.References[0] = p.now[0]
	}
	var err error
	p.now[side], err = p.names.Code(&v, limit)
	return p.now[side], err
}

// next begins the next game.
func (p *players) next() {
	p.before, p.now = p.now, [2]int{-1, -1}
}

// encodePlayers stores both columns of the players in White's.
func encodePlayers(e *encoder) ([]byte, bool) {
	t := e.table
	p := t.playerColumns()
	if p == nil || e.at != p.lead {
		return nil, false
	}
	number := map[string]int{}
	for game := range int32(t.Games) {
		for _, c := range []*Column{p.white, p.black} {
			if v := c.value(t, game); v != nil {
				if _, ok := number[string(v)]; !ok {
					number[string(v)] = len(number)
				}
			}
		}
	}
	digits := bits.Len(uint(len(number)))
	out := binfmt.AppendUvarint(nil, uint64(p.other))
	coder := encode(binfmt.AppendUvarint(out, uint64(digits)))
	n := newPlayers(t, coder, p, digits)
	for game := range int32(t.Games) {
		for side, c := range n.columns {
			if n.has(side, game) {
				v := c.value(t, game)
				_, _ = n.code(side, number[string(v)], v, 0) // writing does not fail
			}
		}
		n.next()
	}
	n.names.Free()
	return coder.Enc.Finish(), true
}

// decodePlayers reads what encodePlayers stores.
func decodePlayers(d *decoder) error {
	t := d.table
	other, err := d.number()
	if err != nil {
		return err
	}
	if other <= d.at || other >= len(t.Columns) {
		return corrupt.Newf("the names of Black are column %d, expected after %d and before %d", other, d.at, len(t.Columns))
	}
	digits, err := d.number()
	if err != nil {
		return err
	}
	p := &playerColumns{white: d.column, black: t.Columns[other], lead: d.at, other: other}
	if digits > dictionary.MaxDigits || p.black.decoded || !p.white.ascending() || !p.black.ascending() {
		return corrupt.New("columns of players have too many digits, names that are there already, or two in a game")
	}
	coder := d.coder()
	n := newPlayers(t, coder, p, digits)
	var values [2][][]byte
	for game := range int32(t.games()) {
		for side := range n.columns {
			if !n.has(side, game) {
				continue
			}
			id, err := n.code(side, 0, nil, d.left())
			if coder.Dec.Err() != nil {
				err = errEnds()
			}
			if err != nil {
				return corrupt.AtGame(int(game), err)
			}
			v := n.names.Text(id)
			if err := d.charge(len(v)); err != nil {
				return corrupt.AtGame(int(game), err)
			}
			values[side] = append(values[side], v)
		}
		n.next()
	}
	p.white.Values, p.black.Values, p.black.decoded = values[0], values[1], true
	n.names.Free()
	return d.end(coder, texts{})
}
