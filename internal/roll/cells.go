package roll

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// cells codes what in the cells of a table follows from its positions: moves
// from the position of the line, as the solutions of puzzles are, and the ends
// of links to the games that these are from.
type cells struct {
	played *contextmix.Model // the moves
	count  int64             // of the last ones
	moves  []board.Move      // of this cell
	facts  facts             // of the last ones
	themes *contextmix.Model // words
	words  int               // of all vocabularies
	text   []byte
}

const (
	playedSize   = 16
	playedSights = 250

	// maxPlayed is how many moves a cell may have to be coded as such.
	maxPlayed = 64
)

// aside is what flags of a column have been, the last one lowest.
type aside struct {
	played uint32 // whether cells were moves
	linked uint32 // whether they ended as links do
}

// writeCell writes a cell beside the position p.
func (c *coder) writeCell(w *words, cell []byte, p *board.Position) {
	ok := c.parsePlayed(cell, *p)
	c.flagPlayed(w, ok)
	if ok {
		c.played(*p)
		return
	}
	ok = w.themes.parse(cell, maxThemes-c.cells.words)
	c.flagThemes(w, ok)
	if ok {
		c.writeThemes(w, p)
		return
	}
	c.cells.text = appendLinkEnd(c.cells.text[:0], p)
	linked := len(cell) > len(c.cells.text) && bytes.HasSuffix(cell, c.cells.text)
	if c.flagLinked(w, linked) {
		cell = cell[:len(cell)-len(c.cells.text)]
		at := len(cell) - linkSize
		if c.flagID(w, at > 0 && isID(cell[at:])) {
			c.id(cell[at:])
			cell = cell[:at]
		}
	}
	c.write(w, cell)
}

// readCell appends the cell beside the position p to out, which may have limit
// bytes.
func (c *coder) readCell(w *words, out []byte, p *board.Position, limit int) ([]byte, error) {
	if c.flagPlayed(w, false) {
		if !c.played(*p) {
			return out, corrupt("a cell has moves where there are none")
		}
		return c.appendPlayed(out, *p), nil
	}
	if c.flagThemes(w, false) {
		return c.readThemes(w, out, p, limit)
	}
	var id [linkSize]byte
	linked := c.flagLinked(w, false)
	named := linked && c.flagID(w, false)
	if named {
		c.id(id[:])
	}
	out, err := c.read(w, out, limit)
	if err == nil && named {
		out = append(out, id[:]...)
	}
	if err == nil && linked {
		out = appendLinkEnd(out, p)
	}
	return out, err
}

// flagPlayed codes whether a cell is moves, flagLinked whether it ends as a link
// does.
func (c *coder) flagPlayed(w *words, played bool) bool {
	c.flags.Begin(contextmix.Hash(50, w.id), contextmix.Hash(51+w.id<<8, w.aside.played&0xff))
	played = c.flags.Flag(played)
	w.aside.played = w.aside.played<<1 | bit(played)
	return played
}

func (c *coder) flagLinked(w *words, linked bool) bool {
	c.flags.Begin(contextmix.Hash(52, w.id), contextmix.Hash(53+w.id<<8, w.aside.linked&0xff))
	linked = c.flags.Flag(linked)
	w.aside.linked = w.aside.linked<<1 | bit(linked)
	return linked
}

// flagID codes whether the name of a game, all of whose characters are as
// likely as any other, comes before the end of a link.
func (c *coder) flagID(w *words, named bool) bool {
	c.flags.Begin(contextmix.Hash(57, w.id))
	return c.flags.Flag(named)
}

// linkSize is the length of the name of a game in links of Lichess.
const linkSize = 8

const idDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func isID(text []byte) bool {
	for _, b := range text {
		if strings.IndexByte(idDigits, b) < 0 {
			return false
		}
	}
	return true
}

// id codes the name of a game.
func (c *coder) id(name []byte) {
	for i, b := range name {
		name[i] = idDigits[c.Below(uint32(max(strings.IndexByte(idDigits, b), 0)), uint32(len(idDigits)))]
	}
}

// appendLinkEnd appends what a link to a game has for the position after the
// next move from p: which side moves then not, and the number of half-moves.
func appendLinkEnd(dst []byte, p *board.Position) []byte {
	plies := 2*int64(p.FullmoveNumber) - 1
	if p.Turn == board.Black {
		dst = append(dst, "/black"...)
		plies++
	}
	return strconv.AppendInt(append(dst, '#'), plies, 10)
}

// parsePlayed reads a cell of moves from p; false if it is none.
func (c *coder) parsePlayed(cell []byte, p board.Position) bool {
	s := &c.cells
	s.moves = s.moves[:0]
	start := p
	for word := range bytes.SplitSeq(cell, []byte(" ")) {
		if len(s.moves) == maxPlayed || len(word) < 4 || !inSquare(word[0]) || !isDigit(word[1]) {
			return false
		}
		c.legal = movegen.AppendLegal(c.legal[:0], &p)
		m, err := notation.ParseUCI(string(word), &p, c.legal)
		if err != nil || m == board.NullMove {
			return false
		}
		s.moves = append(s.moves, m)
		movegen.Make(&p, m)
	}
	s.text = c.appendPlayed(s.text[:0], start)
	return bytes.Equal(s.text, cell)
}

// appendPlayed appends the moves of a cell from p.
func (c *coder) appendPlayed(dst []byte, p board.Position) []byte {
	for i, m := range c.cells.moves {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = notation.AppendUCI(dst, &p, m, false)
		movegen.Make(&p, m)
	}
	return dst
}

// played codes the moves of a cell from p; false if there is none to be made.
func (c *coder) played(p board.Position) bool {
	s := &c.cells
	c.flags.Begin(contextmix.Hash(54, 0), contextmix.Hash(55, class(s.count)), contextmix.Hash(56, uint32(min(s.count, maxPlayed))))
	s.count = c.flags.Number(int64(len(s.moves)) - 1)
	if s.count >= maxPlayed {
		return false
	}
	n := int(s.count) + 1
	if !c.Writing() {
		s.moves = s.moves[:0]
	}
	k := known{pos: p}
	last := uint32(0) // where the last move went
	taken, promoted := uint32(0), false
	for i := range n {
		c.legal = movegen.AppendLegal(c.legal[:0], &k.pos)
		index := 0
		if c.Writing() {
			for c.legal[index] != s.moves[i] {
				index++
			}
		}
		flip := board.Square(k.pos.Turn) * 56
		// The first move is often an error, every other one after it is good.
		turn := uint32(min(i, 1) + i&1)
		left := uint32(min(n-i, 7))
		begin := func(m board.Move, place, moves int, ch uint32) {
			kind, to := uint32(k.pos.KindAt(m.From())), uint32(m.To()^flip)
			victim := uint32(k.pos.KindAt(m.To()))
			check := bit(movegen.GivesCheck(&k.pos, m))
			back := bit(last&63 == to)
			s.played.Begin(contextmix.Hash(1, ch), contextmix.Hash(2, ch<<4|turn<<2|check), contextmix.Hash(3, uint32(min(place, 63))<<9|uint32(min(moves, 63))<<3|turn),
				contextmix.Hash(4, victim<<8|kind<<4|turn<<2|check<<1|back), contextmix.Hash(5, ch<<10|victim<<6|back<<5|turn<<3|left),
				contextmix.Hash(6, left<<9|check<<8|turn<<6|min(uint32(place), 63)), contextmix.Hash(7, kind<<16|uint32(m.From()^flip)<<10|to<<4|turn))
		}
		index, ok := c.inOrder(s.played, &k, index, nil, begin)
		if !ok {
			return false
		}
		m := c.legal[index]
		if i == 1 {
			taken = uint32(k.pos.KindAt(m.To()))
		}
		promoted = promoted || m.Promotion() != board.NoKind
		last = uint32(m.To() ^ flip ^ 56) // as the other side sees it
		if !c.Writing() {
			s.moves = append(s.moves, m)
		}
		k.next(c.moves != nil, m)
	}
	s.facts = factsOf(&k.pos, n, taken, promoted)
	return true
}
