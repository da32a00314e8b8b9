package moves

import "github.com/chesszip/chesszip/internal/entropy/recall"

// Known is what is known of a game before its moves. The zero Known knows
// nothing.
type Known struct {
	Result Result
	// Plies is the number of half-moves of the game; 0 is unknown.
	Plies int
	// WhiteElo and BlackElo are ratings; 0 is unknown.
	WhiteElo, BlackElo int
	// Seconds is the time a player has for 40 moves; 0 is unknown.
	Seconds int
	// Ending is how the game was decided.
	Ending Ending
}

// Print adds all fields of k to a fingerprint.
func (k *Known) Print(p recall.Print) recall.Print {
	return p.Add(uint64(k.Plies), uint64(k.Result)|uint64(k.Ending)<<8).
		Add(uint64(k.WhiteElo), uint64(k.BlackElo)).Add(uint64(k.Seconds), 0)
}

// Result is the result of a game.
type Result uint8

// The results.
const (
	Unknown Result = iota
	WhiteWins
	BlackWins
	Draw
)

// Ending is how a game was decided, as far as known.
type Ending uint8

// The endings.
const (
	UnknownEnding Ending = iota
	Normal               // on the board, by resignation or agreement
	Forfeit              // by time or absence
)

// outlook is Known seen from the side to move.
type outlook struct {
	result  uint32 // 0 unknown, 1 win, 2 loss, 3 draw
	ending  uint32
	left    uint32 // class of the plies left, 0 unknown
	elo     uint32 // class of the rating of the side to move, 0 unknown
	pace    uint32 // class of Seconds, 0 unknown
	leftOne bool   // this is the last ply
}

func (k *Known) outlook(black bool, ply int) (o outlook) {
	o.result, o.ending = uint32(k.Result), uint32(k.Ending)
	elo := k.WhiteElo
	if black {
		elo = k.BlackElo
		if k.Result == WhiteWins || k.Result == BlackWins {
			o.result = 3 - o.result
		}
	}
	if elo > 0 {
		o.elo = uint32(min(max(elo, 800), 3599)-600) / 200 // 1 to 14
	}
	if left := k.Plies - ply; left > 0 {
		o.left = leftClass(left)
		o.leftOne = left == 1
	}
	for _, least := range [...]int{1, 180, 500, 1500} {
		if k.Seconds >= least {
			o.pace++
		}
	}
	return o
}

// leftClass returns the class of a number of plies, at least 1: 1 to 6 unchanged,
// then two classes for each doubling.
func leftClass(n int) uint32 {
	if n <= 6 {
		return uint32(n)
	}
	c := uint32(7)
	for limit := 8; n > limit && c < 15; c++ {
		if c&1 == 1 {
			limit += limit / 2
		} else {
			limit += limit / 3
		}
	}
	return c
}
