// Package search says which items of a file a query means, and where a pattern
// comes on the board. Queries and patterns are plain data; they are compiled, and
// evaluated over the views of a file and what its index says. Numbers of items
// come out.
//
// Files, from top to bottom: find.go, items.go, pattern.go, filter.go, values.go,
// query.go.
package search

import (
	"errors"
	"fmt"
)

// ErrQuery is what every *Error wraps.
var ErrQuery = errors.New("chesszip: malformed query")

// Query says which games are meant by what their tags say. Each field is as a
// user types it; an empty one asks nothing, and a game must answer to all the
// others. Of tags of one name the first counts.
//
// Names are looked for by words: "carlsen" and "Carlsen, Magnus" both mean
// "Carlsen, Magnus", neither means "Carlsson". Words are letters and digits,
// the case of ASCII letters makes no difference. "=DrNykterstein" means exactly
// that value, but for the case.
//
// Ranges have both ends or one: "2000-2400", "2000-", "-2400", or a single
// value.
type Query struct {
	White, Black string
	Player       string // White or Black
	Event, Site  string // names
	Opening      string // a name, of the tags Opening and Variation
	// Elo is a range that the ratings of both players lie in, WhiteElo and
	// BlackElo of one.
	Elo, WhiteElo, BlackElo string
	// Date is a range of days, months or years: "2013", "2013.01-2013.06",
	// "2013.01.31-". A game whose day is not known is meant only if all days
	// that it may be are. The tag is Date or, where that has no year, UTCDate.
	Date string
	// ECO is a range of codes, or their beginnings: "B20-B99", "C4", "E".
	ECO string
	// Result is one or several of 1-0, 0-1, 1/2-1/2 and *, by commas.
	Result string
	// TimeControl is the value of that tag, such as "180+2", or what Lichess
	// calls it: bullet (base and 40 increments below 180 seconds), blitz (480),
	// rapid (1500) or classical.
	TimeControl string
	// Plies is a range of the number of half-moves, as Header has it.
	Plies string
	// Tags are further tags by name, and what their values must be: names.
	Tags map[string]string
}

// Pattern says what a game must have on the board, outside variations. Of the
// fields one must be set; of several each must be met, by the same position.
type Pattern struct {
	// FEN is a position. Its board alone means that board with either side to
	// move; with the side to move, that; with more, the same position by the
	// rule of repetition, for which counters make no difference.
	FEN string
	// Material is what stands on the board, of either side, such as KRPvKR.
	Material string
	// Moves are the first moves of a game from the start position, such as
	// "1. e4 c5".
	Moves string
}

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
