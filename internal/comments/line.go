package comments

import (
	"bytes"
	"math/bits"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/model/rank"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// spelling is how the moves of a line are written.
type spelling uint8

const (
	asSAN  spelling = iota // Nf3, exd5, O-O
	asUCI                  // g1f3
	asLong                 // Ng1-f3, e4xd5
	numSpellings
)

// lines remembers which moves lines had from which positions.
type lines struct {
	habits map[uint32]*habit
	game   uint32
	known  []known
	legal  []board.Move
	word   []byte
}

// habit is how lines behind the same words are written.
type habit struct {
	spelling spelling
	start    uint8 // 0 from the position at the comment, 1 from before the last move, 2 from before the one before
	count    [2]int64
}

// known are the moves of the last lines of each side from a position.
type known struct {
	check uint32
	game  uint32
	moves [2]board.Move
}

const knownSize = 13

func (l *lines) init() {
	l.habits = map[uint32]*habit{}
	l.known = make([]known, 1<<knownSize)
}

func (l *lines) begin() { l.game++ }

// at returns the place for what is known of a position.
func (l *lines) at(p *board.Position) *known {
	b := p.Planes()
	h := (uint64(b[0])^bits.RotateLeft64(uint64(b[1]), 21))*0x9e3779b97f4a7c15 ^
		(uint64(b[2])^bits.RotateLeft64(uint64(b[3]), 43))*0xc2b2ae3d27d4eb4f + uint64(p.Turn)
	h ^= h >> 29
	h *= 0xd6e8feb86659fd93
	k := &l.known[h>>(64-knownSize)]
	if k.check != uint32(h) || k.game != l.game {
		*k = known{check: uint32(h), game: l.game}
	}
	return k
}

// none is no move: no legal move has this value.
const none = board.Move(0)

// place returns the position that a line starts from, nil if it is not known.
func (c *Coder) place(start uint8) *board.Position {
	switch start {
	case 0:
		return c.at.Now
	case 1:
		return c.at.Before
	}
	return c.at.Earlier
}

// find returns the legal move that a word stands for, none if there is none.
func (c *Coder) find(word []byte, p *board.Position, s spelling) (m board.Move, index int) {
	l := &c.lines
	switch s {
	case asSAN:
		m, form, err := notation.Standard.ParseSAN(word, p, l.legal)
		if err != nil || form != 0 || m == none {
			return none, 0
		}
		for i := range l.legal {
			if l.legal[i] == m {
				return m, i
			}
		}
		return none, 0
	}
	for i, m := range l.legal {
		if l.word = spell(l.word[:0], p, m, s, l.legal); bytes.Equal(l.word, word) {
			return m, i
		}
	}
	return none, 0
}

// spell writes a move.
func spell(dst []byte, p *board.Position, m board.Move, s spelling, legal []board.Move) []byte {
	switch s {
	case asSAN:
		return notation.Standard.AppendSAN(dst, p, m, legal)
	case asUCI:
		return notation.AppendUCI(dst, p, m, false)
	}
	k := p.At(m.From()).Kind()
	if k == board.King && p.At(m.To()).Kind() == board.Rook && p.At(m.To()).Color() == p.Turn {
		return notation.Standard.AppendSAN(dst, p, m, legal)
	}
	if k != board.Pawn {
		dst = append(dst, " PNBRQK"[k])
	}
	dst = append(dst, m.From().String()...)
	if p.At(m.To()) != 0 {
		dst = append(dst, 'x')
	} else {
		dst = append(dst, '-')
	}
	dst = append(dst, m.To().String()...)
	if q := m.Promotion(); q != 0 {
		dst = append(dst, '=', " PNBRQK"[q])
	}
	after := *p
	movegen.Make(&after, m)
	if movegen.InCheck(&after) {
		if movegen.CountLegal(&after) == 0 {
			return append(dst, '#')
		}
		return append(dst, '+')
	}
	return dst
}

// habitOf returns the habit of lines behind the same words.
func (c *Coder) habitOf(key uint32) *habit {
	h := c.lines.habits[key]
	if h == nil {
		h = &habit{start: 1}
		c.lines.habits[key] = h
	}
	return h
}

// begins returns the spelling and the start that the first word of a line
// fits, the habit's if that will do.
func (c *Coder) begins(word []byte, h *habit) (spelling, uint8, bool) {
	fits := func(s spelling, start uint8) bool {
		p := c.place(start)
		if p == nil {
			return false
		}
		c.lines.legal = movegen.AppendLegal(c.lines.legal[:0], p)
		m, _ := c.find(word, p, s)
		return m != none
	}
	if fits(h.spelling, h.start) {
		return h.spelling, h.start, true
	}
	for _, start := range []uint8{1, 0, 2} {
		for s := range numSpellings {
			if fits(s, start) {
				return s, start, true
			}
		}
	}
	return 0, 0, false
}

// line codes a line of moves.
func (c *Coder) line(s *slot) error {
	l := &c.lines
	h := c.habitOf(s.key)
	side := c.at.Side
	var words [][]byte
	want := *h
	ok := true
	if c.c.Writing() {
		words = bytes.Split(s.text, []byte(" "))
		want.spelling, want.start, ok = c.begins(words[0], h)
	}
	c.words.Begin(contextmix.Hash(20, 0), contextmix.Hash(s.key, 20))
	if !c.words.Flag(ok) {
		if s.text = c.spell(s.text); s.text == nil {
			return corrupt("the comments end too early")
		}
		return nil
	}
	c.words.Begin(contextmix.Hash(21, 0), contextmix.Hash(s.key, 21))
	if !c.words.Flag(want.spelling == h.spelling && want.start == h.start) {
		c.words.Begin(contextmix.Hash(22, 0))
		v := c.words.Index(int(want.spelling)<<2|int(want.start), 4)
		if h.spelling, h.start = spelling(v>>2), uint8(v&3); h.spelling >= numSpellings || h.start > 2 {
			return corrupt("a line is spelled in an unknown way")
		}
	}
	c.words.Begin(contextmix.Hash(23, 0), contextmix.Hash(s.key, 23), contextmix.Hash(s.key+1, half(h.count[side])), contextmix.Hash(s.key+2, class(c.residual)))
	count := c.words.Number(int64(len(words)))
	if count == 0 || count > maxLine {
		return corrupt("a line has no moves, or too many")
	}
	h.count[side] = count
	p := c.place(h.start)
	if p == nil {
		return ErrPosition
	}
	pos := *p
	c.knowPlayed()
	var past rank.Past
	run := uint32(0) // whether the last moves were those foretold
	for i := range int(count) {
		var word []byte
		if words != nil {
			word = words[i]
		}
		l.legal = movegen.AppendLegal(l.legal[:0], &pos)
		m, index := none, 0
		if words != nil {
			m, index = c.find(word, &pos, h.spelling)
		}
		m = c.move(&pos, past, m, index, s.key, i, &run)
		if m == none {
			rest := c.spell(bytes.Join(words[min(i, len(words)):], []byte(" ")))
			if rest == nil {
				return corrupt("the comments end too early")
			}
			if !c.c.Writing() {
				if i > 0 {
					s.text = append(s.text, ' ')
				}
				s.text = append(s.text, rest...)
			}
			return nil
		}
		if !c.c.Writing() {
			if i > 0 {
				s.text = append(s.text, ' ')
			}
			s.text = spell(s.text, &pos, m, h.spelling, l.legal)
			if c.c.Dec.Err() != nil {
				return corrupt("the comments end too early")
			}
		}
		past = past.Next(&pos, m)
		movegen.Make(&pos, m)
	}
	return nil
}

// maxLine bounds the moves of a line.
const maxLine = 1 << 12

// knowPlayed makes the last move of the game the one foretold before it, or
// the one that a variation has instead.
func (c *Coder) knowPlayed() {
	if p := c.at.Before; p != nil {
		k := c.lines.at(p)
		k.moves = [2]board.Move{c.at.Move, c.at.Move}
		if c.at.Other != none {
			k.moves[c.at.Side] = c.at.Other
		}
	}
}

// move codes one move of a line: none ends it. Index is its place among the
// legal ones.
func (c *Coder) move(p *board.Position, past rank.Past, m board.Move, index int, key uint32, i int, run *uint32) board.Move {
	l := &c.lines
	k := l.at(p)
	side := c.at.Side
	own, other := k.moves[side], k.moves[1-side]
	if !isLegal(l.legal, own) {
		own = none
	}
	if !isLegal(l.legal, other) {
		other = none
	}
	place := uint32(min(i, 7))
	agree := uint32(0)
	switch {
	case own == none && other == none:
		agree = 3
	case own == none || other == none:
		agree = 1
	case own == other:
		agree = 2
	}
	first := own
	if first == none {
		first, other = other, none
	}
	state := agree<<20 | place<<16 | *run&0xff
	if first != none {
		c.words.Begin(contextmix.Hash(24, agree), contextmix.Hash(25, state), contextmix.Hash(key, state), contextmix.Hash(26, *run&0xffff))
		hit := c.words.Flag(m == first)
		*run = *run << 1
		if hit {
			*run |= 1
			k.moves[side] = first
			return first
		}
		if other != none && other != first {
			c.words.Begin(contextmix.Hash(27, place), contextmix.Hash(28, *run&0xff))
			if c.words.Flag(m == other) {
				k.moves[side] = other
				return other
			}
		}
	}
	c.words.Begin(contextmix.Hash(29, place), contextmix.Hash(30, uint32(min(len(l.legal), 2))))
	if c.words.Flag(m == none) || len(l.legal) == 0 {
		return none
	}
	if len(l.legal) == 1 {
		return l.legal[0]
	}
	context := uint32(c.ranker.Prepare(past, p, l.legal))
	r := 0
	if m != none {
		r = c.ranker.Rank(index)
	}
	c.words.Begin(contextmix.Hash(31, context), contextmix.Hash(32, uint32(min(len(l.legal), 40))<<2|agree), contextmix.Hash(33, place<<4|*run&3), contextmix.Hash(34, context<<3|place))
	got := int(min(c.words.Number(int64(r)), int64(len(l.legal)-1)))
	m = l.legal[c.ranker.Index(got)]
	k.moves[side] = m
	return m
}

func isLegal(legal []board.Move, m board.Move) bool {
	if m == none {
		return false
	}
	for _, l := range legal {
		if l == m {
			return true
		}
	}
	return false
}

// seeLine takes note of a line in a comment that was spelled out.
func (c *Coder) seeLine(s *slot) {
	h := c.habitOf(s.key)
	words := bytes.Split(s.text, []byte(" "))
	spelling, start, ok := c.begins(words[0], h)
	if !ok {
		return
	}
	h.spelling, h.start, h.count[c.at.Side] = spelling, start, int64(len(words))
	pos := *c.place(start)
	for _, w := range words {
		c.lines.legal = movegen.AppendLegal(c.lines.legal[:0], &pos)
		m, _ := c.find(w, &pos, spelling)
		if m == none {
			return
		}
		c.lines.at(&pos).moves[c.at.Side] = m
		movegen.Make(&pos, m)
	}
}
