package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// barWidth is the width of a bar.
const barWidth = 16

// bars draws the results of some games: White won, drawn, Black won.
type bars struct {
	cells   [3]string
	colours [3]string // printed before the cells
	end     string    // resets the colour
}

// The ways to draw bars.
var (
	asciiBars    = bars{cells: [3]string{"#", "=", "."}}
	unicodeBars  = bars{cells: [3]string{"█", "▒", "░"}}
	colouredBars = bars{unicodeBars.cells, [3]string{"\x1b[97m", "\x1b[37m", "\x1b[90m"}, "\x1b[0m"}
)

// bars returns the bars for this terminal.
func (x *exploration) bars() bars {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"))
	locale = strings.ReplaceAll(strings.ToUpper(locale), "-", "")
	switch {
	case x.ascii || !strings.Contains(locale, "UTF8"):
		return asciiBars
	case x.output != "" && x.output != stdio || x.painted() == nil:
		return unicodeBars
	}
	return colouredBars
}

// of draws the results of t.
func (b *bars) of(t *chesszip.Statistics) string {
	games := t.White + t.Draws + t.Black
	if games == 0 {
		return strings.Repeat(" ", barWidth)
	}
	white := int((2*barWidth*t.White + games) / (2 * games))
	upto := int((2*barWidth*(t.White+t.Draws) + games) / (2 * games))
	bar := ""
	for i, n := range [3]int{white, upto - white, barWidth - upto} {
		bar += b.colours[i] + strings.Repeat(b.cells[i], n)
	}
	return bar + b.end
}

// percents returns the percentages of White's wins, draws and Black's wins among the
// games with a result, as text.
func percents(t *chesszip.Statistics) string {
	games := t.White + t.Draws + t.Black
	if games == 0 {
		return "  -   -   -"
	}
	of := func(n int64) int64 { return (200*n + games) / (2 * games) }
	return fmt.Sprintf("%3d %3d %3d", of(t.White), of(t.Draws), of(t.Black))
}

// numberText formats a number that may not be known.
func numberText(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

// printTable prints the moves of a position, and those after them.
func (x *exploration) printTable(s *sink, tree *chesszip.Explored) error {
	t := &treeTable{exploration: x, w: s, bars: x.bars(), move: 9 + 2*(x.depth-1), places: map[board.Position]bool{}}
	if x.depth > 1 {
		t.note(tree)
	}
	if t.bars.end != "" {
		// All text of a file is made visible before it is written here.
		if err := s.Flush(); err != nil {
			return err
		}
		t.w = x.painted()
	}
	for _, m := range tree.Moves {
		for _, g := range m.Samples {
			t.number = max(t.number, len(fmt.Sprint(g.Number+1))+1)
		}
	}
	t.head(tree)
	if len(tree.Moves) > 0 {
		t.line("%-*s %9s %3s  %-*s  %-11s %4s %4s %4s  %s", t.move, "move", "games", "%", barWidth, "White/draw/Black", "  %   %   %", "Elo", "perf", "last", "game")
		t.moves(tree, x.start, x.depth)
	}
	if t.elsewhere {
		t.line("= its moves stand in another line, which leads to the same position")
	}
	t.games(tree)
	return t.err
}

// treeTable prints a table.
type treeTable struct {
	*exploration
	w      io.Writer
	bars   bars
	move   int // width of the column of moves
	number int // width of numbers of games
	// places are the positions of the tree; elsewhere reports that a move leads to one
	// whose moves are at another place of it.
	places    map[board.Position]bool
	elsewhere bool
	err       error
}

// note collects the positions of a tree.
func (t *treeTable) note(at *chesszip.Explored) {
	t.places[at.Position] = true
	for _, m := range at.Moves {
		if m.Next != nil {
			t.note(m.Next)
		}
	}
}

// line prints a line.
func (t *treeTable) line(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintln(t.w, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	}
}

func (t *treeTable) head(tree *chesszip.Explored) {
	if name := t.opening(t.known, 1); name != "" {
		t.line("%s", name)
	}
	t.line("%s", t.start.String())
	open := ""
	if tree.Open > 0 {
		open = fmt.Sprintf(" (%s without a result)", countText(tree.Open))
	}
	t.line("%s%s  %s  %s  Elo %s  last %s", plural(tree.Games(), "game"), open, t.bars.of(&tree.Statistics), strings.TrimSpace(percents(&tree.Statistics)), numberText(tree.Elo()), numberText(tree.LastYear))
	t.line("")
}

// moves prints the moves of a position, which is p in its game, and those after them
// down to depth.
func (t *treeTable) moves(at *chesszip.Explored, p board.Position, depth int) {
	for _, m := range t.shown(at) {
		text := fmt.Sprintf("%d.", p.FullmoveNumber)
		if p.Turn == board.Black {
			text += ".."
		}
		text = strings.Repeat("  ", t.depth-depth) + text + " " + notation.SAN(&p, m.Move)
		behind := p
		movegen.Make(&behind, m.Move)
		if m.Next == nil && t.places[gamestate.Essence(&behind)] {
			text, t.elsewhere = text+" =", true
		}
		sample := ""
		if len(m.Samples) > 0 {
			sample = fmt.Sprintf("%*s", t.number, fmt.Sprintf("#%d", m.Samples[0].Number+1))
		}
		t.line("%-*s %9s %3d  %s  %s %4s %4s %4s  %s", t.move, text, countText(m.Games()), percent(m.Games(), at.Games()),
			t.bars.of(&m.Statistics), percents(&m.Statistics), numberText(m.Elo()), numberText(m.Performance(p.Turn)), numberText(m.LastYear), sample)
		if m.Next != nil {
			t.moves(m.Next, behind, depth-1)
		}
	}
	if more := len(at.Moves) - t.limit; more > 0 && t.depth == 1 {
		t.line("%s", plural(int64(more), "more move"))
	}
}

// percent returns n as a percentage of all, rounded.
func percent(n, all int64) int64 { return (200*n + all) / (2 * max(1, all)) }

// games prints the sample games.
func (t *treeTable) games(tree *chesszip.Explored) {
	games := t.samples(tree)
	if len(games) > 0 {
		t.line("")
	}
	for _, g := range games {
		h := t.exploration.games[g]
		in := ""
		if len(t.files) > 1 {
			in = " in " + shown(t.files[g.File])
		}
		t.line("%*s  %s - %s  %s  %s%s", t.number, fmt.Sprintf("#%d", g.Number+1),
			playerText(&h, "White"), playerText(&h, "Black"), shown(cmp.Or(h.Result, "*")), shown(cmp.Or(h.Date(), "????")), in)
	}
}

// playerText returns a player with rating, for people.
func playerText(h *chesszip.Game, color string) string {
	name := shown(cmp.Or(h.Tag(color), "?"))
	if most := 30; utf8.RuneCountInString(name) > most {
		name = string([]rune(name)[:most-1]) + "…"
	}
	elo := h.WhiteElo
	if color == "Black" {
		elo = h.BlackElo
	}
	if elo > 0 {
		name += fmt.Sprintf(" %d", elo)
	}
	return name
}
