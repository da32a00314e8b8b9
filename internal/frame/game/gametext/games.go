package gametext

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// Game is the data of a game of a text.
type Game struct {
	// Tags are the tags in the order of the text.
	Tags []tagvalue.Tag
	// If the start position is unknown, Plies count from the standard one.
	tagvalue.Facts
	// Start is the start position of the game, and Moves its main line, by pgn.Line.
	// Playable is false if pgn.Line gives nothing; then there are no Moves.
	Start    board.Position
	Playable bool
	Moves    []board.Move
}

// EachGame calls yield with the games of a text until it returns false, or the
// context of b is done.
func EachGame(text []byte, ends []int, b *budget.Budget, yield func(g *Game) bool) {
	var g Game
	var line pgn.Line
	anyway := pgn.Line{Anyway: true}
	start := 0
	for _, end := range ends {
		game := text[start:end]
		start = end
		g = Game{Tags: AppendTags(g.Tags[:0], game), Start: board.Start(), Moves: g.Moves[:0]}
		line.Each(game, func(p *board.Position, m board.Move) bool {
			if g.Playable {
				g.Moves = append(g.Moves, m)
			} else {
				g.Start, g.Playable = *p, true
			}
			return b.Step(budget.FastPly)
		})
		g.Result = ResultOf(&anyway, g.Tags, game)
		if g.Plies = len(g.Moves); !g.Playable {
			g.Plies = CountPlies(&anyway, game, b)
		}
		if !b.Step(budget.Game) || !yield(&g) {
			return
		}
	}
}
