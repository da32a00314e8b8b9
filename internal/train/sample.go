package train

import (
	"math/rand/v2"
	"strconv"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// This file writes random games of a model of moves, as PGN.

// AppendGame appends game number n, from 0, of a sample to dst. The level draws the
// moves of two players of the rating elo. Equal arguments give equal games.
func AppendGame(dst []byte, l *learned.Level, seed uint64, elo, n int) []byte {
	// Each game has its own generator, so that a longer sample begins with the games
	// of a shorter one.
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	known := learned.Known{Result: drawnResult(rng), WhiteElo: elo, BlackElo: elo, Ending: learned.Normal}
	g := l.Sample(rng, &known)
	result := resultOf(&g, known.Result)
	rating := strconv.Itoa(elo)
	tags := []pgn.Tag{
		{Name: "Event", Value: "Sampled game"},
		{Name: "Site", Value: "?"},
		{Name: "Date", Value: "????.??.??"},
		{Name: "Round", Value: strconv.Itoa(n + 1)},
		{Name: "White", Value: "Model " + rating},
		{Name: "Black", Value: "Model " + rating},
		{Name: "Result", Value: result.String()},
		{Name: "WhiteElo", Value: rating},
		{Name: "BlackElo", Value: rating},
	}
	return pgn.AppendGame(dst, pgn.NewGame(tags, g, result))
}

// drawnResult draws a result with about the frequencies of rated games on the
// internet.
func drawnResult(rng *rand.Rand) gamestate.Result {
	switch n := rng.IntN(100); {
	case n < 49:
		return gamestate.WhiteWins
	case n < 95:
		return gamestate.BlackWins
	}
	return gamestate.Draw
}

// resultOf returns the result of a game: that of the last position if it ends the
// game, otherwise the drawn one.
func resultOf(g *gamestate.Game, drawn gamestate.Result) gamestate.Result {
	s, err := g.Replay()
	if err != nil {
		return drawn
	}
	p := s.Position()
	switch {
	case s.Checkmate() && p.Turn == board.White:
		return gamestate.BlackWins
	case s.Checkmate():
		return gamestate.WhiteWins
	case s.Status().Over():
		return gamestate.Draw
	}
	return drawn
}
