package answers

import (
	"bufio"
	"context"
	"io"

	"github.com/chesszip/chesszip"
)

// download sends a selection of games, as PGN or as an archive, as it is made. It waits
// for its turn as searches do.
func (s *Site) download(a *Answer) error {
	files, err := s.Chosen(a)
	if err != nil {
		return err
	}
	q, _, err := a.Query()
	if err != nil {
		return err
	}
	var games [][2]Place
	if text := a.Value("games"); text != "" {
		if games, err = s.ranges(text); err != nil {
			return err
		}
	}
	kind, name := TypePGN, "games.pgn"
	switch a.Value("format") {
	case "", "pgn":
	case "czip":
		kind, name = TypeBinary, "games.czip"
	default:
		return Bad("format: want pgn or czip")
	}
	ctx := a.Context
	if err = s.scans.Enter(ctx); err != nil {
		return err
	}
	defer s.scans.Leave()
	a.To.Begin(Head{Type: kind, Name: name})
	if a.Request.Head {
		return nil
	}
	if kind == TypePGN {
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
func (s *Site) copyGames(ctx context.Context, w io.Writer, files []int, q *chesszip.Query, games [][2]Place) error {
	for _, r := range games {
		if _, err := s.files[r[0].File].Archive.Copy(ctx, w, r[0].Number, r[1].Number); err != nil {
			return s.in(r[0].File, err)
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
