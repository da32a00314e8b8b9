// Package terms is the language that says which games are meant by what their
// tags say. A query is a list of terms, plain data: a field, a value, and whether
// the term is negated. docs/query.md has the grammar and what each field takes.
//
// Terms of one field and one sign are alternatives; different fields must all
// hold, and no negated term may. Compile makes conditions of the terms, which a
// search evaluates over tags, over the numeric columns of an index, and over the
// statistics of frames.
//
// It does not read files.
package terms

import (
	"errors"
	"fmt"
)

// ErrQuery is what every *Error wraps.
var ErrQuery = errors.New("chesszip: malformed query")

// Term says what a field must hold or, if Not is set, must not.
type Term struct {
	Field, Value string
	Not          bool
}

// maxTerms is the most terms of a query, each of which takes time for every game.
const maxTerms = 1000

// Error says what of a query cannot be understood.
type Error struct {
	Field string // name of the field, such as "date"; "" where it is not known
	Text  string // what is not understood
	Want  string // what it may be
	Hint  string // what may have been meant, such as "did you mean white-elo?", or ""
}

// Error returns a sentence such as
//
//	chesszip: malformed query: date "soon": want days, months or years such as 2013-01..2013-06
func (e *Error) Error() string {
	field := e.Field
	if field != "" {
		field += " "
	}
	return fmt.Sprintf("%v: %s%q: want %s", ErrQuery, field, e.Text, e.Want)
}

// Unwrap returns ErrQuery.
func (e *Error) Unwrap() error { return ErrQuery }
