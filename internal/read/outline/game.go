package outline

import (
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// The tags of an outline.
const (
	white, black, event        = "White", "Black", "Event"
	whiteElo, blackElo         = "WhiteElo", "BlackElo"
	date, utcDate, result, eco = "Date", "UTCDate", "Result", "ECO"
)

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
	w, _ = tagvalue.ParseRating([]byte(g.Tag(whiteElo)))
	b, _ = tagvalue.ParseRating([]byte(g.Tag(blackElo)))
	return w, b
}

// Date returns the value of Date or, if that has no year, of UTCDate; "" if neither has
// one.
func (g *Game) Date() string {
	for _, name := range []string{date, utcDate} {
		if d := g.Tag(name); tagvalue.ParseDate([]byte(d)).Known() {
			return d
		}
	}
	return ""
}
