package terms

import (
	"math"

	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
)

// Facts are what is known of a game, or of any game of a frame. A fact may be known in
// part, or not at all: statistics of a frame rarely decide a condition, its columns and
// the tags of a game do.
type Facts interface {
	// Number returns a rating, the result, the ECO code or the half-moves.
	Number(column open.Column) Number
	// Days returns the possible days of the game, as open.DaysOf does.
	Days() Days
	// Match reports whether the value of a tag matches.
	Match(tag string, m *Matcher) Truth
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

	words [][]uint64 // see textMatcher.hashes
}

// Excludes reports whether no name of a player in a frame with statistics s matches.
func (m *Matcher) Excludes(s *index.Statistics) bool {
	for _, all := range m.words {
		has := true
		for _, hash := range all {
			has = has && s.MayHaveName(hash)
		}
		if has {
			return false
		}
	}
	return len(m.words) > 0
}
