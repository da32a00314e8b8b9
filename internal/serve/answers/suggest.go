package answers

import (
	"strings"

	"github.com/chesszip/chesszip/internal/serve/gamelist"
	"github.com/chesszip/chesszip/pgn"
)

// suggestions is the number of suggested players, and of openings.
const suggestions = 8

type suggestJSON struct {
	Text     string          `json:"text"`
	Query    string          `json:"query"`
	Players  []playerJSON    `json:"players"` // null if no index has their names
	Openings []suggestedJSON `json:"openings"`
}

type playerJSON struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
}

type suggestedJSON struct {
	ECO  string `json:"eco"` // a code, or two with a minus between them
	Name string `json:"name"`
}

// suggest answers with players and openings that begin with typed text. It also parses a
// query, to report its errors.
func (s *Site) suggest(a *Answer) error {
	files, err := s.Chosen(a)
	if err != nil {
		return err
	}
	_, query, err := a.Query()
	if err != nil {
		return err
	}
	text := strings.TrimSpace(a.Value("text"))
	out := suggestJSON{Text: pgn.UTF8(text), Query: pgn.UTF8(query), Openings: []suggestedJSON{}}
	for _, o := range gamelist.Openings(text, suggestions) {
		out.Openings = append(out.Openings, suggestedJSON(o))
	}
	var all []*gamelist.Players
	for _, i := range files {
		_, names := s.sorts(i)
		if !names {
			continue
		}
		out.Players = []playerJSON{}
		if text == "" {
			break
		}
		p, err := s.playersOf(a.Context, i)
		if err != nil {
			return err
		}
		all = append(all, p)
	}
	if all != nil {
		for _, p := range gamelist.Find(all, text, suggestions) {
			out.Players = append(out.Players, playerJSON{pgn.UTF8(p.Name), p.Games})
		}
	}
	return a.JSON(out)
}
