package gameframe

import (
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
	mostFast    = 16
	// fewGames is the number of games below which nothing is tried.
	fewGames  = 8
	fewPlies  = 10
	tagPlies  = 12     // half-moves that name openings, as a rule
	tagWorth  = 4      // what knowing one of them saves in tags, in 1/16 bits
	groupCost = 16 * 8 // of a group of moves beside them, in 1/16 bits
)

// sampled is a game of the sample.
type sampled struct {
	openings.Game
	known learned.Known
	moves []board.Move
	named bool // a tag names the opening
}

// choose returns how many half-moves of each game the column of openings holds, and
// which book is the better one.
func (s *splitter) choose(src []byte, ends []int, level *learned.Level) (plies, of int) {
	most := mostFast
	if level != nil {
		most = mostLearned
	}
	games := s.sample(src, ends[:min(len(ends), sampleGames)], most)
	var costs [book.Books][openings.MaxPlies]int
	for number := range costs {
		s.openings.Reset(most, number, false)
		for i := range games {
			s.openings.Write(&games[i].Game, games[i].moves)
		}
		costs[number] = s.openings.Costs()
		if sum(costs[number][:fewPlies]) < sum(costs[of][:fewPlies]) {
			of = number
		}
	}
	if len(games) < fewGames {
		return fewPlies, of
	}
	gain, best := 0, 0
	for ply := 0; ply < most; ply += stepPlies {
		gain += s.costOf(games, ply, level) - sum(costs[of][ply:ply+stepPlies])*15/16
		if ply < tagPlies {
			for i := range games {
				if games[i].named && ply < len(games[i].moves) {
					gain += tagWorth * stepPlies
				}
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
func (s *splitter) sample(src []byte, ends []int, most int) []sampled {
	games := make([]sampled, len(ends))
	gametext.EachTags(src, ends, false, s.budget, func(i int, tags []tagvalue.Tag, _ int) bool {
		g := &games[i]
		g.Game = openings.GameOf(tags, &board.Position{}, most)
		for _, t := range tags {
			moves.Learn(&g.known, t.Name, t.Value)
			g.named = g.named || string(t.Name) == "ECO"
		}
		return true
	})
	gametext.EachMove(src, ends, nil, s.budget, func(i, ply int, p *board.Position, m board.Move) bool {
		g := &games[i]
		switch {
		case ply == 0:
			g.Start = *p
			return true
		case m == board.NullMove:
			return false
		}
		g.moves = append(g.moves, m)
		return len(g.moves) < most
	})
	for i := range games {
		games[i].Plies = len(games[i].moves)
		games[i].known.Plies = 2 * openings.MaxPlies // the usual
	}
	return games
}

// costOf returns how many bits the moves after ply half-moves take by the level, in
// 1/16.
func (s *splitter) costOf(games []sampled, ply int, level *learned.Level) int {
	s.moves.Reset(level, false)
	for i := range games {
		g := &games[i]
		s.moves.Begin(&g.known)
		s.line.Reset(&g.Start, level != nil)
		for n, m := range g.moves[:min(ply+stepPlies, len(g.moves))] {
			if n >= ply {
				s.budget.Step(budget.FastPly)
				s.legal = movegen.AppendLegal(s.legal[:0], &s.line.Now().Position)
				s.moves.Write(&s.line, s.legal, movegen.Index(&s.line.Now().Position, m, s.legal))
			}
			s.line.Play(m)
		}
	}
	groups := (len(games) + moves.GroupGames - 1) / moves.GroupGames
	return 16*8*len(s.moves.Finish()) - groups*groupCost
}
