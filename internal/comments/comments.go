// Package remark stores the comments of games: clocks, evaluations, what
// engines say of their search, and words.
//
// # Format
//
//	string of the range coder; new texts in a column of their own
//
// A comment is cut into a template, which is its words, and slots: numbers,
// clocks, lines of moves, and what tags of the game say.
//
//	[%eval 0.18] [%clk 0:02:59]      " [%eval #] [%clk :] "   0.18   2:59
//	d=24, mt=44, pv=Rc7 Kg8, tb=0    "d=#, mt=#, pv=~, tb=#"  24  44  Rc7 Kg8  0
//
// A template that was not seen before is spelled, with what fills it, among
// the texts; from then on it is known by its number, and most often foretold
// by the templates before it. Numbers are told apart by the words in front of
// them, and coded as the difference to what foretells them best: the same
// side's last number, the other side's, the time left less the time spent, and
// others. How numbers are written, with how many digits and which signs, is a
// habit of which only changes are stored. The moves of a line are coded as
// choices among legal moves, the likeliest being those of earlier lines from
// the same position.
//
// All probabilities are learned while coding, by package contextmix.
package comments

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/model/rank"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// ErrCorrupt says that bytes are no comments.
var ErrCorrupt = errors.New("remark: corrupt input")

func corrupt(msg string) error { return fmt.Errorf("%w: %s", ErrCorrupt, msg) }

// ErrPosition says that a line of moves cannot be read without positions.
var ErrPosition = errors.New("remark: a line of moves needs a position")

// At says where a comment stands.
type At struct {
	Side int // who moved last: 0 White, 1 Black
	Ply  int // half-moves so far
	// The positions at the comment, before the last move, and before the one
	// before that, and the last move; nil where they are not known. Only lines
	// of moves need them.
	Now, Before, Earlier *board.Position
	Move                 board.Move
	// Other is the first move of a variation on the last move that follows the
	// comment, 0 for none.
	Other board.Move
	// Mark tells the glyphs behind the last move apart, 0 to 63, 0 for none.
	Mark uint32
	// Nth is how many comments stand between the last move and this one.
	Nth int
	// Last says that no move of the main line follows, and Result tells the
	// results of games apart, 0 to 7.
	Last   bool
	Result uint32
	// Control tells time controls apart, and Added is what each move adds, in
	// seconds.
	Control uint32
	Added   int64
	// Line tells the moves of a known opening apart that have led here; 0 where
	// there have been others.
	Line uint32
	// Names are the values of tags that comments repeat, nil for those that the
	// game lacks.
	Names *[NumNames][]byte
}

// Sizes of what the models remember, as logarithms, and how fast they forget.
const (
	numberSize   = 19
	wordSize     = 16
	numberSights = 250
	wordSights   = 100
)

// Coder writes or reads the comments of a frame, one after the other.
type Coder struct {
	c       contextmix.Coder
	numbers *contextmix.Model
	words   *contextmix.Model
	texts   [][]byte // new texts, to be spelled or still to be read
	spelled int      // how many are read

	book      map[string]int
	templates [][]byte
	after     map[uint32]int // the template that came last where things stood alike
	first     [2]int         // template of the first comment at each side's last move with one
	last      int            // template of the last comment
	hits      uint32         // whether the last templates were foretold
	fields    map[uint32]*field
	order     []*field // the first of them, as they came

	at       At
	lexed    lexed
	residual int64 // of the number before
	lines    lines
	ranker   rank.Ranker
}

func newCoder(c contextmix.Coder, texts [][]byte) *Coder {
	r := &Coder{c: c, texts: texts, book: map[string]int{}, after: map[uint32]int{}, fields: map[uint32]*field{}}
	r.numbers = contextmix.NewModel(&r.c, numberSize, numberSights)
	r.words = contextmix.NewModel(&r.c, wordSize, wordSights)
	r.lines.init()
	r.Begin()
	return r
}

// NewWriter returns a Coder that writes.
func NewWriter() *Coder {
	return newCoder(contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}, nil)
}

// NewReader returns a Coder that reads what a writer's Finish gave.
func NewReader(data []byte, texts [][]byte) *Coder {
	return newCoder(contextmix.Coder{Dec: rangecoder.NewDecoder(data)}, texts)
}

// Begin starts a game.
func (c *Coder) Begin() {
	c.first, c.last = [2]int{-1, -1}, -1
	for _, f := range c.fields {
		f.has = [2]bool{}
		f.residual = [2]int64{}
	}
	c.lines.begin()
}

// Finish returns the string of the range coder, and the texts.
func (c *Coder) Finish() (data []byte, texts [][]byte) {
	return c.c.Enc.Finish(), c.texts
}

// Done returns an error unless all was read.
func (c *Coder) Done() error {
	if c.spelled != len(c.texts) || !c.c.Dec.AtEnd() {
		return corrupt("something is left over of the comments")
	}
	return nil
}

// maxTemplates bounds the book of templates, and maxTemplate the length of one.
const (
	maxTemplates = 1 << 16
	maxTemplate  = 1 << 10
	maxSlots     = 256
)

// Write codes a comment; its text must stay as it is until Finish.
func (c *Coder) Write(text []byte, at *At) {
	c.at = *at
	l := &c.lexed
	id := -1
	if l.read(text, c.at.Names) && l.fits() {
		if known, ok := c.book[string(l.template)]; ok {
			id = known
		}
	}
	_, _ = c.template(id, text) // a writer has no errors
	if id < 0 {
		return
	}
	for i := range l.slots {
		_ = c.slot(&l.slots[i], l.slots[:i])
	}
}

// fits reports whether all numbers can be written as they are.
func (l *lexed) fits() bool {
	for i := range l.slots {
		s := &l.slots[i]
		if s.kind < slotLine {
			if _, ok := s.fit(format{}, false); !ok {
				return false
			}
		}
	}
	return true
}

// Read appends the next comment to dst, at most limit bytes of it.
func (c *Coder) Read(dst []byte, at *At, limit int) ([]byte, error) {
	c.at = *at
	id, text := c.template(-1, nil)
	if c.c.Dec.Err() != nil || id >= len(c.templates) || id < 0 && text == nil {
		return dst, corrupt("the comments end too early")
	}
	if id < 0 {
		return append(dst, text...), nil
	}
	l := &c.lexed
	l.template, l.slots = append(l.template[:0], c.templates[id]...), l.slots[:0]
	for i, b := range l.template {
		if b == 0 || b >= byte(numSlots) {
			dst = append(dst, b)
			continue
		}
		s := slot{kind: slotKind(b), key: keyOf(l.template[:i])}
		if err := c.slot(&s, l.slots); err != nil {
			return dst, err
		}
		if s.kind >= slotLine {
			dst = append(dst, s.text...)
		} else {
			dst = c.text(dst, &s)
		}
		l.slots = append(l.slots, s)
		if len(dst) > limit {
			return dst, corrupt("the comments are longer than their frame's input")
		}
	}
	return dst, nil
}

// foretellings is how many templates are tried, by what came last in situations
// like this one, the most like it first.
const foretellings = 3

// situations returns hashes of where a comment stands.
func (c *Coder) situations() (keys [foretellings]uint32) {
	at := &c.at
	own, other := c.first[at.Side], c.first[1-at.Side]
	if at.Nth > 0 {
		own = c.last
	}
	place := at.Mark<<4 | uint32(min(at.Nth, 3))<<1
	if at.Last {
		place |= 1 | at.Result<<10
	}
	keys[2] = contextmix.Hash(place, 2)
	keys[1] = contextmix.Hash(keys[2], uint32(own))
	keys[0] = contextmix.Hash(keys[1], uint32(other))
	return keys
}

// template codes which template a comment has, -1 for one that is spelled out,
// whose text it returns.
func (c *Coder) template(id int, text []byte) (int, []byte) {
	keys := c.situations()
	given, hit := id, false
	var tried [foretellings]int
	for i, key := range keys {
		foretold, ok := c.after[key]
		if !ok {
			foretold = -1
		}
		tried[i] = foretold
		if i > 0 && (!ok || slices.Contains(tried[:i], foretold)) {
			continue
		}
		way := uint32(i) << 16
		c.words.Begin(way, contextmix.Hash(2, way|c.hits), contextmix.Hash(3+way, keys[1]), contextmix.Hash(4+way, keys[0]), contextmix.Hash(7+way, keys[2]))
		if hit = c.words.Flag(given == foretold); hit {
			id = foretold
			break
		}
	}
	c.hits = c.hits << 1 & 0xff
	if !hit {
		c.hits |= 1
		// Numbers count from the newest: 0 stands for a text.
		c.words.Begin(contextmix.Hash(5, uint32(bits.Len(uint(len(c.templates))))), contextmix.Hash(6, keys[1]), contextmix.Hash(8, keys[2]))
		n := len(c.templates)
		v := int64(0)
		if given >= 0 {
			v = int64(n - given)
		}
		if v = c.words.Number(v); v > int64(n) {
			return n, nil
		}
		id = -1
		if v > 0 {
			id = n - int(v)
		}
	}
	if id < 0 {
		if text = c.spell(text); text == nil {
			return -1, nil
		}
		c.enter(text)
	}
	now := id
	if id < 0 && len(c.lexed.slots) > 0 {
		if known, ok := c.book[string(c.lexed.template)]; ok {
			now = known
		}
	}
	for _, key := range keys {
		if _, ok := c.after[key]; ok || len(c.after) < maxTemplates {
			c.after[key] = now
		}
	}
	if c.last = now; c.at.Nth == 0 {
		c.first[c.at.Side] = now
	}
	return id, text
}

// spell writes a new text, or reads one; nil if there is none.
func (c *Coder) spell(text []byte) []byte {
	if c.c.Writing() {
		c.texts = append(c.texts, text)
		return text
	}
	if c.spelled >= len(c.texts) {
		return nil
	}
	c.spelled++
	if text = c.texts[c.spelled-1]; text == nil {
		text = []byte{}
	}
	return text
}

// enter makes the template of a text known, and its numbers.
func (c *Coder) enter(text []byte) {
	l := &c.lexed
	if !l.read(text, c.at.Names) || len(l.template) == 0 || len(l.template) > maxTemplate || len(l.slots) > maxSlots {
		l.slots = l.slots[:0]
		return
	}
	if _, ok := c.book[string(l.template)]; !ok {
		if len(c.templates) >= maxTemplates {
			l.slots = l.slots[:0]
			return
		}
		t := bytes.Clone(l.template)
		c.book[string(t)] = len(c.templates)
		c.templates = append(c.templates, t)
	}
	for i := range l.slots {
		switch s := &l.slots[i]; {
		case s.kind == slotLine:
			c.seeLine(s)
		case s.kind < slotLine:
			c.see(s, l.slots[:i])
		}
	}
}

// slot codes what fills a slot; done are the slots before it.
func (c *Coder) slot(s *slot, done []slot) error {
	switch {
	case s.kind == slotLine:
		return c.line(s)
	case s.kind < slotLine:
		return c.number(s, done)
	case c.at.Names == nil || c.at.Names[s.kind-slotName] == nil:
		return corrupt("a comment repeats a tag that its game lacks")
	}
	s.text = c.at.Names[s.kind-slotName]
	return nil
}
