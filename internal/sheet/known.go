package sheet

import (
	"bytes"
	"strconv"

	"github.com/chesszip/chesszip/movelist/learned"
)

// Learn adds to k what a tag of a game says, if it is one of those that help
// to predict moves.
func Learn(k *learned.Known, name, value []byte) {
	switch string(name) {
	case "Result":
		k.Result = outcomes[resultIndex(value)]
	case "WhiteElo":
		k.WhiteElo = number(value)
	case "BlackElo":
		k.BlackElo = number(value)
	case "Termination":
		k.Ending = learned.Normal
		for _, word := range forfeits {
			if bytes.Contains(value, word) {
				k.Ending = learned.Forfeit
			}
		}
	case "TimeControl":
		// Seconds, or seconds and what each move adds: "180", "180+2".
		base, added, _ := bytes.Cut(value, []byte("+"))
		k.Seconds = number(base) + 40*number(added)
	}
}

// outcomes are what the results say; the last is for others than those.
var outcomes = [len(results) + 1]learned.Result{learned.WhiteWins, learned.BlackWins, learned.Draw}

// forfeits are words of Termination for games that the clock decided.
var forfeits = [][]byte{[]byte("ime forfeit"), []byte("on time"), []byte("bandon")}

// number reads a number of at most five digits; 0 for anything else.
func number(text []byte) int {
	if len(text) > 5 {
		return 0
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// knownOf returns what tags and steps say of a game before its moves.
func knownOf(tags []tag, steps []step) (k learned.Known) {
	for _, t := range tags {
		Learn(&k, t.name, t.value)
	}
	depth := 0
	for i := range steps {
		switch steps[i].op {
		case opOpen:
			depth++
		case opClose:
			depth = max(depth-1, 0)
		case opMove, opNull:
			if depth == 0 {
				k.Plies++
			}
		case opResult:
			if o := outcomes[steps[i].arg]; o != 0 && depth == 0 {
				k.Result = o
			}
		}
	}
	return k
}
