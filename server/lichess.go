package server

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/base/turns"
	"github.com/chesszip/chesszip/internal/serve/answers"
)

// The protocol of Lichess' opening explorer. Its parameters are described at
// https://lichess.org/api, tag "Opening Explorer".

// explorer answers requests in this protocol.
type explorer struct {
	*answers.Site
	clocks *turns.Flights[chesszip.Game] // tags from which the speed of a game follows
}

func newExplorer(s *answers.Site) *explorer {
	return &explorer{s, turns.NewFlights(1<<20, func(chesszip.Game) int { return 500 })}
}

// explorerKind is one of the explorer's routes.
type explorerKind struct {
	top, mostTop int64 // number of sample games with the highest ratings
	recent       int64 // number of latest games
	mostRecent   int64
	online       bool // games have a speed and a mode
	player       bool // the games of one player
}

var (
	masterGames  = explorerKind{top: 15, mostTop: 15}
	lichessGames = explorerKind{top: 4, mostTop: 4, recent: 4, mostRecent: 8, online: true}
	playerGames  = explorerKind{mostTop: 4, recent: 8, mostRecent: 8, online: true, player: true}
)

func (s *explorer) masters(a *answers.Answer) error { return s.answer(a, masterGames) }
func (s *explorer) lichess(a *answers.Answer) error { return s.answer(a, lichessGames) }
func (s *explorer) player(a *answers.Answer) error  { return s.answer(a, playerGames) }

// explorerRequest is a parsed request.
type explorerRequest struct {
	explorerKind
	*answers.Asked
	query   *chesszip.Query
	text    string // of query
	moves   int64
	history bool
}

// answer answers a request as explorer.lichess.org does.
func (s *explorer) answer(a *answers.Answer, kind explorerKind) error {
	x, err := s.explorerRequest(a, kind)
	if err != nil {
		return err
	}
	files, err := s.Chosen(a)
	if err != nil {
		return err
	}
	if kind.online {
		for _, i := range files {
			if _, err := s.HasTag(a.Context, i, "TimeControl"); err != nil {
				return err // later half the answer has been sent
			}
		}
	}
	if !kind.player {
		tree, err := s.Tree(a.Context, x.Essence, files, x.query, x.text)
		if err != nil {
			return err
		}
		return a.JSONInParts(x.parts(s, a.Context, files, tree)...)
	}
	// It sends a line as soon as there is one, and a complete answer after each further
	// file.
	for n := range files {
		tree, err := s.Tree(a.Context, x.Essence, files[:n+1], x.query, x.text)
		if err != nil {
			return err
		}
		if n == 0 {
			a.Begin(typeNDJSON)
		}
		if err := a.JSONPart(x.parts(s, a.Context, files, tree)...); err != nil {
			return err
		}
	}
	return nil
}

// parts returns the parts of the answer in their order: first the counts, then what
// needs games to be looked up.
func (x *explorerRequest) parts(s *explorer, ctx context.Context, files []int, tree *chesszip.Explored) []func() (any, error) {
	shown := tree.Moves[:min(int(x.moves), len(tree.Moves))]
	all := answers.Samples(tree, shown)
	all = slices.DeleteFunc(all, func(g answers.Sample) bool { return g.UCI == "" })
	counts := func() (any, error) {
		return explorerCounts{tree.White, tree.Draws, tree.Black, x.Opening}, nil
	}
	moves := func() (any, error) {
		list := []any{}
		for i := range shown {
			m, err := x.move(s, ctx, tree, &shown[i])
			if err != nil {
				return nil, err
			}
			list = append(list, m)
		}
		return explorerMoves{list}, nil
	}
	parts := []func() (any, error){counts, moves}
	if x.mostTop > 0 {
		parts = append(parts, func() (any, error) {
			games, err := x.games(s, ctx, all[:min(int(x.top), len(all))])
			return topGames{games}, err
		})
	}
	if x.mostRecent > 0 {
		parts = append(parts, func() (any, error) {
			games, err := x.latest(s, ctx, all)
			return recentGames{games}, err
		})
	}
	if x.history {
		parts = append(parts, func() (any, error) { return explorerHistory{nil}, nil })
	}
	if x.player {
		parts = append(parts, func() (any, error) { return queuePosition{0}, nil })
	}
	return parts
}

// move returns a move in the explorer's form. If only one game has it, the game is
// named.
func (x *explorerRequest) move(s *explorer, ctx context.Context, tree *chesszip.Explored, m *chesszip.ExploredMove) (any, error) {
	e := answers.ExploredMove(tree.Position, m)
	base := explorerMove{UCI: e.UCI, SAN: e.SAN, White: m.White, Draws: m.Draws, Black: m.Black, Opening: e.Opening}
	if m.Games() == 1 && len(m.Samples) > 0 {
		g := m.Samples[0]
		games, err := x.games(s, ctx, []answers.Sample{{Place: answers.Place{File: g.File, Number: g.Number}, Rating: g.Rating}})
		if err != nil {
			return nil, err
		}
		base.Game = games[0]
	}
	if x.player {
		return playerMove{base, e.Opponents, e.Performance}, nil
	}
	return ratedMove{base, e.Rating}, nil
}

// games returns sample games in the explorer's form.
func (x *explorerRequest) games(s *explorer, ctx context.Context, all []answers.Sample) ([]any, error) {
	games := []any{}
	for _, g := range all {
		h, err := s.Header(ctx, g.Place)
		if err != nil {
			return nil, err
		}
		base := explorerGameOf(g, &h)
		if !x.online {
			games = append(games, base)
			continue
		}
		o := onlineGame{explorerGame: base}
		if o.Speed, o.Mode, err = s.speed(ctx, g.Place); err != nil {
			return nil, err
		}
		games = append(games, o)
	}
	return games, nil
}

// latest returns the latest of some sample games.
func (x *explorerRequest) latest(s *explorer, ctx context.Context, all []answers.Sample) ([]any, error) {
	if x.recent == 0 {
		return []any{}, nil
	}
	type dated struct {
		answers.Sample
		date string
	}
	var games []dated
	for _, g := range all[:min(len(all), mostDated)] {
		h, err := s.Header(ctx, g.Place)
		if err != nil {
			return nil, err
		}
		// Question marks of unknown dates sort before digits.
		games = append(games, dated{g, strings.ReplaceAll(h.Date(), "?", " ")})
	}
	slices.SortStableFunc(games, func(x, y dated) int { return cmp.Compare(y.date, x.date) })
	var some []answers.Sample
	for _, g := range games[:min(len(games), int(x.recent))] {
		some = append(some, g.Sample)
	}
	return x.games(s, ctx, some)
}

// mostDated is the number of sample games among which the latest are chosen.
const mostDated = 24

// speed returns the speed and the mode of a game, named as on Lichess, or nil if its
// tags do not give them.
func (s *explorer) speed(ctx context.Context, p answers.Place) (speed, mode *string, err error) {
	if has, err := s.HasTag(ctx, p.File, "TimeControl"); err != nil || !has {
		return nil, nil, err
	}
	h, err := s.tags(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	if base, increment, ok := tagvalue.ParseTimeControl([]byte(h.Tag("TimeControl"))); ok {
		speed = answers.TextOrNull(speedOf(base + 40*increment))
	} else if h.Tag("TimeControl") == "-" {
		speed = answers.TextOrNull("correspondence")
	}
	switch event := strings.ToLower(h.Tag("Event")); {
	case strings.HasPrefix(event, "rated"):
		mode = answers.TextOrNull("rated")
	case strings.HasPrefix(event, "casual"):
		mode = answers.TextOrNull("casual")
	}
	return speed, mode, nil
}

// tags returns the tags of a game from which its speed follows.
func (s *explorer) tags(ctx context.Context, p answers.Place) (chesszip.Game, error) {
	return s.clocks.Get(ctx, p.ID(), func(ctx context.Context) (chesszip.Game, error) { return s.Tags(ctx, p, "TimeControl", "Event") })
}
