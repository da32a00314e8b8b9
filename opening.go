package chesszip

import (
	"cmp"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// Opening is the code and the name of an opening.
type Opening struct {
	ECO  string `json:"eco"`  // such as "B90"
	Name string `json:"name"` // such as "Sicilian Defense: Najdorf Variation"
}

// Short returns the name in at most so many characters. It leaves out what comes first:
// Sicilian Defense: Najdorf Variation, English Attack becomes English Attack.
func (o Opening) Short(most int) string { return openings.Short(o.Name, most) }

// OpeningOf returns the opening of a position, by whatever moves it was reached; the
// zero Opening if the position has no name.
func OpeningOf(p board.Position) Opening {
	eco, name := openings.At(&p)
	return Opening{eco, name}
}

// OpeningOfECO returns the opening that most named lines of an ECO code belong to; the
// zero Opening if the code is not one.
func OpeningOfECO(eco string) Opening {
	if c := openings.CodeOf(tagvalue.ParseECO([]byte(eco))); c != nil {
		return Opening{eco, c.Name}
	}
	return Opening{}
}

// OpeningOfGame returns the opening of a game with some tags: Game.Opening, and its own ECO
// code or that of the name.
func OpeningOfGame(tags []pgn.Tag, line *gamestate.Game) Opening {
	g := &pgn.ParsedGame{Tags: tags}
	tag := func(name string) string {
		value, _ := g.Tag(name)
		return value
	}
	code := tagvalue.ParseECO([]byte(tag("ECO")))
	l := openings.NewLine(code, nil)
	p := line.Start
	for i, more := 0, l.See(&p); more && i < len(line.Moves); i++ {
		movegen.Make(&p, line.Moves[i])
		more = l.See(&p)
	}
	o := Opening{Name: cmp.Or(openings.NameInTags(tag), openings.NameByMoves(code, l.Opening()))}
	switch {
	case code >= 0:
		o.ECO = string(tagvalue.AppendECO(nil, code))
	case l.Opening() != nil:
		o.ECO = l.Opening().ECO
	}
	return o
}
