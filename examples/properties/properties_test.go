// Package properties shows tests of properties: whatever game is drawn, what was written is
// read as the same game. A program that depends on the library may test its own code so.
package properties

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// games draws games of legal moves.
var games = rapid.Custom(func(t *rapid.T) gamestate.Game {
	s := gamestate.NewState(board.Start())
	for range rapid.IntRange(0, 120).Draw(t, "length") {
		moves := s.LegalMoves()
		if len(moves) == 0 {
			break
		}
		if err := s.Play(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
			t.Fatal(err)
		}
	}
	return s.Game()
})

func TestGameComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := games.Draw(t, "game")
		stored, err := codec.StoredGame{Game: g}.MarshalBinary()
		var back codec.StoredGame
		if err2 := back.UnmarshalBinary(stored); err != nil || err2 != nil || !slices.Equal(back.Moves, g.Moves) {
			t.Fatalf("column: %v, %v, %v", back, err, err2)
		}
		text := pgn.AppendGame(nil, pgn.NewGame(nil, g, gamestate.Undecided))
		if line, ok := pgn.ParseGame(string(text)).MainLine(); !ok || !slices.Equal(line.Moves, g.Moves) {
			t.Fatalf("PGN %s: %v", text, line)
		}
	})
}

func TestMovesHaveOneText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Map(games, func(g gamestate.Game) board.Position { s, _ := g.Replay(); return s.Position() }).Draw(t, "position")
		for _, m := range movegen.AppendLegal(nil, &p) {
			if back, err := notation.ParseSAN(notation.SAN(&p, m), &p); err != nil || back != m {
				t.Fatalf("%v %s: %v, %v", p, notation.SAN(&p, m), back, err)
			}
		}
	})
}
