package openings

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/model/book"
	"github.com/chesszip/chesszip/internal/model/rank"
	"github.com/chesszip/chesszip/internal/recall"
	"github.com/chesszip/chesszip/movegen"
)

// MaxMoves is the most moves of all games that the column codes, the ends of games that
// take some among them.
const MaxMoves = 80 << 10

const choicePlayed = iota

// openingsTable is what it depends on whether a candidate was played, beside how
// likely it is among those that are left. Name stands for that of the player.
var openingsTable = contextmix.Declare("gameframe.openings",
	contextmix.Choice{
		Name: "whether a candidate was played", Fields: "move:16 name:32",
		Contexts: "move | name move",
	},
)

// Contexts returns the table of the model of moves.
func Contexts() *contextmix.Table { return openingsTable }

const (
	one = contextmix.One
	// maxFlags is how many candidates are asked for one by one.
	maxFlags = 10
	// What is beneath a count weighs as much as so many games, in 1/16: beneath the
	// books, the moves of a frame, and those of a player.
	beneathBook   = 3 * 16
	beneathFrame  = 128 * 16
	beneathPlayer = 16
	modelLimit    = 255
)

// coder codes the moves of the openings, in both directions.
type coder struct {
	c       contextmix.Coder
	room    contextmix.Memory
	model   *contextmix.Model
	masters int // number of the book that is better for the frame

	played     counts
	known      *known
	row        *knownRow // of the position
	coded      int       // moves
	ranker     rank.Ranker
	legal      []board.Move
	candidates []candidate
	rest       uint32 // how likely the moves are that are no candidates

	memory *memory // of a Writer, nil if nothing is to be remembered
	print  recall.Print
}

func (c *coder) begin(to contextmix.Coder, masters int, size uint) {
	c.room.Free(c.model)
	c.c, c.masters = to, masters
	c.model = c.room.New(&c.c, openingsTable, size, modelLimit)
	c.played.reset()
	c.coded = 0
}

// holds reports whether the column may hold a move from a position: a book has it, and
// the column is not full.
func (c *coder) holds(key uint64) bool {
	if c.coded == MaxMoves || !book.Knows(key) {
		return false
	}
	if c.known == nil {
		c.known = new(known)
	}
	row := c.known.of(key, c.masters)
	if !row.filled {
		c.candidates, c.rest = c.candidates[:0], one
		c.fromBook(book.Find(1-c.masters, key))
		c.fromBook(book.Find(c.masters, key))
		row.candidates = append(row.candidates[:0], c.candidates...)
		row.rest, row.filled = c.rest, true
	}
	c.row = row
	return len(row.candidates) > 0
}

// move codes the next move of a game, NullMove for any that the column does not
// hold. Holds has found that it may hold one.
func (c *coder) move(at *place, m board.Move) (board.Move, error) {
	if c.memory != nil {
		c.print = printOf(c.print, at)
		c.memory.choices = append(c.memory.choices, choice{print: c.print, flags: int32(len(c.memory.flags))})
	}
	key := at.key
	who := at.names[at.ply&1]
	mine := (key ^ who) * 0x9e3779b97f4a7c15
	c.coded++
	all, own := c.played.find(key), c.played.find(mine)
	c.candidates, c.rest = append(c.candidates[:0], c.row.candidates...), c.row.rest
	c.fromCounts(all, beneathFrame)
	c.fromCounts(own, beneathPlayer)

	left := c.rest
	for i := range c.candidates {
		left += c.candidates[i].weight
	}
	for order := range min(len(c.candidates), maxFlags) {
		c.best(order)
		x := &c.candidates[order]
		chance := uint32(uint64(x.weight) * one / uint64(max(left, 1)))
		c.model.Use(choicePlayed, uint32(x.move), uint32(who))
		c.model.Given(min(max(chance, 64), one-64))
		played := c.model.FlagOf(min(order, 3), x.move == m)
		if c.memory != nil {
			c.memory.flags = append(c.memory.flags, flag{x.move, uint16(c.model.Asked())})
		}
		if played {
			if !c.c.Writing() && !movegen.IsLegal(&at.position, x.move) {
				return 0, corrupt.New("a move of an opening is illegal")
			}
			c.played.add(all, key, x.move)
			c.played.add(own, mine, x.move)
			return x.move, nil
		}
		left -= min(x.weight, left)
	}
	m = c.other(at, m)
	if c.memory != nil {
		c.memory.choices[len(c.memory.choices)-1].other = m
	}
	if m != board.NullMove {
		c.played.add(all, key, m)
		c.played.add(own, mine, m)
	}
	return m, nil
}

// best brings the likeliest candidate from one on to its place.
func (c *coder) best(from int) {
	list := c.candidates[from:]
	best, most := 0, list[0].weight
	for i := range list {
		if w := list[i].weight; w > most {
			best, most = i, w
		}
	}
	list[0], list[best] = list[best], list[0]
}

// rank finds the legal moves and how likely they are by the quick order.
func (c *coder) rank(at *place) {
	if c.legal = movegen.AppendLegal(c.legal[:0], &at.position); len(c.legal) > 1 {
		c.ranker.Weigh(at.past, &at.position, c.legal)
	}
}

// chance returns how likely the i-th legal move is by the quick order.
func (c *coder) chance(i int) uint32 {
	if len(c.legal) < 2 {
		return 1
	}
	return c.ranker.Chance(i) + 1
}

// fromBook mixes what one of the books has into the candidates.
func (c *coder) fromBook(r book.Row) {
	if r.Len() == 0 {
		return
	}
	sum := uint64(beneathBook)
	for i := range r.Len() {
		_, n := r.At(i)
		sum += uint64(n)
	}
	c.beneath(beneathBook, sum)
	for i := range r.Len() {
		m, n := r.At(i)
		at := c.candidate(m)
		c.candidates[at].weight += uint32(uint64(n) * one / sum)
	}
}

// beneath scales what is known so far to a part of all.
func (c *coder) beneath(part, all uint64) {
	scale := part * one / all
	for i := range c.candidates {
		x := &c.candidates[i]
		x.weight = uint32(uint64(x.weight) * scale / one)
	}
	c.rest = uint32(uint64(c.rest) * scale / one)
}

// candidate returns which candidate a move is.
func (c *coder) candidate(m board.Move) int {
	for i := range c.candidates {
		if c.candidates[i].move == m {
			return i
		}
	}
	c.candidates = append(c.candidates, candidate{move: m})
	return len(c.candidates) - 1
}

// fromCounts mixes the counts of a node into the candidates.
func (c *coder) fromCounts(number int32, part uint64) {
	if number == noNode {
		return
	}
	n := &c.played.nodes[number]
	sum := part + 16*uint64(n.total)
	c.beneath(part, sum)
	for e := &n.first; ; e = &c.played.edges[e.next-1] {
		if at := int(e.place); at >= len(c.candidates) || c.candidates[at].move != e.move {
			e.place = uint16(c.candidate(e.move))
		}
		c.candidates[e.place].weight += uint32(uint64(e.count) * 16 * one / sum)
		if e.next == 0 {
			break
		}
	}
}

// other codes a move that none of the candidates is that were asked for.
func (c *coder) other(at *place, m board.Move) board.Move {
	c.rank(at)
	asked := c.candidates[:min(len(c.candidates), maxFlags)]
	sum, others := uint64(0), uint64(0)
	for i, l := range c.legal {
		if !among(asked, l) {
			sum += uint64(c.chance(i))
			others++
		}
	}
	if others == 0 {
		return board.NullMove
	}
	place := uint32(0)
	if !c.c.Writing() {
		place = c.c.Dec.Peek()
	}
	from := uint32(0)
	for i, l := range c.legal {
		if among(asked, l) {
			continue
		}
		width := uint32(1 + uint64(c.chance(i))*(one-1-others)/sum)
		if c.c.Writing() && l == m || !c.c.Writing() && place < from+width {
			c.take(from, width)
			return l
		}
		from += width
	}
	c.take(from, one-from) // what the column does not hold
	return board.NullMove
}

// take codes a choice of the range coder, which Peek has found while reading.
func (c *coder) take(from, width uint32) {
	if c.c.Part(from, from+width, one); c.memory != nil {
		x := &c.memory.choices[len(c.memory.choices)-1]
		x.from, x.width = from, width
	}
}

func among(list []candidate, m board.Move) bool {
	for i := range list {
		if list[i].move == m {
			return true
		}
	}
	return false
}
