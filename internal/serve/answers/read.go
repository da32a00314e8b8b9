package answers

import (
	"bytes"
	"io"

	"github.com/chesszip/chesszip"
)

// maxText is the greatest length of a text that a client sends to be read, in bytes, and
// maxTextGames the greatest number of its games that the answer lists.
const (
	maxText      = 4 << 20
	maxTextGames = 500
)

// readJSON is one game of a text, and a list of its games.
type readJSON struct {
	Of    int64         `json:"of"` // games in the text
	Games []outlineJSON `json:"games"`
	gameJSON
}

// readText answers with a game of the PGN that the request sends, in the form of the games
// of files; or it sends back all games of the text, as PGN or as an archive.
func (s *Site) readText(a *Answer) error {
	number, err := a.Number("game")
	if err != nil {
		return err
	}
	text := bytes.TrimPrefix(a.Request.Body, []byte("\ufeff"))
	pasted, err := chesszip.OpenPGN(a.Context, bytes.NewReader(text), int64(len(text)), nil)
	if err != nil {
		return Bad("the text is not PGN: %v", err)
	}
	n := pasted.NumGames()
	switch {
	case n == 0:
		return Bad("the text has no game; send PGN, such as 1. e4 e5")
	case number > n:
		return Bad("game: the text has %d games", n)
	}
	if a.Value("format") != "" {
		return s.sendText(a, pasted)
	}
	return s.read(a.Context, func() error {
		out := readJSON{Of: n, Games: []outlineJSON{}}
		for h, err := range pasted.Games().Range(0, maxTextGames).Headers(a.Context, "White", "Black", "Event") {
			if err != nil {
				return err
			}
			out.Games = append(out.Games, outlineOf(Place{-1, h.Number}, &h))
		}
		game, err := pasted.Game(a.Context, number-1, chesszip.FieldText|chesszip.FieldTags|chesszip.FieldNumbers)
		if err != nil {
			return err
		}
		if len(game.Text) > maxGame {
			return Bad("the game has %d bytes; at most %d are read here", len(game.Text), maxGame)
		}
		out.gameJSON = gameOf(Place{-1, number - 1}, &game, game.Text)
		return a.JSON(out)
	})
}

// sendText sends the games of a text in the format that the request names.
func (s *Site) sendText(a *Answer, pasted *chesszip.Archive) error {
	format, err := formatOf(a)
	if err != nil {
		return err
	}
	return sending(a, s.reads, func(to io.Writer) error {
		a.To.Begin(Head{Type: format.kind, Name: "analysis" + format.ending})
		return format.write(a.Context, to, func(w io.Writer) error {
			_, err := pasted.Games().WriteTo(a.Context, w)
			return err
		})
	})
}
