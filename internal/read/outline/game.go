package outline

import (
	"strconv"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// The tags of an outline, as indexes of names; those from event on may have any value.
const (
	white = iota
	black
	whiteElo
	blackElo
	date
	result
	eco
	event
)

var names = [...]string{
	white: "White", black: "Black", whiteElo: "WhiteElo", blackElo: "BlackElo",
	date: "Date", result: "Result", eco: "ECO", event: "Event",
}

// utcDate is the tag that is used if the Date tag has no year.
const utcDate = "UTCDate"

// Game is the number, the tags and the length of a game.
type Game struct {
	Number int64     // in the file, from 0
	Tags   []pgn.Tag // with escapes resolved
	Plies  int       // half-moves outside variations, up to the first illegal one
}

// NewGame returns a Game with copies of the tags of a View.
func NewGame(number int64, tags []tagvalue.Tag, plies int) Game {
	g := Game{Number: number, Plies: plies, Tags: make([]pgn.Tag, len(tags))}
	for i, t := range tags {
		g.Tags[i] = pgn.Tag{Name: string(t.Name), Value: string(pgn.Unescape(nil, t.Value))}
	}
	return g
}

// Tag returns the value of a tag as pgn.ParsedGame.Tag does, "" if there is none.
func (g *Game) Tag(name string) string {
	value, _ := (&pgn.ParsedGame{Tags: g.Tags}).Tag(name)
	return value
}

// Elo returns the ratings of both players, 0 for one that is not known.
func (g *Game) Elo() (w, b int) {
	w, _ = tagvalue.ParseRating([]byte(g.Tag(names[whiteElo])))
	b, _ = tagvalue.ParseRating([]byte(g.Tag(names[blackElo])))
	return w, b
}

// Date returns the value of Date or, if that has no year, of UTCDate; "" if neither has
// one.
func (g *Game) Date() string {
	for _, name := range []string{names[date], utcDate} {
		if d := g.Tag(name); tagvalue.ParseDate([]byte(d)).Known() {
			return d
		}
	}
	return ""
}

// Outline returns the outline of a game from its tags and its result r: the tags of an
// outline, then those in more, without unknown values.
func (g *Game) Outline(r tagvalue.Result, more []string) Game {
	o := Game{Number: g.Number, Plies: g.Plies, Tags: []pgn.Tag{}}
	add := func(name, value string) {
		if value != "" {
			o.Tags = append(o.Tags, pgn.Tag{Name: name, Value: value})
		}
	}
	add(names[white], g.Tag(names[white]))
	add(names[black], g.Tag(names[black]))
	w, b := g.Elo()
	for side, rating := range []int{w, b} {
		if rating > 0 {
			add(names[whiteElo+side], strconv.Itoa(rating))
		}
	}
	if d := tagvalue.ParseDate([]byte(g.Date())); d.Known() {
		add(names[date], string(d.AppendText(nil)))
	}
	add(names[result], r.String())
	if code := []byte(g.Tag(names[eco])); tagvalue.ParseECO(code) >= 0 {
		add(names[eco], string(code[:3]))
	}
	add(names[event], g.Tag(names[event]))
	for _, name := range more {
		add(name, g.Tag(name))
	}
	return o
}
