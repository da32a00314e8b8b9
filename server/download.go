package server

import (
	"bufio"
	"context"
	"io"
	"net/http"

	"github.com/chesszip/chesszip"
)

// download sends a selection of games, as PGN or as an archive, as it is made. It waits
// for its turn as searches do.
func (s *site) download(a *answer) error {
	files, err := s.chosen(a)
	if err != nil {
		return err
	}
	q, _, err := a.query()
	if err != nil {
		return err
	}
	var games [][2]place
	if text := a.r.FormValue("games"); text != "" {
		if games, err = s.ranges(text); err != nil {
			return err
		}
	}
	kind, name := typePGN, "games.pgn"
	switch a.r.FormValue("format") {
	case "", "pgn":
	case "czip":
		kind, name = typeBinary, "games.czip"
	default:
		return bad("format: want pgn or czip")
	}
	// A download may take as long as it takes, while its client takes what comes.
	ctx, stop := context.WithCancel(a.r.Context())
	defer stop()
	a.ctx = ctx
	if err = s.scans.enter(ctx); err != nil {
		return err
	}
	defer s.scans.leave()
	a.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	a.begin(kind)
	if a.r.Method == http.MethodHead {
		return nil
	}
	if kind == typePGN {
		w := bufio.NewWriterSize(a, 64<<10)
		if err = s.copyGames(ctx, w, files, q, games); err != nil {
			return err
		}
		return w.Flush()
	}
	z := chesszip.NewWriterContext(ctx, a, nil)
	if err = s.copyGames(ctx, z, files, q, games); err != nil {
		return err
	}
	return z.Close()
}

// copyGames writes the texts of games: of those that are named, or those of a query in
// files.
func (s *site) copyGames(ctx context.Context, w io.Writer, files []int, q *chesszip.Query, games [][2]place) error {
	for _, r := range games {
		if _, err := s.files[r[0].file].Archive.Copy(ctx, w, r[0].number, r[1].number); err != nil {
			return s.in(r[0].file, err)
		}
	}
	if games != nil {
		return nil
	}
	for _, i := range files {
		if _, err := s.files[i].Archive.CopyFiltered(ctx, w, q); err != nil {
			return s.in(i, err)
		}
	}
	return nil
}
