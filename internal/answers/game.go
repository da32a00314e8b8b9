package answers

import (
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// maxGame is the longest text of a game that is answered as JSON, in bytes. The PGN of
// longer ones can be had.
const maxGame = 2 << 20

// What the lines of a game are answered with. What is beyond is text.
const (
	maxMoves = 20_000 // half-moves and variations together
	maxDepth = 32     // of variations in variations
)

// gameJSON is a game. Its line is the main one.
type gameJSON struct {
	outlineJSON
	Tags    []tagJSON    `json:"tags"`
	Start   string       `json:"start"`   // FEN
	Whole   bool         `json:"whole"`   // the main line could be played to its end
	Opening *OpeningJSON `json:"opening"` // the last named position of the main line
	lineJSON
	PGN string `json:"pgn"`
}

// lineJSON is the main line or a variation.
type lineJSON struct {
	Comments []string   `json:"comments"` // before the first move
	Moves    []moveJSON `json:"moves"`
	Rest     string     `json:"rest"` // movetext from the first move that cannot be played
}

type tagJSON struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// moveJSON is a half-move, and what stands behind it.
type moveJSON struct {
	Ply        int         `json:"ply"` // from 1
	UCI        string      `json:"uci"`
	SAN        string      `json:"san"`
	FEN        string      `json:"fen"`   // of the position behind it
	Clock      *float64    `json:"clock"` // seconds left
	Eval       *evalJSON   `json:"eval"`
	NAGs       []int       `json:"nags"`
	Comments   []string    `json:"comments"`
	Variations []*lineJSON `json:"variations"` // what could have been played instead
}

// evalJSON is a score of White: of the two, one is null.
type evalJSON struct {
	Centipawns *int `json:"cp"`
	Mate       *int `json:"mate"`
}

// text returns the text of the game that a request names.
func (s *Site) text(a *Answer) (p Place, text []byte, err error) {
	if p, err = s.placeOf(a.Request.ID); err != nil {
		return p, nil, err
	}
	err = s.read(a.Context, func() error {
		text, err = s.files[p.File].Archive.Game(a.Context, p.Number)
		return s.in(p.File, err)
	})
	if err == nil && len(text) > maxGame {
		err = Bad("the game has %d bytes; its PGN can be had", len(text))
	}
	return p, text, err
}

// game answers a game.
func (s *Site) game(a *Answer) error {
	p, text, err := s.text(a)
	if err != nil {
		return err
	}
	h, err := s.Header(a.Context, p)
	if err != nil {
		return err
	}
	out := gameJSON{
		outlineJSON: outlineOf(p, &h), Tags: []tagJSON{}, lineJSON: *newLine(), PGN: pgn.UTF8(string(text)),
	}
	if g := pgn.ParseGame(string(text)); g != nil {
		out.read(g)
	}
	return a.JSON(out)
}

// GamePGN answers the text of a game, whatever its length.
func (s *Site) GamePGN(a *Answer) error {
	p, err := s.placeOf(a.Request.ID)
	if err != nil {
		return err
	}
	if err = s.reads.Enter(a.Context); err != nil {
		return err
	}
	defer s.reads.Leave()
	a.Begin(TypePGN)
	_, err = s.files[p.File].Archive.Copy(a.Context, a, p.Number, p.Number+1)
	return s.in(p.File, err)
}

// read takes over what stands in a game.
func (j *gameJSON) read(g *pgn.ParsedGame) {
	for _, t := range g.Tags {
		j.Tags = append(j.Tags, tagJSON{pgn.UTF8(t.Name), pgn.UTF8(t.Value)})
	}
	j.Start = g.Start.String()
	_, j.Whole = g.MainLine()
	r := lineReader{left: maxMoves, opening: openingOf(g.Start)}
	first := 2 * (int(g.Start.FullmoveNumber) - 1)
	if g.Start.Turn == board.Black {
		first++
	}
	r.lines = []openLine{{lineJSON: &j.lineJSON, at: g.Start, first: max(0, first)}}
	for i := range g.Movetext {
		r.add(&g.Movetext[i])
	}
	r.endText()
	j.Whole = j.Whole && j.Rest == ""
	j.Opening = r.opening
}

func evalOf(s pgn.Score) *evalJSON {
	if moves, ok := s.Mate(); ok {
		return &evalJSON{Mate: &moves}
	}
	cp := int(s)
	return &evalJSON{Centipawns: &cp}
}

func newLine() *lineJSON { return &lineJSON{Comments: []string{}, Moves: []moveJSON{}} }

// lineReader makes lines of the elements of a game.
type lineReader struct {
	lines   []openLine // the main line, and the variations that are open
	left    int        // of maxMoves
	opening *OpeningJSON
	text    *variation // what is kept as text, nil if nothing is
	alone   bool       // that is one variation, not the rest of a line
	nested  int        // variations open in it
}

// openLine is a line whose end has not been read.
type openLine struct {
	*lineJSON
	at, before board.Position // after its last move, and before that
	first      int            // half-moves before its first one, from move 1 on
	ply        int            // half-moves before it, from the start of the game
}

// last returns the last move of a line, nil if it has none.
func (l *openLine) last() *moveJSON {
	if n := len(l.Moves); n > 0 {
		return &l.Moves[n-1]
	}
	return nil
}

// next returns how many half-moves are before the next one, from move 1 on.
func (l *openLine) next() int { return l.first + len(l.Moves) }

// add takes the next element.
func (r *lineReader) add(e *pgn.Element) {
	if r.text != nil && r.addText(e) {
		return
	}
	top := &r.lines[len(r.lines)-1]
	last := top.last()
	switch e.Kind {
	case pgn.Move:
		if r.left--; !e.Known || r.left < 0 {
			r.beginText(top.next(), e, false)
			return
		}
		r.play(top, e.Move)
	case pgn.Open:
		r.left--
		switch {
		case r.left < 0:
			r.beginText(top.next(), e, false)
		case last == nil || len(r.lines) > maxDepth:
			r.beginText(top.next(), e, true)
		default:
			v := newLine()
			last.Variations = append(last.Variations, v)
			r.lines = append(r.lines, openLine{lineJSON: v, at: top.before, first: top.next() - 1, ply: last.Ply - 1})
		}
	case pgn.Close:
		if len(r.lines) > 1 {
			r.lines = r.lines[:len(r.lines)-1]
		}
	case pgn.NAG:
		if last != nil && e.NAG > 0 {
			last.NAGs = append(last.NAGs, int(e.NAG))
		}
	case pgn.Comment, pgn.OpenComment, pgn.LineComment:
		if last == nil {
			top.Comments = append(top.Comments, pgn.UTF8(e.Comment()))
			return
		}
		last.comment(e.Comment())
	}
}

// play adds a move to a line.
func (r *lineReader) play(top *openLine, move board.Move) {
	m := moveJSON{
		Ply: top.ply + len(top.Moves) + 1, UCI: "0000", SAN: "--",
		NAGs: []int{}, Comments: []string{}, Variations: []*lineJSON{},
	}
	if move != board.NullMove {
		m.UCI, m.SAN = notation.UCI(&top.at, move, top.at.Chess960()), notation.SAN(&top.at, move)
	}
	top.before = top.at
	movegen.Make(&top.at, move)
	m.FEN = top.at.String()
	top.Moves = append(top.Moves, m)
	if o := openingOf(top.at); o != nil && len(r.lines) == 1 {
		r.opening = o
	}
}

// comment adds a comment, and what it says of the clock and the score.
func (m *moveJSON) comment(text string) {
	m.Comments = append(m.Comments, pgn.UTF8(text))
	if left, ok := pgn.ClockOf(text); ok && m.Clock == nil {
		seconds := float64(left.Round(time.Millisecond)) / float64(time.Second)
		m.Clock = &seconds
	}
	if score, ok := pgn.EvalOf(text); ok && m.Eval == nil {
		m.Eval = evalOf(score)
	}
}

// beginText keeps as text what begins with e, a half-move of the given number: to the
// end of its line or, if alone is set, of the variation that e opens.
func (r *lineReader) beginText(number int, e *pgn.Element, alone bool) {
	r.text, r.alone, r.nested = &variation{number: []int{0, number}}, alone, 0
	r.addText(e)
}

// addText takes an element as text, and reports false if it ends the line instead.
func (r *lineReader) addText(e *pgn.Element) bool {
	switch e.Kind {
	case pgn.Open:
		r.nested++
	case pgn.Close:
		if r.nested--; r.nested < 0 {
			r.endText()
			return false
		}
	}
	r.text.add(e)
	if r.alone && r.nested == 0 {
		r.endText()
	}
	return true
}

// endText gives what was kept as text to its line.
func (r *lineReader) endText() {
	if r.text == nil {
		return
	}
	top := &r.lines[len(r.lines)-1]
	text := r.text.take()
	r.text = nil
	switch last := top.last(); {
	case !r.alone:
		top.Rest = text
	case last == nil:
		top.Comments = append(top.Comments, text)
	default:
		v := newLine()
		v.Rest = strings.TrimSuffix(strings.TrimPrefix(text, "("), ")")
		last.Variations = append(last.Variations, v)
	}
}

// variation makes the text of a variation from its elements, with the numbers of moves
// that these lack.
type variation struct {
	text   strings.Builder
	number []int // half-moves before the next move, of each line that is open and the one around
	plain  bool  // a move of White stands before
	opened bool  // a bracket stands before
}

// depth returns how many variations are open.
func (v *variation) depth() int { return max(0, len(v.number)-1) }

// take returns the text, and begins another.
func (v *variation) take() string {
	text := v.text.String()
	*v = variation{}
	return text
}

// word adds a word.
func (v *variation) word(text string) {
	if v.text.Len() > 0 && !v.opened && text != ")" {
		v.text.WriteByte(' ')
	}
	v.opened = text == "("
	v.text.WriteString(text)
}

// add adds an element.
func (v *variation) add(e *pgn.Element) {
	top := len(v.number) - 1
	switch e.Kind {
	case pgn.Open:
		if v.depth() > 0 {
			v.word("(")
		}
		v.number = append(v.number, v.number[top]-1) // it replaces the move before
		v.plain = false
	case pgn.Close:
		v.number = v.number[:top]
		if v.depth() > 0 {
			v.word(")")
		}
		v.plain = false
	case pgn.Move:
		n := max(0, v.number[top])
		switch {
		case n%2 == 0:
			v.word(strconv.Itoa(n/2+1) + ".")
		case !v.plain:
			v.word(strconv.Itoa(n/2+1) + "...")
		}
		v.word(pgn.UTF8(e.Text))
		v.number[top]++
		v.plain = true
	case pgn.Comment, pgn.OpenComment, pgn.LineComment:
		v.word("{" + strings.ReplaceAll(pgn.UTF8(e.Comment()), "}", ")") + "}")
		v.plain = false
	default:
		v.word(pgn.UTF8(e.Text))
	}
}
