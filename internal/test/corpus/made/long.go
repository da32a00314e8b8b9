package made

import (
	"bytes"
	"math/rand/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// LongGame returns PGN of a game with a number of half-moves, without captures.
func LongGame(plies int) []byte {
	rng := rand.New(rand.NewPCG(1, 1))
	p := board.Start()
	g := gamestate.Game{Start: p}
	for range plies {
		var quiet []board.Move
		legal := movegen.AppendLegal(nil, &p)
		for _, m := range legal {
			kind := p.KindAt(m.From())
			if p.At(m.To()) == board.Empty && (kind != board.Pawn && kind != board.King || rng.IntN(20) == 0) {
				quiet = append(quiet, m)
			}
		}
		if len(quiet) == 0 {
			quiet = legal
		}
		for {
			m, next := quiet[rng.IntN(len(quiet))], p
			if movegen.Make(&next, m); len(movegen.AppendLegal(nil, &next)) > 0 {
				g.Moves, p = append(g.Moves, m), next
				break
			}
		}
	}
	tags := []pgn.Tag{
		{Name: "Event", Value: "A long game"}, {Name: "Site", Value: "?"}, {Name: "Date", Value: "2020.01.01"}, {Name: "Round", Value: "1"},
		{Name: "White", Value: "Wanderer, W"}, {Name: "Black", Value: "Wanderer, B"}, {Name: "Result", Value: "*"},
	}
	return pgn.AppendGame(nil, pgn.NewGame(tags, g, gamestate.Undecided))
}

// LongComment returns PGN of a short game with a comment of about size bytes: words or,
// if lined is set, legal moves.
func LongComment(size int, lined bool) []byte {
	rng := rand.New(rand.NewPCG(2, 2))
	words := []string{"Nf3", "Nf6", "Ng1", "Ng8"}
	if !lined {
		words = nil
		for range 4000 {
			word := make([]byte, 1+rng.IntN(9))
			for i := range word {
				word[i] = "etaoinshrdlucmfwypvbg"[min(rng.IntN(21), rng.IntN(21))]
			}
			words = append(words, string(word))
		}
	}
	text := []byte("[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {")
	if lined {
		text = bytes.Replace(text, []byte("1. e4 "), nil, 1)
	}
	for i := 0; len(text) < size; i++ {
		word := words[i%len(words)]
		if !lined {
			word = words[min(rng.IntN(len(words)), rng.IntN(len(words)))]
		}
		text = append(append(text, word...), ' ')
	}
	return append(text, "} 1-0\n\n"...)
}
