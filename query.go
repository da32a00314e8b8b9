package chesszip

import "github.com/chesszip/chesszip/internal/search"

// QueryError says what of a Query or a Pattern cannot be understood.
type QueryError struct {
	Field string // name of the field, such as "Date"
	Text  string // what it holds
	Want  string // what it may hold
}

// Error returns a sentence such as
//
//	chesszip: malformed query: Date "soon": want days, months or years such as 2013.01-2013.06
func (e *QueryError) Error() string { return (*search.Error)(e).Error() }

// Unwrap returns ErrQuery.
func (e *QueryError) Unwrap() error { return ErrQuery }
