// Package movetree converts a game to a form with which a page needs no rules of chess:
// its moves with the positions after them, and its variations as lines of the same kind.
//
//  1. e4 e5 (1... c5 2. Nf3) 2. Kd4 d6      Line{e4, e5{Line{c5, Nf3}}}, Rest "2. Kd4 2... d6"
//
// Illegal moves stay text, and so does everything beyond the limits of a page: a game
// gives at most 20,000 half-moves and variations, these 32 deep.
//
// Bits gives the size of each move.
package movetree

import (
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// Limits of the lines of a game. The rest stays text.
const (
	maxMoves = 20_000 // half-moves and variations together
	maxDepth = 32     // of variations in variations
)

// Line is the main line of a game or a variation. Its slices are not nil.
type Line struct {
	Comments []string `json:"comments"` // before the first move
	Moves    []Move   `json:"moves"`
	Rest     string   `json:"rest"` // movetext from the first move that cannot be played
}

// Move is a half-move with what follows it.
type Move struct {
	Ply        int      `json:"ply"` // from 1
	UCI        string   `json:"uci"`
	SAN        string   `json:"san"`
	FEN        string   `json:"fen"`   // of the position after it
	Clock      *float64 `json:"clock"` // seconds left
	Eval       *Score   `json:"eval"`
	NAGs       []int    `json:"nags"`
	Comments   []string `json:"comments"`
	Variations []*Line  `json:"variations"` // alternatives to it
}

// Score is White's score; one of the two is null.
type Score struct {
	Centipawns *int `json:"cp"`
	Mate       *int `json:"mate"`
}

// Read returns the main line of a game. Texts are UTF-8. It calls visit, unless nil,
// with the start position and with that after each move of the main line.
func Read(g *pgn.ParsedGame, visit func(p board.Position)) *Line {
	if visit == nil {
		visit = func(board.Position) {}
	}
	visit(g.Start)
	main := newLine()
	first := 2 * (int(g.Start.FullmoveNumber) - 1)
	if g.Start.Turn == board.Black {
		first++
	}
	r := reader{left: maxMoves, visit: visit, lines: []openLine{{Line: main, at: g.Start, first: max(0, first)}}}
	for i := range g.Movetext {
		r.add(&g.Movetext[i])
	}
	r.endText()
	return main
}

func scoreOf(s pgn.Score) *Score {
	if moves, ok := s.Mate(); ok {
		return &Score{Mate: &moves}
	}
	cp := int(s)
	return &Score{Centipawns: &cp}
}

func newLine() *Line { return &Line{Comments: []string{}, Moves: []Move{}} }

// reader converts the elements of a game to lines.
type reader struct {
	lines  []openLine             // the main line, and open variations
	left   int                    // of maxMoves
	visit  func(p board.Position) // called for positions of the main line
	text   *variation             // current text, or nil
	alone  bool                   // the text is one variation, not the rest of a line
	nested int                    // open variations in the text
}

// openLine is a line that has not ended.
type openLine struct {
	*Line
	at, before board.Position // after its last move, and before it
	first      int            // half-moves before its first one, counted from move 1
	ply        int            // half-moves before it, counted from the start of the game
}

// last returns the last move of a line, nil if it has none.
func (l *openLine) last() *Move {
	if n := len(l.Moves); n > 0 {
		return &l.Moves[n-1]
	}
	return nil
}

// next returns the number of half-moves before the next one, counted from move 1.
func (l *openLine) next() int { return l.first + len(l.Moves) }

// add adds the next element.
func (r *reader) add(e *pgn.Element) {
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
			r.lines = append(r.lines, openLine{Line: v, at: top.before, first: top.next() - 1, ply: last.Ply - 1})
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
func (r *reader) play(top *openLine, move board.Move) {
	m := Move{
		Ply: top.ply + len(top.Moves) + 1, UCI: "0000", SAN: "--",
		NAGs: []int{}, Comments: []string{}, Variations: []*Line{},
	}
	if move != board.NullMove {
		m.UCI, m.SAN = notation.UCI(&top.at, move), notation.SAN(&top.at, move)
	}
	top.before = top.at
	movegen.Make(&top.at, move)
	m.FEN = top.at.String()
	if len(r.lines) == 1 {
		r.visit(top.at)
	}
	top.Moves = append(top.Moves, m)
}

// comment adds a comment with its clock and its score.
func (m *Move) comment(text string) {
	m.Comments = append(m.Comments, pgn.UTF8(text))
	if left, ok := pgn.ClockOf(text); ok && m.Clock == nil {
		seconds := float64(left.Round(time.Millisecond)) / float64(time.Second)
		m.Clock = &seconds
	}
	if score, ok := pgn.EvalOf(text); ok && m.Eval == nil {
		m.Eval = scoreOf(score)
	}
}

// beginText starts a text with e, a half-move with the given number. The text goes to
// the end of its line or, if alone is set, of the variation that e opens.
func (r *reader) beginText(number int, e *pgn.Element, alone bool) {
	r.text, r.alone, r.nested = &variation{number: []int{0, number}}, alone, 0
	r.addText(e)
}

// addText adds an element to the text; it returns false if the element ends the line
// instead.
func (r *reader) addText(e *pgn.Element) bool {
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

// endText adds the text to its line.
func (r *reader) endText() {
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
