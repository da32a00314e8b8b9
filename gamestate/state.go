package gamestate

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// State is a game being played: its position now, and the part of its past that the
// rules depend on. Make one with NewState or Game.Replay. A State must not be used by
// several goroutines at once.
//
// Two positions of a game are the same if the same side is to move, the same pieces
// stand on the same squares, and the same moves are possible. En passant counts only
// where a pawn can legally capture. A right to castle counts only where its player's
// only king and the rook it names stand on their rank, whether or not they can castle
// on this move; other rights are idle. Counters do not count, nor do positions before
// the start position.
type State struct {
	now   board.Position
	past  []played
	seen  map[identity]int32 // how often each position has been on the board
	legal []board.Move       // of now; valid if known
	known bool
}

// played is a move and the position before it.
type played struct {
	before board.Position
	move   board.Move
}

// ErrIllegalMove is wrapped by every *MoveError.
var ErrIllegalMove = errors.New("gamestate: illegal move")

// MoveError reports an illegal move of a game, and where it is.
type MoveError struct {
	Ply      int // half-moves before it
	Move     board.Move
	Position board.Position // before the move
	// Err is the *notation.MoveError of a move given as text, or nil.
	Err error
}

// Error returns a sentence such as
//
//	gamestate: illegal move e2e4 at ply 1 of rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
func (e *MoveError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("gamestate: %v, at ply %d of %v", e.Err, e.Ply, e.Position)
	}
	return fmt.Sprintf("%v %v at ply %d of %v", ErrIllegalMove, e.Move, e.Ply, e.Position)
}

// Unwrap returns ErrIllegalMove, and Err if there is one.
func (e *MoveError) Unwrap() []error {
	if e.Err == nil {
		return []error{ErrIllegalMove}
	}
	return []error{ErrIllegalMove, e.Err}
}

// NewState returns the state at the beginning of a game.
func NewState(start board.Position) *State {
	return &State{now: start, seen: map[identity]int32{identify(&start): 1}}
}

// Replay plays g and returns the state at its end. On an illegal move it returns the
// state before that move and a *MoveError.
func (g *Game) Replay() (*State, error) {
	s := NewState(g.Start)
	for _, m := range g.Moves {
		if err := s.Play(m); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Play plays a legal move, or board.NullMove, which passes the turn and is always
// accepted. Castling is written as the king moving to its rook's square, e1h1, or to
// its own target, e1g1; see movegen.Resolve. Any other move is a *MoveError and
// changes nothing. A game that is drawn can be played on.
func (s *State) Play(m board.Move) error {
	if m != board.NullMove {
		legal, ok := movegen.Resolve(&s.now, m)
		if !ok {
			return &MoveError{Ply: s.Ply(), Move: m, Position: s.now}
		}
		m = legal
	}
	s.play(m)
	return nil
}

// PlaySAN plays a move in Standard Algebraic Notation, such as "Nf3" or "O-O", as
// notation.ParseSAN reads it. Any other text changes nothing and returns a
// *MoveError, which wraps a *notation.MoveError.
func (s *State) PlaySAN(text string) error {
	m, err := notation.ParseSAN(text, &s.now)
	return s.playText(m, err)
}

// PlayUCI plays a move in the form of the UCI protocol, such as "e7e8q"; see
// notation.ParseUCI. Any other text changes nothing and returns a *MoveError, which
// wraps a *notation.MoveError.
func (s *State) PlayUCI(text string) error {
	m, err := notation.ParseUCI(text, &s.now)
	return s.playText(m, err)
}

func (s *State) playText(m board.Move, err error) error {
	if err != nil {
		return &MoveError{Ply: s.Ply(), Position: s.now, Err: err}
	}
	s.play(m)
	return nil
}

// play plays a legal move or the null move.
func (s *State) play(m board.Move) {
	s.past = append(s.past, played{s.now, m})
	movegen.Make(&s.now, m)
	s.seen[identify(&s.now)]++
	s.known = false
}

// Clone returns an independent copy of s.
func (s *State) Clone() *State {
	return &State{now: s.now, past: slices.Clone(s.past), seen: maps.Clone(s.seen)}
}

// Undo takes back the last move. At the start it does nothing and returns false.
func (s *State) Undo() bool {
	if len(s.past) == 0 {
		return false
	}
	id := identify(&s.now)
	if s.seen[id]--; s.seen[id] == 0 {
		delete(s.seen, id)
	}
	last := s.past[len(s.past)-1]
	s.past = s.past[:len(s.past)-1]
	s.now, s.known = last.before, false
	return true
}

// Position returns the current position.
func (s *State) Position() board.Position { return s.now }

// Ply returns the number of half-moves played, null moves included.
func (s *State) Ply() int { return len(s.past) }

// LegalMoves returns the legal moves in the frozen order of package movegen. The
// slice belongs to s and is valid until the next move is played or taken back.
func (s *State) LegalMoves() []board.Move {
	if !s.known {
		s.legal, s.known = movegen.AppendLegal(s.legal[:0], &s.now), true
	}
	return s.legal
}

// Game returns the game so far.
func (s *State) Game() Game {
	g := Game{Start: s.now, Moves: make([]board.Move, len(s.past))}
	for i, p := range s.past {
		g.Moves[i] = p.move
	}
	if len(s.past) > 0 {
		g.Start = s.past[0].before
	}
	return g
}

// Repetitions returns how often the current position has occurred, this time
// included: 1 if it is new.
func (s *State) Repetitions() int { return int(s.seen[identify(&s.now)]) }

// identity is equal for two positions that are the same by the rule of repetition.
type identity struct {
	planes    [4]bitboard.Set
	castling  board.Rights
	enPassant board.Square
	turn      board.Color
}

func identify(p *board.Position) identity {
	return identity{p.Planes(), p.UsableRights(), movegen.LegalEnPassant(p), p.Turn}
}
