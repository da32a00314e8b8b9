package answers

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// Tree returns the moves and results that the games of files matching a query have from
// a position; text is the query in canonical form. If opening tables answer, it does not
// wait for its turn.
func (s *Site) Tree(ctx context.Context, p board.Position, files []int, q *chesszip.Query, text string) (*chesszip.Explored, error) {
	key := new(strings.Builder)
	for _, i := range files {
		key.WriteString(Place{File: i}.ID() + ",")
	}
	key.WriteString(p.String() + " " + text)
	return s.explored.Get(ctx, key.String(), func(ctx context.Context) (*chesszip.Explored, error) {
		work := func() (*chesszip.Explored, error) {
			e, err := chesszip.NewExplorer(p, nil)
			if err != nil {
				return nil, err
			}
			e.Next()
			for _, i := range files {
				if err := e.Add(ctx, s.files[i].Archive.Games().Where(q), i); err != nil {
					return nil, s.in(i, err)
				}
			}
			return e.Tree(), nil
		}
		stored, err := s.stored(ctx, p, files, q)
		if err != nil {
			return nil, err
		}
		if stored {
			return work()
		}
		return inTurn(ctx, s.scans, work)
	})
}

// stored reports whether opening tables alone answer.
func (s *Site) stored(ctx context.Context, p board.Position, files []int, q *chesszip.Query) (bool, error) {
	if len(q.Terms) > 0 {
		return false, nil
	}
	for _, i := range files {
		if ok, err := s.files[i].Archive.InOpenings(ctx, p); !ok || err != nil {
			return false, s.in(i, err)
		}
	}
	return true, nil
}

type exploredJSON struct {
	FEN        string             `json:"fen"`
	Query      string             `json:"query"`
	Understood string             `json:"understood"`
	White      int64              `json:"white"`
	Draws      int64              `json:"draws"`
	Black      int64              `json:"black"`
	Other      int64              `json:"other"`
	Opening    *OpeningJSON       `json:"opening"`
	Looked     lookedJSON         `json:"looked"`
	Moves      []ExploredMoveJSON `json:"moves"`
}

type lookedJSON struct {
	Stored  int64 `json:"stored"`
	Indexed int64 `json:"indexed"`
	Decoded int64 `json:"decoded"`
}

type ExploredMoveJSON struct {
	UCI         string       `json:"uci"`
	SAN         string       `json:"san"`
	White       int64        `json:"white"`
	Draws       int64        `json:"draws"`
	Black       int64        `json:"black"`
	Other       int64        `json:"other"`
	Rating      *int         `json:"averageRating"`
	Opponents   *int         `json:"averageOpponentRating"`
	Performance *int         `json:"performance"`
	LastYear    *int         `json:"lastYear"`
	Opening     *OpeningJSON `json:"opening"`
}

// sampleJSON is a sample game with the move played in it.
type sampleJSON struct {
	UCI *string `json:"uci"`
	outlineJSON
}

type samplesJSON struct {
	Games []sampleJSON `json:"games"`
}

// explore answers with the moves and results from a position: first the counts, then
// sample games.
func (s *Site) explore(a *Answer) error {
	x, err := a.Asked()
	if err != nil {
		return err
	}
	files, q, err := s.request(a)
	if err != nil {
		return err
	}
	moves, err := a.Number("moves")
	if err != nil {
		return err
	}
	games, err := a.Number("games")
	if err != nil {
		return err
	}
	tree, err := s.Tree(a.Context, x.Essence, files, q.Query, q.text)
	if err != nil {
		return err
	}
	shown := tree.Moves[:min(int(moves), len(tree.Moves))]
	return a.JSONInParts(
		func() (any, error) {
			out := exploredJSON{
				FEN: x.Position.String(), Query: pgn.UTF8(q.text), Understood: pgn.UTF8(q.meaning), White: tree.White, Draws: tree.Draws, Black: tree.Black, Other: tree.Open,
				Opening: x.Opening, Looked: lookedJSON(tree.Effort), Moves: []ExploredMoveJSON{},
			}
			for i := range shown {
				out.Moves = append(out.Moves, ExploredMove(tree.Position, &shown[i]))
			}
			return out, nil
		},
		func() (any, error) {
			best := Samples(tree, shown)
			out := samplesJSON{Games: []sampleJSON{}}
			for _, g := range best[:min(int(games), len(best))] {
				h, err := s.Header(a.Context, g.Place)
				if err != nil {
					return nil, err
				}
				out.Games = append(out.Games, sampleJSON{TextOrNull(g.UCI), outlineOf(g.Place, &h)})
			}
			return out, nil
		})
}

// ExploredMove returns a move of a position as JSON.
func ExploredMove(p board.Position, m *chesszip.ExploredMove) ExploredMoveJSON {
	opponents := m.BlackElo
	if p.Turn == board.Black {
		opponents = m.WhiteElo
	}
	out := ExploredMoveJSON{
		UCI: m.UCI, SAN: m.SAN, White: m.White, Draws: m.Draws, Black: m.Black, Other: m.Open,
		Rating: OrNull(m.Elo()), Opponents: OrNull(int(math.Round(opponents.Mean))), Performance: OrNull(m.Performance(p.Turn)), LastYear: OrNull(m.LastYear),
	}
	movegen.Make(&p, m.Move)
	out.Opening = openingOf(p)
	return out
}

// Sample is a sample game with the move played in it, "" if the game ended.
type Sample struct {
	Place
	Rating int
	UCI    string
}

// Samples returns the sample games of a position and of moves from it, the highest
// ratings first.
func Samples(tree *chesszip.Explored, moves []chesszip.ExploredMove) []Sample {
	var all []Sample
	seen := map[Place]bool{}
	add := func(games []chesszip.SampleGame, uci string) {
		for _, g := range games {
			if at := (Place{g.File, g.Number}); !seen[at] {
				seen[at] = true
				all = append(all, Sample{at, g.Rating, uci})
			}
		}
	}
	for i := range moves {
		add(moves[i].Samples, moves[i].UCI)
	}
	if len(moves) == len(tree.Moves) {
		add(tree.Samples, "") // those without one of the moves
	}
	slices.SortStableFunc(all, func(x, y Sample) int {
		return cmp.Or(cmp.Compare(y.Rating, x.Rating), cmp.Compare(x.File, y.File), cmp.Compare(x.Number, y.Number))
	})
	return all
}
