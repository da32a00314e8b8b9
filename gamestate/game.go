// Package gamestate holds games, the states they pass through, and the rights
// trailer: what a position has beside its board, in few bits.
//
//	s := gamestate.NewState(board.Start())
//	err := s.PlaySAN("e4")         // or PlayUCI, or Play for a board.Move
//	outcome, reason := s.Outcome() // white wins, by checkmate
//
// # The rights trailer
//
// The board must be known to the reader, and bits are spent only on what it
// makes possible:
//
//	| turn 1 | clock | number | Chess960? 0-1 | castling | en passant |
//	   |        |        |          |              |            |
//	   |        |        |          |              |            which pawn has just
//	   |        |        |          |              |            jumped, if any can
//	   |        |        |          |              which rook, for each right
//	   |        |        |          |              that can be, or none
//	   |        |        |          only where a right can be that the standard
//	   |        |        |          game does not know: 1 if there is one
//	   |        |        the move number by its distance from what the pieces gone
//	   |        |        and moved make likely, exponential Golomb of order 0-3
//	   |        half-move clock 0 to 254, exponential Golomb of order 0:
//	   |        1 is 0, 010 is 1, 011 is 2, 00100 is 3, ...
//	   1 for Black
//
//	| turn 1 | 00000000 | clock 16 | number 16 | castling 16 | en passant 6 |
//
// The second form is the escape, for what real FENs contain and no game does:
// rights without a rook, an en passant square without a pawn or with a clock
// running, clocks over 254. Every position has one form. docs/spec/positions.md, 4,
// says all of it. Over the train positions the trailer takes 9.8 bits: clock
// 2.5, number 3.8, Chess960? 0.5, castling 1.6, en passant 0.3.
//
// The package knows no board schemes.
package gamestate

import "github.com/chesszip/chesszip/board"

// Game is a start position and the moves played from it. board.NullMove may
// occur in Moves: a passed turn.
type Game struct {
	Start board.Position
	Moves []board.Move
}
