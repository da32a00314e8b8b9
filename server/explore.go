package server

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// sizeOfExplored is about what an answer takes in memory.
func sizeOfExplored(x *chesszip.Explored) int { return 600 + 220*len(x.Moves) }

// tree returns what the games of files that a query means have made of a position; text
// is the query's form. Where opening tables answer, it does not wait for its turn.
func (s *site) tree(ctx context.Context, p board.Position, files []int, q *chesszip.Query, text string) (*chesszip.Explored, error) {
	key := new(strings.Builder)
	for _, i := range files {
		key.WriteString(place{file: i}.id() + ",")
	}
	key.WriteString(p.String() + " " + text)
	return s.explored.get(ctx, key.String(), func(ctx context.Context) (*chesszip.Explored, error) {
		work := func() (*chesszip.Explored, error) {
			e, err := chesszip.NewExplorer(p, q, nil)
			if err != nil {
				return nil, err
			}
			e.Next()
			for _, i := range files {
				if err := e.Add(ctx, s.files[i].Archive, i); err != nil {
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
func (s *site) stored(ctx context.Context, p board.Position, files []int, q *chesszip.Query) (bool, error) {
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
	FEN     string             `json:"fen"`
	Query   string             `json:"query"`
	White   int64              `json:"white"`
	Draws   int64              `json:"draws"`
	Black   int64              `json:"black"`
	Other   int64              `json:"other"`
	Opening *openingJSON       `json:"opening"`
	Looked  lookedJSON         `json:"looked"`
	Moves   []exploredMoveJSON `json:"moves"`
}

type lookedJSON struct {
	Stored  int64 `json:"stored"`
	Indexed int64 `json:"indexed"`
	Decoded int64 `json:"decoded"`
}

type exploredMoveJSON struct {
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
	Opening     *openingJSON `json:"opening"`
}

// sampleJSON is a sample game, and what was played in it.
type sampleJSON struct {
	UCI *string `json:"uci"`
	outlineJSON
}

type samplesJSON struct {
	Games []sampleJSON `json:"games"`
}

// explore answers what games have made of a position: what was counted first, and then
// sample games.
func (s *site) explore(a *answer) error {
	x, err := a.asked()
	if err != nil {
		return err
	}
	files, err := s.chosen(a)
	if err != nil {
		return err
	}
	q, text, err := a.query()
	if err != nil {
		return err
	}
	moves, err := a.number("moves", 1000, 0, 1000)
	if err != nil {
		return err
	}
	games, err := a.number("games", 8, 0, 50)
	if err != nil {
		return err
	}
	tree, err := s.tree(a.ctx, x.essence, files, q, text)
	if err != nil {
		return err
	}
	shown := tree.Moves[:min(int(moves), len(tree.Moves))]
	return a.jsonInParts(
		func() (any, error) {
			out := exploredJSON{
				FEN: x.position.String(), Query: pgn.UTF8(text), White: tree.White, Draws: tree.Draws, Black: tree.Black, Other: tree.Open,
				Opening: x.opening, Looked: lookedJSON(tree.Looked), Moves: []exploredMoveJSON{},
			}
			for i := range shown {
				out.Moves = append(out.Moves, exploredMove(tree.Position, &shown[i]))
			}
			return out, nil
		},
		func() (any, error) {
			best := samples(tree, shown)
			out := samplesJSON{Games: []sampleJSON{}}
			for _, g := range best[:min(int(games), len(best))] {
				h, err := s.header(a.ctx, g.place)
				if err != nil {
					return nil, err
				}
				out.Games = append(out.Games, sampleJSON{textOrNull(g.uci), outlineOf(g.place, &h)})
			}
			return out, nil
		})
}

// exploredMove returns a move of a position as JSON.
func exploredMove(p board.Position, m *chesszip.ExploredMove) exploredMoveJSON {
	opponents := m.BlackElo
	if p.Turn == board.Black {
		opponents = m.WhiteElo
	}
	out := exploredMoveJSON{
		UCI: notation.UCI(&p, m.Move, p.Chess960()), SAN: notation.SAN(&p, m.Move), White: m.White, Draws: m.Draws, Black: m.Black, Other: m.Open,
		Rating: orNull(m.Elo()), Opponents: orNull(opponents.Mean()), Performance: orNull(m.Performance(p.Turn)), LastYear: orNull(m.LastYear),
	}
	movegen.Make(&p, m.Move)
	out.Opening = openingOf(p)
	return out
}

// sample is a sample game, and the move that was played in it, "" if the game ended.
type sample struct {
	place
	rating int
	uci    string
}

// samples returns the sample games of a position and of moves from it, those of the
// highest ratings first.
func samples(tree *chesszip.Explored, moves []chesszip.ExploredMove) []sample {
	var all []sample
	seen := map[place]bool{}
	add := func(games []chesszip.SampleGame, uci string) {
		for _, g := range games {
			if at := (place{g.File, g.Number}); !seen[at] {
				seen[at] = true
				all = append(all, sample{at, g.Rating, uci})
			}
		}
	}
	p := tree.Position
	for i := range moves {
		add(moves[i].Samples, notation.UCI(&p, moves[i].Move, p.Chess960()))
	}
	if len(moves) == len(tree.Moves) {
		add(tree.Samples, "") // those that no move has
	}
	slices.SortStableFunc(all, func(x, y sample) int {
		return cmp.Or(cmp.Compare(y.rating, x.rating), cmp.Compare(x.file, y.file), cmp.Compare(x.number, y.number))
	})
	return all
}
