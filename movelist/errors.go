package movelist

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/blob"
)

// The errors of a Level; ErrIllegal and ErrCorrupt are wrapped in an *IllegalError and a
// *CorruptError.
var (
	ErrCorrupt = errors.New("movelist: corrupt input")
	ErrIllegal = errors.New("movelist: illegal move")
	ErrTooLong = fmt.Errorf("movelist: game of more than %d plies", MaxPlies)
	// ErrMethod is returned for input that another level stored, which is not
	// corrupt. The error names that level and the call that decodes it.
	ErrMethod = blob.ErrMethod
)

// MaxPlies is the largest length of a game in plies. Decoders need a limit, since a
// forced move takes no bits.
const MaxPlies = 1 << 20

// IllegalError reports a move of a game that is not legal.
type IllegalError struct {
	Ply  int // from 0
	Move board.Move
}

// Error returns a sentence with the ply and the move.
func (e *IllegalError) Error() string {
	return fmt.Sprintf("%v at ply %d: %v", ErrIllegal, e.Ply, e.Move)
}

// Unwrap returns ErrIllegal.
func (e *IllegalError) Unwrap() error { return ErrIllegal }

// CorruptError is an ErrCorrupt with the place and the reason.
type CorruptError struct {
	Ply int // the ply that could not be read, from 0; -1 before the moves, or if it is not known
	Msg string
	Err error // a wrapped error, or nil
}

// Error returns a sentence with the ply and the reason.
func (e *CorruptError) Error() string {
	if e.Ply < 0 {
		return fmt.Sprintf("%v: %s", ErrCorrupt, e.Msg)
	}
	return fmt.Sprintf("%v at ply %d: %s", ErrCorrupt, e.Ply, e.Msg)
}

// Unwrap returns ErrCorrupt, and Err if there is one.
func (e *CorruptError) Unwrap() []error {
	if e.Err != nil {
		return []error{ErrCorrupt, e.Err}
	}
	return []error{ErrCorrupt}
}

// asCorrupt returns err as a *CorruptError, unless it is an ErrMethod or nil.
func asCorrupt(err error) error {
	if err == nil {
		return nil // without e, which errors.As puts on the heap
	}
	var e *CorruptError
	if errors.As(err, &e) {
		return err
	}
	if errors.Is(err, ErrMethod) {
		return fmt.Errorf("movelist: %w", err)
	}
	return &CorruptError{Ply: -1, Msg: err.Error(), Err: err}
}
