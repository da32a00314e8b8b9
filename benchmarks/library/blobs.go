package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// form is a way to store the moves of a game in a column.
type form struct {
	name   string
	trials int // altered blobs for each game
	encode func(dst []byte, g *gamestate.Game) ([]byte, error)
	decode func(src []byte, start *board.Position) ([]board.Move, []byte, error)
}

// known is what the forms with knowledge know of every game.
var known = learned.Known{WhiteElo: 1900, BlackElo: 1850, Result: learned.WhiteWins, Ending: learned.Normal, Seconds: 300}

func forms() []form {
	withKnown := func(encode func([]byte, *gamestate.Game, *learned.Known) ([]byte, error)) func([]byte, *gamestate.Game) ([]byte, error) {
		return func(dst []byte, g *gamestate.Game) ([]byte, error) { return encode(dst, g, &known) }
	}
	otherKnown := func(src []byte, start *board.Position) ([]board.Move, []byte, error) {
		other := known
		other.WhiteElo += 100
		return learned.V1.DecodeKnown(src, start, &other)
	}
	return []form{
		{"movelist.Fast", 50, movelist.Fast.Append, movelist.Fast.Decode},
		{"movelist.Fast, checked", 50, movelist.Fast.AppendChecked, movelist.Fast.Decode},
		{"learned.V1", 8, learned.V1.Append, learned.V1.Decode},
		{"learned.V1, checked", 8, learned.V1.AppendChecked, learned.V1.Decode},
		{"learned.V1, wrong Known", 0, withKnown(learned.V1.AppendKnown), otherKnown},
		{"learned.V1, wrong Known, checked", 0, withKnown(learned.V1.AppendKnownChecked), otherKnown},
		{"V1 read by Fast", 0, learned.V1.Append, movelist.Fast.Decode},
		{"Fast read by V1", 0, movelist.Fast.Append, learned.V1.Decode},
		{"V1Max read by V1", 0, learned.V1Max.Append, learned.V1.Decode},
	}
}

// blobs counts what is not noticed: a bit flipped, two bytes swapped, another
// level or other knowledge than the writer's. What is not noticed gives another
// game without an error.
func (b *bench) blobs() error {
	b.row("column form", "bytes a game", "altered", "silently another game", "noticed, %")
	b.row("---", "--:", "--:", "--:", "--:")
	rng := rand.New(rand.NewPCG(14, 1))
	for _, f := range forms() {
		size, trials, silent := 0, 0, 0
		for i := range b.games {
			g := &b.games[i]
			blob, err := f.encode(nil, g)
			if err != nil {
				return err
			}
			size += len(blob)
			for try := range max(f.trials, 1) {
				altered := slices.Clone(blob)
				if f.trials > 0 && !alter(altered, rng, try) {
					continue
				}
				trials++
				moves, rest, err := f.decode(altered, &g.Start)
				if err == nil && len(rest) == 0 && !slices.Equal(moves, g.Moves) {
					silent++
				}
			}
		}
		b.row(f.name, fmt.Sprintf("%.1f", float64(size)/float64(len(b.games))), trials, silent, fmt.Sprintf("%.3f", 100-100*float64(silent)/float64(max(trials, 1))))
	}
	return nil
}

// alter flips a bit of a blob or, every fourth time, swaps two of its bytes. It
// reports false if that changes nothing.
func alter(blob []byte, rng *rand.Rand, try int) bool {
	if try%4 < 3 {
		blob[rng.IntN(len(blob))] ^= 1 << rng.IntN(8)
		return true
	}
	i, j := rng.IntN(len(blob)), rng.IntN(len(blob))
	blob[i], blob[j] = blob[j], blob[i]
	return blob[i] != blob[j]
}
