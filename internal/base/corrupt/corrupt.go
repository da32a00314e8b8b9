// Package corrupt has the errors of damaged data, with stream, game and reason.
// Packages that decode return them; the container adds file, frame and offset.
package corrupt

import (
	"errors"
	"fmt"
	"strings"
)

// Err is wrapped by every *Error.
var Err = errors.New("corrupt input")

// ErrArchive is wrapped by the errors of damaged archives.
var ErrArchive = errors.New("archive: corrupt input")

// Classes of refusal that an error about stored data may also wrap; section 5 of
// SPEC.md lists all.
var (
	// ErrForeign: the input does not begin like an archive.
	ErrForeign = errors.New("not an archive")
	// ErrSum: a checksum differs.
	ErrSum = errors.New("a checksum differs")
	// ErrClaim: the input claims more than its format allows.
	ErrClaim = errors.New("more than the format allows")
)

// Error is a problem of stored data and, as far as known, its place.
type Error struct {
	// Stream is the name of the stream or column, such as "moves" or
	// "[WhiteElo]"; empty if it is not known yet.
	Stream string
	// Game is the number of the game in its frame, from 1; of the line in a list; 0
	// if it is not known or the problem is not of one game.
	Game int
	// Problem is the reason, such as "a rating is missing".
	Problem string
	// Class is one of the classes of refusal, or nil.
	Class error
}

// New returns an *Error without a place.
func New(problem string) error { return &Error{Problem: problem} }

// Of is New for an error of a class of refusal.
func Of(class error, problem string) error { return &Error{Problem: problem, Class: class} }

// Newf is New with the verbs of package fmt.
func Newf(format string, args ...any) error { return New(fmt.Sprintf(format, args...)) }

// ErrLevel is returned if the learned level that the input needs is not available. It
// is not a problem of the input, and the functions below do not change it.
var ErrLevel = errors.New("chesszip: the archive needs the level")

// In returns err with the name of its stream, unless it has one. An err that is not
// an *Error becomes one; nil stays nil.
func In(stream string, err error) error {
	return place(err, func(e *Error) {
		if e.Stream == "" {
			e.Stream = stream
		}
	})
}

// Inside is In for a stream with named parts: their names stay, after that of the
// stream.
func Inside(stream string, err error) error {
	return place(err, func(e *Error) {
		if e.Stream != "" {
			stream += ", " + e.Stream
		}
		e.Stream = stream
	})
}

// AtGame returns err with the number of its game, given from 0, unless it has one. An
// err that is not an *Error becomes one; nil stays nil.
func AtGame(game int, err error) error {
	return place(err, func(e *Error) {
		if e.Game == 0 {
			e.Game = game + 1
		}
	})
}

// First returns the first error that is not nil.
func First(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func place(err error, set func(e *Error)) error {
	if err == nil || errors.Is(err, ErrLevel) {
		return err
	}
	placed := Error{Problem: err.Error()}
	var known *Error
	if errors.As(err, &known) {
		placed = *known
	}
	set(&placed)
	return &placed
}

// Error returns a sentence such as
//
//	corrupt input: stream moves, game 17: a group of moves is cut off
func (e *Error) Error() string {
	var places []string
	if e.Stream != "" {
		places = append(places, "stream "+e.Stream)
	}
	if e.Game > 0 {
		places = append(places, fmt.Sprintf("game %d", e.Game))
	}
	if len(places) == 0 {
		return Err.Error() + ": " + e.Problem
	}
	return Err.Error() + ": " + strings.Join(places, ", ") + ": " + e.Problem
}

// Unwrap returns Err, and the class of refusal if there is one.
func (e *Error) Unwrap() []error {
	if e.Class == nil {
		return []error{Err}
	}
	return []error{Err, e.Class}
}
