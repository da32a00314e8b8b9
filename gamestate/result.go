package gamestate

import (
	"fmt"
	"slices"
)

// Result is the result of a game. The zero Result is Undecided.
type Result uint8

// The results.
const (
	Undecided Result = iota // not over, or not known
	WhiteWins
	BlackWins
	Draw
)

var resultTexts = [...]string{"*", "1-0", "0-1", "1/2-1/2"}

// String returns the result as PGN writes it: "1-0", "0-1", "1/2-1/2" or "*".
func (r Result) String() string {
	if int(r) < len(resultTexts) {
		return resultTexts[r]
	}
	return "*"
}

// ParseResult returns the result of a text in the form of String.
func ParseResult(text string) (Result, error) {
	i := slices.Index(resultTexts[:], text)
	if i < 0 {
		return Undecided, fmt.Errorf("gamestate: %.40q is not a result: want 1-0, 0-1, 1/2-1/2 or *", text)
	}
	return Result(i), nil
}

// MarshalText returns the result in the form of String, which is also its JSON
// string.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the form of String.
func (r *Result) UnmarshalText(text []byte) (err error) {
	*r, err = ParseResult(string(text))
	return err
}
