// Package terms is the language of queries, which select games by their tags. A query is
// a list of terms, plain data: a field, a value, and whether the term is negated.
// docs/query.md has the grammar and the values of each field.
//
// Terms of one field and one sign are alternatives. All fields must match, and no
// negated term may. Compile makes conditions of the terms, which a search evaluates over
// tags, over the numeric columns of an index, and over the statistics of frames.
//
// The package does not read files.
package terms

import (
	"errors"
	"fmt"
)

// ErrQuery is wrapped by every *Error.
var ErrQuery = errors.New("chesszip: malformed query")

// Term is a value that a field must have or, if Not is set, must not have.
type Term struct {
	Field, Value string
	Not          bool
}

// maxTerms is the greatest number of terms of a query; each takes time for every game.
const maxTerms = 1000

// Error describes the part of a query that is malformed.
type Error struct {
	Field string // name of the field, such as "date"; "" if it is not known
	Text  string // the malformed text
	Want  string // the allowed values
	Hint  string // a suggestion, such as "did you mean white-elo?", or ""
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
