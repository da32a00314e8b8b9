package game

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/frame/game/openings"
	model "github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
)

// The length of the column of openings, in half-moves, is chosen by coding the first
// games of a frame both ways.
const (
	sampleGames = 16 * moves.GroupGames
	// fewGames is the least number of games for a trial.
	fewGames = 8
	fewPlies = 10
	tagPlies = 12 // usual number of half-moves that name openings
	tagWorth = 4  // saving in tags of knowing one of them, in 1/16 bits
)

// steps are the numbers of half-moves that are tried: coarser for later ones, which
// fewer games have.
var steps = [...]int{2, 4, 6, 8, 10, 12, 16, 22, openings.MaxPlies}

// sampler is the state to code some games both ways.
type sampler struct {
	moves moves.Writer
	legal []board.Move
}

// sampled is a game of the sample.
type sampled struct {
	start board.Position
	tags  []tagvalue.Tag
	known model.Known
	moves []board.Move
	holds int        // number of moves that the column takes
	line  moves.Line // place up to which their costs are known
	named bool       // a tag names the opening
}

// choose returns the number of half-moves of each game in the column of openings, and
// the better book.
func (s *sampler) choose(column *openings.Writer, src []byte, ends []int, level *learned.Level, b *budget.Budget) (plies, of int) {
	games := sample(src, ends[:min(len(ends), sampleGames)], openings.MaxPlies, b)
	var costs [book.Books][openings.MaxPlies]int
	for number := range costs {
		column.Reset(openings.MaxPlies, number, false)
		for i := range games {
			g := &games[i]
			known := openings.GameOf(g.tags, &g.start, len(g.moves))
			column.Begin(&known)
			for _, m := range g.moves {
				column.Play(m)
			}
			column.End(len(g.moves))
			g.holds = column.Held()
		}
		costs[number] = column.Costs()
		if sum(costs[number][:fewPlies]) < sum(costs[of][:fewPlies]) {
			of = number
		}
	}
	if len(games) < fewGames {
		return fewPlies, of
	}
	for i := range games {
		games[i].line.Reset(&games[i].start, level != nil)
	}
	gain, best, from := 0, 0, 0
	for _, to := range steps {
		gain += s.cost(games, from, to, level, b) - sum(costs[of][from:to])*15/16
		for i := range games {
			if games[i].named {
				gain += tagWorth * max(min(to, games[i].holds, tagPlies)-from, 0)
			}
		}
		if gain > best {
			plies, best = to, gain
		}
		from = to
	}
	return plies, of
}

func sum(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}

// sample reads the first moves of games.
func sample(src []byte, ends []int, most int, b *budget.Budget) []sampled {
	games := make([]sampled, len(ends))
	gametext.EachTags(src, ends, []string{}, false, b, func(i int, tags []tagvalue.Tag, _ tagvalue.Facts) bool {
		g := &games[i]
		g.tags = slices.Clone(tags)
		g.known.Plies = 2 * openings.MaxPlies // a usual number
		for _, t := range tags {
			moves.Learn(&g.known, t.Name, t.Value)
			g.named = g.named || string(t.Name) == "ECO"
		}
		return true
	})
	gametext.EachMove(src, ends, nil, b, func(i, ply int, p *board.Position, m board.Move) bool {
		g := &games[i]
		switch {
		case ply == 0:
			g.start = *p
			return true
		case m == board.NullMove:
			return false
		}
		g.moves = append(g.moves, m)
		return len(g.moves) < most
	})
	return games
}

// cost returns the size by the level, in 1/16 bits, of the half-moves from one number
// to another that the column would hold. The lines of the games move from the first
// number to the other.
func (s *sampler) cost(games []sampled, from, to int, level *learned.Level, b *budget.Budget) int {
	s.moves.Reset(level, false)
	for i := range games {
		g := &games[i]
		s.moves.Begin(&g.known)
		for _, m := range g.moves[min(from, g.holds):min(to, g.holds)] {
			b.Step(budget.FastPly)
			position := &g.line.Now().Position
			s.legal = movegen.AppendLegal(s.legal[:0], position)
			s.moves.Write(&g.line, s.legal, movegen.Index(position, m, s.legal))
			g.line.Play(m)
		}
	}
	return s.moves.Cost()
}
