package table

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/chesszip/chesszip/pgn"
)

// Lost counts the parts of games that do not come back from a table.
type Lost struct {
	Games int64 // all games
	// Layout is the number of games whose text comes back differently: white space, the
	// numbering of moves, comments before the tags.
	Layout     int64
	Tags       int64 // tags without a column
	Order      int64 // games whose tags come back in another order
	Moves      int64 // games with moves left out: all, or those after an illegal one
	Variations int64
	Comments   int64 // with words besides clocks and evaluations
	NAGs       int64 // glyphs, or numbers above 255
	Clocks     int64 // includes clocks with parts of a millisecond
	Evals      int64 // includes mates in 0 or in more than 512 moves
	Other      int64 // prose before games, text outside games, results that differ from the tag
}

// Add adds the counts of l2 to l.
func (l *Lost) Add(l2 Lost) {
	to, from := reflect.ValueOf(l).Elem(), reflect.ValueOf(l2)
	for i := range to.NumField() {
		to.Field(i).SetInt(to.Field(i).Int() + from.Field(i).Int())
	}
}

// String lists the losses, "nothing" if there are none.
func (l Lost) String() string {
	var all []string
	for _, c := range []struct {
		n    int64
		what string
	}{
		{l.Layout, "the layout of %d games"}, {l.Tags, "%d tags"}, {l.Order, "the order of the tags of %d games"},
		{l.Moves, "moves of %d games"}, {l.Variations, "%d variations"}, {l.Comments, "%d comments"},
		{l.NAGs, "%d glyphs"}, {l.Clocks, "%d clocks"}, {l.Evals, "%d evaluations"}, {l.Other, "%d other pieces of text"},
	} {
		if c.n > 0 {
			all = append(all, fmt.Sprintf(c.what, c.n))
		}
	}
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, ", ")
}

// count adds the losses of a game.
func (l *Lost) count(g *game, text []byte) {
	s := g.schema
	l.Games++
	if g.prose {
		l.Other++
	}
	if s.column(tagsColumn) < 0 {
		l.Tags += int64(len(g.others))
	}
	if s.column(orderColumn) < 0 && !g.usual {
		l.Order++
	}
	if s.column(movetextColumn) >= 0 {
		if g.latin1 && s.column(encodingColumn) < 0 || string(g.textBack()) != string(text) {
			l.Layout++
		}
		return
	}
	l.Layout++
	l.line(g)
	if result, _ := g.Tag("Result"); s.column(markerColumn) < 0 && result != g.Result {
		l.Other++
	}
}

// textBack returns the text for the row of g, if it has the movetext.
func (g *game) textBack() []byte {
	text := AppendTags(nil, g.Tags)
	text = appendEnd(append(text, g.movetext...))
	if g.latin1 {
		bytes, _ := toLatin1(string(text))
		return []byte(bytes)
	}
	return text
}

// line counts the losses of the main line if only its moves are stored.
func (l *Lost) line(g *game) {
	s := g.schema
	moves := s.column(movesColumn) >= 0
	clocks, evals, nags := s.column(clocksColumn) >= 0, s.column(evalsColumn) >= 0, s.column(nagsColumn) >= 0
	for i := range g.plies {
		p := &g.plies[i]
		if p.HasClock && (!clocks || milliseconds(p).IsNull()) {
			l.Clocks++
		}
		if p.HasEval && (!evals || score(p).IsNull()) {
			l.Evals++
		}
		if !nags {
			l.NAGs += int64(len(p.NAGs))
		}
	}
	depth, ply := 0, 0
	for i := range g.Movetext {
		e := &g.Movetext[i]
		switch {
		case e.Kind == pgn.Open:
			l.Variations++
			depth++
		case e.Kind == pgn.Close:
			depth = max(depth-1, 0)
		case depth > 0:
		case e.Kind == pgn.Move && (!e.Known || !moves):
			l.Moves++
			return
		case e.Kind == pgn.Move:
			ply++
		case e.Kind == pgn.NAG:
			if e.NAG == 0 && e.Text != "$0" || ply == 0 {
				l.NAGs++
			}
		case e.Kind == pgn.Comment || e.Kind == pgn.OpenComment || e.Kind == pgn.LineComment || e.Kind == pgn.EscapeLine:
			if ply == 0 || strings.TrimSpace(pgn.WithoutCommands(e.Comment(), "clk", "eval")) != "" {
				l.Comments++
			}
		default:
			l.Other++
		}
	}
}
