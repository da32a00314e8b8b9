package positions

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// This file codes the lines of a list besides their positions: their form, texts, and
// the cells of tables, some of which follow from the positions.
//
//	text    the last value of the column again, empty, or the next of its texts
//	cell    moves from the position, such as solutions of puzzles
//	        words of a vocabulary, such as themes of puzzles
//	        a text, an identifier, and the end of a link to a game
//	        a text
//
// All of that is in the string of the positions; new texts are separate, those of a
// column in one of three forms (see Coder.Append). docs/spec/lists.md has the format.

// Coder writes or reads the values of all columns of a list.
type Coder struct {
	c         *contextmix.Coder
	positions *positions.Coder
	flags     *contextmix.Model
	words     *contextmix.Model
	solutions *solutions
	kind      Kind   // of the last line; its style is that of the last position
	recent    uint32 // whether the last lines had positions
	columns   []columnState
	numWords  int // of all vocabularies
	buf       []byte
	memory    *contextmix.Memory // of models
}

// New returns a Coder for n columns besides positions. It writes to or reads from the
// Coder of m, as the positions do.
func New(m *positions.Models, p *positions.Coder, n int) *Coder {
	k := &Coder{
		c: m.Coder, memory: m.Room, positions: p, columns: make([]columnState, n), solutions: newSolutions(m, p.Order),
		flags: m.New(flagContexts, modelSize), words: m.New(wordContexts, modelSize),
	}
	for i := range k.columns {
		k.columns[i].number = uint32(i)
	}
	return k
}

// Append appends the texts of all columns; of b only the context is used.
func (c *Coder) Append(dst []byte, thorough bool, b *budget.Budget) []byte {
	for i := range c.columns {
		dst = c.columns[i].texts.append(dst, c.positions, thorough, b)
	}
	return dst
}

// Parse reads the texts of Append, which must be all of src. Call it before any other
// read. All columns have at most 2 limit + 1 values and bytes together.
func (c *Coder) Parse(src []byte, limit int, b *budget.Budget) (err error) {
	room := 2*limit + 1
	for i := range c.columns {
		if src, err = c.columns[i].texts.parse(src, limit, &room, c.memory, b); err != nil {
			return corrupt.In("texts", err)
		}
	}
	if len(src) > 0 {
		return corrupt.In("texts", corrupt.Newf("%d bytes are left over", len(src)))
	}
	return nil
}

// Free releases the memory of the models of texts; nothing may be read afterwards.
func (c *Coder) Free() {
	for i := range c.columns {
		if r := c.columns[i].texts.comments; r != nil {
			r.Free()
		}
	}
}

// Done returns an error unless everything was read.
func (c *Coder) Done() error {
	for i := range c.columns {
		if err := c.columns[i].texts.done(); err != nil {
			return corrupt.In("texts", err)
		}
	}
	return nil
}

// Kind is the form of a line.
type Kind struct {
	Position bool // it has a position
	Return   bool // a carriage return comes before the line feed
	Style    int  // of the position, 0 to 3
}

// Kind codes the Kind of the next line.
func (c *Coder) Kind(k Kind) Kind {
	last := &c.kind
	last.Position = c.flags.Use(choosePosition, positions.Bit(last.Position), c.recent&0xff).Flag(k.Position)
	c.recent = c.recent<<1 | positions.Bit(last.Position)
	last.Return = c.flags.Use(chooseReturn, positions.Bit(last.Return)).Flag(k.Return)
	if last.Position {
		last.Style = c.flags.Use(chooseStyle, uint32(last.Style)).Index(k.Style, 2)
	}
	return *last
}

// Text codes the next value of a column, v for a writer. A reader gets at most limit
// bytes, valid until the next call.
func (c *Coder) Text(i int, v []byte, limit int) ([]byte, error) {
	return c.text(&c.columns[i], v, limit)
}

func (c *Coder) text(w *columnState, v []byte, limit int) ([]byte, error) {
	if w.flag(c.flags, chooseSame, bytes.Equal(v, w.last)) {
		return w.last, nil
	}
	if len(w.last) > 0 && w.flag(c.flags, chooseEmpty, len(v) == 0) {
		w.last = nil
		return nil, nil
	}
	now := c.positions.Len() - 1
	if c.c.Writing() {
		w.texts.add(v, now)
	} else {
		var p *board.Position
		if now >= 0 {
			p = c.positions.At(now)
		}
		var err error
		if v, err = w.texts.next(p, limit); err != nil {
			return nil, corrupt.In("texts", err)
		}
	}
	w.last = v
	return v, nil
}

// Cell codes the cell of a column beside the position p, v for a writer. A reader
// gets at most limit bytes, valid until the next call.
func (c *Coder) Cell(i int, v []byte, p *board.Position, limit int) ([]byte, error) {
	w := &c.columns[i]
	writing := c.c.Writing()
	if w.flag(c.flags, chooseMoves, writing && c.solutions.parse(v, *p)) {
		if err := c.moves(p); err != nil {
			return nil, corrupt.In("cells", err)
		}
		c.buf = c.solutions.append(c.buf[:0], *p)
		return c.buf, nil
	}
	if w.flag(c.flags, chooseWords, writing && w.vocabulary.parse(v, maxWords-c.numWords)) {
		v, err := c.themes(w, p, limit)
		return v, corrupt.In("cells", err)
	}
	v, id, ok := link(c.c, c.flags, w, v, p)
	v, err := c.text(w, v, limit)
	if err != nil || !ok {
		return v, err
	}
	c.buf = appendLinkEnd(append(append(c.buf[:0], v...), id...), p)
	return c.buf, nil
}

// moves codes the moves in a cell.
func (c *Coder) moves(p *board.Position) error {
	s := c.solutions
	n := c.flags.Use(chooseCount, positions.Digits(s.count), uint32(s.count)).Number(int64(len(s.moves)) - 1)
	if n >= maxMoves {
		return corrupt.Newf("a cell has %d moves, the limit is %d", n+1, maxMoves)
	}
	s.count = n
	return s.code(*p, int(n)+1)
}

// themes codes a cell of words, which the vocabulary of a writer has parsed.
func (c *Coder) themes(w *columnState, p *board.Position, limit int) ([]byte, error) {
	s := &w.vocabulary
	unknown := s.code(c.words, w.number, p, &c.solutions.facts)
	if unknown > int64(maxWords-c.numWords) {
		return nil, corrupt.Newf("a cell has %d new words, there is room for %d", unknown, maxWords-c.numWords)
	}
	var all [][]byte
	for i, word := range s.words {
		if s.present[i] {
			all = append(all, word)
		}
	}
	if !c.c.Writing() {
		s.unknown = make([][]byte, unknown)
	}
	for _, word := range s.unknown {
		word, err := c.text(w, word, limit)
		if err != nil {
			return nil, err
		}
		if len(word) == 0 || len(word) > maxWord {
			return nil, corrupt.Newf("a word of a cell has %d bytes, want 1 to %d", len(word), maxWord)
		}
		all = append(all, bytes.Clone(word))
		s.learn(all[len(all)-1])
		c.numWords++
	}
	if len(all) == 0 {
		return nil, corrupt.New("a cell of words has none")
	}
	slices.SortFunc(all, bytes.Compare)
	c.buf = append(c.buf[:0], bytes.Join(all, []byte(" "))...)
	return c.buf, nil
}
