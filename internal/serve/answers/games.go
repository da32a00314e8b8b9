package answers

import (
	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/gamelist"
	"github.com/chesszip/chesszip/pgn"
)

type gamesJSON struct {
	Query      string        `json:"query"`
	Understood string        `json:"understood"` // the query in words
	Sort       *string       `json:"sort"`
	Total      int64         `json:"total"` // number of matching games
	From       int64         `json:"from"`  // rank of the first of the page, from 0
	Games      []outlineJSON `json:"games"`
	Next       *int64        `json:"next"`  // of the next page, null after the last
	Hints      []string      `json:"hints"` // suggestions if nothing was found
}

// games answers with a page of the games that match a query, in the order of the files
// or another.
func (s *Site) games(a *Answer) error {
	files, err := s.Chosen(a)
	if err != nil {
		return err
	}
	q, err := s.query(a, files)
	if err != nil {
		return err
	}
	from, err := a.Number("from")
	if err != nil {
		return err
	}
	limit, err := a.Number("limit")
	if err != nil {
		return err
	}
	key, err := gamelist.ParseKey(a.Value("sort"))
	if err != nil {
		return Bad("%v", err)
	}
	out := gamesJSON{Query: pgn.UTF8(q.text), Understood: pgn.UTF8(q.meaning), Sort: TextOrNull(key.String()), From: from}
	page, total, err := s.page(a.Context, files, q.Query, q.text, key, from, limit)
	if err != nil {
		return err
	}
	out.Total, out.Hints = total, []string{}
	if total == 0 {
		out.Hints = append(out.Hints, q.Hints(func(other *chesszip.Query) (int64, error) {
			_, n, err := s.page(a.Context, files, other, other.String(), gamelist.Key{}, 0, 0)
			return n, err
		})...)
	}
	if out.Games, err = s.headers(a.Context, page); err != nil {
		return err
	}
	if next := from + int64(len(page)); next < out.Total && len(page) > 0 {
		out.Next = &next
	}
	return a.JSON(out)
}
