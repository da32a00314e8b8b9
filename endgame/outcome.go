package endgame

import "fmt"

// Result is the value of a position for the side to move, with best play by both. The
// zero Result is Drawn.
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

// Outcome is the end of a position with best play: the winner mates as fast as
// possible, the loser delays mate as long as possible. The zero Outcome is a draw.
// Outcomes compare with ==.
type Outcome struct {
	Result Result `json:"result"`
	// Plies is the number of half-moves until mate: odd if the side to move wins,
	// even if it loses, 0 if it is mated already or the position is drawn.
	Plies int `json:"plies"`
	// Late reports that the loser can claim a draw before the mate, because the
	// position's half-move clock reaches 100 first. A mate with the hundredth
	// half-move is not late. Result and Plies ignore the rule. With the clock at 0 no
	// ending of this package is late.
	Late bool `json:"late"`
}

// Moves returns the distance to mate in moves of the winner, as players count it:
// mate with the next move is 1.
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
