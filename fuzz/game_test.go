package fuzz

import (
	"bytes"
	"slices"
	"testing"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// starts are start positions of games: the usual one, one with every kind of move,
// Chess960, an ending before promotion, and one without kings.
var starts = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14",
	"8/1PPk4/8/5pP1/8/8/4K1pp/8 w - f6 0 40",
	"8/pp6/8/8/8/8/6PP/8 b - - 150 0",
}

// play makes a game from bytes: the first selects the start, each other one a move; 255
// is the null move, unless the mover is in check.
func play(choices []byte) gamestate.Game {
	var g gamestate.Game
	if len(choices) == 0 {
		choices = []byte{0}
	}
	p, err := board.ParseFEN(starts[int(choices[0])%len(starts)])
	if err != nil {
		panic(err) // the list above is wrong
	}
	g.Start = p
	var legal []board.Move
	for _, c := range choices[1:min(len(choices), 600)] {
		legal = movegen.AppendLegal(legal[:0], &p)
		m := board.NullMove
		if c != 255 || movegen.InCheck(&p) {
			if len(legal) == 0 {
				break
			}
			m = legal[int(c)%len(legal)]
		}
		g.Moves = append(g.Moves, m)
		movegen.Make(&p, m)
	}
	return g
}

func addGames(f *testing.F) {
	for i := range starts {
		seed := []byte{byte(i)}
		f.Add(slices.Clone(seed))
		for j := range 80 {
			seed = append(seed, byte(j*j*7+i*31))
		}
		f.Add(slices.Clone(seed))
		f.Add(append(seed, 255, 3, 255, 255, 9))
	}
}

// FuzzMoveText checks that every spelling of a move in a game is parsed as that move.
func FuzzMoveText(f *testing.F) {
	addGames(f)
	dialects := []notation.Dialect{
		notation.Standard, notation.FileElseBoth, notation.LongAlgebraic, notation.Coordinates,
		notation.CastleZeros | notation.ColonCapture | notation.PromotionParens, notation.NoCheck | notation.NoCaptureSign,
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := play(choices)
		p := g.Start
		var legal []board.Move
		var text []byte
		for i, m := range g.Moves {
			legal = movegen.AppendLegal(legal[:0], &p)
			for _, d := range dialects {
				text = d.AppendSAN(text[:0], &p, m)
				got, form, err := d.ParseSAN(text, &p)
				if err != nil || got != m || form != 0 {
					t.Fatalf("ply %d of %v: ParseSAN(%q) = %v, %d, %v, want %v, 0", i, g, text, got, form, err, m)
				}
			}
			for _, chess960 := range []bool{false, true} {
				text = notation.AppendUCI(text[:0], &p, m, chess960)
				if got, err := notation.ParseUCI(string(text), &p); err != nil || got != m {
					t.Fatalf("ply %d of %v: ParseUCI(%q) = %v, %v, want %v", i, g, text, got, err, m)
				}
			}
			movegen.Make(&p, m)
		}
	})
}

// FuzzGame checks that a game comes back from every method of movelist, after a prefix
// and with nothing left over, and from its PGN.
func FuzzGame(f *testing.F) {
	addGames(f)
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := play(choices)
		for _, level := range movelist.Levels() {
			prefix, tail := []byte("prefix"), []byte("tail")
			b, err := level.Append(prefix, &g)
			if err != nil {
				t.Fatalf("%s: append %v: %v", level.Name(), g, err)
			}
			if !bytes.HasPrefix(b, prefix) {
				t.Fatalf("%s: the prefix is lost", level.Name())
			}
			moves, rest, err := level.Decode(append(b[len(prefix):], tail...), &g.Start)
			if err != nil || !bytes.Equal(rest, tail) || !slices.Equal(moves, g.Moves) {
				t.Fatalf("%s: decode of %v = %v, rest %q, %v", level.Name(), g, moves, rest, err)
			}
		}
		text := pgn.AppendGame(nil, pgn.NewGame(nil, g, gamestate.WhiteWins))
		read := pgn.ParseGame(string(text))
		line, ok := read.MainLine()
		if read.Err() != nil || !ok || read.Result != "1-0" || line.Start != g.Start || !slices.Equal(line.Moves, g.Moves) {
			t.Fatalf("game %v as PGN %s\nis read as %v, %v", g, text, line, read.Err())
		}
	})
}

// FuzzPositions checks that every position of a game comes back from codec under each
// palette, and the game's state from its moves.
func FuzzPositions(f *testing.F) {
	addGames(f)
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := play(choices)
		tail := []byte("tail")
		check := func(p board.Position) {
			for _, s := range codec.Palettes() {
				b, err := s.AppendPosition(nil, &p)
				if err != nil {
					continue // this palette cannot hold the board
				}
				got, rest, err := s.DecodePosition(append(b, tail...))
				if err != nil || got != p || !bytes.Equal(rest, tail) {
					t.Fatalf("position %v from %x = %v, rest %q, %v", p, b, got, rest, err)
				}
			}
			b, err := codec.AppendPosition(nil, &p)
			if err != nil {
				t.Fatalf("AppendPosition(%v): %v, want none", p, err)
			}
			if got, rest, err := codec.DecodePosition(b); err != nil || got != p || len(rest) > 0 {
				t.Fatalf("position %v from %x = %v, rest %q, %v", p, b, got, rest, err)
			}
		}
		p := g.Start
		check(p)
		for _, m := range g.Moves {
			movegen.Make(&p, m)
			check(p)
		}
		b, err := codec.AppendGame(nil, &g, movelist.LegalIndex)
		if err != nil {
			t.Fatalf("AppendGame(%v): %v", g, err)
		}
		got, rest, err := codec.DecodeGame(append(b, tail...))
		if err != nil || got.Start != g.Start || !slices.Equal(got.Moves, g.Moves) || !bytes.Equal(rest, tail) {
			t.Fatalf("state of %v from %x = %v, rest %q, %v", g, b, got, rest, err)
		}
	})
}
