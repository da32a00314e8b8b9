package main

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// mateEnd is how a position ends, in the JSON of mate.
type mateEnd struct {
	Result string `json:"result"` // "won", "drawn" or "lost", for the side to move
	Plies  int    `json:"plies"`  // half-moves to mate
	Moves  int    `json:"moves"`  // the same in moves of the winner
	Late   bool   `json:"late"`   // the fifty-move rule comes before the mate
}

// mateMove is a move, in the JSON of mate.
type mateMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// mateChoice is a legal move with its end, for the side that moves.
type mateChoice struct {
	mateMove
	mateEnd
}

// mateJSON is the JSON of mate.
type mateJSON struct {
	FEN  string `json:"fen"`
	Turn string `json:"turn"`
	mateEnd
	Best    *mateMove    `json:"best"`    // null if no move is legal
	Choices []mateChoice `json:"choices"` // all legal moves, best first
	Line    []mateMove   `json:"line"`    // to mate; empty if nobody wins
}

func (a *mateAnswer) json() mateJSON {
	end := func(o endgame.Outcome) mateEnd {
		return mateEnd{o.Result.String(), o.Plies, o.Moves(), o.Late}
	}
	move := func(p *board.Position, m board.Move) mateMove {
		return mateMove{notation.UCI(p, m), notation.SAN(p, m)}
	}
	j := mateJSON{
		FEN: a.p.String(), Turn: a.p.Turn.String(), mateEnd: end(a.outcome),
		Choices: []mateChoice{}, Line: []mateMove{},
	}
	if a.best != board.NullMove {
		best := move(a.p, a.best)
		j.Best = &best
	}
	for _, c := range a.choices {
		j.Choices = append(j.Choices, mateChoice{move(a.p, c.Move), end(c.Outcome)})
	}
	p := *a.p
	for _, m := range a.line {
		j.Line = append(j.Line, move(&p, m))
		movegen.Make(&p, m)
	}
	return j
}
