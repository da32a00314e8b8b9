package endgame

import "fmt"

// Result is what a position is worth to the side to move, with best play of
// both. The zero Result is Drawn.
type Result uint8

// The results.
const (
	Drawn Result = iota
	Won
	Lost
)

// String returns "drawn", "won" or "lost".
func (r Result) String() string {
	switch r {
	case Drawn:
		return "drawn"
	case Won:
		return "won"
	case Lost:
		return "lost"
	}
	return "unknown result"
}

// Outcome says how a position ends with best play: the winner mates as fast,
// the loser is mated as slowly as can be. The zero Outcome is a draw. Outcomes
// compare with ==.
type Outcome struct {
	Result Result
	// Plies is the number of half-moves until mate: odd where the side to
	// move wins, even where it loses, 0 where it is mated already, and 0
	// where the position is drawn.
	Plies int
	// Late says that the loser can claim a draw before the mate, because the
	// position's half-move clock reaches 100 first. A mate by the hundredth
	// half-move is in time. Result and Plies are as if there were no such
	// rule. With the clock at 0 no ending of this package is late.
	Late bool
}

// Moves returns the distance to mate in moves of the winner, as players count
// it: a mate on the spot is 1.
func (o Outcome) Moves() int { return (o.Plies + 1) / 2 }

// String returns the outcome in words, such as "won in 33 moves", "mated" or
// "drawn".
func (o Outcome) String() string {
	switch {
	case o.Result == Drawn:
		return "drawn"
	case o.Result == Lost && o.Plies == 0:
		return "mated"
	}
	s := "s"
	if o.Moves() == 1 {
		s = ""
	}
	late := ""
	if o.Late {
		late = ", but the fifty-move rule comes first"
	}
	return fmt.Sprintf("%v in %d move%s%s", o.Result, o.Moves(), s, late)
}
