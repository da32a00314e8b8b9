package gamestate

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// Status is the state of a game by the rules: going on, drawn if a player claims it,
// or over. The zero Status is Ongoing.
type Status uint8

// The statuses. The game goes on in the first three.
const (
	Ongoing              Status = iota
	ThreefoldRepetition         // may be claimed as a draw
	FiftyMoves                  // may be claimed as a draw
	Checkmate                   // lost for the player to move
	Stalemate                   // drawn
	InsufficientMaterial        // drawn
	FivefoldRepetition          // drawn
	SeventyFiveMoves            // drawn
)

var statusNames = [...]string{
	"ongoing", "threefold repetition", "fifty moves", "checkmate", "stalemate",
	"insufficient material", "fivefold repetition", "seventy-five moves",
}

// String returns the status in words, such as "threefold repetition".
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return "unknown status"
}

// Over reports whether the game has ended without anybody's claim.
func (s Status) Over() bool { return s >= Checkmate }

// Claimable reports whether the player to move may claim a draw.
func (s Status) Claimable() bool { return s == ThreefoldRepetition || s == FiftyMoves }

// Status returns the status of the game now. If several apply, it is the first in
// this order: checkmate, stalemate, insufficient material, fivefold repetition,
// seventy-five moves, threefold repetition, fifty moves. So mate on the 150th
// half-move counts as mate.
func (s *State) Status() Status {
	switch {
	case s.Checkmate():
		return Checkmate
	case s.Stalemate():
		return Stalemate
	case s.InsufficientMaterial():
		return InsufficientMaterial
	case s.Fivefold():
		return FivefoldRepetition
	case s.SeventyFiveMoves():
		return SeventyFiveMoves
	case s.Threefold():
		return ThreefoldRepetition
	case s.FiftyMoves():
		return FiftyMoves
	}
	return Ongoing
}

// Outcome returns the result of the game as far as the rules alone decide it, and the
// game's Status as the reason. Draws that must be claimed, resignation, agreement and
// time do not show on the board: they give Undecided.
func (s *State) Outcome() (Result, Status) {
	switch status := s.Status(); {
	case !status.Over():
		return Undecided, status
	case status != Checkmate:
		return Draw, status
	case s.now.Turn == board.White:
		return BlackWins, status
	}
	return WhiteWins, Checkmate
}

// InCheck reports whether the player to move is in check. A player without a
// king, or with several, never is.
func (s *State) InCheck() bool { return movegen.InCheck(&s.now) }

// Checkmate reports whether the player to move is in check and has no legal
// move.
func (s *State) Checkmate() bool { return len(s.LegalMoves()) == 0 && s.InCheck() }

// Stalemate reports whether the player to move is not in check and has no
// legal move. A player without a king who cannot move is stalemated.
func (s *State) Stalemate() bool { return len(s.LegalMoves()) == 0 && !s.InCheck() }

// Threefold reports whether the current position has occurred three times or more:
// the player to move may claim a draw.
func (s *State) Threefold() bool { return s.Repetitions() >= 3 }

// Fivefold reports whether the current position has occurred five times or more: the
// game is drawn.
func (s *State) Fivefold() bool { return s.Repetitions() >= 5 }

// Half-moves of both players without a capture or pawn move after which a draw can be
// claimed, and after which the game is drawn: articles 9.3 and 9.6.2 of the Laws of
// Chess.
const (
	fiftyMoves       = 2 * 50
	seventyFiveMoves = 2 * 75
)

// FiftyMoves reports whether the player to move may claim a draw because the last
// fifty moves of each player were neither captures nor pawn moves. The clock of the
// start position counts. Checkmate takes precedence.
func (s *State) FiftyMoves() bool { return s.now.HalfmoveClock >= fiftyMoves && !s.Checkmate() }

// SeventyFiveMoves is FiftyMoves for seventy-five moves: the game is drawn. Checkmate
// takes precedence.
func (s *State) SeventyFiveMoves() bool {
	return s.now.HalfmoveClock >= seventyFiveMoves && !s.Checkmate()
}

const lightSquares bitboard.Set = 0x55aa55aa55aa55aa

// InsufficientMaterial reports whether the pieces on the board are too few for any
// mate, however badly both sides play: two kings alone, or with one knight, or with
// any number of bishops of either player that all stand on squares of one colour.
// These are the dead positions of the Laws of Chess (5.2.2) that the pieces alone
// decide. It does not find others, such as a board locked by its pawns or a forced
// last move. Boards without exactly one king of each colour are never dead.
func (s *State) InsufficientMaterial() bool {
	b := &s.now.Board
	kings := b.Kind(board.King)
	white := kings & b.Color(board.White)
	if kings.Count() != 2 || white.Count() != 1 {
		return false
	}
	pieces, bishops := b.Occupied()&^kings, b.Kind(board.Bishop)
	if pieces.Count() <= 1 {
		return pieces&^(b.Kind(board.Knight)|bishops) == 0
	}
	return pieces&^bishops == 0 && (pieces&lightSquares == 0 || pieces&^lightSquares == 0)
}
