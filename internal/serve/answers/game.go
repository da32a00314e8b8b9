package answers

import (
	"io"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/serve/movetree"
	"github.com/chesszip/chesszip/pgn"
)

// maxGame is the greatest length of a game answered as JSON, in bytes. Longer games are
// available as PGN.
const maxGame = 2 << 20

// gameJSON is a game with its main line.
type gameJSON struct {
	outlineJSON
	Tags    []tagJSON    `json:"tags"`
	Start   string       `json:"start"`   // FEN
	Whole   bool         `json:"whole"`   // the main line could be played to its end
	Opening *OpeningJSON `json:"opening"` // the last named position of the main line
	// Openings are the half-moves of the main line after which the name is another.
	Openings []openingAtJSON `json:"openings"`
	movetree.Line
	PGN string `json:"pgn"`
}

type openingAtJSON struct {
	Ply int `json:"ply"`
	OpeningJSON
}

type tagJSON struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// text returns the text of the game that a request names.
func (s *Site) text(a *Answer) (p Place, text []byte, err error) {
	if p, err = s.placeOf(a.Request.ID); err != nil {
		return p, nil, err
	}
	err = s.read(a.Context, func() error {
		g, err := s.files[p.File].Archive.Game(a.Context, p.Number, chesszip.FieldText)
		text = g.Text
		return s.in(p.File, err)
	})
	if err == nil && len(text) > maxGame {
		err = Bad("the game has %d bytes; its PGN can be had", len(text))
	}
	return p, text, err
}

// game answers with a game.
func (s *Site) game(a *Answer) error {
	p, text, err := s.text(a)
	if err != nil {
		return err
	}
	h, err := s.Header(a.Context, p)
	if err != nil {
		return err
	}
	return a.JSON(gameOf(p, &h, text))
}

// gameOf returns a game with its moves.
func gameOf(p Place, h *chesszip.Game, text []byte) gameJSON {
	out := gameJSON{
		outlineJSON: outlineOf(p, h), Tags: []tagJSON{}, Openings: []openingAtJSON{},
		Line: *movetree.Read(&pgn.ParsedGame{}, nil), PGN: pgn.UTF8(string(text)),
	}
	if g := pgn.ParseGame(string(text)); g != nil {
		out.read(g)
	}
	return out
}

// GamePGN answers with the text of a game of any length.
func (s *Site) GamePGN(a *Answer) error {
	p, err := s.placeOf(a.Request.ID)
	if err != nil {
		return err
	}
	return sending(a, s.reads, func(to io.Writer) error {
		a.Begin(TypePGN)
		_, err := s.files[p.File].Archive.Games().Range(p.Number, p.Number+1).WriteTo(a.Context, to)
		return s.in(p.File, err)
	})
}

// read copies the contents of a game.
func (j *gameJSON) read(g *pgn.ParsedGame) {
	for _, t := range g.Tags {
		j.Tags = append(j.Tags, tagJSON{pgn.UTF8(t.Name), pgn.UTF8(t.Value)})
	}
	j.Start = g.Start.String()
	ply := -1
	j.Line = *movetree.Read(g, func(p board.Position) {
		ply++
		if o := openingOf(p); o != nil {
			if j.Opening == nil || *o != *j.Opening {
				j.Openings = append(j.Openings, openingAtJSON{ply, *o})
			}
			j.Opening = o
		}
	})
	_, whole := g.MainLine()
	j.Whole = whole && j.Rest == ""
}
