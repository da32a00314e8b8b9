package chesszip

import (
	"context"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// Novelty is the first move of a game to a position that no game of an archive has.
type Novelty struct {
	// Ply is the number of half-moves before it, -1 if every position of the game is in
	// the archive.
	Ply int `json:"ply"`
	// Before is the position in which it was played, Move the move.
	Before board.Position `json:"before,omitzero"`
	Move   board.Move     `json:"-"`
	UCI    string         `json:"uci,omitempty"`
	SAN    string         `json:"san,omitempty"`
	// Games is the number of games of the archive that have the position Before.
	Games int64 `json:"games"`
}

const (
	// noveltyPlies is the number of half-moves of a game that are searched in one pass.
	noveltyPlies = 16
	// noveltyPositions is the greatest number of positions of one pass, except for a
	// single game.
	noveltyPositions = 8192
)

// Novelties returns the novelty of each of some games, compared with the games of g.
// Positions are compared by the rule of repetition, so that other
// orders of moves count as known. It searches for the positions of many games in one pass,
// as Explore does. The error is ErrQuery for a malformed query, that of ctx, or damage: the
// games after it count as if they were not there.
func (g Games) Novelties(ctx context.Context, games []gamestate.Game) ([]Novelty, error) {
	if g.err != nil {
		return nil, g.err
	}
	all := make([]Novelty, len(games))
	open := make([]*followed, len(games))
	for i := range games {
		all[i] = Novelty{Ply: -1}
		open[i] = &followed{game: &games[i], now: games[i].Start, to: &all[i]}
	}
	var damage error
	for first := true; len(open) > 0; first = false {
		var next []*followed
		for len(open) > 0 {
			var p positionSet
			n := 0
			for n < len(open) && (n == 0 || len(p.positions)+noveltyPlies < noveltyPositions) {
				open[n].ahead(&p, first)
				n++
			}
			x, err := g.explore(ctx, p.positions)
			if err != nil && !view.IsDamage(err) || ctx.Err() != nil {
				return all, ctxio.Instead(ctx, err)
			}
			damage = keepFirst(damage, err)
			for _, f := range open[:n] {
				if f.follow(func(k int) int64 { return x.Nodes[k].Games() }) {
					next = append(next, f)
				}
			}
			open = open[n:]
		}
		open = next
	}
	return all, damage
}

// positionSet is a list of different positions.
type positionSet struct {
	positions []board.Position
	number    map[board.Position]int
}

func (s *positionSet) add(p *board.Position) int {
	essence := gamestate.Essence(p)
	n, ok := s.number[essence]
	if !ok {
		if s.number == nil {
			s.number = map[board.Position]int{}
		}
		n = len(s.positions)
		s.number[essence] = n
		s.positions = append(s.positions, essence)
	}
	return n
}

// followed is a game whose novelty is sought.
type followed struct {
	game  *gamestate.Game
	now   board.Position // after ply half-moves, all of whose positions are known
	ply   int
	games int64 // that have this position
	asked []int // numbers of the next positions, with now before them if first is set
	first bool
	to    *Novelty
}

// ahead adds the next positions to a set.
func (g *followed) ahead(s *positionSet, first bool) {
	g.asked, g.first = g.asked[:0], first
	p := g.now
	if first {
		g.asked = append(g.asked, s.add(&p))
	}
	for _, m := range g.game.Moves[g.ply:min(len(g.game.Moves), g.ply+noveltyPlies)] {
		movegen.Make(&p, m)
		g.asked = append(g.asked, s.add(&p))
	}
}

// follow goes on while positions are known, and reports whether the next ones are wanted.
func (g *followed) follow(games func(n int) int64) (more bool) {
	asked := g.asked
	if g.first {
		g.games, asked = games(asked[0]), asked[1:]
	}
	for _, n := range asked {
		m, count := g.game.Moves[g.ply], games(n)
		if count == 0 {
			*g.to = Novelty{g.ply, g.now, m, notation.UCI(&g.now, m), notation.SAN(&g.now, m), g.games}
			return false
		}
		movegen.Make(&g.now, m)
		g.ply, g.games = g.ply+1, count
	}
	return g.ply < len(g.game.Moves)
}
