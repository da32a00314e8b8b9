package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// wanted selects the annotations of a conversion.
type wanted struct{ clocks, evals, comments, nags, variations bool }

// want selects a value of --with, and reports whether it exists.
func (w *wanted) want(name string) bool {
	which, ok := map[string]*bool{
		"clocks": &w.clocks, "evals": &w.evals, "comments": &w.comments, "nags": &w.nags, "variations": &w.variations,
	}[name]
	if ok {
		*which = true
	}
	return ok
}

// notes are the annotations of a line of moves: for each wanted list, an entry a move.
type notes struct {
	Comment    []string         `json:"comment,omitempty"` // before the first move
	Clocks     []*json.Number   `json:"clocks,omitempty"`
	Evals      []any            `json:"evals,omitempty"`
	Comments   [][]string       `json:"comments,omitempty"`
	NAGs       [][]int          `json:"nags,omitempty"`
	Variations [][]*movesOfLine `json:"variations,omitempty"`
}

// movesOfLine is a variation.
type movesOfLine struct {
	Moves []string `json:"moves"`
	UCI   []string `json:"uci"`
	notes
}

// maxNested is the greatest depth of nested variations; deeper ones are left out.
const maxNested = 200

// noteReader reads the annotations of a game.
type noteReader struct {
	wanted
	chess960 bool
	lines    []openLine
	deep     bool // variations were left out
}

// openLine is a line that has not ended. After an unknown move the rest of it is
// skipped.
type openLine struct {
	*movesOfLine
	pos, before board.Position
	n           int // number of moves
	dead        bool
}

// notesOf returns the annotations of a game.
func notesOf(g *pgn.ParsedGame, w wanted) (n *notes, whole bool) {
	if w == (wanted{}) {
		return &notes{}, true
	}
	r := noteReader{wanted: w, chess960: g.Start.Chess960()}
	r.lines = []openLine{{movesOfLine: &movesOfLine{}, pos: g.Start}}
	skipped := 0 // depth in a variation that is left out
	for i := range g.Movetext {
		e := &g.Movetext[i]
		line := &r.lines[len(r.lines)-1]
		switch {
		case e.Kind == pgn.Open && (skipped > 0 || !r.variations || line.dead || line.n == 0 || len(r.lines) > maxNested):
			skipped++
			r.deep = r.deep || len(r.lines) > maxNested
		case e.Kind == pgn.Open:
			v := &movesOfLine{Moves: []string{}, UCI: []string{}}
			line.Variations[line.n-1] = append(line.Variations[line.n-1], v)
			r.lines = append(r.lines, openLine{movesOfLine: v, pos: line.before})
		case e.Kind == pgn.Close && skipped > 0:
			skipped--
		case e.Kind == pgn.Close && len(r.lines) > 1:
			r.lines = r.lines[:len(r.lines)-1]
		case skipped > 0 || line.dead:
		case e.Kind == pgn.Move && !e.Known:
			line.dead = true
		case e.Kind == pgn.Move:
			r.move(line, e.Move)
		case e.Kind == pgn.NAG:
			n, ok := pgn.Token{Kind: pgn.NAG, Text: []byte(e.Text)}.NAG()
			if ok && r.nags && line.n > 0 {
				line.NAGs[line.n-1] = append(line.NAGs[line.n-1], int(n))
			}
		case slices.Contains([]pgn.Kind{pgn.Comment, pgn.LineComment, pgn.OpenComment}, e.Kind):
			r.comment(line, e.Comment())
		}
	}
	return &r.lines[0].notes, !r.deep
}

// move adds a move to a line, with an entry in each list.
func (r *noteReader) move(line *openLine, m board.Move) {
	if len(r.lines) > 1 {
		line.Moves = append(line.Moves, notation.SAN(&line.pos, m))
		line.UCI = append(line.UCI, string(notation.AppendUCI(nil, &line.pos, m, r.chess960)))
	}
	line.before = line.pos
	movegen.Make(&line.pos, m)
	line.n++
	if r.clocks {
		line.Clocks = append(line.Clocks, nil)
	}
	if r.evals {
		line.Evals = append(line.Evals, nil)
	}
	if r.comments {
		line.Comments = append(line.Comments, nil)
	}
	if r.nags {
		line.NAGs = append(line.NAGs, nil)
	}
	if r.variations {
		line.Variations = append(line.Variations, nil)
	}
}

// comment reads a comment after a move, or before the first.
func (r *noteReader) comment(line *openLine, text string) {
	var taken []string
	if r.clocks {
		taken = append(taken, "clk")
		if left, ok := pgn.ClockOf(text); ok && line.n > 0 {
			seconds := secondsOf(left)
			line.Clocks[line.n-1] = &seconds
		}
	}
	if r.evals {
		taken = append(taken, "eval")
		if s, ok := evalOf(text, line.before.Turn); ok && line.n > 0 {
			line.Evals[line.n-1] = s
		}
	}
	if !r.comments {
		return
	}
	text = pgn.UTF8(strings.TrimSpace(pgn.WithoutCommands(text, taken...)))
	switch {
	case text == "":
	case line.n == 0:
		line.Comment = append(line.Comment, text)
	default:
		line.Comments[line.n-1] = append(line.Comments[line.n-1], text)
	}
}

// evalOf returns White's score from a comment after a move of turn: a number of pawns,
// or a text for a mate.
func evalOf(comment string, turn board.Color) (score any, ok bool) {
	s, ok := pgn.EvalOf(comment)
	if !ok {
		if s, ok = pgn.EngineScoreOf(comment, turn); ok && turn == board.Black {
			s = -s
		}
	}
	if _, mate := s.Mate(); mate {
		return s.String(), ok
	}
	return json.Number(s.String()), ok
}

// secondsOf returns the exact time in seconds.
func secondsOf(d time.Duration) json.Number {
	text := strconv.FormatInt(int64(d/time.Second), 10)
	if rest := d % time.Second; rest > 0 {
		text += "." + strings.TrimRight(strconv.FormatInt(int64(time.Second+rest), 10)[1:], "0")
	}
	return json.Number(text)
}
