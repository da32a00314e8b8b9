package answers

import (
	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/gamelist"
	"github.com/chesszip/chesszip/pgn"
)

type gamesJSON struct {
	Query      string       `json:"query"`
	Understood string       `json:"understood"` // the query in words
	Sort       *string      `json:"sort"`
	Total      int64        `json:"total"` // number of matching games
	From       int64        `json:"from"`  // rank of the first of the page, from 0
	Games      []listedJSON `json:"games"`
	Next       *int64       `json:"next"`  // of the next page, null after the last
	Hints      []hintJSON   `json:"hints"` // suggestions if nothing was found
}

type hintJSON struct {
	Text  string `json:"text"`
	Query string `json:"query"` // with the suggested word
}

// games answers with a page of the games that match a query, in the order of the files
// or another.
func (s *Site) games(a *Answer) error {
	files, q, err := s.request(a)
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
	out.Total, out.Hints = total, []hintJSON{}
	if total == 0 {
		for _, h := range q.Hints(func(other *chesszip.Query) (int64, error) {
			_, n, err := s.page(a.Context, files, other, other.String(), gamelist.Key{}, 0, 0)
			return n, err
		}) {
			out.Hints = append(out.Hints, hintJSON{pgn.UTF8(h.Text), pgn.UTF8(h.Query.String())})
		}
	}
	if out.Games, err = s.headers(a.Context, page); err != nil {
		return err
	}
	if next := from + int64(len(page)); next < out.Total && len(page) > 0 {
		out.Next = &next
	}
	return a.JSON(out)
}
