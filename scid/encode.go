package scid

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
)

// gameEncoder makes the block of a game. Its buffers are used again.
type gameEncoder struct {
	block []byte
	steps []step
	lines []encodedLine
	// of the main line:
	plies       int
	promotes    bool
	underpromot bool
	homePawns   []byte // numbers of pawns in the order in which they leave their squares
	last        board.Position
}

// step is a move, or a mark of a variation, and what is said of it.
type step struct {
	code    [2]byte
	size    uint8
	nags    []byte
	comment string
}

// encodedLine is a line of moves as far as it was encoded.
type encodedLine struct {
	now, before pieces
	at          int  // step of the last move or, before the first, of the beginning
	moved       bool // it has a move
	ended       bool // by a move that is not known
}

// encode returns the entry of a game, without names and place, and its block. The block
// is valid until the next call.
func (c *gameEncoder) encode(g *pgn.ParsedGame) (e entry, block []byte, err error) {
	start := startPieces()
	if g.Start != board.Start() {
		start = piecesOf(&g.Start)
	}
	variant := func(p pgn.Problem) bool { return errors.Is(p.Err, pgn.ErrVariant) }
	switch {
	case slices.ContainsFunc(g.Problems, variant):
		return e, nil, errors.New("a variant with other rules")
	case g.Start.Chess960():
		return e, nil, errors.New("it is Chess960")
	case start == nil:
		return e, nil, errors.New("a start position with more than 16 pieces of a side, or without a king")
	}
	if err := c.moves(g, start); err != nil {
		return e, nil, err
	}
	c.block = c.block[:0]
	e = c.indexTags(g)
	c.block = append(c.block, 0)
	flags := byte(0)
	for i, set := range []bool{g.Start != board.Start(), c.promotes, c.underpromot} {
		if set {
			flags |= 1 << i
		}
	}
	e.flags |= uint32(flags)
	if c.block = append(c.block, flags); flags&startFlag != 0 {
		first := g.Start
		first.FullmoveNumber = max(1, first.FullmoveNumber) // as SCID has it
		c.block = append(first.AppendFEN(c.block), 0)
	}
	var counts [3]int // variations, comments, glyphs
	for i := range c.steps {
		s := &c.steps[i]
		c.block = append(c.block, s.code[:s.size]...)
		for _, nag := range s.nags {
			c.block = append(c.block, markNAG, nag)
		}
		if s.comment != "" {
			c.block = append(c.block, markComment)
			counts[1]++
		}
		counts[2] += len(s.nags)
		if s.size == 1 && s.code[0] == markOpen {
			counts[0]++
		}
	}
	c.block = append(c.block, markEnd)
	for i := range c.steps {
		if text := c.steps[i].comment; text != "" {
			c.block = append(append(c.block, text...), 0)
		}
	}
	if len(c.block) >= blockSize {
		return e, nil, fmt.Errorf("it takes %d bytes", len(c.block))
	}
	for i, n := range counts {
		e.counts |= countCode(n) << (4 * i)
	}
	e.plies = uint16(min(c.plies, 1<<10-1))
	e.material = materialOf(&c.last)
	e.homePawns = c.homePawns
	return e, c.block, nil
}

// countCode returns the code of 4 bits of a count of annotations.
func countCode(n int) uint16 {
	code := uint16(min(n, 10))
	for _, least := range []int{13, 18, 25, 35, 45} {
		if n >= least {
			code++
		}
	}
	return code
}

// materialOf returns the pieces on a board: 4 bits for pawns, 2 for each other kind.
func materialOf(p *board.Position) (m uint32) {
	for _, color := range []board.Color{board.White, board.Black} {
		for _, kind := range []board.Kind{board.Queen, board.Rook, board.Bishop, board.Knight} {
			m = m<<2 | uint32(min(3, p.Pieces(board.PieceOf(color, kind)).Count()))
		}
		m = m<<4 | uint32(p.Pieces(board.PieceOf(color, board.Pawn)).Count())
	}
	return m
}

// homePawnsOf returns a bit for each pawn on its first square: 15 is that of a2, 8 of
// h2, 7 of a7, 0 of h7.
func homePawnsOf(p *board.Position) uint16 {
	white := uint8(p.Pieces(board.WhitePawn) & (bitboard.Rank1 << 8) >> 8)
	black := uint8(p.Pieces(board.BlackPawn) & (bitboard.Rank1 << 48) >> 48)
	return uint16(bits.Reverse8(white))<<8 | uint16(bits.Reverse8(black))
}

// moves makes the steps of a game.
func (c *gameEncoder) moves(g *pgn.ParsedGame, start *pieces) error {
	c.steps = append(c.steps[:0], step{})
	c.lines = append(c.lines[:0], encodedLine{now: *start})
	c.plies, c.promotes, c.underpromot, c.homePawns, c.last = 0, false, false, c.homePawns[:0], g.Start
	for i := range g.Movetext {
		e := &g.Movetext[i]
		l := &c.lines[len(c.lines)-1]
		switch {
		case e.Kind == pgn.Open:
			if len(c.lines) > maxNested {
				return fmt.Errorf("variations nested more than %d deep", maxNested)
			}
			inner := encodedLine{now: l.before, ended: l.ended || !l.moved}
			if !inner.ended {
				inner.at = len(c.steps)
				c.steps = append(c.steps, step{code: [2]byte{markOpen}, size: 1})
			}
			c.lines = append(c.lines, inner)
		case e.Kind == pgn.Close && len(c.lines) > 1:
			c.close()
		case l.ended || e.Kind == pgn.Close:
		case e.Kind == pgn.Move:
			c.move(l, e, g.Start == board.Start())
		case e.Kind == pgn.NAG && e.NAG > 0 && l.moved:
			c.steps[l.at].addNAG(e.NAG)
		case e.Kind == pgn.NAG && (e.Text == "" || e.Text == "$0"), e.Kind == pgn.EscapeLine:
		case e.Kind == pgn.Comment || e.Kind == pgn.OpenComment || e.Kind == pgn.LineComment:
			c.steps[l.at].addComment(e.Comment())
		default:
			c.steps[l.at].addComment(e.Text)
		}
	}
	for len(c.lines) > 1 { // their ends are missing
		c.close()
	}
	return nil
}

// close ends a variation.
func (c *gameEncoder) close() {
	inner := c.lines[len(c.lines)-1]
	c.lines = c.lines[:len(c.lines)-1]
	outer := &c.lines[len(c.lines)-1]
	switch {
	case outer.ended || !outer.moved:
	case !inner.moved: // nothing is left of it
		c.steps = c.steps[:inner.at]
	default:
		c.steps = append(c.steps, step{code: [2]byte{markClose}, size: 1})
	}
}

// move adds a move to a line, or ends the line before it.
func (c *gameEncoder) move(l *encodedLine, e *pgn.Element, standard bool) {
	code, size := l.now.code(e.Move)
	if l.ended = !e.Known || size == 0; l.ended {
		return
	}
	before := l.now
	more := -1
	if size == 2 {
		more = int(code[1])
	}
	m, text, why := l.now.play(int(code[0]), more)
	if l.ended = m != e.Move || text != "" || why != ""; l.ended {
		l.now = before
		return
	}
	l.before, l.at, l.moved = before, len(c.steps), true
	c.steps = append(c.steps, step{code: code, size: size})
	if len(c.lines) > 1 {
		return
	}
	c.plies++
	if k := m.Promotion(); k != board.NoKind {
		c.promotes, c.underpromot = true, c.underpromot || k != board.Queen
	}
	c.last = l.now.pos
	if left := homePawnsOf(&before.pos) &^ homePawnsOf(&c.last); standard && left != 0 {
		c.homePawns = append(c.homePawns, byte(bits.TrailingZeros16(left)))
	}
}

// code returns the bytes of a move; size is 0 if it has none.
func (p *pieces) code(m board.Move) (code [2]byte, size uint8) {
	if m == board.NullMove {
		return code, 1
	}
	from := m.From()
	number := p.find(int(p.pos.Turn), from)
	if number < 0 {
		return code, 0
	}
	queen := p.pos.KindAt(from) == board.Queen
	// From above, since the king's castling comes before its steps.
	for value := doubleStep; value >= 0; value-- {
		if queen && value == from.File() || number == 0 && value == 0 {
			continue
		}
		if to, promotion, ok := p.target(from, value, -1); ok && to == m.To() && promotion == m.Promotion() {
			return [2]byte{byte(number<<4 | value)}, 1
		}
	}
	if queen {
		return [2]byte{byte(number<<4 | from.File()), byte(m.To()) + secondByte}, 2
	}
	return code, 0
}

// mostNAGs is the greatest number of glyphs that SCID reads for a move.
const mostNAGs = 7

// addNAG adds a glyph as SCID does: of those about the move, which come first, and of those
// about the position, the last counts.
func (s *step) addNAG(nag uint8) {
	about := func(n uint8) int {
		switch {
		case n <= 6:
			return 1
		case n >= 10 && n <= 21:
			return 2
		}
		return 0
	}
	if kind := about(nag); kind != 0 {
		if i := slices.IndexFunc(s.nags, func(n uint8) bool { return about(n) == kind }); i >= 0 {
			s.nags[i] = nag
			return
		}
	}
	at := len(s.nags)
	if nag <= 6 {
		at = 0
	}
	if len(s.nags) < mostNAGs {
		s.nags = slices.Insert(s.nags, at, nag)
	}
}

// addComment adds a text to the comment.
func (s *step) addComment(text string) {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "\x00", " ")), " ")
	if s.comment != "" && text != "" {
		s.comment += " "
	}
	s.comment += text
}

// indexTags returns the entry with what tags say, and writes the other tags to the block.
func (c *gameEncoder) indexTags(g *pgn.ParsedGame) (e entry) {
	e.result = uint8(max(0, slices.Index(results[:], cmp.Or(g.Result, g.Outcome().String()))))
	date, ok := g.Tag("Date")
	if !ok {
		date, _ = g.Tag("UTCDate")
	}
	e.date = parseDate(date)
	for _, t := range g.Tags {
		if !e.take(t) {
			c.tag(t)
		}
	}
	return e
}

// tag writes a tag to the block.
func (c *gameEncoder) tag(t pgn.Tag) {
	if t.Name == "" {
		return
	}
	if i := slices.Index(commonTags[:], t.Name); i >= 0 {
		c.block = append(c.block, byte(firstCommon+i))
	} else {
		name := cut(t.Name, firstCommon-1)
		c.block = append(append(c.block, byte(len(name))), name...)
	}
	value := cut(t.Value, longestName)
	c.block = append(append(c.block, byte(len(value))), value...)
}

// take takes the value of a tag into the entry; false if it does not fit there.
func (e *entry) take(t pgn.Tag) bool {
	switch t.Name {
	case "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN":
		return true
	case "ECO":
		code := parseECO(t.Value)
		if e.eco != 0 || code == 0 {
			return false
		}
		e.eco = code
		return true
	case "EventDate":
		date := parseDate(t.Value)
		years := int(date>>yearAt) - int(e.date>>yearAt) + sameYear
		if e.eventDate != 0 || dateText(date) != t.Value || date>>yearAt == 0 || years < 1 || years > 7 {
			return false
		}
		e.eventDate = date
		return true
	case "ScidFlags":
		flags := uint32(0)
		for _, c := range t.Value {
			i := strings.IndexRune(flagLetters, c)
			if i < 0 {
				return false
			}
			flags |= 1 << (firstFlag + i)
		}
		e.flags |= flags
		return true
	}
	for side, name := range []string{"White", "Black"} {
		kind := -1
		if of, ok := strings.CutPrefix(t.Name, name); ok {
			kind = slices.Index(ratingNames[:], of)
		}
		value, err := strconv.ParseUint(t.Value, 10, 12)
		if kind < 0 || err != nil || value == 0 || value > mostRating || strconv.FormatUint(value, 10) != t.Value || e.ratings[side].value != 0 {
			continue
		}
		e.ratings[side] = rating{uint8(kind), uint16(value)}
		return true
	}
	return false
}

// mostRating is the greatest rating of SCID.
const mostRating = 4000

// parseDate returns a date that begins with a year, and may have a month and a day.
func parseDate(text string) (date uint32) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return c == '.' || c == '-' || c == '/' })
	for i, f := range []struct{ most, at uint64 }{{1<<11 - 1, yearAt}, {12, 5}, {31, 0}} {
		if i >= len(fields) {
			break
		}
		if n, err := strconv.ParseUint(strings.TrimSpace(fields[i]), 10, 16); err == nil && n <= f.most {
			date |= uint32(n) << f.at
		}
	}
	return date
}

// parseECO returns the code of an ECO code as ecoText writes it, 0 for other texts.
func parseECO(text string) uint16 {
	if len(text) < 3 || text[0] < 'A' || text[0] > 'E' {
		return 0
	}
	n, err := strconv.ParseUint(text[1:3], 10, 8)
	if err != nil {
		return 0
	}
	code := 1 + ecoEach*(100*uint16(text[0]-'A')+uint16(n))
	if len(text) > 3 {
		code += 1 + ecoLetter*uint16(text[3]-'a')
	}
	if len(text) > 4 {
		code += uint16(text[4] - '0')
	}
	if ecoText(code) != text {
		return 0
	}
	return code
}

// put4 writes the entry as SCID 4 has it.
func (e *entry) put4(raw *[47]byte) {
	be := binary.BigEndian
	be.PutUint32(raw[0:], uint32(e.offset))
	be.PutUint16(raw[4:], uint16(e.length))
	raw[6] = byte(e.length>>16)<<7 | byte(e.flags>>16)
	be.PutUint16(raw[7:], uint16(e.flags))
	raw[9] = byte(e.names[0]>>16)<<4 | byte(e.names[1]>>16)
	raw[14] = byte(e.names[2]>>16)<<5 | byte(e.names[3]>>16)<<2 | byte(e.names[4]>>16)
	for i, at := range [5]int{10, 12, 15, 17, 19} {
		be.PutUint16(raw[at:], uint16(e.names[i]))
	}
	be.PutUint16(raw[21:], uint16(e.result)<<12|e.counts)
	be.PutUint16(raw[23:], e.eco)
	dates := e.date
	if e.eventDate != 0 {
		dates |= (e.eventDate - e.date&^dayMonths + sameYear<<yearAt) << dateBits
	}
	be.PutUint32(raw[25:], dates)
	for i, r := range e.ratings {
		be.PutUint16(raw[29+2*i:], uint16(r.kind)<<12|r.value)
	}
	be.PutUint32(raw[33:], e.material)
	raw[37], raw[38] = byte(e.plies), byte(e.plies>>8)<<6|byte(len(e.homePawns))
	for i, pawn := range e.homePawns {
		raw[39+i/2] |= pawn << (4 * (1 - i%2))
	}
}
