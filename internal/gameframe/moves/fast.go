package moves

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/groups"
	"github.com/chesszip/chesszip/internal/model/rank"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/internal/recall"
	"github.com/chesszip/chesszip/movelist/learned"
)

// GroupGames is how many games have their moves coded together, so that one
// game can be read without those far before it.
const GroupGames = learned.GroupGames

// checkedGroups is how many groups the check of a frame predicts though it recalls others.
const checkedGroups = 4

// quick says how likely moves are by the quick order.
type quick struct {
	ranker rank.Ranker
	freq   []uint32
}

// of returns how likely each of the legal moves is at a place, in parts of
// rangecoder.One. There are two at least.
func (q *quick) of(at *Place, legal []board.Move) []uint32 {
	q.ranker.Weigh(at.fast, &at.Position, legal)
	q.freq = slices.Grow(q.freq[:0], len(legal))[:len(legal)]
	q.ranker.Frequencies(q.freq)
	return q.freq
}

// printOf is the fingerprint of what a choice depends on.
func printOf(at *Place, legal []board.Move) recall.Print {
	return at.fast.Print(0).Position(&at.Position, legal)
}

// fastGroups writes the moves of games by the fast level.
type fastGroups struct {
	quick quick
	enc   *rangecoder.Encoder // of the group, nil before its first choice
	out   []byte
	sizes []int // of the groups
	games int
	any   bool // whether there is a choice
	ended int  // what the moves of the groups that have ended take, in 1/16 bits

	remembers bool
	choices   recall.Memory
	starts    []int // the first choice of each group among those remembered
}

func (g *fastGroups) reset(remember bool) {
	*g = fastGroups{quick: g.quick, out: g.out[:0], sizes: g.sizes[:0], choices: g.choices, starts: g.starts[:0], remembers: remember}
	g.choices.Reset()
}

// begin begins a game.
func (g *fastGroups) begin() {
	if g.games == GroupGames {
		g.end()
	}
	if g.remembers && g.games == 0 {
		g.starts = append(g.starts, g.choices.Len())
	}
	g.games++
}

// write writes that of the legal moves at a place the one with the given index was
// played. If there is only one, that takes nothing.
func (g *fastGroups) write(at *Place, legal []board.Move, index int) {
	if len(legal) < 2 {
		return
	}
	if g.enc == nil {
		g.enc = rangecoder.NewEncoder(nil)
	}
	freq := g.quick.of(at, legal)
	cum := uint32(0)
	for _, f := range freq[:index] {
		cum += f
	}
	g.enc.Symbol(cum, freq[index])
	if g.remembers {
		g.choices.Add(recall.Choice{Print: printOf(at, legal), Low: uint16(cum), Width: uint16(freq[index]), Index: uint16(index)})
	}
}

func (g *fastGroups) end() {
	var coded []byte
	if g.enc != nil {
		g.ended = g.cost()
		coded, g.any = g.enc.Finish(), true
	}
	g.out, g.sizes = append(g.out, coded...), append(g.sizes, len(coded))
	g.enc, g.games = nil, 0
}

// cost returns about how many bits the moves take, in 1/16.
func (g *fastGroups) cost() int {
	if g.enc == nil {
		return g.ended
	}
	return g.ended + g.enc.Cost()
}

// finish returns the groups, nil if they hold no choice.
func (g *fastGroups) finish() []byte {
	g.end()
	if !g.any {
		return nil
	}
	return groups.Append(nil, g.sizes, g.out)
}

// fastReader reads what fastGroups wrote.
type fastReader struct {
	quick quick
	dec   *rangecoder.Decoder // of the group, nil before the first
	rest  groups.Reader
	games int // of the group that have begun

	memory    *fastGroups // nil if nothing is to be recalled
	predicted int         // the first of the groups that are predicted in any case
	recalled  recall.Cursor
}

func (r *fastReader) reset(rest groups.Reader) {
	*r = fastReader{quick: r.quick, rest: rest, games: GroupGames}
}

// begin begins a game.
func (r *fastReader) begin() error {
	if r.games == GroupGames {
		if err := r.end(); err != nil {
			return err
		}
		group := r.rest.Number()
		b, _, err := r.rest.Next() // those that are missing are empty
		if err != nil {
			return err
		}
		r.dec, r.recalled = rangecoder.NewDecoder(b), recall.Cursor{}
		if m := r.memory; m != nil && (group < r.predicted || group >= r.predicted+checkedGroups) && group < len(m.starts) {
			r.recalled = m.choices.From(m.starts[group])
		}
		r.games = 0
	}
	r.games++
	return nil
}

// read returns the index of the move played among the legal ones at a place.
func (r *fastReader) read(at *Place, legal []board.Move) (index int, err error) {
	switch len(legal) {
	case 0:
		return 0, corrupt.New("no legal move")
	case 1:
		return 0, nil
	}
	index = -1
	if r.recalled.Any() { // the fingerprint takes time
		index = r.recalled.Read(r.dec, printOf(at, legal), len(legal))
	}
	if index < 0 {
		index = r.dec.Choice(r.quick.of(at, legal))
	}
	if r.dec.Err() != nil {
		return 0, corrupt.New("a group of moves is cut off")
	}
	return index, nil
}

var errLeftOver = corrupt.New("groups of moves are left over")

// end returns an error unless all moves of the group were read.
func (r *fastReader) end() error {
	if r.dec != nil && !r.dec.AtEnd() {
		return corrupt.New("something is left over in a group of moves")
	}
	return nil
}

// close returns an error unless all groups were read.
func (r *fastReader) close() error {
	if err := r.end(); err != nil {
		return err
	}
	if r.rest.Left() {
		return errLeftOver
	}
	return nil
}
