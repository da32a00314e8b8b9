// Package facts gives what is known of games: numbers, days, and the values of tags. The
// statistics of a frame know a little of all its games, the columns of a view and the
// tags of a game know more. Answers are in three-valued logic, so that a question is
// written once and asked of each.
package facts

import (
	"math"

	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// Source gives the facts of a game, or those of any game of a frame. A fact may be known
// in part, or not at all.
type Source interface {
	// Number returns a rating, the result, the ECO code or the half-moves.
	Number(column open.Column) Number
	// Days returns the possible days of the game, as open.DaysOf does.
	Days() Days
	// Match reports whether the value of a tag matches.
	Match(tag string, m *Matcher) Truth
	// Opening returns the opening that the moves of the game reach, or nil. Code is the
	// number of the game's own ECO code, whose lines alone count, or -1; match is as for
	// openings.NewLine.
	Opening(code int, match []bool) (o *openings.Opening, known bool)
}

// Truth is an answer of three-valued logic: the least of several is their conjunction,
// the greatest their disjunction.
type Truth uint8

// The answers.
const (
	No Truth = iota
	Maybe
	Yes
)

// Not returns the negation of t.
func (t Truth) Not() Truth { return Yes - t }

// TruthOf returns Yes or No.
func TruthOf(is bool) Truth {
	if is {
		return Yes
	}
	return No
}

// Range is a range of whole numbers, both ends included.
type Range struct{ Min, Max int }

// MaxInt is the greatest number of a Range.
const MaxInt = math.MaxInt32

// Number is what is known of a number.
type Number struct {
	In  []Range // the number, if the game has it, is in one of these: at least one unless Has is No
	Has Truth
}

// Days is what is known of the possible days of a game: where the first and the last of
// them are, and whether there are any.
type Days struct {
	First, Last Range
	Has         Truth
}

// Matcher is a test of a tag's value.
type Matcher struct {
	// Match tests a value as written in the file; nil means that the game does not have
	// the tag.
	Match func(value []byte) bool

	// Words are lists of hashes of words, see index.HashName: a matching value has all
	// words of one of these lists. Without lists any value may match.
	Words [][]uint64
}
