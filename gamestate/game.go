// Package gamestate plays games by the rules: it holds games and the states they pass
// through, and says when a game is over or can be claimed as drawn.
//
//	s := gamestate.NewState(board.Start())
//	err := s.PlaySAN("e4")         // or PlayUCI, or Play for a board.Move
//	outcome, reason := s.Outcome() // 1-0, by checkmate
package gamestate

import (
	"fmt"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// Game is a start position and the moves played from it. board.NullMove may
// occur in Moves: a passed turn.
type Game struct {
	Start board.Position
	Moves []board.Move
}

const (
	textStart = "startpos"
	textFEN   = "fen "
	textMoves = " moves"
)

// AppendText appends g in the form of UCI's position command: "startpos moves e2e4 e7e5",
// or "fen" and the FEN in place of startpos. Castling is the king's own move, e1g1, or the
// king taking its rook if the rights at the start are those of Chess960. It fails with a *MoveError for a move that is
// not legal.
func (g Game) AppendText(dst []byte) ([]byte, error) {
	out := dst
	if g.Start == board.Start() {
		out = append(out, textStart...)
	} else {
		out = g.Start.AppendFEN(append(out, textFEN...))
	}
	if len(g.Moves) > 0 {
		out = append(out, textMoves...)
	}
	chess960 := g.Start.Chess960()
	p := g.Start
	for i, m := range g.Moves {
		if m != board.NullMove {
			legal, ok := movegen.Resolve(&p, m)
			if !ok {
				return dst, &MoveError{Ply: i, Move: m, Position: p}
			}
			m = legal
		}
		out = notation.AppendUCI(append(out, ' '), &p, m, chess960)
		movegen.Make(&p, m)
	}
	return out, nil
}

// MarshalText returns g as AppendText appends it, which is also its string in JSON.
func (g Game) MarshalText() ([]byte, error) { return g.AppendText(nil) }

// UnmarshalText reads the text of UCI's position command, with any number of blanks
// between words. It fails with a *board.FENError for a malformed FEN, and with a
// *notation.MoveError for a move that is malformed or not legal.
func (g *Game) UnmarshalText(text []byte) error {
	head, moves, _ := strings.Cut(string(text)+" ", textMoves+" ")
	head = strings.TrimSpace(head)
	read := Game{Start: board.Start()}
	if fen, ok := strings.CutPrefix(head, textFEN); ok {
		var err error
		if read.Start, err = board.ParseFEN(fen); err != nil {
			return fmt.Errorf("gamestate: read game: %w", err)
		}
	} else if head != textStart {
		return fmt.Errorf("gamestate: read game: %q is neither startpos nor fen with a FEN", head)
	}
	p := read.Start
	for word := range strings.FieldsSeq(moves) {
		m, err := notation.ParseUCI(word, &p)
		if err != nil {
			return fmt.Errorf("gamestate: read game: move %d: %w", len(read.Moves)+1, err)
		}
		read.Moves = append(read.Moves, m)
		movegen.Make(&p, m)
	}
	*g = read
	return nil
}
