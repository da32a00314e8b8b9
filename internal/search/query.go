// Package search says which items of a file a query means, and where a pattern
// comes on the board. Queries and patterns are plain data; they are compiled, and
// evaluated over the views of a file and what its index says. Numbers of items
// come out.
//
// Files, from top to bottom: find.go, items.go, pattern.go, filter.go, values.go,
// query.go.
package search

import "fmt"

// Query says which games are meant by what their tags say: the root package
// describes its fields.
type Query struct {
	White, Black            string
	Player                  string
	Event, Site             string
	Opening                 string
	Elo, WhiteElo, BlackElo string
	Date                    string
	ECO                     string
	Result                  string
	TimeControl             string
	Plies                   string
	Tags                    map[string]string
}

// Pattern says what a game must have on the board: the root package describes
// its fields.
type Pattern struct {
	FEN      string
	Material string
	Moves    string
}

// Error says what of a query or pattern cannot be understood.
type Error struct {
	Field string // name of the field, such as "Date"
	Text  string // what it holds
	Want  string // what it may hold
}

// Error returns a sentence such as
//
//	Date "soon": want days, months or years such as 2013.01-2013.06
func (e *Error) Error() string { return fmt.Sprintf("%s %q: want %s", e.Field, e.Text, e.Want) }
