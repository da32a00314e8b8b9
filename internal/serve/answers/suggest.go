package answers

import (
	"context"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/gamelist"
	"github.com/chesszip/chesszip/pgn"
)

// suggestions is the number of suggested players, and of openings.
const suggestions = 8

type suggestJSON struct {
	Text       string               `json:"text"`
	Query      string               `json:"query"`
	Understood string               `json:"understood"`
	Players    []chesszip.NameCount `json:"players"` // null if no index has their names
	Openings   []suggestedJSON      `json:"openings"`
}

type suggestedJSON struct {
	ECO  string `json:"eco"` // a code, or two with a minus between them
	Name string `json:"name"`
}

// suggest answers with players and openings that begin with typed text. It also parses a
// query, to report its errors.
func (s *Site) suggest(a *Answer) error {
	files, q, err := s.request(a)
	if err != nil {
		return err
	}
	text := strings.TrimSpace(a.Value("text"))
	out := suggestJSON{Text: pgn.UTF8(text), Query: pgn.UTF8(q.text), Understood: pgn.UTF8(q.meaning), Openings: []suggestedJSON{}}
	for _, o := range gamelist.Openings(text, suggestions) {
		out.Openings = append(out.Openings, suggestedJSON(o))
	}
	found, known := names{}, false
	for _, i := range files {
		_, named := s.sorts(i)
		if !named {
			continue
		}
		known = true
		if text == "" {
			break
		}
		all, err := s.playersLike(a.Context, i, text)
		if err != nil {
			return err
		}
		for _, p := range all {
			found.add(p.Name, p.Games)
		}
	}
	if known {
		out.Players = found.frequent(suggestions)
	}
	return a.JSON(out)
}

// playersLike returns the players of a file whose names have words that begin as those of
// a text do, those with the most games first.
func (s *Site) playersLike(ctx context.Context, file int, text string) ([]chesszip.NameCount, error) {
	list, err := s.files[file].Archive.Players(ctx)
	if err != nil {
		return nil, s.in(file, err)
	}
	if list != nil {
		found, err := list.Find(ctx, text, suggestions)
		return found, s.in(file, err)
	}
	p, err := s.playersOf(ctx, file)
	if err != nil {
		return nil, err
	}
	return p.Find(text, suggestions), nil
}
