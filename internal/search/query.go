// Package search says which items of a file a query means, and where a pattern
// comes on the board. Queries and patterns are plain data; they are compiled, and
// evaluated over the views of a file and what its index says. Numbers of items
// come out. The language of queries is that of package query.
//
// Files, from top to bottom: explore.go, targets.go, find.go, items.go,
// pattern.go, filter.go, query.go.
package search

import (
	"fmt"

	"github.com/chesszip/chesszip/internal/search/query"
)

// ErrQuery is what every *Error wraps.
var ErrQuery = query.ErrQuery

// Pattern says what a game must have on the board: the fields are those of the
// root's Pattern.
type Pattern struct{ FEN, Material, Moves string }

// Error says what of a pattern cannot be understood.
type Error struct {
	Field string // name of the field, such as "FEN"
	Text  string // what it holds
	Want  string // what it may hold
}

// Error returns a sentence such as
//
//	chesszip: malformed query: Material "KR": want the pieces of both sides, such as KRPvKR or KQvKRR
func (e *Error) Error() string {
	return fmt.Sprintf("%v: %s %q: want %s", ErrQuery, e.Field, e.Text, e.Want)
}

// Unwrap returns ErrQuery.
func (e *Error) Unwrap() error { return ErrQuery }
