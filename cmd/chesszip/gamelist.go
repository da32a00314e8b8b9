package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/chesszip/chesszip"
)

// gameList writes lines about games: for a terminal in columns that fit it, with names
// opening returns the code and the name of an opening, of a name that has no room on the
// terminal beside other columns its end.
func (c *console) opening(o chesszip.Opening, beside int) string {
	name := shown(o.Name)
	if n := c.columns(); n > 0 {
		name = shown(o.Short(max(n-beside-len(o.ECO), leastName)))
	}
	return strings.TrimSpace(o.ECO + " " + name)
}

// shortened; otherwise with complete names, so that they can be searched.
type gameList struct {
	w        io.Writer
	columns  int // of the terminal, or 0
	coloured bool
	file     string
	files    []string // names by Game.File, or nil
}

// Width of a line without names: number, date, result, ECO and length.
const (
	besideNames = 7 + 2 + 10 + 2 + 2 + 7 + 2 + 3 + 2 + 4
	leastName   = 12
	mostName    = 28
	usualName   = 24 // without a terminal
	leastEvent  = 10
)

// newGameList returns a list, which writes to standard output if straight is set.
func (c *console) newGameList(straight bool) *gameList {
	l := new(gameList)
	if straight {
		l.columns = c.columns()
		if l.coloured = c.coloured(); l.coloured {
			l.w = c.styled()
		}
	}
	return l
}

// begin starts the games of a file, or of another part of it.
func (l *gameList) begin(file string, s *sink) error {
	if !l.coloured {
		l.w = s
	} else if err := s.Flush(); err != nil { // what was written before
		return err
	}
	if l.columns == 0 || l.file == file && file != "" {
		return nil
	}
	l.file = file
	name, event := l.widths()
	_, err := io.WriteString(l.w, l.heading(name, event))
	return err
}

// widths returns the widths of player names, and that of the event, 0 if it has no room.
func (l *gameList) widths() (name, event int) {
	if l.columns == 0 {
		return usualName, -1
	}
	room := l.columns - besideNames - 2 // between the names
	name = min(max(room/2, leastName), mostName)
	if room-2*name-2 < leastEvent {
		return name, 0
	}
	return name, room - 2*name - 2
}

// add writes a line about a game.
func (l *gameList) add(h *chesszip.Game) error {
	name, event := l.widths()
	white, black := l.player(h.Tag("White"), h.WhiteElo, name), l.player(h.Tag("Black"), h.BlackElo, name)
	switch h.Result {
	case "1-0":
		white = l.in(bold, white)
	case "0-1":
		black = l.in(bold, black)
	}
	line := fmt.Sprintf("%s  %s  %s  %s  %s  %s  %4d", l.in(dim, fmt.Sprintf("%7d", h.Number+1)), cell(h.Date(), 10),
		white, black, cell(h.Result, 7), cell(h.ECO, 3), h.Plies)
	switch text := shown(h.Tag("Event")); {
	case event < 0:
		line += "  " + text
	case event > 0 && l.files == nil:
		line += "  " + shortened(text, event)
	}
	if l.files != nil {
		line += "  " + shown(l.files[h.File])
	}
	_, err := io.WriteString(l.w, strings.TrimRight(line, " ")+"\n")
	return err
}

// heading names the columns.
func (l *gameList) heading(name, event int) string {
	line := fmt.Sprintf("%7s  %s  %s  %s  %s  %s  %4s", "game", cell("date", 10), cell("White", name), cell("Black", name), cell("result", 7), "ECO", "ply")
	switch {
	case l.files != nil:
		line += "  file"
	case event > 0:
		line += "  event"
	}
	return l.in(dim, line) + "\n"
}

// in adds a colour to a text.
func (l *gameList) in(colour, text string) string {
	if !l.coloured {
		return text
	}
	return colour + text + noColour
}

// player returns a player, with the rating if there is one, in at least width columns,
// and at most if there is a terminal.
func (l *gameList) player(name string, elo, width int) string {
	name, rating := shown(name), ""
	if elo > 0 {
		rating = fmt.Sprintf(" %d", elo)
	}
	if l.columns == 0 {
		return cell(name+rating, width)
	}
	if room := width - textWidth(rating); room > 0 {
		return cell(shortened(name, room)+rating, width)
	}
	return cell(shortened(name+rating, width), width)
}

// textWidth returns the number of terminal columns of a text.
func textWidth(s string) int {
	if printableASCII(s) {
		return len(s)
	}
	c := runewidth.Condition{StrictEmojiNeutral: true}
	return c.StringWidth(s)
}

// cell pads a text with spaces.
func cell(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-textWidth(s)))
}

// shortened cuts a text to a number of columns.
func shortened(s string, width int) string {
	if textWidth(s) <= width {
		return s
	}
	c := runewidth.Condition{StrictEmojiNeutral: true}
	return c.Truncate(s, width, "…")
}
