package tags

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/model/names"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// Players are the columns White and Black with one dictionary, game by game:
//
//	| column of Black: number uvarint | digits uvarint | string of the range coder |
//
// as in a dictionary whose new values are in a roster. The first column named is,
// for Black, White's; in place of the third's value stands that of the other
// player in the game before. They depend on no column, so that those before them
// may depend on them.

// pair is the columns of the players.
type pair struct {
	white, black *Column
	lead, other  int
}

// playerPair returns the columns of the players if they can be coded together.
func (t *Table) playerPair() *pair {
	if !t.paired {
		t.pair, t.paired = t.findPlayers(), true
	}
	return t.pair
}

func (t *Table) findPlayers() *pair {
	w, b := t.find("White", len(t.Columns)), t.find("Black", len(t.Columns))
	if w < 0 || b < w {
		return nil
	}
	p := &pair{white: t.Columns[w], black: t.Columns[b], lead: w, other: b}
	for _, c := range []*Column{p.white, p.black} {
		if len(c.Values) < leastRatings || same(c.Values) || !ascending(c.Rows) {
			return nil
		}
	}
	return p
}

// players codes the names of both players of all games.
type players struct {
	d     *dictionary
	p     *pair
	names [2]int // of the game before
}

// fewGames is how many games with White's name there are at most for which names
// are spelled like those of package names: more show by themselves how.
const fewGames = 500

// learnedNames is how many names of each group these are.
const learnedNames = 8

// nameSize is the size of the model that has learned them.
const nameSize = 16

func newPlayers(d *dictionary, p *pair) players {
	d.roster = &roster{d: d}
	if len(p.white.Rows) <= fewGames {
		d.speller = newSpeller(d.t.Room, &d.c, nameSize)
		for _, g := range names.Groups() {
			for _, name := range g[:min(len(g), learnedNames)] {
				d.speller.learn(name)
			}
		}
	}
	return players{d: d, p: p, names: [2]int{-1, -1}}
}

// game codes the names of a game; give says what a column has, take takes it.
func (n *players) game(game int32, give func(column int, game int32) (int, []byte), take func(column int, v []byte)) bool {
	var now [2]int
	for column, c := range [2]*Column{n.p.white, n.p.black} {
		now[column] = -1
		if c.place(n.d.t, game) < 0 {
			continue
		}
		r := [references]int{-1, -1, n.names[1-column]}
		if column == 1 {
			r[0] = now[0]
		}
		id, text := -1, []byte(nil)
		if give != nil {
			id, text = give(column, game)
		}
		id, ok := n.d.code(column, id, text, r)
		if !ok {
			return false
		}
		now[column] = id
		if take != nil {
			take(column, n.d.known[id])
		}
	}
	n.names = now
	return true
}

// appendPlayers codes the i-th column if it is one of the players'; nil
// otherwise.
func (t *Table) appendPlayers(i int) []byte {
	p := t.playerPair()
	if p == nil || i != p.lead && i != p.other {
		return nil
	}
	if i == p.other {
		return binfmt.AppendUvarint([]byte{methodElsewhere}, uint64(p.lead))
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
	out := binfmt.AppendUvarint([]byte{methodPlayers}, uint64(p.other))
	out = binfmt.AppendUvarint(out, uint64(digits))
	d := newDictionary(t, contextmix.Coder{Enc: rangecoder.NewEncoder(out)}, digits, 2*len(p.white.Rows), 0)
	n := newPlayers(d, p)
	for game := range int32(t.Games) {
		n.game(game, func(column int, game int32) (int, []byte) {
			v := [2]*Column{p.white, p.black}[column].value(t, game)
			return number[string(v)], v
		}, nil)
	}
	d.free()
	return d.c.Enc.Finish()
}

// players reads the names, of which the i-th column is White's.
func (r *reader) players(i int) error {
	other, err := r.number()
	if err != nil || other <= i || other >= len(r.t.Columns) {
		return corrupt("players are malformed")
	}
	p := &pair{white: r.c, black: r.t.Columns[other], lead: i, other: other}
	digits, err := r.number()
	if err != nil || digits > maxDigits || p.black.known || !ascending(p.white.Rows) || !ascending(p.black.Rows) {
		return corrupt("players are malformed")
	}
	d := newDictionary(r.t, contextmix.Coder{Dec: rangecoder.NewDecoder(r.src)}, digits, 2*len(p.white.Rows), r.limit)
	n := newPlayers(d, p)
	var values [2][][]byte
	total := 0
	for game := range int32(r.t.games()) {
		ok := n.game(game, nil, func(column int, v []byte) {
			values[column] = append(values[column], v)
			total += len(v)
		})
		if !ok || d.c.Dec.Err() != nil || total > 2*r.limit {
			return corrupt("players end too early")
		}
	}
	p.white.Values, p.black.Values, p.black.known = values[0], values[1], true
	d.free()
	return r.done(!d.c.Dec.AtEnd())
}
