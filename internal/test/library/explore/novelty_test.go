package explore

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// TestNovelties compares novelties with those found by a list of all positions, of few and
// of many games, whose positions are searched in other ways.
func TestNovelties(t *testing.T) {
	src := kit.LichessHead(t, 300_000)
	var known []gamestate.Game
	for g, err := range kit.OpenPGN(t, src).Games().Lines(t.Context()) {
		require.NoError(t, err)
		known = append(known, g.Line)
	}
	seen := map[board.Position]int64{}
	for _, g := range known {
		own := map[board.Position]bool{}
		each(&g, func(p *board.Position, _ int) { own[gamestate.Essence(p)] = true })
		for p := range own {
			seen[p]++
		}
	}
	var games []gamestate.Game
	for i, g := range known {
		switch i % 3 { // known games, their first moves, and moves that no game has
		case 0:
			g.Moves = g.Moves[:min(len(g.Moves), 10)]
		case 1:
			p := g.Start
			n := min(len(g.Moves), i%60)
			for _, m := range g.Moves[:n] {
				movegen.Make(&p, m)
			}
			if legal := movegen.AppendLegal(nil, &p); len(legal) > 0 {
				g.Moves = append(g.Moves[:n:n], legal[i%len(legal)])
			}
		}
		games = append(games, g)
	}
	games = append(games, gamestate.Game{Start: board.Start()})
	want := make([]chesszip.Novelty, len(games))
	for i := range games {
		before := board.Position{}
		want[i].Ply = -1
		each(&games[i], func(p *board.Position, ply int) {
			if want[i].Ply < 0 && ply > 0 && seen[gamestate.Essence(p)] == 0 {
				m := games[i].Moves[ply-1]
				want[i] = chesszip.Novelty{
					Ply: ply - 1, Before: before, Move: m, UCI: notation.UCI(&before, m), SAN: notation.SAN(&before, m), Games: seen[gamestate.Essence(&before)],
				}
			}
			before = *p
		})
	}
	for name, a := range map[string]*chesszip.Archive{
		"PGN": kit.OpenPGN(t, src), "packed": kit.OpenBytes(t, kit.Compress(t, src, nil), nil),
		"open": kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: kit.EveryIndex}), nil),
	} {
		got, err := a.Games().Novelties(t.Context(), games)
		require.NoError(t, err)
		require.Equal(t, want, got, name)
		got, err = a.Games().Novelties(t.Context(), games[:7])
		require.NoError(t, err)
		require.Equal(t, want[:7], got, name)
		got, err = a.Games().Where(kit.Query("white:nobody-at-all")).Novelties(t.Context(), games[2:3])
		require.NoError(t, err)
		require.Equal(t, []chesszip.Novelty{{Before: games[2].Start, Move: games[2].Moves[0], UCI: got[0].UCI, SAN: got[0].SAN}}, got, name)
	}
	_, err := kit.OpenPGN(t, src).Games().Where(new(chesszip.Query).Add("date", "x")).Novelties(t.Context(), games)
	require.ErrorIs(t, err, chesszip.ErrQuery)
}

// each calls yield with the positions of a game and the half-moves before them.
func each(g *gamestate.Game, yield func(p *board.Position, ply int)) {
	p := g.Start
	yield(&p, 0)
	for i, m := range g.Moves {
		movegen.Make(&p, m)
		yield(&p, i+1)
	}
}
