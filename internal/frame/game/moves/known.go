package moves

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/model/moves"
)

// Learn adds the fact in a tag of a game to k, if it helps to predict moves.
func Learn(k *moves.Known, name, value []byte) {
	switch string(name) {
	case "Result":
		k.Result = outcomes[tagvalue.ParseResult(value)]
	case "WhiteElo":
		k.WhiteElo = tagvalue.ParseNumber(value)
	case "BlackElo":
		k.BlackElo = tagvalue.ParseNumber(value)
	case "Termination":
		k.Ending = moves.Normal
		for _, word := range forfeits {
			if bytes.Contains(value, word) {
				k.Ending = moves.Forfeit
			}
		}
	case "TimeControl":
		// Seconds, or seconds and what each move adds: "180", "180+2".
		base, added, _ := bytes.Cut(value, []byte("+"))
		k.Seconds = tagvalue.ParseNumber(base) + movesOfGame*tagvalue.ParseNumber(added)
	}
}

// movesOfGame is the assumed number of moves of a player in a game.
const movesOfGame = 40

// outcomes maps results; the zero value is unknown.
var outcomes = [tagvalue.NumResults]moves.Result{
	tagvalue.WhiteWins: moves.WhiteWins, tagvalue.BlackWins: moves.BlackWins, tagvalue.Draw: moves.Draw,
}

// forfeits are words of Termination for games that the clock decided.
var forfeits = [][]byte{[]byte("ime forfeit"), []byte("on time"), []byte("bandon")}

// KnownOf returns what is known of a game before its moves, from its tags, steps and
// number of half-moves.
func KnownOf(tags []tagvalue.Tag, steps []layout.Step, plies int) moves.Known {
	k := moves.Known{Plies: plies}
	for _, t := range tags {
		Learn(&k, t.Name, t.Value)
	}
	var line layout.MainLine
	for i := range steps {
		if steps[i].Op == layout.OpResult && line.Outside() {
			if o := outcomes[steps[i].Arg]; o != 0 {
				k.Result = o
			}
		}
		line.Pass(&steps[i])
	}
	return k
}

// Needs reports whether the moves of a game, its start position, or its layout depend
// on the tags of a name; "" is the name of a column of many names.
func Needs(name string) bool {
	switch name {
	case "WhiteElo", "BlackElo", "Termination", "TimeControl":
		return true
	}
	return NeedsFast(name)
}

// NeedsFast is Needs for moves that no learned level coded, or that are not read.
func NeedsFast(name string) bool {
	return tagvalue.SameName(name, "Result") || openings.Needs(name) // the start, and the first moves
}
