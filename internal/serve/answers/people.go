package answers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// playerReportJSON is the report of a player, with what was asked.
type playerReportJSON struct {
	Name       string `json:"name"`
	Query      string `json:"query"`
	Understood string `json:"understood"`
	chesszip.PlayerReport
}

// player answers with the report of a player.
func (s *Site) player(a *Answer) error {
	files, q, err := s.request(a)
	if err != nil {
		return err
	}
	limit, err := a.Number("limit")
	if err != nil {
		return err
	}
	name := strings.TrimSpace(a.Value("name"))
	r, err := s.reports.Get(a.Context, fmt.Sprintf("%v %d %q %s", files, limit, name, q.text), func(ctx context.Context) (*chesszip.PlayerReport, error) {
		return inTurn(ctx, s.searches, func() (*chesszip.PlayerReport, error) {
			r, err := chesszip.NewPlayerReporter(name)
			if err != nil {
				return nil, err
			}
			for _, i := range files {
				if err := r.Add(ctx, s.files[i].Archive.Games().Where(q.Query)); err != nil {
					return nil, s.in(i, err)
				}
			}
			return r.Report(int(limit)), ctx.Err()
		})
	})
	if err != nil {
		return err
	}
	return a.JSON(playerReportJSON{pgn.UTF8(name), pgn.UTF8(q.text), pgn.UTF8(q.meaning), *r})
}

// sizeOfReport is the approximate size of a report in memory.
func sizeOfReport(r *chesszip.PlayerReport) int {
	return 500 + 120*(len(r.Names)+len(r.Years)+len(r.Ratings)+len(r.Openings.White)+len(r.Openings.Black)+len(r.Opponents))
}

type namesJSON struct {
	Query      string               `json:"query"`
	Understood string               `json:"understood"`
	Players    []chesszip.NameCount `json:"players"`
	Events     []chesszip.NameCount `json:"events"`
}

// mostCounted is the greatest number of names that are counted; names after them are not.
const mostCounted = 100_000

// names answers with the most frequent players and events of the games of a query.
func (s *Site) names(a *Answer) error {
	files, q, err := s.request(a)
	if err != nil {
		return err
	}
	limit, err := a.Number("limit")
	if err != nil {
		return err
	}
	found, err := s.named.Get(a.Context, fmt.Sprint(files, limit, q.text), func(ctx context.Context) (*namesJSON, error) {
		return inTurn(ctx, s.searches, func() (*namesJSON, error) {
			players, events := names{}, names{}
			for _, i := range files {
				if err := s.countNames(ctx, i, q.Query, len(files) == 1, players, events); err != nil {
					return nil, s.in(i, err)
				}
			}
			return &namesJSON{pgn.UTF8(q.text), pgn.UTF8(q.meaning), players.frequent(limit), events.frequent(limit)}, ctx.Err()
		})
	})
	if err != nil {
		return err
	}
	return a.JSON(*found)
}

// names are numbers of games by name.
type names map[string]int64

// add counts games of a name, unless it says nothing.
func (n names) add(name string, games int64) {
	if name = pgn.UTF8(name); !tagvalue.Unknown([]byte(name)) && (len(n) < mostCounted || n[name] > 0) {
		n[name] += games
	}
}

// countNames adds the players and events of the games of a query in a file. Listed allows
// it to take them from the lists of an archive if all games are asked for: only the most
// frequent ones.
func (s *Site) countNames(ctx context.Context, file int, q *chesszip.Query, listed bool, players, events names) error {
	a := s.files[file].Archive
	games := a.Games().Where(q)
	if listed && len(q.Terms) == 0 {
		p, err := a.Players(ctx)
		if err != nil {
			return err
		}
		e, err := a.Events(ctx)
		if err != nil {
			return err
		}
		if p != nil && e != nil {
			for _, n := range p.Frequent {
				players.add(n.Name, n.Games)
			}
			for _, n := range e.Frequent {
				events.add(n.Name, n.Games)
			}
			games = games.Range(p.Games, math.MaxInt64) // those that were appended since
		}
	}
	for g, err := range games.Rows(ctx, chesszip.FieldTags, "White", "Black", "Event") {
		if err != nil {
			return err
		}
		players.add(g.Tag("White"), 1)
		players.add(g.Tag("Black"), 1)
		events.add(g.Tag("Event"), 1)
	}
	return nil
}

// frequent returns at most limit names, those with the most games first.
func (n names) frequent(limit int64) []chesszip.NameCount {
	all := make([]chesszip.NameCount, 0, len(n))
	for name, games := range n {
		all = append(all, chesszip.NameCount{Name: name, Games: games})
	}
	slices.SortFunc(all, func(a, b chesszip.NameCount) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Name, b.Name))
	})
	return all[:min(len(all), int(limit))]
}

// sizeOfNames is the approximate size of an answer in memory.
func sizeOfNames(n *namesJSON) int { return 300 + 60*(len(n.Players)+len(n.Events)) }
