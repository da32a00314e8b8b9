package answers

import (
	"bufio"
	"context"
	"io"
	"strings"

	"github.com/chesszip/chesszip"
)

// download sends a selection of games, as PGN or as an archive, while it is made. It
// waits for its turn as searches do, and gives up its turn while its client does not
// read.
func (s *Site) download(a *Answer) error {
	files, q, err := s.request(a)
	if err != nil {
		return err
	}
	var games [][2]Place
	if text := a.Value("games"); text != "" {
		if games, err = s.ranges(text); err != nil {
			return err
		}
	}
	format, err := formatOf(a)
	if err != nil {
		return err
	}
	_, err = inTurn(a.Context, s.sent, func() (none struct{}, err error) {
		return none, sending(a, s.scans, func(to io.Writer) error {
			a.To.Begin(Head{Type: format.kind, Name: s.downloadName(files, q.text) + format.ending})
			if a.Request.Head {
				return nil
			}
			return format.write(a.Context, to, func(w io.Writer) error {
				return s.copyGames(a.Context, w, files, q.Query, games)
			})
		})
	})
	return err
}

// format is a form in which games are sent.
type format struct{ kind, ending string }

// formatOf returns the format that a request names, by default PGN.
func formatOf(a *Answer) (format, error) {
	switch a.Value("format") {
	case "", "pgn":
		return format{TypePGN, ".pgn"}, nil
	case "czip":
		return format{TypeBinary, ".czip"}, nil
	}
	return format{}, Bad("format: want pgn or czip")
}

// write writes the games that text writes, in the format.
func (f format) write(ctx context.Context, to io.Writer, text func(w io.Writer) error) error {
	if f.kind == TypePGN {
		w := bufio.NewWriterSize(to, 64<<10)
		if err := text(w); err != nil {
			return err
		}
		return w.Flush()
	}
	z := chesszip.NewWriter(ctx, to, nil)
	if err := text(z); err != nil {
		return err
	}
	return z.Close()
}

// mostName is the greatest length of a download's name in letters.
const mostName = 60

// downloadName returns a name for the games of a query: the name of their file and the
// words of the query, in letters that every system allows.
func (s *Site) downloadName(files []int, query string) string {
	text := "games"
	if len(files) == 1 {
		text, _, _ = strings.Cut(s.files[files[0]].Name, ".")
	}
	words := strings.FieldsFunc(text+" "+query, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	})
	name := strings.Join(words, "-")
	if name == "" {
		return "games"
	}
	return strings.TrimRight(name[:min(len(name), mostName)], "-")
}

// copyGames writes the texts of games: the listed ones, or those of a query in files.
func (s *Site) copyGames(ctx context.Context, w io.Writer, files []int, q *chesszip.Query, games [][2]Place) error {
	for _, r := range games {
		if _, err := s.files[r[0].File].Archive.Games().Range(r[0].Number, r[1].Number).WriteTo(ctx, w); err != nil {
			return s.in(r[0].File, err)
		}
	}
	if games != nil {
		return nil
	}
	for _, i := range files {
		if _, err := s.files[i].Archive.Games().Where(q).WriteTo(ctx, w); err != nil {
			return s.in(i, err)
		}
	}
	return nil
}
