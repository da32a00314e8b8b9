package firstmoves

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/gameframe/gametext"
	"github.com/chesszip/chesszip/internal/gameframe/moves"
	"github.com/chesszip/chesszip/internal/gameframe/openings"
	"github.com/chesszip/chesszip/internal/model/book"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
)

// How many half-moves the column of openings holds is found by coding the first games
// of a frame both ways.
const (
	sampleGames = 2 * moves.GroupGames
	// stepPlies is how many half-moves are looked at together.
	stepPlies = 2
	// The most half-moves where a learned level codes the others, and where the fast
	// level does: more would save little, and take longer.
	mostLearned = 16
	mostFast    = 24
	// The fast level takes less time than the column: each half-move from a later one
	// on must save so much, in 1/16 bits.
	laterFast = 16
	fastWorth = 8
	// mostMemory is what reading the column holds in memory at most, in bytes.
	mostMemory = budget.Memory / 3
	// fewGames is the number of games below which nothing is tried.
	fewGames  = 8
	fewPlies  = 10
	tagPlies  = 12     // half-moves that name openings, as a rule
	tagWorth  = 4      // what knowing one of them saves in tags, in 1/16 bits
	groupCost = 16 * 8 // of a group of moves beside them, in 1/16 bits
)

// sampler is what coding some games both ways takes.
type sampler struct {
	moves moves.Writer
	legal []board.Move
}

// sampled is a game of the sample.
type sampled struct {
	start board.Position
	tags  []tagvalue.Tag
	known learned.Known
	moves []board.Move
	line  moves.Line // how far their costs are known
	named bool       // a tag names the opening
}

// choose returns how many half-moves of each game the column of openings holds, and
// which book is the better one.
func (s *sampler) choose(column *openings.Writer, src []byte, ends []int, level *learned.Level, b *budget.Budget) (plies, of int) {
	most := mostFast
	if level != nil {
		most = mostLearned
	}
	most = min(most, mostMemory/(openings.PlyBytes*max(len(ends), 1))/stepPlies*stepPlies)
	games := sample(src, ends[:min(len(ends), sampleGames)], most, b)
	var costs [book.Books][openings.MaxPlies]int
	for number := range costs {
		column.Reset(most, number, false)
		for i := range games {
			g := &games[i]
			known := openings.GameOf(g.tags, &g.start, len(g.moves))
			column.Write(&known, g.moves)
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
	gain, best := 0, 0
	for ply := 0; ply < most; ply += stepPlies {
		gain += s.cost(games, ply, level, b) - sum(costs[of][ply:ply+stepPlies])*15/16
		if ply < tagPlies {
			for i := range games {
				if games[i].named && ply < len(games[i].moves) {
					gain += tagWorth * stepPlies
				}
			}
		}
		if level == nil && ply >= laterFast {
			for i := range games {
				gain -= fastWorth * min(max(len(games[i].moves)-ply, 0), stepPlies)
			}
		}
		if gain > best {
			plies, best = ply+stepPlies, gain
		}
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
	gametext.EachTags(src, ends, false, b, func(i int, tags []tagvalue.Tag, _ int) bool {
		g := &games[i]
		g.tags = slices.Clone(tags)
		g.known.Plies = 2 * openings.MaxPlies // the usual
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

// cost returns how many bits the moves after ply half-moves take by the level, in
// 1/16. The lines of the games stand there, and go on to the next ones.
func (s *sampler) cost(games []sampled, ply int, level *learned.Level, b *budget.Budget) int {
	s.moves.Reset(level, false)
	for i := range games {
		g := &games[i]
		s.moves.Begin(&g.known)
		for _, m := range g.moves[min(ply, len(g.moves)):min(ply+stepPlies, len(g.moves))] {
			b.Step(budget.FastPly)
			position := &g.line.Now().Position
			s.legal = movegen.AppendLegal(s.legal[:0], position)
			s.moves.Write(&g.line, s.legal, movegen.Index(position, m, s.legal))
			g.line.Play(m)
		}
	}
	groups := (len(games) + moves.GroupGames - 1) / moves.GroupGames
	return 16*8*len(s.moves.Finish()) - groups*groupCost
}
