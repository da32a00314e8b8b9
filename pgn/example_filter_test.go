package pgn_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

const club = `[White "Ada"]
[Black "Bo"]
[Result "1-0"]

1. e4 e5 2. Qh5 Ke7 {oh no} 3. Qxe5# 1-0

[White "Bo"]
[Black "Cy"]
[Result "*"]

1. d4 d5 2. Ke3 *

[White "Cy"]
[Black "Ada"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
`

// A PGN filter: the won games of one player, written in the export format.
func ExampleReader_Games() {
	var out []byte
	for g, err := range pgn.NewReader(strings.NewReader(club), &pgn.Options{MaxGame: 1 << 20}).Games() {
		if err != nil { // of the io.Reader; games that make no sense are games
			fmt.Println(err)
			return
		}
		var problem *pgn.Problem
		if errors.As(g.Err(), &problem) {
			fmt.Printf("%q after %d half-moves: %v\n", problem.Text, problem.Ply, errors.Is(problem.Err, notation.ErrIllegal))
			continue
		}
		if white, _ := g.Tag("White"); white == "Ada" && g.Result == "1-0" {
			out = pgn.AppendGame(out, g)
		}
	}
	fmt.Printf("%s", out[strings.Index(string(out), "1. e4"):])
	// Output:
	// "Ke3" after 2 half-moves: true
	// 1. e4 e5 2. Qh5 Ke7 {oh no} 3. Qxe5# 1-0
}

// A game that a program has played, as PGN.
func ExampleNewGame() {
	s := gamestate.NewState(board.Start())
	for _, text := range []string{"f3", "e5", "g4", "Qh4"} {
		if err := s.PlaySAN(text); err != nil {
			fmt.Println(err)
		}
	}
	g := pgn.NewGame([]pgn.Tag{{Name: "White", Value: "A"}, {Name: "Black", Value: "B"}, {Name: "Result", Value: "0-1"}}, s.Game(), gamestate.BlackWins)
	text := string(pgn.AppendGame(nil, g))
	fmt.Print(text[strings.Index(text, "1."):])
	// Output:
	// 1. f3 e5 2. g4 Qh4# 0-1
}

// Tokens account for every byte of any input, and nothing is allocated.
func ExampleScanner() {
	s := pgn.NewScanner([]byte("[White \"A\\\"da\"]\n1. e4 $14 {good} (1. d4) 1-0"))
	for {
		t, ok := s.Next()
		if !ok {
			break
		}
		switch t.Kind {
		case pgn.Space, pgn.Open, pgn.Close:
		case pgn.TagPair:
			name, value := t.Tag()
			fmt.Printf("%s: %s\n", name, pgn.Unescape(nil, value))
		case pgn.MoveNumber:
			n, dots := t.Number()
			fmt.Println(n, dots)
		case pgn.NAG:
			n, ok := t.NAG()
			fmt.Println(n, ok)
		default:
			fmt.Printf("%v %q at %d\n", t.Kind, t.Text, t.Offset)
		}
	}
	fmt.Println(s.Offset())
	// Output:
	// White: A"da
	// 1 1
	// Move "e4" at 19
	// 14 true
	// Comment "{good}" at 26
	// 1 1
	// Move "d4" at 37
	// Result "1-0" at 41
	// 44
}

// Games of a buffer that grows, without parsing them.
func ExampleSplitter() {
	var s pgn.Splitter
	text := []byte(club)
	for len(text) > 0 {
		n, ok := s.Next(text, true)
		if !ok {
			break
		}
		fmt.Println(n, "bytes", s.IsGame())
		text = text[n:]
	}
	// Output:
	// 85 bytes true
	// 59 bytes true
	// 67 bytes true
}

// The main line of a text, without the rest of it.
func ExampleLine_Each() {
	var line pgn.Line
	line.Each([]byte(club), func(p *board.Position, m board.Move) bool {
		fmt.Println(m, p.Turn)
		return p.FullmoveNumber < 3 // stop early
	})
	// Output:
	// 0000 white
	// e2-e4 black
	// e7-e5 white
	// d1-h5 black
	// e8-e7 white
}

// Games are read as they are found: here with German letters, for a whole game.
func ExampleParsedGame_language() {
	g := pgn.ParseGame("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O *")
	game, ok := g.MainLine()
	fmt.Println(g.Language, game.Moves[2], len(game.Moves), ok, g.Err())
	// Output:
	// German, Danish, Norwegian, Swedish g1-f3 9 true <nil>
}
