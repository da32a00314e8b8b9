// Package search says which items of a file a query means, and where a pattern
// comes on the board. Queries and patterns are plain data; they are compiled, and
// evaluated over the views of a file and what its index says. Numbers of items
// come out.
//
// Files, from top to bottom: explore.go, targets.go, find.go, items.go, pattern.go,
// filter.go, values.go, query.go.
package search

import (
	"errors"
	"fmt"
)

// ErrQuery is what every *Error wraps.
var ErrQuery = errors.New("chesszip: malformed query")

// Query says which games are meant, in the words of a user: the fields are those
// of the root's Query, which says what each may hold.
type Query struct {
	White, Black, Player, Event, Site, Opening string
	Elo, WhiteElo, BlackElo, Date, ECO         string
	Result, TimeControl, Plies                 string
	Tags                                       map[string]string
}

// Pattern says what a game must have on the board: the fields are those of the
// root's Pattern.
type Pattern struct{ FEN, Material, Moves string }

// Error says what of a query cannot be understood.
type Error struct {
	Field string // name of the field, such as "Date"
	Text  string // what it holds
	Want  string // what it may hold
}

// Error returns a sentence such as
//
//	chesszip: malformed query: Date "soon": want days, months or years such as 2013.01-2013.06
func (e *Error) Error() string {
	return fmt.Sprintf("%v: %s %q: want %s", ErrQuery, e.Field, e.Text, e.Want)
}

// Unwrap returns ErrQuery.
func (e *Error) Unwrap() error { return ErrQuery }
